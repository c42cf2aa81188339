// Counts a Korean day when it is over: members, those who did something, and what the members below each partner moved.
// Read from the histories of members, newest first and a few at a time, so that a day costs what happened on it.
import { toDecimal } from '@maru/engine/amount';
import { unpacked } from '@maru/engine/payment/written';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';
import { loadPaths } from '../partner/store.ts';
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
  active: number;
}

/** Of one member on the day. */
interface MemberTotal {
  readonly rows: Map<string, DayRow>;
}

/** From the head office to the partner of a member. */
type Line = readonly number[];

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
  const lineOf = await database.transaction((tx) => loadLines(tx, site));
  let [members, active, after] = [0, 0, 0];
  for (;;) {
    const players = await database.transaction((tx) => listCandidates(tx, site, after));
    for (const candidate of players) {
      members += 1;
      if (isStopping()) return false;
      const total = await countMember(database, { candidate, day, interval });
      if (total === undefined) continue;
      active += 1;
      if (candidate.partner !== null) addMember(partners, lineOf(candidate.partner), total);
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

/** The lines of all partners of a site; somebody without a place in the tree stands alone. */
async function loadLines(tx: Tx, site: SiteId): Promise<(partner: number) => Line> {
  const paths = await loadPaths(tx, site);
  return (partner) => paths.get(partner) ?? [partner];
}

/** Undefined when the member did nothing on the day. Of a partner's member everything that was moved is added up. */
async function countMember(
  database: Database,
  {
    candidate: { player, partner, newest },
    day,
    interval: { from, to },
  }: { readonly candidate: Candidate; readonly day: number; readonly interval: Interval },
): Promise<MemberTotal | undefined> {
  const total: MemberTotal = { rows: new Map() };
  if (newest === null || newest.getTime() < from) return undefined;
  if (partner === null && newest.getTime() < to) return total;
  let isActive = false;
  const found = () => (isActive ? total : undefined);
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await database.transaction((tx) => listEvents(tx, player, below));
    for (const { seq, at, body } of rows) {
      below = seq;
      if (at.getTime() < from) return found();
      if (at.getTime() >= to) continue;
      isActive = true;
      if (partner === null) return total;
      addEvent(total, { day, body });
    }
    if (rows.length < EVENTS_AT_ONCE) return found();
  }
}

const listEvents = (tx: Tx, player: PlayerId, below: number) =>
  tx.query<{ readonly seq: number; readonly at: Date; readonly body: string }>(
    'select seq, at, body from account_event where player_id = $1 and seq < $2 order by seq desc limit $3',
    [player, below, EVENTS_AT_ONCE],
  );

function addEvent(
  { rows }: MemberTotal,
  { day, body }: { readonly day: number; readonly body: string },
): void {
  for (const { from, to, currency, amount, reason } of unpacked(readEvent(body)).transfers)
    addRow(rows, { day, currency, from: kindOf(from), to: kindOf(to), reason, amount, moves: 1 });
}

function addRow(rows: Map<string, DayRow>, added: DayRow): void {
  const { day, currency, from, to, reason, amount, moves } = added;
  const name = `${day} ${currency} ${from} ${to} ${reason}`;
  const known = rows.get(name);
  rows.set(
    name,
    known === undefined ? added : { ...known, amount: known.amount + amount, moves: known.moves + moves },
  );
}

/** Counts a member for the partner and for everybody above. */
function addMember(partners: Map<number, PartnerTotal>, line: Line, { rows }: MemberTotal): void {
  for (const partner of line) {
    const total = partners.get(partner) ?? { rows: new Map(), active: 0 };
    partners.set(partner, total);
    total.active += 1;
    for (const row of rows.values()) addRow(total.rows, row);
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
      [site, partner, currency, day, total.active, ...sums.map((units) => toDecimal(units as never))],
    );
  }
}
