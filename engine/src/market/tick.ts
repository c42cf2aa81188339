// Which prices are accepted (docs/rules.md 0.5), as a pure state machine per instrument: it takes a raw tick and
// returns the new state and the outcome of the tick. The server keeps one state per instrument and nothing else.
import { divide, ONE, type Price, rate, toPlaces } from '../amount.ts';
import { type Millis, millis } from '../time.ts';
import type { Instrument } from './instrument.ts';

/** As much of a tick as a result needs: the record of ticks has the rest under the same time and number. */
export interface TickRef {
  readonly ts: Millis;
  readonly seq: number;
  readonly price: Price;
}

export interface Tick {
  readonly stock: string;
  readonly last: Price;
  readonly bid: Price;
  readonly ask: Price;
  readonly mark: Price;
  /** The index that the source sent with it, of a coin only: what the mark is computed from (mark-price.ts). */
  readonly sourceIndex?: Price | undefined;
  /** The source's time. */
  readonly ts: Millis;
  readonly recvTs: Millis;
  /** The source's own order of ticks with the same time. */
  readonly seq: number;
}

/** What a source sends: anything but the price may be missing. */
export interface RawTick {
  readonly stock: string;
  readonly last: Price;
  readonly bid?: Price | undefined;
  readonly ask?: Price | undefined;
  readonly mark?: Price | undefined;
  readonly sourceIndex?: Price | undefined;
  readonly ts?: Millis | undefined;
  readonly recvTs: Millis;
  readonly seq: number;
}

export interface PriceState {
  /** The newest accepted tick: the live price. */
  readonly live: Tick | undefined;
  /** A jump that waits for a second tick. */
  readonly held: Tick | undefined;
  /** When the feed itself last sent a mark price. */
  readonly markTs: Millis | undefined;
}

export type Drop = 'FUTURE' | 'NOT_A_PRICE' | 'CROSSED' | 'DUPLICATE' | 'SPIKE';

export type Admission =
  /** In order, oldest first: a confirmed jump includes the tick that was held. */
  | { readonly outcome: 'LIVE'; readonly ticks: readonly Tick[] }
  /** Not for live prices or triggers, but stored, and counted for rounds that are not frozen. */
  | { readonly outcome: 'LATE'; readonly tick: Tick }
  | { readonly outcome: 'HELD'; readonly tick: Tick }
  | { readonly outcome: 'DROPPED'; readonly reason: Drop };

export const noPrice: PriceState = { live: undefined, held: undefined, markTs: undefined };

const FUTURE_LIMIT_MS = 2_000;
const CONFIRM_WITHIN_MS = 1_000;
const CONFIRM_BAND = rate('0.02');
const MARK_HOLDS_MS = 3_000;
/** docs/reliability.md I-28: what a decision may use is at most this far ahead of our clock. */
const AHEAD_LIMIT_MS = 250;
/** Near zero a percentage means nothing, so a price that may cross it is measured against so many ticks at least. */
const LEAST_MEASURE_TICKS = 1_000n;

/** Negative when a comes first. */
export const compareTicks = (a: Tick, b: Tick): number => a.ts - b.ts || a.seq - b.seq;

export function admit(
  state: PriceState,
  raw: RawTick,
  instrument: Instrument,
): { readonly state: PriceState; readonly admission: Admission } {
  const drop = (reason: Drop) => ({ state, admission: { outcome: 'DROPPED', reason } as const });
  if ((raw.ts ?? raw.recvTs) - raw.recvTs > FUTURE_LIMIT_MS) return drop('FUTURE');
  if (!isPrice(raw, instrument)) return drop('NOT_A_PRICE');
  const { tick, markTs } = complete(state, raw, instrument);
  if (tick.bid > tick.ask) return drop('CROSSED');

  const { live, held } = state;
  if (live === undefined) {
    return { state: { live: tick, held: undefined, markTs }, admission: { outcome: 'LIVE', ticks: [tick] } };
  }
  const order = compareTicks(tick, live);
  if (order === 0) return drop('DUPLICATE');
  if (order < 0) {
    // A late jump cannot be confirmed, so it does not count for a round either.
    if (jumps(live, tick, instrument)) return drop('SPIKE');
    // Whoever reads the record sees by the arrivals that it was late, also when both came in one millisecond.
    const recvTs = millis(Math.max(tick.recvTs, live.recvTs + 1));
    return { state, admission: { outcome: 'LATE', tick: { ...tick, recvTs } } };
  }
  if (!jumps(live, tick, instrument)) {
    // A tick that does not jump contradicts the jump before it: alternating sources never confirm each other.
    return { state: { live: tick, held: undefined, markTs }, admission: { outcome: 'LIVE', ticks: [tick] } };
  }
  if (held !== undefined && compareTicks(tick, held) === 0) return drop('DUPLICATE');
  if (held !== undefined && confirms({ live, held, tick }, instrument)) {
    // It counts from now on, and not since it was held: decisions were made without it.
    return {
      state: { live: tick, held: undefined, markTs },
      admission: { outcome: 'LIVE', ticks: [{ ...held, recvTs: tick.recvTs }, tick] },
    };
  }
  if (held !== undefined && compareTicks(tick, held) < 0) return drop('SPIKE');
  return { state: { ...state, held: tick }, admission: { outcome: 'HELD', tick } };
}

function isPrice(raw: RawTick, instrument: Instrument): boolean {
  if (instrument.mayBeNegative) return true;
  const prices = [raw.last, raw.bid, raw.ask, raw.mark, raw.sourceIndex];
  return prices.every((each) => each === undefined || each > 0n);
}

/** Coins are traded as perpetual contracts, whose mark we compute ourselves. */
export const hasIndex = ({ kind }: Instrument): boolean => kind === 'CRYPTO';

function complete(
  state: PriceState,
  raw: RawTick,
  instrument: Instrument,
): { readonly tick: Tick; readonly markTs: Millis | undefined } {
  const ts = raw.ts ?? raw.recvTs;
  const { tickSize } = instrument;
  const spread = BigInt(instrument.spreadTicks) * tickSize;
  const onGrid = (twice: bigint, rounding: 'down' | 'up') =>
    (divide(twice, 2n * tickSize, rounding) * tickSize) as Price;
  // Away from the user: who buys pays the higher grid price, who sells gets the lower.
  const bid = raw.bid ?? onGrid(2n * raw.last - spread, 'down');
  const ask = raw.ask ?? onGrid(2n * raw.last + spread, 'up');
  const recent = state.markTs !== undefined && ts - state.markTs < MARK_HOLDS_MS;
  const previousMark = recent ? state.live?.mark : undefined;
  const markTs = raw.mark === undefined ? state.markTs : ts;
  const mark = raw.mark ?? previousMark ?? raw.last;
  const { stock, last, recvTs, seq } = raw;
  // A source that sends only a mark has computed it from an index: it is the best that is known of one.
  const sourceIndex = hasIndex(instrument) ? (raw.sourceIndex ?? raw.mark) : undefined;
  return { tick: { stock, last, bid, ask, mark, sourceIndex, ts, recvTs, seq }, markTs };
}

/** Orders fill at bid or ask and positions are liquidated at the mark, so each of the four prices is watched. */
function jumps(from: Tick, to: Tick, instrument: Instrument): boolean {
  return (['last', 'bid', 'ask', 'mark'] as const).some((which) =>
    beyond(from[which], to[which], instrument),
  );
}

const beyond = (from: Price, to: Price, instrument: Instrument): boolean =>
  distance(from, to) * ONE > instrument.maxJump * measure(from, instrument);

function confirms(
  { live, held, tick }: { readonly live: Tick; readonly held: Tick; readonly tick: Tick },
  instrument: Instrument,
): boolean {
  if (compareTicks(tick, held) <= 0 || tick.ts - held.ts > confirmedWithinMs(live, held, instrument))
    return false;
  const near = (a: Price, b: Price) => distance(a, b) * ONE <= CONFIRM_BAND * measure(a, instrument);
  return (['last', 'bid', 'ask', 'mark'] as const).every((which) => {
    const sameSide = held[which] > live[which] === tick[which] > live[which];
    return near(held[which], tick[which]) && (sameSide || !beyond(live[which], held[which], instrument));
  });
}

/**
 * After a gap the market may really have moved, and a feed with less than one tick a second could never confirm it:
 * two ticks that agree are then enough if the second comes while the first is still fresh.
 */
const confirmedWithinMs = (live: Tick, held: Tick, { staleMs }: Instrument): number =>
  held.ts - live.ts > staleMs && staleMs > CONFIRM_WITHIN_MS ? staleMs : CONFIRM_WITHIN_MS;

const distance = (a: Price, b: Price): bigint => (a > b ? a - b : b - a);

function measure(of: Price, instrument: Instrument): bigint {
  const size = of < 0n ? -of : of;
  const least = instrument.mayBeNegative ? LEAST_MEASURE_TICKS * instrument.tickSize : 0n;
  return size > least ? size : least;
}

/** May a decision use this tick? Older is stale; further ahead, our clock or the source's is wrong. */
export const isFresh = (tick: Tick, now: Millis, staleMs: number): boolean =>
  now - tick.ts <= staleMs && tick.ts - now <= AHEAD_LIMIT_MS;

/** The mark price at an instant: the feed's own, or last once it has been silent for three seconds. */
export function markAt(state: PriceState, now: Millis): Price | undefined {
  if (state.live === undefined) return undefined;
  const recent = state.markTs !== undefined && now - state.markTs < MARK_HOLDS_MS;
  return recent ? state.live.mark : state.live.last;
}

/** The first place in the ordered ticks whose time lies after the instant. */
function placeAfter(ticks: readonly Pick<Tick, 'ts'>[], at: Millis): number {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ticks[middle]!.ts <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** docs/rules.md 1.4: the price at an instant is that of the last tick at or before it. The ticks are in order. */
export const tickAt = <Each extends Pick<Tick, 'ts'>>(ticks: readonly Each[], at: Millis): Each | undefined =>
  ticks[placeAfter(ticks, at) - 1];

/** How many of them lie in `(from, to]`. */
export const countWithin = (
  ticks: readonly Pick<Tick, 'ts'>[],
  { from, to }: { readonly from: Millis; readonly to: Millis },
): number => placeAfter(ticks, to) - placeAfter(ticks, from);

/** docs/rules.md 1.4: the strike of a bet is the first tick after its acceptance. */
export const firstTickAfter = <Each extends Pick<Tick, 'ts'>>(
  ticks: readonly Each[],
  at: Millis,
): Each | undefined => ticks[placeAfter(ticks, at)];

/** How round prices are compared. */
export const roundPrice = (of: Price, precision: number): Price => toPlaces(of, precision, 'half-up');
