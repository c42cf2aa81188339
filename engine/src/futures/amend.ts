// Other prices or another quantity of a resting order. It keeps its number and its age, and obeys the rules that a new
// order would (docs/rules.md 3.5, 3.7).
import { isMultiple } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { accountOf, factsOf, walletOf } from './account.ts';
import type { AmendFuturesOrder, EntryRequest } from './commands.ts';
import type { FuturesOrderChanged, RestingOrder } from './events.ts';
import { exitQtyFault, type LevelFault, levelFault, levelsOf } from './exits.ts';
import { type OrderRefusal, planOrder } from './order-plan.ts';
import { restingOrder } from './settle.ts';
import { type AccountFacts, isFresh, pricedIn } from './standing.ts';
import type { FuturesOrder } from './state.ts';

export type AmendRefusal =
  | 'ORDER_NOT_FOUND'
  | 'NOT_AMENDABLE'
  | OrderRefusal
  | 'POSITION_NOT_FOUND'
  | LevelFault;

type Changes = Partial<Pick<RestingOrder, 'qty' | 'price' | 'trigger' | 'cost' | 'isUnpriced'>>;
/** What of the order is another one, or the first rule that this breaks. */
type Amended = Changes | Exclude<AmendRefusal, 'ORDER_NOT_FOUND' | 'NOT_AMENDABLE'>;

export function amendOrder(
  book: Book,
  player: Player,
  command: AmendFuturesOrder,
  context: Context,
): Decision<FuturesOrderChanged, AmendRefusal> {
  const order = accountOf(book, player).orders.get(command.order);
  if (order === undefined || order.instrument !== command.terms.instrument) return refuse('ORDER_NOT_FOUND');
  if (!isAmendable(order, command)) return refuse('NOT_AMENDABLE');
  const changes =
    order.position === undefined
      ? amendEntry(book, player, order, command, context)
      : amendExit(book, player, order, command, context);
  if (typeof changes === 'string') return refuse(changes);

  // All checks passed: below this line nothing may fail.
  return accept({
    ...playerEvent('FUTURES_ORDER_CHANGED', book, player, context),
    cause: 'AMENDED',
    order: { ...restingOrder(order), ...changes },
  });
}

/** Only what the order has can be another one; where a trailing stop fires follows from the price. */
function isAmendable(order: FuturesOrder, { qty, price, trigger }: AmendFuturesOrder): boolean {
  if (qty === undefined && price === undefined && trigger === undefined) return false;
  if (price !== undefined && order.price === undefined) return false;
  const isTriggered = order.state === 'OPEN';
  return trigger === undefined || (order.trigger !== undefined && !isTriggered);
}

function amendEntry(
  book: Book,
  player: Player,
  order: FuturesOrder,
  command: AmendFuturesOrder,
  { now, eventId }: Context,
): Amended {
  const { terms, quote } = command;
  const { qty = order.qty, price = order.price, trigger = order.trigger } = command;
  const facts = withoutOrder(factsOf(book, player, walletOf(player, order.wallet)), order);
  const moment = { quote, now, eventId, pricedOf: pricedIn(command.priced) };
  const asked = { ...order, ...typeOf(order), qty, price, trigger, immediate: false } as EntryRequest;
  const { refusal, plan } = planOrder(facts, terms, asked, moment);
  if (refusal !== undefined) return refusal;
  // It would get the market's price as a new order; as one that rested it would get its own, which is worse.
  if (plan?.kind !== 'REST') return 'WOULD_TAKE';
  const isRepriced = price !== order.price;
  return {
    qty: plan.qty,
    ...(price === undefined ? undefined : { price }),
    ...(trigger === undefined ? undefined : { trigger }),
    cost: plan.cost,
    isUnpriced: isRepriced ? plan.isUnpriced : order.isUnpriced,
  };
}

/** A stop with a limit that was triggered is a limit. */
const typeOf = ({ type, state }: FuturesOrder): Pick<FuturesOrder, 'type'> => ({
  type: type === 'STOPLIMIT' && state === 'OPEN' ? 'LIMIT' : type,
});

/** What it takes is no longer held back by itself. */
function withoutOrder(facts: AccountFacts, { id }: FuturesOrder): AccountFacts {
  const orders = new Map(facts.orders);
  orders.delete(id);
  return { ...facts, orders };
}

function amendExit(
  book: Book,
  player: Player,
  order: FuturesOrder,
  command: AmendFuturesOrder,
  { now }: Context,
): Amended {
  const { terms, quote, qty, trigger } = command;
  const position = accountOf(book, player).positions.get(order.instrument);
  if (position?.id !== order.position || position === undefined) return 'POSITION_NOT_FOUND';
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  const fault = exitQtyFault(qty, position, terms);
  if (fault !== undefined) return fault;
  const part = qty === undefined ? undefined : { qty };
  if (trigger === undefined || (order.type !== 'TAKEPROFIT' && order.type !== 'STOPLOSS')) return { ...part };
  if (trigger <= 0n) return 'ENTER_TRIGGER';
  if (!isMultiple(trigger, terms.tickSize)) return 'PRICE_OFF_TICK';
  if (!isFresh(quote, terms, now)) return 'NO_FRESH_PRICE';
  const levels = levelsOf({ type: order.type, level: { price: trigger, by: order.by } });
  return levelFault(book, player, position, levels, { ...command, quote }) ?? { ...part, trigger };
}
