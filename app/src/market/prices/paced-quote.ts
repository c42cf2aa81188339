// A price that changes no faster than it can be read: a market ticks ten times a second, a row changes three times at
// most (WCAG 2.3.1, docs/design.md 6). The last value always wins.
import { unitsOf } from '@maru/client/format';
import { pace } from '@maru/client/pace';
import type { Prices, Quote } from '@maru/client/prices';
import type { Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';

export interface PacedQuote {
  readonly quote: Quote | undefined;
  /** Which way the price went when it last changed on the screen. */
  readonly moved: 'up' | 'down' | 'none';
  /** Counts the moves, so that two equal moves in a row flash twice. */
  readonly moves: number;
}

/** Three a second in a list, ten for the one large price. */
export const ROW_PACE_MS = 340;
const ROW_SPREAD_MS = 110;

/** Rows get slightly different paces, so that thirty of them do not all render in one frame. */
export function rowPaceOf(stock: string): number {
  let sum = 0;
  for (const letter of stock) sum = (sum * 31 + letter.charCodeAt(0)) % ROW_SPREAD_MS;
  return ROW_PACE_MS + sum;
}
export const HERO_PACE_MS = 100;

export const paceQuote = ({
  prices,
  timers,
  stock,
  paceMs,
}: {
  readonly prices: Prices;
  readonly timers: Timers;
  readonly stock: string;
  readonly paceMs: number;
}): Watched<PacedQuote> =>
  pace<PacedQuote>({
    first: { quote: prices.of(stock), moved: 'none', moves: 0 },
    follow: (onChange) => prices.watch(stock, onChange),
    next(before, isFirst) {
      const quote = prices.of(stock);
      if (quote === before.quote) return before;
      const move = isFirst ? 'none' : moveBetween(before.quote?.lastPrice, quote?.lastPrice);
      return move === 'none' ? { ...before, quote } : { quote, moved: move, moves: before.moves + 1 };
    },
    timers,
    paceMs,
  });

function moveBetween(before: string | undefined, after: string | undefined): PacedQuote['moved'] {
  const [from, to] = [unitsOf(before), unitsOf(after)];
  if (from === undefined || to === undefined || from === to) return 'none';
  return to > from ? 'up' : 'down';
}
