// Checks that the tables still hold what was written into them. Each account has a digest of its own rows, and the
// money of every site and currency adds up to zero; a row edited by hand breaks one of the two.
import { amount, toDecimal } from '@maru/engine/amount';
import { playerDigest } from '@maru/engine/book-digest';
import { purseWeight } from '@maru/engine/digest';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { LoadedPlayer } from '@maru/engine/residents';
import type { Tx } from '../db/database.ts';
import { NO_KEYS } from './load-answers.ts';
import { listPlayers, PLAYERS_AT_ONCE, readUnchecked } from './load-players.ts';
import { TablesDiffer } from './tables.ts';

/** Called for every account before it is put into the book. */
export function checkAccount(loaded: LoadedPlayer): void {
  const fault = faultOf(loaded);
  if (fault !== undefined) throw new TablesDiffer(fault);
}

/** `missing` is by how much its site and currency are off, if they are: then the purse itself can be named. */
function faultOf({ player, purses, digest }: LoadedPlayer, missing?: Imbalance): string | undefined {
  const stored = playerDigest(player, purses);
  if (stored === digest) return undefined;
  const guilty = purses.find(
    ({ id, currency }) =>
      missing?.currency === currency &&
      BigInt.asUintN(64, digest + purseWeight(id) * missing.units) === stored,
  );
  if (guilty !== undefined) return `purse ${guilty.id} holds ${toDecimal(guilty.balance)}, ${off(missing)}`;
  const held = purses.map(({ id, balance }) => `${id} ${toDecimal(balance)}`).join(', ');
  return `account ${player.id} differs (it holds ${held === '' ? 'nothing' : held})`;
}

interface Imbalance {
  readonly site: SiteId;
  readonly currency: string;
  readonly units: bigint;
}

const off = (missing: Imbalance | undefined): string =>
  missing === undefined
    ? ''
    : `which is ${toDecimal(missing.units < 0n ? -missing.units : missing.units)} too ${missing.units < 0n ? 'little' : 'much'}`;

export async function sumDigests(tx: Tx, shard: number): Promise<bigint> {
  const [row] = await tx.query<{ sum: string | null }>(
    'select sum(digest)::text as sum from account where shard = $1',
    [shard],
  );
  return BigInt(row?.sum ?? '0');
}

async function* allAccounts(tx: Tx, shard: number): AsyncIterable<readonly LoadedPlayer[]> {
  for (let after = 0; ; ) {
    const players = await listPlayers(tx, shard, { after, most: PLAYERS_AT_ONCE });
    const last = players.at(-1);
    if (last === undefined) return;
    yield await readUnchecked(tx, shard, players, NO_KEYS);
    after = last;
  }
}

/**
 * Throws unless the money of every site and currency adds up to zero; the purse is then searched account by account.
 */
export async function checkSums(tx: Tx, shard: number): Promise<void> {
  // There are only a few groups, but a planner without statistics expects many: the embedded database never counts
  // its rows, and would sort all purses on disk, which takes four times as long as adding them up.
  await tx.query('set local enable_sort = off');
  const rows = await tx.query<{ site_id: SiteId; currency: string; sum: string }>(
    `select site_id, currency, sum(balance)::text as sum
     from purse
     where shard = $1
     group by site_id, currency
     having sum(balance) <> 0`,
    [shard],
  );
  await tx.query('set local enable_sort = on');
  // Groups have no defined order; the same tables must be refused with the same message.
  const [first] = rows.toSorted((a, b) => a.site_id - b.site_id || (a.currency < b.currency ? -1 : 1));
  if (first === undefined) return;
  const missing = { site: first.site_id, currency: first.currency, units: amount(first.sum) };
  const where = `the money of site ${missing.site} in ${missing.currency} adds up to ${first.sum} and not to zero`;
  const guilty = (await findFault(tx, shard, missing)) ?? (await housesOf(tx, shard, missing));
  throw new TablesDiffer(`${where}; ${guilty}`);
}

/** The first account whose rows differ from what was written; slow, and only for a start that is refused anyway. */
export async function findFault(tx: Tx, shard: number, missing?: Imbalance): Promise<string | undefined> {
  for await (const accounts of allAccounts(tx, shard)) {
    for (const account of accounts) {
      const fault = faultOf(account, missing);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

/** No account differs, so it is a purse of the house, or an account is missing. */
async function housesOf(tx: Tx, shard: number, { site, currency }: Imbalance): Promise<string> {
  const rows = await tx.query<{ id: string; owner_id: PlayerId | null; balance: string }>(
    `select purse.id, purse.owner_id, purse.balance
     from purse
     left join account on account.player_id = purse.owner_id
     where purse.shard = $1 and purse.site_id = $2 and purse.currency = $3 and account.player_id is null
     order by purse.owner_id nulls last, purse.id
     limit 12`,
    [shard, site, currency],
  );
  const orphan = rows.find(({ owner_id }) => owner_id !== null);
  if (orphan !== undefined) return `account ${orphan.owner_id} of purse ${orphan.id} is gone`;
  return `no account differs, so it is a purse of the house (${rows.map(({ id, balance }) => `${id} ${balance}`).join(', ')}) or an account that is gone`;
}
