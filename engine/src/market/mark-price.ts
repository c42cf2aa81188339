// The index and the mark price of a perpetual contract (docs/rules.md 0.5), as a pure state machine per instrument: it
// takes the accepted ticks in order. Positions are liquidated at the mark, so no single tick may decide it: a tick counts
// for the index and for the premium only as it stood at whole seconds, and of three prices the middle one is the mark.
// Anyone who has the ticks of the last minute computes the same mark.
import { divide, ONE, type Price, type Rate, rate } from '../amount.ts';
import type { Millis } from '../time.ts';
import type { Instrument } from './instrument.ts';
import { type Tick, tickAt } from './tick.ts';

const SAMPLE_MS = 1_000;
/** What a tick says stands until the next one and at most for so long: it stands at three whole seconds at most. */
export const LONGEST_STAND_MS = 3_000;
/** The index that a source sends: the middle of so many seconds. Three wrong ones of seven do not move it. */
const SOURCE_SAMPLES = 7;
/** Without one the index is estimated from the contract's own quotes, which one trade can move more easily. */
const ESTIMATE_SAMPLES = 15;
const BASIS_SAMPLES = 30;
/** A distance of contract and index counts up to this share of the index. */
const MOST_BASIS = rate('0.005');
/**
 * One stray tick never takes the mark beyond the prices around it: it moves one of the three prices, and the other two
 * enclose the middle. Wrong ticks that last for three seconds may move two; they take it at most this share of it beyond
 * the others: three of thirty samples, each from one end of the allowed distance to the other.
 */
export const MOST_STRAY_MOVE = rate('0.001');

/** What holding the contract until the next funding costs: the rate of the last one, and how much of the interval is left. */
export interface Carry {
  readonly rate: Rate;
  readonly leftMs: number;
  readonly intervalMs: number;
}

/** What one tick says of the contract and of the index. */
interface Saying {
  readonly mid: Price;
  readonly index: Price;
}

interface Samples {
  /** The index as ticks said it at the last whole seconds, oldest first. */
  readonly said: readonly Price[];
  /** The distance of the contract from the index at the last whole seconds, oldest first, and their sum. */
  readonly basis: readonly bigint[];
  readonly basisSum: bigint;
  readonly index: Price;
}

export interface MarkState extends Samples {
  readonly mark: Price;
  readonly ts: Millis;
  readonly mid: Price;
  /** The newest index that the source sent, and when. */
  readonly sent: { readonly index: Price; readonly ts: Millis } | undefined;
  /** The first tick after a gap, until a second one has come. */
  readonly resumed: Saying | undefined;
}

type PriceGrid = Pick<Instrument, 'tickSize' | 'staleMs'>;

/**
 * The state after a live tick; it has the index and the mark of that tick. After a gap longer than `staleMs` the samples
 * begin anew. The first tick then could be a stray one, so it keeps the mark from before the gap, and the samples begin
 * with the middle of three: what was before, this tick and the next.
 */
export function markTick(
  before: MarkState | undefined,
  tick: Tick,
  grid: PriceGrid,
  carry?: Carry | undefined,
): MarkState {
  const { ts } = tick;
  const mid = midOf(tick);
  const sent = tick.sourceIndex === undefined ? before?.sent : { index: tick.sourceIndex, ts };
  // An index that was sent with another tick does not count here: it would let that tick speak twice.
  const said: Saying = { mid, index: tick.sourceIndex ?? mid };
  if (before !== undefined && before.resumed === undefined && isGap(before.ts, ts, grid))
    return { ...before, ts, mid, sent, resumed: said };
  const samples = samplesUntil(before, said, ts);
  return { ...samples, mark: markOf(samples, tick, grid, carry), ts, mid, sent, resumed: undefined };
}

export const midOf = ({ bid, ask }: Pick<Tick, 'bid' | 'ask'>): Price =>
  divide(bid + ask, 2n, 'half-even') as Price;

const isGap = (from: Millis, to: Millis, { staleMs }: PriceGrid): boolean =>
  to - from > Math.min(staleMs, LONGEST_STAND_MS);

function samplesUntil(before: MarkState | undefined, said: Saying, ts: Millis): Samples {
  if (before === undefined) return filledWith(said);
  const { resumed } = before;
  if (resumed === undefined) return withSeconds(before, ts);
  return filledWith({
    mid: middle(before.index + basisOf(before), resumed.mid, said.mid) as Price,
    index: middle(before.index, resumed.index, said.index) as Price,
  });
}

/** As if it had been said for as long as samples are kept. */
function filledWith({ mid, index }: Saying): Samples {
  const distance = withinBand(mid - index, index);
  return {
    said: Array<Price>(ESTIMATE_SAMPLES).fill(index),
    basis: Array<bigint>(BASIS_SAMPLES).fill(distance),
    basisSum: distance * BigInt(BASIS_SAMPLES),
    index,
  };
}

/** Adds the whole seconds in `[before.ts, ts)`, at which the tick before stood. */
function withSeconds(before: MarkState, ts: Millis): Samples {
  let second = Math.ceil(before.ts / SAMPLE_MS) * SAMPLE_MS;
  if (second >= ts) return before;
  let { said, basis, basisSum, index } = before;
  for (; second < ts; second += SAMPLE_MS) {
    // The source's own index while it is recent, else the contract's own price.
    const sent = before.sent && second - before.sent.ts < LONGEST_STAND_MS ? before.sent.index : undefined;
    said = [...said.slice(1), sent ?? before.mid];
    index = medianOf(sent === undefined ? said : said.slice(-SOURCE_SAMPLES));
    const distance = withinBand(before.mid - index, index);
    basisSum += distance - basis[0]!;
    basis = [...basis.slice(1), distance];
  }
  return { said, basis, basisSum, index };
}

function withinBand(distance: bigint, index: Price): bigint {
  const most = divide(index * MOST_BASIS, ONE, 'down');
  if (distance > most) return most;
  return distance < -most ? -most : distance;
}

const basisOf = ({ basisSum }: Samples): bigint => divide(basisSum, BigInt(BASIS_SAMPLES), 'half-even');

function markOf(samples: Samples, { last }: Tick, { tickSize }: PriceGrid, carry: Carry | undefined): Price {
  const { index } = samples;
  const units = middle(carriedTo(index, carry), index + basisOf(samples), last);
  const ticks = divide(units, tickSize, 'half-even');
  // A price below half a tick would round to zero, and a mark of zero is none.
  return ((ticks > 0n ? ticks : 1n) * tickSize) as Price;
}

const carriedTo = (index: Price, carry: Carry | undefined): bigint =>
  carry === undefined
    ? index
    : index + divide(index * carry.rate * BigInt(carry.leftMs), ONE * BigInt(carry.intervalMs), 'half-even');

function middle(a: bigint, b: bigint, c: bigint): bigint {
  const [low, high] = a < b ? [a, b] : [b, a];
  if (c < low) return low;
  return c > high ? high : c;
}

function medianOf(prices: readonly Price[]): Price {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return sorted[sorted.length >> 1]!;
}

/**
 * Recorded ticks, in order, without those that came late: a tick that arrived after a newer one was never live and has
 * no part in any mark.
 */
export function withoutLate<Each extends Pick<Tick, 'recvTs'>>(recorded: readonly Each[]): readonly Each[] {
  const live: Each[] = [];
  let earliest = Number.POSITIVE_INFINITY;
  for (const tick of recorded.toReversed()) {
    if (tick.recvTs > earliest) continue;
    earliest = tick.recvTs;
    live.push(tick);
  }
  return live.reverse();
}

/** Which ticks count at an instant is known when a later one has come, and so long after it (docs/rules.md 3.11). */
export const MARK_KNOWN_AFTER_MS = 250;

/**
 * The recorded tick, of those in order, whose mark is that of an instant: the last one at or before it that came in time.
 * It is the same whenever it is asked for.
 */
export const markTickAt = <Each extends Pick<Tick, 'ts' | 'recvTs'>>(
  recorded: readonly Each[],
  at: Millis,
): Each | undefined =>
  tickAt(
    withoutLate(recorded).filter(({ recvTs }) => recvTs - at < MARK_KNOWN_AFTER_MS),
    at,
  );
