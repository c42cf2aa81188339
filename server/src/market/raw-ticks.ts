// Pages of recorded ticks. Minutes are counted first, and only those on the page are read.
import { toDecimal } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import type { Window } from './past.ts';
import { countMinutes, loadMinutes } from './tick-store.ts';

export function loadTickPage(
  database: Database,
  stock: string,
  { from, to, page, size }: Window & { readonly page: number; readonly size: number },
) {
  return database.transaction(async (tx) => {
    const minutes = await countMinutes(tx, stock, { from: floorMinute(from), to });
    const exact = await exactCounts(tx, stock, minutes, { from, to });
    const total = exact.reduce((sum, { count }) => sum + count, 0);
    const first = page * size;
    let seen = 0;
    let skip = 0;
    const wanted: Millis[] = [];
    for (const { minute, count } of exact) {
      if (seen + count > first && seen < first + size) {
        if (wanted.length === 0) skip = first - seen;
        wanted.push(minute);
      }
      seen += count;
    }
    const ticks = (await loadMinutes(tx, stock, wanted)).filter(({ ts }) => ts >= from && ts < to);
    return { ticks: ticks.slice(Math.max(0, skip), Math.max(0, skip) + size), total };
  });
}

const floorMinute = (at: Millis): Millis => millis(Math.floor(at / MINUTE_MS) * MINUTE_MS);

/** Only the first and the last minute can lie half outside the window. */
async function exactCounts(
  tx: Tx,
  stock: string,
  minutes: readonly { readonly minute: Millis; readonly count: number }[],
  { from, to }: Window,
) {
  const isCut = (minute: Millis) => minute < from || minute + MINUTE_MS > to;
  const edges = minutes.map(({ minute }) => minute).filter(isCut);
  const edgeTicks = await loadMinutes(tx, stock, edges);
  return minutes.map(({ minute, count }) => {
    if (!isCut(minute)) return { minute, count };
    const inside = edgeTicks.filter(({ ts }) => ts >= from && ts < to && floorMinute(ts) === minute);
    return { minute, count: inside.length };
  });
}

export const wireTick = ({ ts, seq, last, bid, ask, mark, sourceIndex, recvTs }: Tick) => ({
  time: ts,
  seq,
  price: toDecimal(last),
  bid: toDecimal(bid),
  ask: toDecimal(ask),
  markPrice: toDecimal(mark),
  sourceIndexPrice: sourceIndex === undefined ? null : toDecimal(sourceIndex),
  receivedMillis: recvTs,
});
