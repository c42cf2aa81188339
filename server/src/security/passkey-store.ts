import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import type { Owner } from './store.ts';

export interface StoredPasskey extends Owner {
  readonly id: string;
  /** In base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly relyingParty: string;
  readonly name: string;
  readonly createdAt: number;
  readonly usedAt: number | null;
}

export const MOST_PASSKEYS = 10;

const COLUMNS = `id, site_id as site, player_id as player, public_key as "publicKey", counter,
  relying_party as "relyingParty", name, created_ms as "createdAt", used_ms as "usedAt"`;

export const listPasskeys = (tx: Tx, { site, player }: Owner): Promise<readonly StoredPasskey[]> =>
  tx.query<StoredPasskey>(
    `select ${COLUMNS} from passkey
      where site_id = $1 and player_id = $2
      order by created_ms, id
      limit ${MOST_PASSKEYS}`,
    [site, player],
  );

export async function findPasskey(tx: Tx, id: string): Promise<StoredPasskey | undefined> {
  const [row] = await tx.query<StoredPasskey>(`select ${COLUMNS} from passkey where id = $1`, [id]);
  return row;
}

/** Locks the rows of the member, so that of many at once no more than allowed are added. */
export async function insertPasskey(
  tx: Tx,
  { site, player, ...passkey }: Omit<StoredPasskey, 'createdAt' | 'usedAt'> & { readonly now: Millis },
): Promise<StoredPasskey | 'TOO_MANY' | 'EXISTS'> {
  await tx.query('select id from player where id = $1 for update', [player]);
  const own = await listPasskeys(tx, { site, player });
  if (own.length >= MOST_PASSKEYS) return 'TOO_MANY';
  const [inserted] = await insertRow<StoredPasskey>(
    tx,
    'passkey',
    {
      ...{ id: passkey.id, site_id: site, player_id: player, public_key: passkey.publicKey },
      ...{ counter: passkey.counter, relying_party: passkey.relyingParty, name: passkey.name },
      created_ms: passkey.now,
    },
    `on conflict do nothing returning ${COLUMNS}`,
  );
  return inserted ?? 'EXISTS';
}

export async function renamePasskeyRow(
  tx: Tx,
  { site, player, id, name }: Owner & { readonly id: string; readonly name: string },
): Promise<StoredPasskey | undefined> {
  const [row] = await tx.query<StoredPasskey>(
    `update passkey set name = $4 where site_id = $1 and player_id = $2 and id = $3 returning ${COLUMNS}`,
    [site, player, id, name],
  );
  return row;
}

export async function deletePasskey(
  tx: Tx,
  { site, player, id }: Owner & { readonly id: string },
): Promise<boolean> {
  const rows = await tx.query(
    'delete from passkey where site_id = $1 and player_id = $2 and id = $3 returning id',
    [site, player, id],
  );
  return rows.length === 1;
}

/**
 * A counter that does not rise belongs to a copy of the key; authenticators without one always say 0. False when the
 * passkey was removed, or used with this counter, in the meantime.
 */
export async function advancePasskey(
  tx: Tx,
  { id, counter, now }: { readonly id: string; readonly counter: number; readonly now: Millis },
): Promise<boolean> {
  const rows = await tx.query(
    `update passkey set counter = $2, used_ms = $3
      where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))
     returning id`,
    [id, counter, millis(now)],
  );
  return rows.length === 1;
}
