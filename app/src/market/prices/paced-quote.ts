// A price at the pace of the eye: a market ticks ten times a second, a row changes three times at most (WCAG 2.3.1,
// docs/design.md 6). The last value always wins.
import type { Prices, Quote } from '@maru/client/prices';
import { createStore, type Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';
import { parseUnits } from '@maru/engine/amount';

export interface PacedQuote {
  readonly quote: Quote | undefined;
  /** Which way the price went when it last changed on the screen. */
  readonly moved: 'up' | 'down' | 'none';
  /** Counts the moves, so that the same move twice is seen twice. */
  readonly moves: number;
}

/** Three a second in a list, ten for the one large price. */
export const ROW_PACE_MS = 340;
const ROW_SPREAD_MS = 110;

/** Rows that begin together drift apart, so that thirty of them do not all paint in one frame. */
export function rowPaceOf(stock: string): number {
  let sum = 0;
  for (const letter of stock) sum = (sum * 31 + letter.charCodeAt(0)) % ROW_SPREAD_MS;
  return ROW_PACE_MS + sum;
}
export const HERO_PACE_MS = 100;

export function paceQuote({
  prices,
  timers,
  stock,
  paceMs,
}: {
  readonly prices: Prices;
  readonly timers: Timers;
  readonly stock: string;
  readonly paceMs: number;
}): Watched<PacedQuote> {
  const shown = createStore<PacedQuote>({ quote: prices.of(stock), moved: 'none', moves: 0 });
  let shownAt = Number.NEGATIVE_INFINITY;
  let watchers = 0;
  let stopPrices = () => {};
  let stopWaiting: (() => void) | undefined;

  function show(): void {
    stopWaiting = undefined;
    const before = shown.get();
    const quote = prices.of(stock);
    if (quote === before.quote) return;
    shownAt = timers.now();
    const move = moveBetween(before.quote?.lastPrice, quote?.lastPrice);
    shown.set(move === 'none' ? { ...before, quote } : { quote, moved: move, moves: before.moves + 1 });
  }

  function hear(): void {
    if (stopWaiting) return;
    const waitMs = shownAt + paceMs - timers.now();
    if (waitMs <= 0) show();
    else stopWaiting = timers.after(waitMs, show);
  }

  return {
    get: shown.get,
    watch(listen) {
      const stop = shown.watch(listen);
      if (watchers++ === 0) {
        stopPrices = prices.watch(stock, hear);
        // What came between the first paint and this moment is not a move that anybody saw begin.
        const quote = prices.of(stock);
        if (quote !== shown.get().quote) shown.set({ ...shown.get(), quote });
      }
      return () => {
        stop();
        if (--watchers > 0) return;
        stopPrices();
        stopWaiting?.();
        stopWaiting = undefined;
      };
    },
  };
}

function moveBetween(before: string | undefined, after: string | undefined): PacedQuote['moved'] {
  const [from, to] = [before, after].map((text) => (text === undefined ? undefined : parseUnits(text)));
  if (from === undefined || to === undefined || from === to) return 'none';
  return to > from ? 'up' : 'down';
}
