// What waits for which price of one instrument: orders, exits, and the guards of whole accounts. A tick that reaches
// none costs two comparisons per price, however many wait.
import type { Price } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import { createTriggers, type Fires, type Triggers } from '../market/trigger-index.ts';
import type { Extreme } from './trail-groups.ts';
import { createTrails, type Follow, type Trails } from './trails.ts';

/** Limits watch the price they would be filled at, all else the last price or the mark (docs/rules.md 3.5). */
type Watched = 'last' | 'bid' | 'ask' | 'mark';

export interface Level {
  readonly id: number;
  readonly by: Watched;
  readonly fires: Fires;
  /** Of one that follows the price: where it would fire now, or where it begins to follow. */
  readonly level: Price;
  readonly follow?: Follow;
}

export interface Levels {
  /** One that waits already may move, but goes on watching the same price from the same side. */
  put(level: Level): void;
  remove(id: number): void;
  /** All that this quote reaches; they are removed. One without a mark reaches nothing that waits for a mark. */
  fired(quote: Quote): readonly number[];
  /** Prices that were missed, in their order: those that follow know them, and nothing fires. Before the first tick. */
  recall(quotes: readonly Quote[]): void;
  /** Of one that follows: how far the price went, once it does. */
  extremeOf(id: number): Extreme | undefined;
  /** Those that began to follow since this was last called. */
  takeStarted(): readonly number[];
}

export function createLevels(): Levels {
  const last = createTriggers();
  const bid = createTriggers();
  const ask = createTriggers();
  const mark = createTriggers();
  const of: Readonly<Record<Watched, Triggers>> = { last, bid, ask, mark };
  const trails: { readonly by: Watched; readonly fires: Fires; readonly trails: Trails }[] = [];
  let started: number[] = [];

  function trailsOf({ by, fires }: Level): Trails {
    const known = trails.find((each) => each.by === by && each.fires === fires);
    if (known !== undefined) return known.trails;
    const fresh = createTrails(fires);
    trails.push({ by, fires, trails: fresh });
    return fresh;
  }

  function extend(quote: Quote): void {
    for (const each of trails) {
      const tick = extremeAt(each.by, quote);
      if (tick !== undefined) for (const id of each.trails.extend(tick)) started.push(id);
    }
  }

  return {
    put(level) {
      const { id, by, fires, follow } = level;
      const triggers = of[by];
      if (follow !== undefined) trailsOf(level).put(id, follow);
      else if (triggers.levelOf(id) === undefined) triggers.watch({ id, fires, level: level.level });
      else triggers.move(id, level.level);
    },
    remove(id) {
      if (last.forget(id) || bid.forget(id) || ask.forget(id) || mark.forget(id)) return;
      for (const each of trails) if (each.trails.remove(id)) return;
    },
    fired(quote) {
      const byLast = last.firedBy(quote.last);
      const byBid = bid.firedBy(quote.bid);
      const byAsk = ask.firedBy(quote.ask);
      const byMark = quote.mark === undefined ? NONE : mark.firedBy(quote.mark);
      if (trails.length === 0 && byBid.length === 0 && byAsk.length === 0 && byMark.length === 0)
        return byLast;
      const fired = [...byLast, ...byBid, ...byAsk, ...byMark];
      extend(quote);
      for (const each of trails) {
        const price = quote[each.by];
        if (price !== undefined) fired.push(...each.trails.firedBy(price));
      }
      return fired;
    },
    recall(quotes) {
      for (const each of trails) {
        const ticks = quotes.flatMap((quote) => extremeAt(each.by, quote) ?? []);
        for (const id of each.trails.recall(ticks)) started.push(id);
      }
    },
    extremeOf(id) {
      for (const each of trails) {
        const extreme = each.trails.extremeOf(id);
        if (extreme !== undefined) return extreme;
      }
      return undefined;
    },
    takeStarted() {
      if (started.length === 0) return NONE;
      const taken = started;
      started = [];
      return taken;
    },
  };
}

function extremeAt(by: Watched, quote: Quote): Extreme | undefined {
  const price = quote[by];
  return price && { price, ts: quote.ts, seq: quote.seq };
}

/** The same price, reached from the same side: such a level can be moved to the other. */
export const watchesAlike = (a: Level, b: Level): boolean => a.by === b.by && a.fires === b.fires;

/** One that follows the price is reached by a tick alone, which it must see first. */
export function isLevelReached({ by, fires, level, follow }: Level, quote: Quote): boolean {
  const price = quote[by];
  if (price === undefined || follow !== undefined) return false;
  return fires === 'AT_OR_ABOVE' ? price >= level : price <= level;
}

const NONE: readonly number[] = Object.freeze([]);
