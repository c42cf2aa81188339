// What waits for which price of one instrument: orders, exits, and the guards of whole accounts. A tick that reaches
// none costs two comparisons per price, however many wait.
import type { Price } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import { createTriggers, type Fires, type Triggers } from '../market/trigger-index.ts';

/** Limits watch the price they would be filled at, all else the last price or the mark (docs/rules.md 3.5). */
type Watched = 'last' | 'bid' | 'ask' | 'mark';

export interface Level {
  readonly id: number;
  readonly by: Watched;
  readonly fires: Fires;
  readonly level: Price;
}

export interface Levels {
  /** One that waits already may move, but goes on watching the same price from the same side. */
  put(level: Level): void;
  remove(id: number): void;
  /** All that this quote reaches; they are removed. One without a mark reaches nothing that waits for a mark. */
  fired(quote: Quote): readonly number[];
}

export function createLevels(): Levels {
  const last = createTriggers();
  const bid = createTriggers();
  const ask = createTriggers();
  const mark = createTriggers();
  const of: Readonly<Record<Watched, Triggers>> = { last, bid, ask, mark };
  return {
    put({ id, by, fires, level }) {
      const triggers = of[by];
      if (triggers.levelOf(id) === undefined) triggers.watch({ id, fires, level });
      else triggers.move(id, level);
    },
    remove(id) {
      if (!last.forget(id) && !bid.forget(id) && !ask.forget(id)) mark.forget(id);
    },
    fired(quote) {
      const byLast = last.firedBy(quote.last);
      const byBid = bid.firedBy(quote.bid);
      const byAsk = ask.firedBy(quote.ask);
      const byMark = quote.mark === undefined ? NONE : mark.firedBy(quote.mark);
      if (byBid.length === 0 && byAsk.length === 0 && byMark.length === 0) return byLast;
      return [...byLast, ...byBid, ...byAsk, ...byMark];
    },
  };
}

/** The same price, reached from the same side: such a level can be moved to the other. */
export const watchesAlike = (a: Level, b: Level): boolean => a.by === b.by && a.fires === b.fires;

export function isLevelReached({ by, fires, level }: Level, quote: Quote): boolean {
  const price = quote[by];
  if (price === undefined) return false;
  return fires === 'AT_OR_ABOVE' ? price >= level : price <= level;
}

const NONE: readonly number[] = Object.freeze([]);
