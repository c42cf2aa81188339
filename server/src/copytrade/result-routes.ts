// What a follower earned beside what the trader earned, and why they differ (docs/rules.md 5.8).
import { followResult } from '@maru/contract/copytrade/follows';
import { type Amount, amountOfUnits, divide, minus, ONE, toDecimal } from '@maru/engine/amount';
import { averageInvested, followerResult, percentOf } from '@maru/engine/copytrade/result';
import { type TraderReturns, traderCurve } from '@maru/engine/copytrade/statistics';
import type { FuturesPosition } from '@maru/engine/futures/state';
import type { PlayerId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { fieldsOf, selectFrom } from '../shadow/statements.ts';
import { type CopyRow, type FollowRow, findFollow, listCopies } from './follow-store.ts';
import type { CopyParts } from './parts.ts';
import { followDays } from './shadow/tables.ts';
import { isoDate } from './trader-routes.ts';
import { readReturns } from './trader-store.ts';
import { netOfFollow } from './wire.ts';

/** Korean days of both lines. */
const MOST_DAYS = 366;

const readFollowDays = selectFrom(followDays, fieldsOf(followDays));
type FollowDay = Awaited<ReturnType<typeof readFollowDays>>[number];

interface Found {
  readonly follow: FollowRow;
  readonly days: readonly FollowDay[];
  readonly ofTrader: TraderReturns;
  readonly copies: readonly CopyRow[];
}

async function find(
  tx: Tx,
  { site, player }: { readonly site: FollowRow['site']; readonly player: PlayerId },
  id: number,
): Promise<Found | undefined> {
  const follow = await findFollow(tx, site, id);
  if (follow?.follower !== player) return undefined;
  return {
    follow,
    days: await readFollowDays(tx, 'where follow_id = $1 order by day', [id]),
    ofTrader: await readReturns(tx, follow.trader, koreanDate(follow.startedAt)),
    copies: follow.state === 'ENDED' ? [] : await listCopies(tx, [id]),
  };
}

export const resultRoutes = ({ database, desk, ground }: CopyParts): readonly Route[] => [
  serve(followResult, async ({ query: { traderFollowerId }, principal, now }) => {
    const { player } = principal;
    if (!(await desk.caughtUp(player))) return BEHIND;
    const found = await database.transaction((tx) => find(tx, principal, traderFollowerId));
    if (found === undefined) return { ok: false, refusal: 'FOLLOW_NOT_FOUND' };
    const positions = ground.holdings.state.accounts.get(player)?.positions;
    return { ok: true, reply: resultOf(found, positions, now) };
  }),
];

const sumOf = (days: readonly FollowDay[], of: (day: FollowDay) => bigint): Amount =>
  amountOfUnits(days.reduce((sum, day) => sum + of(day), 0n));

function resultOf(
  { follow, days, ofTrader, copies }: Found,
  positions: ReadonlyMap<number, FuturesPosition> | undefined,
  now: Millis,
) {
  const until = follow.endedAt ?? now;
  const invested = averageInvested(follow, until);
  const first = koreanDate(follow.startedAt);
  const curve = traderCurve(ofTrader, { from: first, through: koreanDate(until) });
  const [fees, funding] = [sumOf(days, (day) => day.fees), sumOf(days, (day) => day.funding)];
  const [entry, exit] = [sumOf(days, (day) => day.entrySlipped), sumOf(days, (day) => day.exitSlipped)];
  const { minePercent, traderPercent, causes } = followerResult({
    total: follow.total,
    shared: follow.shared,
    // What is open has slipped as well, and has earned nothing yet.
    slipped: amountOfUnits(entry + exit - slippedOpen(copies, positions)),
    ...{ fees, funding, averageInvested: invested },
    traderPercent: curve.at(-1)?.returnPercent,
  });
  return {
    asOfMillis: now,
    net: netOfFollow(follow),
    averageInvested: toDecimal(invested),
    minePercent: minePercent ?? null,
    traderPercent: traderPercent ?? null,
    days: linesOf(follow, days, curve, invested),
    causes: [...causes],
    entrySlippage:
      percentOf(
        entry,
        sumOf(days, (day) => day.entryValue),
      ) ?? null,
    exitSlippage:
      percentOf(
        exit,
        sumOf(days, (day) => day.exitValue),
      ) ?? null,
    fees: toDecimal(fees),
    funding: toDecimal(funding),
    copied: follow.copied,
    missed: follow.missed,
  };
}

/** What the entries of open copies have lost to worse prices than the trader's. */
function slippedOpen(
  copies: readonly CopyRow[],
  positions: ReadonlyMap<number, FuturesPosition> | undefined,
): bigint {
  let sum = 0n;
  for (const { instrument, position: id, qty, leadQty, leadSum } of copies) {
    const position = positions?.get(instrument);
    if (position?.id !== id) continue;
    const { sum: entrySum, over } = position.entry;
    const worse = divide(qty * (entrySum * leadQty - leadSum * over), over * leadQty * ONE, 'up');
    sum += position.side === 'LONG' ? worse : -worse;
  }
  return sum;
}

/** Both since the follow began. What is older than the sums that are kept is where the own line begins. */
function linesOf(
  follow: FollowRow,
  days: readonly FollowDay[],
  curve: ReturnType<typeof traderCurve>,
  invested: Amount,
) {
  const earned = new Map(days.map((day) => [day.day, day.net - day.shared]));
  let mine: bigint = minus(follow.total, follow.shared) - sumOf(days, (day) => day.net - day.shared);
  return curve
    .map(({ day, returnPercent }) => {
      mine += earned.get(day) ?? 0n;
      return { date: isoDate(day), mine: percentOf(mine, invested) ?? 0, trader: returnPercent };
    })
    .slice(-MOST_DAYS);
}
