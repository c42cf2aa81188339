// Counts a Korean day when it is over: members, those who did something, and what the members of each partner moved.
// Read from the histories of members, newest first and a few at a time, so that a day costs what happened on it.
import { toDecimal } from '@maru/engine/amount';
import { unpacked } from '@maru/engine/payment/written';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';
import { kindOf } from '../shadow/ledger-days.ts';
import { type DayRow, dayFiguresOf } from './figures.ts';

const PLAYERS_AT_ONCE = 500;
const EVENTS_AT_ONCE = 200;
const KEPT_DAYS = 1_100;

interface Candidate {
  readonly player: PlayerId;
  readonly partner: number | null;
  /** Of the newest event; null where there is none. */
  readonly newest: Date | null;
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

interface PartnerTotal {
  readonly rows: Map<string, DayRow>;
  readonly active: Set<PlayerId>;
}

/** False when it was stopped on the way: nothing is written then. */
export async function closeDay(
  database: Database,
  {
    site,
    day,
    isStopping,
  }: { readonly site: SiteId; readonly day: number; readonly isStopping: () => boolean },
): Promise<boolean> {
  const interval = { from: day * DAY_MS - KST_OFFSET_MS, to: (day + 1) * DAY_MS - KST_OFFSET_MS };
  const partners = new Map<number, PartnerTotal>();
  let [members, active, after] = [0, 0, 0];
  for (;;) {
    const players = await database.transaction((tx) => listCandidates(tx, site, after));
    for (const candidate of players) {
      members += 1;
      if (isStopping()) return false;
      if (await countMember(database, { candidate, day, interval, partners })) active += 1;
    }
    after = players.at(-1)?.player ?? after;
    if (players.length < PLAYERS_AT_ONCE) break;
  }
  await database.transaction(async (tx) => {
    await tx.query('delete from partner_day where site_id = $1 and day = $2', [site, day]);
    for (const [partner, total] of partners) await insertPartner(tx, { site, partner, day, total });
    await tx.query(
      `insert into books_day (site_id, day, members, active) values ($1, $2, $3, $4)
       on conflict (site_id, day) do update set members = excluded.members, active = excluded.active`,
      [site, day, members, active],
    );
    for (const table of ['books_day', 'partner_day'])
      await tx.query(`delete from ${table} where day < $1`, [day - KEPT_DAYS]);
  });
  return true;
}

const listCandidates = (tx: Tx, site: SiteId, after: number): Promise<readonly Candidate[]> =>
  tx.query<Candidate>(
    `select account.player_id as player, player.partner_id as partner, newest.at as newest
       from account
       left join player on player.id = account.player_id
       left join lateral (
         select at
           from account_event
          where account_event.player_id = account.player_id
          order by seq desc
          limit 1
       ) as newest on true
      where account.player_id > $2
        and account.site_id = $1
        and account.role = 'PLAYER'
      order by account.player_id
      limit $3`,
    [site, after, PLAYERS_AT_ONCE],
  );

/** Whether the member did something on the day. Of a partner's member everything that was moved is added up. */
async function countMember(
  database: Database,
  {
    candidate: { player, partner, newest },
    day,
    interval: { from, to },
    partners,
  }: {
    readonly candidate: Candidate;
    readonly day: number;
    readonly interval: Interval;
    readonly partners: Map<number, PartnerTotal>;
  },
): Promise<boolean> {
  if (newest === null || newest.getTime() < from) return false;
  if (partner === null && newest.getTime() < to) return true;
  let isActive = false;
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await database.transaction((tx) => listEvents(tx, player, below));
    for (const { seq, at, body } of rows) {
      below = seq;
      if (at.getTime() < from) return isActive;
      if (at.getTime() >= to) continue;
      isActive = true;
      if (partner === null) return true;
      addEvent(partners, { partner, player, day, body });
    }
    if (rows.length < EVENTS_AT_ONCE) return isActive;
  }
}

const listEvents = (tx: Tx, player: PlayerId, below: number) =>
  tx.query<{ readonly seq: number; readonly at: Date; readonly body: string }>(
    'select seq, at, body from account_event where player_id = $1 and seq < $2 order by seq desc limit $3',
    [player, below, EVENTS_AT_ONCE],
  );

function addEvent(
  partners: Map<number, PartnerTotal>,
  {
    partner,
    player,
    day,
    body,
  }: { readonly partner: number; readonly player: PlayerId; readonly day: number; readonly body: string },
): void {
  const total = partners.get(partner) ?? { rows: new Map<string, DayRow>(), active: new Set<PlayerId>() };
  partners.set(partner, total);
  total.active.add(player);
  for (const { from, to, currency, amount, reason } of unpacked(readEvent(body)).transfers) {
    const row = { day, currency, from: kindOf(from), to: kindOf(to), reason };
    const name = Object.values(row).join(' ');
    const known = total.rows.get(name) ?? { ...row, amount: 0n, moves: 0 };
    total.rows.set(name, { ...known, amount: known.amount + amount, moves: known.moves + 1 });
  }
}

async function insertPartner(
  tx: Tx,
  {
    site,
    partner,
    day,
    total,
  }: { readonly site: SiteId; readonly partner: number; readonly day: number; readonly total: PartnerTotal },
): Promise<void> {
  for (const figures of dayFiguresOf([...total.rows.values()])) {
    const { currency, deposits, withdrawals, betTurnover, fees, result } = figures;
    const sums = [deposits, withdrawals, betTurnover, fees, result];
    await tx.query(
      `insert into partner_day (site_id, partner_id, currency, day, active, deposits, withdrawals, bet_turnover,
         fees, result)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [site, partner, currency, day, total.active.size, ...sums.map((units) => toDecimal(units as never))],
    );
  }
}
