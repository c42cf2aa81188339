// The statements of the proof of balances.
import type { Amount } from '@maru/engine/amount';
import { type DayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import type { SiteId } from '@maru/engine/purse';
import type { SolvencyStatement } from '@maru/engine/solvency/statement';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { bySite } from '../shadow/of-shard.ts';
import type { AccountLine } from './packed-group.ts';

export interface StoredRoot extends SolvencyStatement {
  readonly day: DayNumber;
  readonly root: string;
  readonly madeAt: Millis;
  /** Undefined once proofs of the day are no longer served. */
  readonly leafKey: Uint8Array | undefined;
}

interface RootRow {
  readonly site_id: SiteId;
  readonly day: DayNumber;
  readonly root: string;
  readonly accounts: number;
  readonly batch: number;
  readonly journal_hash: string;
  readonly made_ms: Millis;
  readonly sums: readonly (readonly [currency: string, owed: string, owing: string])[];
  readonly house: readonly (readonly [currency: string, purpose: string, balance: string])[];
  readonly leaf_key: Uint8Array | null;
}

const FIELDS = 'site_id, day, root, accounts, batch, journal_hash, made_ms, sums, house, leaf_key';

const readRoot = (row: RootRow): StoredRoot => ({
  site: row.site_id,
  day: row.day,
  date: formatIsoDate(row.day),
  root: row.root,
  count: row.accounts,
  batch: row.batch,
  journalHash: row.journal_hash,
  madeAt: row.made_ms,
  sums: row.sums.map(([currency, owed, owing]) => ({ currency, owed: BigInt(owed), owing: BigInt(owing) })),
  house: row.house.map(([currency, purpose, balance]) => ({
    currency,
    purpose,
    balance: BigInt(balance) as Amount,
  })),
  leafKey: row.leaf_key ?? undefined,
});

/** Fails if the day has a root already. */
export async function insertRoot(tx: Tx, root: Omit<StoredRoot, 'date'>): Promise<void> {
  await insertRow(tx, 'solvency_root', {
    site_id: root.site,
    day: root.day,
    root: root.root,
    accounts: root.count,
    batch: root.batch,
    journal_hash: root.journalHash,
    made_ms: root.madeAt,
    sums: { json: root.sums.map(({ currency, owed, owing }) => [currency, String(owed), String(owing)]) },
    house: {
      json: root.house.map(({ currency, purpose, balance }) => [currency, purpose, String(balance)]),
    },
    leaf_key: root.leafKey,
  });
}

export async function listRoots(
  tx: Tx,
  site: SiteId,
  { before, most }: { readonly before: DayNumber | undefined; readonly most: number },
): Promise<readonly StoredRoot[]> {
  const rows = await tx.query<RootRow>(
    `select ${FIELDS}
     from solvency_root
     where site_id = $1 and day < coalesce($2::int, 2147483647)
     order by day desc
     limit $3`,
    [site, before ?? null, most],
  );
  return rows.map(readRoot);
}

/** The root of a day, or the newest. */
export async function findRoot(
  tx: Tx,
  site: SiteId,
  day: DayNumber | undefined,
): Promise<StoredRoot | undefined> {
  const [row] = await tx.query<RootRow>(
    `select ${FIELDS}
     from solvency_root
     where site_id = $1 and day = coalesce($2::int, day)
     order by day desc
     limit 1`,
    [site, day ?? null],
  );
  return row && readRoot(row);
}

/** The newest day of which any site of the shard has a root. */
export async function findNewestDay(
  tx: Tx,
  shard: number,
): Promise<{ readonly day: DayNumber; readonly made_ms: Millis } | undefined> {
  const [row] = await tx.query<{ day: DayNumber; made_ms: Millis }>(
    `select day, made_ms from solvency_root where ${bySite(shard, 'solvency_root')} order by day desc limit 1`,
  );
  return row;
}

export interface StoredGroup {
  readonly tier: number;
  readonly place: number;
  readonly body: Uint8Array;
}

/** In one statement: a root over many accounts has thousands of groups. */
export async function insertGroups(
  tx: Tx,
  { day, site }: Pick<StoredRoot, 'day' | 'site'>,
  groups: readonly (StoredGroup & {
    /** In hex; of tier 0 only. */
    readonly firstNonce: string | undefined;
  })[],
): Promise<void> {
  if (groups.length === 0) return;
  await tx.query(
    `insert into solvency_group (day, site_id, tier, place, first_nonce, body)
     select $1, $2, tier, place, decode(first_nonce, 'hex'), decode(body, 'base64')
     from unnest($3::int[], $4::int[], $5::text[], $6::text[]) as given (tier, place, first_nonce, body)`,
    [
      day,
      site,
      groups.map(({ tier }) => tier),
      groups.map(({ place }) => place),
      groups.map(({ firstNonce }) => firstNonce ?? null),
      groups.map(({ body }) => Buffer.from(body).toString('base64')),
    ],
  );
}

/** The group of accounts in which one with this nonce would be. */
export async function findLeafGroup(
  tx: Tx,
  { day, site }: Pick<StoredRoot, 'day' | 'site'>,
  nonce: Uint8Array,
): Promise<StoredGroup | undefined> {
  const [group] = await tx.query<StoredGroup>(
    `select tier, place, body
     from solvency_group
     where day = $1 and site_id = $2 and tier = 0 and first_nonce <= $3
     order by first_nonce desc
     limit 1`,
    [day, site, nonce],
  );
  return group;
}

export async function findGroup(
  tx: Tx,
  { day, site }: Pick<StoredRoot, 'day' | 'site'>,
  { tier, place }: Pick<StoredGroup, 'tier' | 'place'>,
): Promise<StoredGroup | undefined> {
  const [group] = await tx.query<StoredGroup>(
    `select tier, place, body
     from solvency_group
     where day = $1 and site_id = $2 and tier = $3 and place = $4`,
    [day, site, tier, place],
  );
  return group;
}

export async function deleteGroupsBefore(tx: Tx, shard: number, day: DayNumber): Promise<void> {
  await tx.query(`delete from solvency_group where day < $1 and ${bySite(shard, 'solvency_group')}`, [day]);
  await tx.query(
    `update solvency_root
     set leaf_key = null
     where day < $1 and leaf_key is not null and ${bySite(shard, 'solvency_root')}`,
    [day],
  );
}

export interface ListedAccount extends AccountLine {
  readonly site: SiteId;
  /** In hex. */
  readonly nonce: string;
}

/**
 * All accounts with their purses by site and nonce, a slice at a time. A nonce is SHA-256(key, number of the player as
 * eight bytes). The purses of an account are one text: a row for each would take three times as long to receive.
 */
export async function* accountsByNonce(
  tx: Tx,
  shard: number,
  key: Uint8Array,
  most: number,
): AsyncGenerator<readonly ListedAccount[]> {
  // A cursor takes no parameters; the key is bytes of ours in hex.
  const hex = Buffer.from(key).toString('hex');
  // All of it will be fetched: without this a plan is chosen that has the first rows early.
  await tx.query('set local cursor_tuple_fraction = 1');
  await tx.query(
    `declare accounts_by_nonce no scroll cursor for
     select site_id as site, player_id as player, encode(nonce, 'hex') as nonce, purses
     from (
       select site_id, player_id, sha256('\\x${hex}'::bytea || int8send(player_id)) as nonce, purses
       from account
       left join (
         select owner_id, string_agg(id || ' ' || currency || ' ' || balance, '|') as purses
         from purse
         where owner_id is not null and shard = ${shard}
         group by owner_id
       ) as held on held.owner_id = account.player_id
       where shard = ${shard}
     ) as numbered
     order by numbered.site_id, numbered.nonce`,
  );
  for (;;) {
    const rows = await tx.query<ListedAccount>(`fetch ${most} from accounts_by_nonce`);
    if (rows.length > 0) yield rows;
    if (rows.length < most) break;
  }
  await tx.query('close accounts_by_nonce');
}
