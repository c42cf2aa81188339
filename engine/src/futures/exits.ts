// Exits of an open position: take-profit, stop-loss and trailing stop, of all of it or of a part (docs/rules.md 3.5, 3.7).
import { isMultiple, type Qty, type Rate, rate, ZERO } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import type { Millis } from '../time.ts';
import { accountOf, factsOf, findPosition, walletOf } from './account.ts';
import type { ExitRequest, PlaceFuturesExit, SetFuturesExits } from './commands.ts';
import type {
  AttachedExits,
  ExitLevel,
  ExitType,
  FuturesExitsSet,
  FuturesOrderPlaced,
  RestingOrder,
} from './events.ts';
import { type ExitFault, exitFault, exitOrder } from './exit-orders.ts';
import { liquidationPriceOf } from './liquidation-prices.ts';
import { cancelledOrder, restingOrder } from './settle.ts';
import { crossAccount, isFresh, type PricedOf, pricedIn } from './standing.ts';
import type { FuturesAccount, FuturesOrder, FuturesPosition } from './state.ts';
import { type FuturesTerms, MOST_EXITS, MOST_RESTING, orderId, otherSide, type Quote } from './terms.ts';
import { isIsolated } from './value.ts';

const LEAST_CALLBACK = rate('0.001');
const MOST_CALLBACK = rate('0.2');

export type ExitRefusal =
  | 'POSITION_NOT_FOUND'
  | 'OPTION_STOPPED'
  | 'ORDER_TYPE_INVALID'
  | 'ENTER_TRIGGER'
  | 'TRAILING_INVALID'
  | 'ENTER_QTY'
  | 'QTY_OFF_STEP'
  | 'ABOVE_HOLDINGS'
  | 'NO_FRESH_PRICE'
  | LevelFault
  | CountFault;

export type LevelFault = ExitFault | 'PRICES_MISSING';
type CountFault = 'TOO_MANY_EXITS' | 'TOO_MANY_ORDERS';

export function placeExit(
  book: Book,
  player: Player,
  command: PlaceFuturesExit,
  context: Context,
): Decision<FuturesOrderPlaced, ExitRefusal> {
  const { terms, quote, qty } = command;
  const { now } = context;
  const position = findPosition(book, player, command);
  if (position === undefined) return refuse('POSITION_NOT_FOUND');
  if (terms.mode === 'STOPPED') return refuse('OPTION_STOPPED');
  const asked = askedExit(command, terms);
  if (typeof asked === 'string') return refuse(asked);
  const part = exitQtyFault(qty, position, terms);
  if (part !== undefined) return refuse(part);
  if (!isFresh(quote, terms, now)) return refuse('NO_FRESH_PRICE');
  const fault =
    asked.type === 'TRAILINGSTOP'
      ? isAhead(asked.trailing, position, quote)
        ? undefined
        : 'TRAILING_INVALID'
      : levelFault(book, player, position, levelsOf(asked), { ...command, quote });
  if (fault !== undefined) return refuse(fault);
  const account = accountOf(book, player);
  const replaced = qty === undefined ? wholeExits(account, position, asked.type) : [];
  const crowd = countFault(account, position, 1 - replaced.length);
  if (crowd !== undefined) return refuse(crowd);

  // All checks passed: below this line nothing may fail.
  return accept({
    ...playerEvent('FUTURES_ORDER_PLACED', book, player, context, [], walletOf(player, position.wallet)),
    order: orderOf(asked, position, terms, quote, { id: orderId(context.eventId), qty, now }),
    cancelled: replaced.map((order) => cancelledOrder(order, 'REPLACED')),
  });
}

export type SetExitsRefusal =
  | 'POSITION_NOT_FOUND'
  | 'OPTION_STOPPED'
  | 'NO_FRESH_PRICE'
  | LevelFault
  | CountFault;

export function setExits(
  book: Book,
  player: Player,
  command: SetFuturesExits,
  context: Context,
): Decision<FuturesExitsSet, SetExitsRefusal> {
  const { terms, quote } = command;
  const position = findPosition(book, player, command);
  if (position === undefined) return refuse('POSITION_NOT_FOUND');
  const account = accountOf(book, player);
  // One that stays as it is, or goes away, needs no price: it may be removed at any time.
  const { changed, kept, ended } = changesOf(account, position, command);
  if (changed.length > 0) {
    if (terms.mode === 'STOPPED') return refuse('OPTION_STOPPED');
    if (changed.some(({ level }) => isOffTick(level, terms))) return refuse('PRICE_OFF_TICK');
    if (!isFresh(quote, terms, context.now)) return refuse('NO_FRESH_PRICE');
    const levels = Object.fromEntries(changed.map(({ name, level }) => [name, level]));
    const fault =
      levelFault(book, player, position, levels, { ...command, quote }) ??
      countFault(account, position, changed.length - ended.length);
    if (fault !== undefined) return refuse(fault);
  }

  // All checks passed: below this line nothing may fail.
  const { now, eventId } = context;
  return accept({
    ...playerEvent('FUTURES_EXITS_SET', book, player, context),
    position: position.id,
    instrument: position.instrument,
    placed: changed.map(({ type, level }, place) =>
      exitOrder(position, terms, { id: orderId(eventId, place), type, level, now }),
    ),
    kept: kept.map(restingOrder),
    cancelled: ended.map((order) => cancelledOrder(order, 'REPLACED')),
  });
}

const KINDS = [
  ['takeProfit', 'TAKEPROFIT'],
  ['stopLoss', 'STOPLOSS'],
] as const;

interface ChangedExit {
  readonly name: keyof AttachedExits;
  readonly type: 'TAKEPROFIT' | 'STOPLOSS';
  readonly level: ExitLevel;
}

function changesOf(
  account: FuturesAccount,
  position: FuturesPosition,
  asked: AttachedExits,
): {
  readonly changed: readonly ChangedExit[];
  readonly kept: readonly FuturesOrder[];
  readonly ended: readonly FuturesOrder[];
} {
  const changed: ChangedExit[] = [];
  const kept: FuturesOrder[] = [];
  const ended: FuturesOrder[] = [];
  for (const [name, type] of KINDS) {
    const level = asked[name];
    const before = wholeExits(account, position, type);
    const isSame = (order: FuturesOrder) => order.trigger === level?.price && order.by === level?.by;
    if (level !== undefined && before.some(isSame)) {
      kept.push(...before);
      continue;
    }
    ended.push(...before);
    if (level !== undefined) changed.push({ name, type, level });
  }
  return { changed, kept, ended };
}

/** Exits of this kind for the whole position: there is at most one. */
const wholeExits = (
  { orders }: FuturesAccount,
  { id }: FuturesPosition,
  type: ExitType,
): readonly FuturesOrder[] =>
  Array.from(orders.values()).filter(
    (order) => order.position === id && order.type === type && order.qty === undefined,
  );

function countFault(
  { orders }: FuturesAccount,
  { id }: FuturesPosition,
  added: number,
): CountFault | undefined {
  let exits = 0;
  for (const order of orders.values()) if (order.position === id) exits += 1;
  if (exits + added > MOST_EXITS) return 'TOO_MANY_EXITS';
  return orders.size + added > MOST_RESTING ? 'TOO_MANY_ORDERS' : undefined;
}

/** What was asked for, when it has all that its kind needs. */
type AskedExit =
  | { readonly type: 'TAKEPROFIT' | 'STOPLOSS'; readonly level: ExitLevel }
  | { readonly type: 'TRAILINGSTOP'; readonly trailing: AskedTrailing };
type AskedTrailing = NonNullable<ExitRequest['trailing']>;

function askedExit(
  { type, level, trailing }: ExitRequest,
  terms: FuturesTerms,
): AskedExit | 'ORDER_TYPE_INVALID' | 'ENTER_TRIGGER' | 'TRAILING_INVALID' | 'PRICE_OFF_TICK' {
  switch (type) {
    case 'TAKEPROFIT':
    case 'STOPLOSS':
      if (level === undefined || level.price <= 0n) return 'ENTER_TRIGGER';
      return isOffTick(level, terms) ? 'PRICE_OFF_TICK' : { type, level };
    case 'TRAILINGSTOP': {
      if (trailing === undefined || !isCallback(trailing.callback)) return 'TRAILING_INVALID';
      const { activation } = trailing;
      if (activation !== undefined && isOffTick({ price: activation }, terms)) return 'PRICE_OFF_TICK';
      return { type, trailing };
    }
    default:
      return 'ORDER_TYPE_INVALID';
  }
}

const isCallback = (callback: Rate): boolean => callback >= LEAST_CALLBACK && callback <= MOST_CALLBACK;

const isOffTick = ({ price }: Pick<ExitLevel, 'price'>, { tickSize }: Pick<FuturesTerms, 'tickSize'>) =>
  price <= 0n || !isMultiple(price, tickSize);

/** A part is on the step and not more than there is. Later the position may become smaller: then it closes the rest. */
export function exitQtyFault(
  qty: Qty | undefined,
  position: Pick<FuturesPosition, 'qty'>,
  { qtyStep }: Pick<FuturesTerms, 'qtyStep'>,
): 'ENTER_QTY' | 'QTY_OFF_STEP' | 'ABOVE_HOLDINGS' | undefined {
  if (qty === undefined) return undefined;
  if (qty <= 0n) return 'ENTER_QTY';
  if (!isMultiple(qty, qtyStep)) return 'QTY_OFF_STEP';
  return qty > position.qty ? 'ABOVE_HOLDINGS' : undefined;
}

/** The price from which it follows is still to be reached: of a long it lies above, of a short below. */
function isAhead({ activation, by }: AskedTrailing, { side }: FuturesPosition, quote: Quote): boolean {
  if (activation === undefined) return true;
  return side === 'LONG' ? activation > quote[by] : activation < quote[by];
}

export const levelsOf = ({
  type,
  level,
}: {
  readonly type: 'TAKEPROFIT' | 'STOPLOSS';
  readonly level: ExitLevel;
}): AttachedExits => (type === 'TAKEPROFIT' ? { takeProfit: level } : { stopLoss: level });

/** The first rule that these prices break; the position's liquidation price is computed only for a stop-loss. */
export function levelFault(
  book: Book,
  player: Player,
  position: FuturesPosition,
  exits: AttachedExits,
  { terms, quote, priced }: Pick<PlaceFuturesExit, 'terms' | 'priced'> & { readonly quote: Quote },
): LevelFault | undefined {
  const { tickSize } = terms;
  const fault = exitFault(exits, position.side, quote, { tickSize, liquidation: undefined });
  if (fault !== undefined || exits.stopLoss === undefined) return fault;
  const others = pricedIn(priced);
  const pricedOf: PricedOf = (instrument) =>
    instrument === terms.instrument ? { terms, quote } : others(instrument);
  const facts = factsOf(book, player, walletOf(player, position.wallet));
  if (!isIsolated(position) && crossAccount(facts, pricedOf) === undefined) return 'PRICES_MISSING';
  const liquidation = liquidationPriceOf(position, facts, pricedOf);
  return exitFault(exits, position.side, quote, { tickSize, liquidation });
}

interface NewOrder {
  readonly id: number;
  readonly qty: Qty | undefined;
  readonly now: Millis;
}

function orderOf(
  asked: AskedExit,
  position: FuturesPosition,
  terms: FuturesTerms,
  quote: Quote,
  { id, qty, now }: NewOrder,
): RestingOrder {
  const part = qty === undefined ? undefined : { qty };
  if (asked.type !== 'TRAILINGSTOP') return exitOrder(position, terms, { id, now, ...asked, ...part });
  const { callback, activation, by } = asked.trailing;
  const { leverage, marginType } = position;
  return {
    id,
    instrument: terms.instrument,
    wallet: terms.wallet,
    side: otherSide(position.side),
    type: asked.type,
    state: 'WAITING',
    ...part,
    by,
    fires: position.side === 'LONG' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE',
    reduceOnly: true,
    postOnly: false,
    leverage,
    marginType,
    cost: ZERO,
    position: position.id,
    // Without a price to wait for it follows from this tick on.
    trailing:
      activation === undefined
        ? { callback, extreme: { price: quote[by], ts: quote.ts, seq: quote.seq } }
        : { callback, activation },
    isUnpriced: false,
    placedAt: now,
  };
}
