// API keys as the table keeps them.
import type { ApiScope } from '@maru/contract/call';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import type { Principal } from '../http/serve.ts';

export interface StoredKey {
  readonly id: string;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly role: Principal['role'];
  readonly session: number;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly addresses: readonly string[];
  readonly sealedSecret: string;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  readonly usedAt: Millis | null;
  readonly usedFrom: string | null;
}

export type Owner = Pick<StoredKey, 'site' | 'player'>;

interface Row extends Omit<StoredKey, 'scopes' | 'addresses'> {
  readonly scopes: string;
  readonly addresses: string;
}

const SELECT = `select api_key.id, api_key.site_id as site, player_id as player, player.role,
        session_version as session, api_key.name, scopes, addresses, sealed_secret as "sealedSecret",
        created_ms as "createdAt", expires_ms as "expiresAt", used_ms as "usedAt", used_from as "usedFrom"
   from api_key
   join player on player.id = api_key.player_id`;

const listOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','));

const keyOf = ({ scopes, addresses, ...row }: Row): StoredKey => ({
  ...row,
  scopes: listOf(scopes) as readonly ApiScope[],
  addresses: listOf(addresses),
});

export async function findKey(tx: Tx, id: string): Promise<StoredKey | undefined> {
  const [row] = await tx.query<Row>(`${SELECT} where api_key.id = $1`, [id]);
  return row && keyOf(row);
}

/** Newest first; there are never more than a handful. */
export async function listKeys(
  tx: Tx,
  { site, player }: Owner,
  session: number,
): Promise<readonly StoredKey[]> {
  const rows = await tx.query<Row>(
    `${SELECT}
      where player_id = $2
        and api_key.site_id = $1
        and session_version = $3
      order by created_ms desc, api_key.id
      limit 100`,
    [site, player, session],
  );
  return rows.map(keyOf);
}

/** Serialises the changes of one member's keys, so that two requests at once cannot exceed the number of keys. */
export async function lockOwner(tx: Tx, { site, player }: Owner): Promise<boolean> {
  const rows = await tx.query('select id from player where site_id = $1 and id = $2 for update', [
    site,
    player,
  ]);
  return rows.length > 0;
}

/** Keys of the member that no request can use any more make room for a new one. */
export async function deleteEndedKeys(
  tx: Tx,
  { site, player }: Owner,
  { session, now }: { readonly session: number; readonly now: Millis },
): Promise<void> {
  await tx.query(
    `delete from api_key
      where player_id = $2
        and site_id = $1
        and (session_version <> $3 or expires_ms <= $4)`,
    [site, player, session, now],
  );
}

export async function insertKey(tx: Tx, key: Omit<StoredKey, 'role' | 'usedAt' | 'usedFrom'>): Promise<void> {
  await insertRow(tx, 'api_key', {
    id: key.id,
    site_id: key.site,
    player_id: key.player,
    session_version: key.session,
    name: key.name,
    scopes: key.scopes.join(','),
    addresses: key.addresses.join(','),
    sealed_secret: key.sealedSecret,
    created_ms: key.createdAt,
    expires_ms: key.expiresAt,
  });
}

/** False when the member has no such key. */
export async function renameKey(tx: Tx, { site, player }: Owner, id: string, name: string): Promise<boolean> {
  const rows = await tx.query(
    'update api_key set name = $4 where id = $3 and site_id = $1 and player_id = $2 returning id',
    [site, player, id, name],
  );
  return rows.length > 0;
}

/** False when the member has no such key. */
export async function replaceAddresses(
  tx: Tx,
  { site, player }: Owner,
  id: string,
  addresses: readonly string[],
): Promise<boolean> {
  const rows = await tx.query(
    'update api_key set addresses = $4 where id = $3 and site_id = $1 and player_id = $2 returning id',
    [site, player, id, addresses.join(',')],
  );
  return rows.length > 0;
}

export async function deleteKey(tx: Tx, { site, player }: Owner, id: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from api_key where id = $3 and site_id = $1 and player_id = $2 returning id',
    [site, player, id],
  );
  return rows.length > 0;
}

export interface Use {
  readonly at: Millis;
  readonly address: string;
}

/** In one statement, whatever their number. */
export async function saveUses(tx: Tx, uses: ReadonlyMap<string, Use>): Promise<void> {
  const rows = [...uses].map(([id, { at, address }]) => ({ id, at, address }));
  await tx.query(
    `update api_key
        set used_ms = use.at, used_from = use.address
       from jsonb_to_recordset($1::text::jsonb) as use (id text, at bigint, address text)
      where api_key.id = use.id`,
    [JSON.stringify(rows)],
  );
}
