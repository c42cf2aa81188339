// What waits for which price of one instrument: orders, take-profits, stop-losses, and the guards of whole accounts. A
// tick that reaches none costs two comparisons per price, however many wait.
import type { Price } from '../amount.ts';
import { createTriggers, type Fires, type Triggers } from '../market/trigger-index.ts';
import { tpslPrices } from './pricing.ts';
import type { OverseaOrder, OverseaPosition } from './state.ts';
import type { Quote } from './terms.ts';

/** What a number stands for: an order itself, a leg of a position, or the guard of a position's account. */
export const LEGS = { ORDER: 0, TP: 1, SL: 2, GUARD: 3 } as const;
export type Leg = keyof typeof LEGS;
const LEG_NAMES: readonly Leg[] = ['ORDER', 'TP', 'SL', 'GUARD'];
const LEG_COUNT = 4;

export const legId = (of: number, leg: Leg): number => of * LEG_COUNT + LEGS[leg];
export const ownerOfLeg = (id: number): number => Math.floor(id / LEG_COUNT);
export const legOf = (id: number): Leg => LEG_NAMES[id % LEG_COUNT] ?? 'ORDER';

/** Limits watch the price they would be filled at, all else the last price (docs/rules.md 3.5). */
export type Watched = 'last' | 'bid' | 'ask';

export interface Level {
  readonly id: number;
  readonly by: Watched;
  readonly fires: Fires;
  readonly level: Price;
}

export interface Levels {
  put(level: Level): void;
  remove(id: number): void;
  /** All that this quote reaches; they are removed. */
  fired(quote: Quote): readonly number[];
}

export function createLevels(): Levels {
  const last = createTriggers();
  const bid = createTriggers();
  const ask = createTriggers();
  const of: Readonly<Record<Watched, Triggers>> = { last, bid, ask };

  return {
    put({ id, by, fires, level }) {
      const triggers = of[by];
      if (triggers.levelOf(id) === undefined) triggers.watch({ id, fires, level });
      else triggers.move(id, level);
    },
    remove(id) {
      if (!last.forget(id) && !bid.forget(id)) ask.forget(id);
    },
    fired(quote) {
      const byLast = last.firedBy(quote.last);
      const byBid = bid.firedBy(quote.bid);
      const byAsk = ask.firedBy(quote.ask);
      return byBid.length === 0 && byAsk.length === 0 ? byLast : [...byLast, ...byBid, ...byAsk];
    },
  };
}

export function levelOfOrder({ id, type, side, fires, price }: OverseaOrder): Level {
  const by = type === 'LIMIT' ? (side === 'LONG' ? 'ask' : 'bid') : 'last';
  return { id: legId(id, 'ORDER'), by, fires, level: price };
}

export function levelsOfPosition(position: OverseaPosition, tickSize: Price): readonly Level[] {
  const { tp, sl } = tpslPrices(position, tickSize);
  const isLong = position.side === 'LONG';
  const levels: Level[] = [];
  const add = (leg: 'TP' | 'SL', level: Price | undefined, isAbove: boolean) => {
    const fires: Fires = isAbove ? 'AT_OR_ABOVE' : 'AT_OR_BELOW';
    if (level !== undefined) levels.push({ id: legId(position.id, leg), by: 'last', fires, level });
  };
  add('TP', tp, isLong);
  add('SL', sl, !isLong);
  return levels;
}

export function isLevelReached({ by, fires, level }: Level, quote: Quote): boolean {
  const price = quote[by];
  return fires === 'AT_OR_ABOVE' ? price >= level : price <= level;
}
