// How far the price went is kept with a trailing stop from time to time: a restart continues from there (docs/rules.md
// 3.5).
import type { Price } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { accountOf } from './account.ts';
import type { TrailFuturesOrder } from './commands.ts';
import type { FuturesOrderChanged, Trailing } from './events.ts';
import { restingOrder } from './settle.ts';
import type { OrderSide } from './terms.ts';

export function trailOrder(
  book: Book,
  player: Player,
  { order: id, extreme }: TrailFuturesOrder,
  context: Context,
): Decision<FuturesOrderChanged, 'ORDER_NOT_FOUND' | 'NOT_REACHED'> {
  const order = accountOf(book, player).orders.get(id);
  if (order?.trailing === undefined) return refuse('ORDER_NOT_FOUND');
  const { trailing, side } = order;
  if (!isFurther(side, extreme.price, furthestOf(trailing))) return refuse('NOT_REACHED');

  // All checks passed: below this line nothing may fail.
  return accept({
    ...playerEvent('FUTURES_ORDER_CHANGED', book, player, context),
    cause: 'TRAILED',
    order: { ...restingOrder(order), trailing: { ...trailing, extreme } },
  });
}

interface Furthest {
  readonly price: Price;
  /** The price must go beyond it, not only to it. */
  readonly isPassed: boolean;
}

/** Undefined: it follows from whatever price comes first. */
const furthestOf = ({ extreme, activation }: Trailing): Furthest | undefined => {
  if (extreme !== undefined) return { price: extreme.price, isPassed: true };
  return activation === undefined ? undefined : { price: activation, isPassed: false };
};

/** An order that sells follows the price up, one that buys follows it down. */
function isFurther(side: OrderSide, at: Price, furthest: Furthest | undefined): boolean {
  if (furthest === undefined) return true;
  const { price, isPassed } = furthest;
  if (at === price) return !isPassed;
  return side === 'SHORT' ? at > price : at < price;
}
