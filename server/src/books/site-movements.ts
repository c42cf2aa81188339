// The movements of a site, newest first, from three tables in the order of events: transfers, stakes of bets, and payments
// of rounds, each of which is listed as what it moved altogether. Only what members set aside for an order, and holds, are
// in none of them: those are in the histories of members and in the sums of days.
import type { LedgerLine } from '@maru/contract/books/calls';
import { amount as amountOf, toDecimal } from '@maru/engine/amount';
import { type PlayerId, type PurseId, playerPurse, type SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { findShardOf, numbersOfShard } from '../shadow/of-shard.ts';
import {
  endOf,
  findFrom,
  isWanted,
  MOST_LOOKED_AT,
  type MovementFilters,
  type MovementPage,
  type Movements,
} from './movements.ts';

const ROWS_AT_ONCE = 200;
const STAKE = 'BET';
const OF_PAYMENTS: ReadonlySet<string> = new Set([
  ...['BET_STAKE', 'BET_PROFIT', 'BET_VOID', 'BET_LOST', 'BET_REVERSED', 'DEBT_REPAID'],
]);

interface Found {
  readonly site: SiteId;
  readonly line: LedgerLine;
}

/** Events of the shard of the site: those of others are no newer or older, their numbers are of another range. */
interface Within {
  readonly first: number;
  readonly below: number;
}

/** The newest rows within these events, by event and leg. */
type Source = (tx: Tx, within: Within) => Promise<readonly Found[]>;

interface MovedRow {
  readonly event: number;
  readonly leg: number;
  readonly site: SiteId;
  readonly currency: string;
  readonly amount: string;
  readonly reason: string;
  readonly at: Date;
}

const lineOf = (
  { event, leg, currency, amount, reason, at }: Omit<MovedRow, 'site'>,
  rest: Pick<LedgerLine, 'from' | 'to' | 'moves' | 'roundId'>,
): LedgerLine => ({
  ...{ event, leg, atMillis: at.getTime(), eventKind: null, reason, currency },
  ...{ amount: toDecimal(amountOf(amount)), ...rest },
});

const transfers: Source = async (tx, { first, below }) => {
  const rows = await tx.query<MovedRow & { readonly from: PurseId; readonly to: PurseId }>(
    `select event_id as event, leg, site_id as site, currency, from_id as from, to_id as to,
            amount::text as amount, reason, at
       from transfer
      where event_id between $1 and $2
      order by event_id desc, leg desc
      limit $3`,
    [first, below - 1, ROWS_AT_ONCE],
  );
  return rows.map(({ site, from, to, ...row }) => ({
    site,
    line: lineOf(row, { from: endOf(from), to: endOf(to), moves: 1, roundId: null }),
  }));
};

interface RoundOf {
  readonly site: SiteId;
  readonly round: number;
}

const ofHouse = (kind: string): LedgerLine['from'] => ({ kind, playerId: null, walletType: null });

const payments =
  (of: RoundOf | undefined): Source =>
  async (tx, { first, below }) => {
    const rows = await tx.query<
      MovedRow & {
        readonly round: number;
        readonly from: string;
        readonly to: string;
        readonly moves: number;
      }
    >(
      `select event_id as event, leg, site_id as site, round_id as round, currency, from_kind as from,
              to_kind as to, amount::text as amount, reason, moves, at
         from payment_sum
        where event_id between $1 and $2
        ${of === undefined ? '' : 'and site_id = $4 and round_id = $5'}
        order by event_id desc, leg desc
        limit $3`,
      [first, below - 1, ROWS_AT_ONCE, ...(of === undefined ? [] : [of.site, of.round])],
    );
    return rows.map(({ site, from, to, moves, round, ...row }) => ({
      site,
      line: lineOf(row, { from: ofHouse(from), to: ofHouse(to), moves, roundId: round }),
    }));
  };

/** A bet's number is that of its event, which moves nothing else. */
const stakes =
  (of: RoundOf | undefined): Source =>
  async (tx, { first, below }) => {
    const rows = await tx.query<{
      readonly event: number;
      readonly site: SiteId;
      readonly round: number;
      readonly player: PlayerId;
      readonly wallet: string;
      readonly currency: string;
      readonly amount: string;
      readonly at: number;
    }>(
      `select id as event, site_id as site, round_id as round, player_id as player, wallet, currency,
              stake::text as amount, accepted_ms as at
         from bet
        where id between $1 and $2
        ${of === undefined ? '' : 'and site_id = $4 and round_id = $5'}
        order by id desc
        limit $3`,
      [first, below - 1, ROWS_AT_ONCE, ...(of === undefined ? [] : [of.site, of.round])],
    );
    return rows.map(({ site, player, wallet, round, at, ...row }) => ({
      site,
      line: lineOf(
        { ...row, leg: 0, reason: STAKE, at: new Date(at) },
        {
          from: endOf(playerPurse(player, wallet, 'free')),
          to: endOf(playerPurse(player, wallet, 'wait')),
          ...{ moves: 1, roundId: round },
        },
      ),
    }));
  };

/** What may have lines that are asked for. Of an event that is in two of them the first has all. */
function sourcesOf(site: SiteId, { reason, round }: MovementFilters): readonly Source[] {
  const of = round === undefined ? undefined : { site, round };
  const sources: Source[] = [];
  if (reason === undefined || OF_PAYMENTS.has(reason)) sources.push(payments(of));
  if (of === undefined && reason !== STAKE) sources.push(transfers);
  if (reason === undefined || reason === STAKE) sources.push(stakes(of));
  return sources;
}

/** Reads a source event by event; `head` is the newest event that was not taken. */
async function openCursor(tx: Tx, source: Source, { first, below }: Within) {
  let rows: readonly Found[] = [];
  let from = below;
  let isEnd = false;
  async function fill(): Promise<void> {
    while (rows.length === 0 && !isEnd) {
      const found = await source(tx, { first, below: from });
      isEnd = found.length < ROWS_AT_ONCE;
      const oldest = found.at(-1)?.line.event ?? 0;
      // The last event may have more rows than were read; it is read again, unless it is the only one.
      const isWhole = isEnd || found[0]?.line.event === oldest;
      rows = isWhole ? found : found.filter(({ line }) => line.event !== oldest);
      from = rows.at(-1)?.line.event ?? from;
    }
  }
  await fill();
  return {
    head: (): number | undefined => rows[0]?.line.event,
    async take(event: number): Promise<readonly Found[]> {
      const taken = rows.filter(({ line }) => line.event === event);
      rows = rows.slice(taken.length);
      await fill();
      return taken;
    },
  };
}

/** Pages are numbered by events: one that begins a page is listed with all of its lines. */
export async function listOfSite(
  tx: Tx,
  { site, before, size, untilMillis, ...filters }: MovementPage,
): Promise<Movements> {
  const { first, last } = numbersOfShard(await findShardOf(tx, site));
  let below = Math.min(before ?? last + 1, last + 1);
  if (untilMillis !== undefined && before === undefined)
    below = await findFrom(
      { lowest: first, highest: await newestEvent(tx, { first, last }) },
      (event) => timeOfEvent(tx, { first: event, last }),
      untilMillis,
    );
  const cursors = [];
  for (const source of sourcesOf(site, filters)) cursors.push(await openCursor(tx, source, { first, below }));
  const content: LedgerLine[] = [];
  for (let looked = 0; looked < MOST_LOOKED_AT; ) {
    const event = Math.max(0, ...cursors.map((cursor) => cursor.head() ?? 0));
    if (event === 0) return { content, next: null };
    let own: readonly Found[] = [];
    for (const cursor of cursors) {
      const taken = await cursor.take(event);
      looked += taken.length;
      if (own.length === 0) own = taken;
    }
    for (const found of own)
      if (found.site === site && isWanted(filters, found.line)) content.push(found.line);
    below = event;
    if (content.length >= size) break;
  }
  return { content, next: cursors.some((cursor) => cursor.head() !== undefined) ? below : null };
}

interface Numbers {
  readonly first: number;
  readonly last: number;
}

async function newestEvent(tx: Tx, { first, last }: Numbers): Promise<number> {
  const [row] = await tx.query<{ event: number | null }>(
    `select greatest(
       (select event_id from transfer where event_id between $1 and $2 order by event_id desc limit 1),
       (select event_id from payment_sum where event_id between $1 and $2 order by event_id desc limit 1),
       (select id from bet where id between $1 and $2 order by id desc limit 1)
     ) as event`,
    [first, last],
  );
  return row?.event ?? first - 1;
}

async function timeOfEvent(tx: Tx, { first, last }: Numbers): Promise<number | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    `select at
       from (
         (select event_id as event, at from transfer where event_id between $1 and $2 order by event_id limit 1)
         union all
         (select event_id, at from payment_sum where event_id between $1 and $2 order by event_id limit 1)
         union all
         (select id, to_timestamp(accepted_ms / 1000.0) from bet where id between $1 and $2 order by id limit 1)
       ) as next
      order by event
      limit 1`,
    [first, last],
  );
  return row?.at.getTime();
}
