// With which leverage and margin type a player trades an instrument, as far as something is open in it (docs/rules.md
// 3.8).
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { accountOf, factsOf, walletOf } from './account.ts';
import type { SetFuturesLeverage, SetFuturesMarginType } from './commands.ts';
import type { FuturesLeverageSet, RestingOrder } from './events.ts';
import { fundingGate } from './gates.ts';
import { costOf } from './order-qty.ts';
import { stateOf } from './plan.ts';
import { restingOrder } from './settle.ts';
import { type AccountFacts, crossAccount, isFresh, meansOf, type PricedOf, pricedIn } from './standing.ts';
import type { FuturesAccount, FuturesOrder, FuturesPosition } from './state.ts';
import { type FuturesTerms, isLeverage } from './terms.ts';
import { largestValue } from './tiers.ts';
import { fineOf, valueAtPrice } from './value.ts';

type SettingRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'WALLET_UNSUPPORTED'
  | 'OPTION_STOPPED'
  | 'LEVERAGE_OUT_OF_RANGE';

export type LeverageRefusal =
  | SettingRefusal
  | 'LEVERAGE_WITH_POSITION'
  | 'LEVERAGE_BELOW_POSITION'
  | 'NO_FRESH_PRICE'
  | 'FUNDING_DUE'
  | 'ABOVE_LEVERAGE_CAP'
  | 'PRICES_MISSING'
  | 'INSUFFICIENT_BALANCE';

export function setLeverage(
  book: Book,
  player: Player,
  command: SetFuturesLeverage,
  context: Context,
): Decision<FuturesLeverageSet, LeverageRefusal> {
  const { leverage, terms } = command;
  const setting = settingFault(player, command);
  if (setting !== undefined) return refuse(setting);
  const account = accountOf(book, player);
  const { position, orders } = openIn(account, terms);
  const fault =
    (position === undefined ? undefined : positionFault(book, player, position, command, context)) ??
    costFault(book, player, orders, command);
  if (fault !== undefined) return refuse(fault);

  // All checks passed: below this line nothing may fail.
  const open = position ?? orders.find(({ reduceOnly }) => !reduceOnly);
  return accept({
    ...playerEvent('FUTURES_LEVERAGE_SET', book, player, context),
    instrument: terms.instrument,
    leverage,
    marginType: open?.marginType ?? command.marginType,
    ...(position === undefined ? undefined : { position: { ...stateOf(position), leverage } }),
    orders: orders.map((order) => withLeverage(order, command, walletOf(player, terms.wallet).unit)),
  });
}

export type MarginTypeRefusal = SettingRefusal | 'MARGIN_TYPE_WITH_OPEN';

export function setMarginType(
  book: Book,
  player: Player,
  command: SetFuturesMarginType,
  context: Context,
): Decision<FuturesLeverageSet, MarginTypeRefusal> {
  const { leverage, marginType, terms } = command;
  const setting = settingFault(player, command);
  if (setting !== undefined) return refuse(setting);
  const { position, orders } = openIn(accountOf(book, player), terms);
  if (position !== undefined || orders.length > 0) return refuse('MARGIN_TYPE_WITH_OPEN');

  // All checks passed: below this line nothing may fail.
  return accept({
    ...playerEvent('FUTURES_LEVERAGE_SET', book, player, context),
    instrument: terms.instrument,
    leverage,
    marginType,
    orders: [],
  });
}

function settingFault(
  { role, wallets }: Player,
  { leverage, terms }: Pick<SetFuturesMarginType, 'leverage' | 'terms'>,
): SettingRefusal | undefined {
  if (role === 'PARTNER') return 'PARTNER_CANNOT_TRADE';
  if (!wallets.has(terms.wallet)) return 'WALLET_UNSUPPORTED';
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  return isLeverage(leverage, terms) ? undefined : 'LEVERAGE_OUT_OF_RANGE';
}

interface OpenIn {
  readonly position: FuturesPosition | undefined;
  readonly orders: readonly FuturesOrder[];
}

const openIn = ({ positions, orders }: FuturesAccount, { instrument }: FuturesTerms): OpenIn => ({
  position: positions.get(instrument),
  orders: Array.from(orders.values()).filter((order) => order.instrument === instrument),
});

/** Of an open position it can only be raised, as far as the tier of its value allows. */
function positionFault(
  book: Book,
  player: Player,
  position: FuturesPosition,
  { leverage, terms, quote }: SetFuturesLeverage,
  { now }: Context,
): LeverageRefusal | undefined {
  if (leverage === position.leverage) return undefined;
  if (terms.leverageWithPosition === 'FORBID') return 'LEVERAGE_WITH_POSITION';
  if (leverage < position.leverage) return 'LEVERAGE_BELOW_POSITION';
  if (!isFresh(quote, terms, now)) return 'NO_FRESH_PRICE';
  const gate = fundingGate(book, player, position, terms, now);
  if (gate !== undefined) return gate;
  const value = valueAtPrice(position.qty, quote.mark, terms, 'up');
  return value > fineOf(largestValue(terms.tiers, leverage)) ? 'ABOVE_LEVERAGE_CAP' : undefined;
}

/** Orders that hold back more than before must be covered by what is available. */
function costFault(
  book: Book,
  player: Player,
  orders: readonly FuturesOrder[],
  command: SetFuturesLeverage,
): 'PRICES_MISSING' | 'INSUFFICIENT_BALANCE' | undefined {
  const { terms, quote, leverage } = command;
  if (orders.every((order) => order.reduceOnly || order.leverage <= leverage)) return undefined;
  const wallet = walletOf(player, terms.wallet);
  const facts = factsOf(book, player, wallet);
  const others = pricedIn(command.priced);
  const pricedOf: PricedOf = (instrument) =>
    others(instrument) ?? (instrument === terms.instrument && quote ? { terms, quote } : undefined);
  const account = crossAccount(facts, pricedOf);
  if (account === undefined) return 'PRICES_MISSING';
  const changed = new Map<number, RestingOrder>(facts.orders);
  for (const order of orders) changed.set(order.id, withLeverage(order, command, wallet.unit));
  const after: AccountFacts = { ...facts, orders: changed };
  const { equity, required, held } = meansOf(after, account);
  return held > equity - required ? 'INSUFFICIENT_BALANCE' : undefined;
}

function withLeverage(
  order: FuturesOrder,
  { leverage, terms }: SetFuturesLeverage,
  unit: AccountFacts['unit'],
): RestingOrder {
  const { qty, price, trigger, reduceOnly } = order;
  const at = price ?? trigger;
  const changed = { ...restingOrder(order), leverage };
  if (reduceOnly || qty === undefined || at === undefined) return changed;
  return { ...changed, cost: costOf(qty, at, { leverage }, terms, unit) };
}
