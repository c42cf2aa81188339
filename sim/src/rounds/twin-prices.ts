// Which prices decide (docs/rules.md 1.4 to 1.6), tick by tick and without any search: the twin's own reading.
import type { TwinBet, TwinResult, TwinRound, TwinTick } from './twin.ts';

const ENTRY_MS = 3_000;

export interface Judged {
  readonly status: number;
  readonly credit: bigint;
  readonly strike?: TwinTick | undefined;
}

const isLater = (a: TwinTick, b: TwinTick) => a.ts > b.ts || (a.ts === b.ts && a.seq > b.seq);

function lastUpTo(ticks: readonly TwinTick[], at: number): TwinTick | undefined {
  let last: TwinTick | undefined;
  for (const tick of ticks) if (tick.ts <= at && (last === undefined || isLater(tick, last))) last = tick;
  return last;
}

function firstAfter(ticks: readonly TwinTick[], at: number): TwinTick | undefined {
  let first: TwinTick | undefined;
  for (const tick of ticks) if (tick.ts > at && (first === undefined || isLater(first, tick))) first = tick;
  return first;
}

/** Half of the last place goes up. */
function compared({ price }: TwinTick, precision: number): bigint {
  const step = 10n ** BigInt(8 - precision);
  const over = ((price % step) + step) % step;
  return 2n * over >= step ? price - over + step : price - over;
}

/** Those that some bet has as its strike; beyond eight bets for each tick there is no check, and all are kept. */
function neededTicks(bets: TwinRound['bets'], inside: readonly TwinTick[]): readonly TwinTick[] {
  const sorted = inside.toSorted((a, b) => (isLater(a, b) ? 1 : -1));
  if (bets.length > 8 * sorted.length) return sorted;
  return sorted.filter((tick) =>
    bets.some(
      ({ acceptedAt }) => firstAfter(inside, acceptedAt) === tick && tick.ts <= acceptedAt + ENTRY_MS,
    ),
  );
}

export function resultOf(
  { open, close, strikeMode, precision, staleMs, bets }: TwinRound,
  ticks: readonly TwinTick[],
  interruption: string | undefined,
): TwinResult {
  const openTick = lastUpTo(ticks, open);
  const closeTick = lastUpTo(ticks, close);
  const inside = ticks.filter(({ ts }) => ts > open && ts <= close);
  const isStale = (tick: TwinTick | undefined, at: number) => tick === undefined || tick.ts < at - staleMs;
  const voidReason = () => {
    if (interruption !== undefined) return interruption;
    if (isStale(openTick, open)) return 'NO_OPEN_TICK';
    if (isStale(closeTick, close)) return 'NO_CLOSE_TICK';
    if (inside.length < 2) return 'FEW_TICKS';
    return movement(openTick, closeTick, precision) === 0 ? 'TIE' : undefined;
  };
  const reason = voidReason();
  const moved = movement(openTick, closeTick, precision);
  return {
    status: reason !== undefined ? 3 : moved > 0 ? 1 : 2,
    voidReason: reason,
    openTick,
    closeTick,
    tickCount: inside.length,
    ticks: strikeMode === 'AT_BET' ? neededTicks(bets, inside) : undefined,
  };
}

function movement(from: TwinTick | undefined, to: TwinTick | undefined, precision: number): number {
  if (from === undefined || to === undefined) return 0;
  const [before, after] = [compared(from, precision), compared(to, precision)];
  return after > before ? 1 : after < before ? -1 : 0;
}

/** What the bet gets by the round's result, in whole units of a wallet with so many places. */
export function judgeRoundBet(
  bet: TwinBet,
  { result, voided, strikeMode, precision }: TwinRound,
  places: number,
): Judged {
  const back = { status: 3, credit: bet.stake };
  if (voided !== undefined || result === undefined) return back;
  if (strikeMode === 'ROUND_OPEN') {
    if (result.status === 3) return back;
    return (result.status === 1) === (bet.pick === 'UP') ? won(bet, places) : { status: 2, credit: 0n };
  }
  if (result.status === 3 && result.voidReason !== 'TIE') return back;
  const strike = firstAfter(result.ticks ?? [], bet.acceptedAt);
  if (strike === undefined || strike.ts > bet.acceptedAt + ENTRY_MS) return back;
  const moved = movement(strike, result.closeTick, precision);
  if (moved === 0) return { ...back, strike };
  return moved > 0 === (bet.pick === 'UP')
    ? { ...won(bet, places), strike }
    : { status: 2, credit: 0n, strike };
}

function won({ stake, rate }: TwinBet, places: number): Judged {
  const step = 10n ** BigInt(8 - places);
  return { status: 1, credit: stake + ((stake * rate) / (100_000_000n * step)) * step };
}
