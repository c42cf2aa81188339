// Attaches uploaded files to something, in the transaction that writes it.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { COLUMNS, type StoredFile } from './store.ts';

/** Whether all of them are files that this person uploaded and that are attached to nothing. */
export async function areFree(
  tx: Tx,
  { site, by, ids }: { readonly site: SiteId; readonly by: PlayerId; readonly ids: readonly string[] },
): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await tx.query(
    `select id from file
     where id = any($1) and site_id = $2 and uploaded_by = $3 and attached_to is null
     for update`,
    [ids, site, by],
  );
  return new Set(ids).size === ids.length && rows.length === ids.length;
}

/** From now on `owner` may read them. */
export async function attachFiles(
  tx: Tx,
  { owner, ids, to }: { readonly owner: PlayerId; readonly ids: readonly string[]; readonly to: string },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('update file set attached_to = $2, player_id = $3 where id = any($1)', [ids, to, owner]);
}

export const listAttached = (
  tx: Tx,
  to: readonly string[],
): Promise<readonly (StoredFile & { readonly to: string })[]> =>
  tx.query(
    `select ${COLUMNS}, attached_to as "to" from file where attached_to = any($1) order by created_ms, id`,
    [to],
  );

/** What they were attached to is gone: they are deleted like files that were never attached. */
export const detachFiles = (tx: Tx, from: readonly string[]) =>
  tx.query('update file set attached_to = null where attached_to = any($1)', [from]);
