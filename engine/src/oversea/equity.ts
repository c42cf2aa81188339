// The standing of a whole account: what it is worth at the freshest prices, and how far it is from its loss-cut.
import type { Amount } from '../amount.ts';
import type { Millis } from '../time.ts';
import { isFresh } from './gates.ts';
import type { HeldPosition } from './plan.ts';
import { lossCutEquity, lossCutLevel, type Marked, lastPnl as pnlAtLast } from './pricing.ts';
import type { Priced } from './terms.ts';

export interface MarkedPosition<Position extends HeldPosition> extends Priced {
  readonly position: Position;
}

/** Every position with its price, or undefined where one has none. */
export function markAll<Position extends HeldPosition>(
  positions: ReadonlyMap<number, Position>,
  pricedOf: (position: Position) => Priced | undefined,
): readonly MarkedPosition<Position>[] | undefined {
  const marked: MarkedPosition<Position>[] = [];
  for (const position of positions.values()) {
    const priced = pricedOf(position);
    if (priced === undefined) return undefined;
    marked.push({ position, terms: priced.terms, quote: priced.quote });
  }
  return marked;
}

/** Markets that are closed or stopped count with the price they ended on; nothing can be closed there. */
export const isTrading = ({ terms }: Pick<Priced, 'terms'>): boolean =>
  terms.session !== undefined && terms.mode !== 'STOPPED';

/** A position can be closed now: the market trades and has a fresh price. */
export const isFillable = ({ terms, quote }: Priced, now: Millis): boolean =>
  isTrading({ terms }) && isFresh(quote, terms, now);

/**
 * A market that should have a price and has had none for longer than a price is fresh (docs/rules.md 0.5). Like a
 * closed one it counts with its last price from then on: else an account that holds it could not be cut however much
 * its other positions fall. After its opening, and after we began to receive prices, it is given as long.
 */
export const isSilent = (
  { terms: { session, staleMs }, quote }: Priced,
  now: Millis,
  listeningSince: Millis = 0 as Millis,
): boolean => now - Math.max(quote.ts, session?.opensAt ?? 0, listeningSince) > staleMs;

/** A market that trades must have a fresh price, else the account cannot be judged (docs/rules.md 0.5). */
export const isKnown = ({ terms, quote }: Priced, now: Millis): boolean =>
  !isTrading({ terms }) || isFresh(quote, terms, now);

export const atLast = <Position extends HeldPosition>({
  position,
  terms,
  quote,
}: MarkedPosition<Position>): Marked => ({ position, terms, last: quote.last });

export interface Standing {
  readonly equity: Amount;
  readonly level: Amount;
  /** What may still be lost before the account is cut; cut at 0 and below. */
  readonly headroom: Amount;
  readonly margin: Amount;
  readonly lastPnl: Amount;
}

export interface Means {
  readonly free: Amount;
  readonly unit: Amount;
  /** The margin of resting orders counts as well: it comes free when they are cancelled. */
  readonly orders: { values(): Iterable<{ readonly margin: Amount }> };
}

export function standingOf(marked: readonly Marked[], { free, unit, orders }: Means): Standing {
  let locked = 0n;
  for (const { position } of marked) locked += position.margin;
  for (const order of orders.values()) locked += order.margin;
  const margin = locked as Amount;
  const lastPnl = pnlAtLast(marked, unit);
  const equity = lossCutEquity({ free, margin, lastPnl });
  const level = lossCutLevel(marked);
  return { equity, level, headroom: (equity - level) as Amount, margin, lastPnl };
}
