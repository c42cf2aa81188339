// The rows of files.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import type { Drawn } from './recode.ts';

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

export interface KeptFile extends StoredFile {
  /** Of the bytes as they were stored. */
  readonly sha256: string;
}

export const COLUMNS = 'id, name, type, bytes as size, width, height';
const DELETED_AT_ONCE = 200;

export async function insertFile(
  tx: Tx,
  file: Pick<Drawn, 'type' | 'width' | 'height'> & {
    readonly id: string;
    readonly site: SiteId;
    readonly owner: PlayerId | undefined;
    readonly uploadedBy: PlayerId;
    readonly name: string;
    readonly size: number;
    readonly sha256: string;
    readonly now: Millis;
  },
): Promise<void> {
  const { id, site, owner, uploadedBy, name, type, size, width, height, sha256, now } = file;
  await insertRow(tx, 'file', {
    ...{ id, site_id: site, player_id: owner, uploaded_by: uploadedBy, name, type, bytes: size, width },
    ...{ height, sha256, created_ms: now },
  });
}

/** What somebody has uploaded since then. */
export async function findUse(
  tx: Tx,
  uploadedBy: PlayerId,
  since: number,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const [use] = await tx.query<{ files: number; bytes: number }>(
    `select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes
     from file
     where uploaded_by = $1 and created_ms > $2`,
    [uploadedBy, since],
  );
  return use ?? { files: 0, bytes: 0 };
}

/** `owner` undefined: staff, who read every file of their site. */
export async function findFile(
  tx: Tx,
  { site, owner, id }: { readonly site: SiteId; readonly owner: PlayerId | undefined; readonly id: string },
): Promise<KeptFile | undefined> {
  const [row] = await tx.query<KeptFile>(
    `select ${COLUMNS}, sha256 from file
     where id = $1 and site_id = $2 and ($3::bigint is null or player_id = $3)`,
    [id, site, owner ?? null],
  );
  return row;
}

/** Deletes the rows of files that nothing was attached to. */
export async function deleteUnattached(tx: Tx, before: number): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `delete from file
     where id in (
       select id from file
       where attached_to is null and created_ms < $1
       order by created_ms
       limit ${DELETED_AT_ONCE}
     )
     returning id`,
    [before],
  );
  return rows.map(({ id }) => id);
}

export async function findKnown(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>('select id from file where id = any($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}
