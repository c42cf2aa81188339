// Leverage, margin type, isolated margin, and what players cancel and close (docs/rules.md 3.8), as the twin reads them.
import type {
  CancelFuturesOrder,
  CancelFuturesOrders,
  CloseFuturesPositions,
  MoveFuturesMargin,
  SetFuturesLeverage,
  SetFuturesMarginType,
} from '@maru/engine/futures/commands';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { isBelow, ofUnits } from './fraction.ts';
import {
  type Account,
  accountOf,
  cancelledBody,
  heldIn,
  isFreshQuote,
  isFundingDue,
  netOf,
  oldestFirst,
  openBody,
  ordersOf,
  pricedOf,
  restingBody,
  type TwinOrder,
  type TwinPosition,
} from './twin.ts';
import { canFill, crossWorth, meansOf } from './twin-account.ts';
import { closeOf, settledOf, type TwinFill } from './twin-fill.ts';
import { isLeverageOf } from './twin-orders.ts';
import { feeOf, gainedOf, marginOf, requiredOf, worthAt } from './twin-value.ts';

function settingFault(
  player: TwinPlayer,
  { leverage, terms }: Pick<SetFuturesLeverage, 'leverage' | 'terms'>,
): string | undefined {
  if (player.role === 'PARTNER') return 'PARTNER_CANNOT_TRADE';
  if (!player.wallets.has(terms.wallet)) return 'WALLET_UNSUPPORTED';
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  return isLeverageOf(leverage, terms) ? undefined : 'LEVERAGE_OUT_OF_RANGE';
}

export function leverageSet(
  state: TwinState,
  player: TwinPlayer,
  command: SetFuturesLeverage,
  now: number,
): Outcome {
  const setting = settingFault(player, command);
  if (setting !== undefined) return refused(setting);
  const { leverage, terms } = command;
  const account = accountOf(state, player.id, terms.wallet, now);
  const held = heldIn(account, terms.instrument);
  const orders = account.orders.filter(({ instrument }) => instrument === terms.instrument);
  const fault = heldLeverageFault(account, held, command) ?? ordersLeverageFault(account, orders, command);
  if (fault !== undefined) return refused(fault);
  const marginType = (held ?? orders.find(({ reduceOnly }) => !reduceOnly) ?? command).marginType;
  return {
    body: {
      ...{ kind: 'FUTURES_LEVERAGE_SET', instrument: terms.instrument, leverage, marginType },
      ...(held === undefined ? {} : { position: { ...openBody(held), leverage } }),
      orders: orders.map((order) => restingBody(releveraged(order, command))),
    },
  };
}

/** With a position it goes up only, as far as the value of the position allows. */
function heldLeverageFault(
  account: Account,
  held: TwinPosition | undefined,
  { leverage, terms, quote }: SetFuturesLeverage,
): string | undefined {
  if (held === undefined || held.leverage === leverage) return undefined;
  if (terms.leverageWithPosition === 'FORBID') return 'LEVERAGE_WITH_POSITION';
  if (leverage < held.leverage) return 'LEVERAGE_BELOW_POSITION';
  if (!isFreshQuote(quote, terms, account.now)) return 'NO_FRESH_PRICE';
  if (isFundingDue(account, held, terms)) return 'FUNDING_DUE';
  const allowed = terms.tiers.filter(({ leverageMost }) => leverageMost >= leverage);
  const cap = ofUnits(allowed.at(-1)?.cap ?? 0n);
  return isBelow(cap, worthAt(held.qty, ofUnits(quote.mark), terms)) ? 'ABOVE_LEVERAGE_CAP' : undefined;
}

function releveraged(order: TwinOrder, { leverage, terms }: SetFuturesLeverage): TwinOrder {
  const at = order.price ?? order.trigger;
  const { qty } = order;
  if (order.reduceOnly || qty === undefined || at === undefined) return { ...order, leverage };
  const cost = marginOf(qty, at, leverage, terms) + feeOf(qty, at, terms.feeRate, terms);
  return { ...order, leverage, cost: cost as TwinOrder['cost'] };
}

/** Orders that cost more than before must still be covered. */
function ordersLeverageFault(
  account: Account,
  orders: readonly TwinOrder[],
  command: SetFuturesLeverage,
): string | undefined {
  const { leverage, terms, quote, priced } = command;
  if (orders.every((order) => order.reduceOnly || order.leverage <= leverage)) return undefined;
  const worth = crossWorth(
    account,
    (instrument) =>
      pricedOf(priced, instrument) ??
      (instrument === terms.instrument && quote !== undefined ? { terms, quote } : undefined),
  );
  if (worth === undefined) return 'PRICES_MISSING';
  const changed = account.orders.map((order) =>
    order.instrument === terms.instrument ? releveraged(order, command) : order,
  );
  const { equity, required, heldBack } = meansOf({ ...account, orders: changed }, worth);
  return heldBack > equity - required ? 'INSUFFICIENT_BALANCE' : undefined;
}

export function marginTypeSet(
  { futures }: TwinState,
  player: TwinPlayer,
  command: SetFuturesMarginType,
): Outcome {
  const setting = settingFault(player, command);
  if (setting !== undefined) return refused(setting);
  const { instrument } = command.terms;
  const isOpen =
    futures.positions.has(netOf(player.id, instrument)) ||
    ordersOf(futures, player.id).some((order) => order.instrument === instrument);
  if (isOpen) return refused('MARGIN_TYPE_WITH_OPEN');
  const { leverage, marginType } = command;
  return { body: { kind: 'FUTURES_LEVERAGE_SET', instrument, leverage, marginType, orders: [] } };
}

export function marginMoved(
  state: TwinState,
  player: TwinPlayer,
  command: MoveFuturesMargin,
  now: number,
): Outcome {
  const { amount, terms, quote, priced } = command;
  const held = state.futures.positions.get(netOf(player.id, terms.instrument));
  if (held === undefined || held.id !== command.position) return refused('POSITION_NOT_FOUND');
  if (held.marginType !== 'ISOLATED') return refused('NOT_ISOLATED');
  if (amount === 0n) return refused('ENTER_AMOUNT');
  const account = accountOf(state, player.id, held.wallet, now);
  if (isFundingDue(account, held, terms)) return refused('FUNDING_DUE');
  if (amount > 0n) {
    const worth = crossWorth(account, (instrument) => pricedOf(priced, instrument));
    if (worth === undefined) return refused('PRICES_MISSING');
    if (amount > meansOf(account, worth).available || amount > account.free)
      return refused('INSUFFICIENT_BALANCE');
  } else {
    if (terms.mode === 'STOPPED') return refused('OPTION_STOPPED');
    if (!isFreshQuote(quote, terms, now)) return refused('NO_FRESH_PRICE');
    const gained = gainedOf(held, held.qty, quote.mark, terms);
    const lost = gained < 0n ? gained : 0n;
    const owed = held.funding < 0n ? held.funding : 0n;
    const spare = held.margin + lost + owed - requiredOf(held, terms);
    if (-amount > (spare > 0n ? spare : 0n)) return refused('ISOLATED_MARGIN_SHORT');
  }
  const position = { ...openBody(held), margin: held.margin + amount };
  return { body: { kind: 'FUTURES_MARGIN_MOVED', instrument: held.instrument, amount, position } };
}

export function cancelled(
  { futures }: TwinState,
  player: TwinPlayer,
  command: CancelFuturesOrder | CancelFuturesOrders,
): Outcome {
  const isOne = command.kind === 'CANCEL_FUTURES_ORDER';
  const orders = ordersOf(futures, player.id).filter((order) => {
    if (isOne) return order.id === command.order;
    if (command.instrument !== undefined && command.instrument !== order.instrument) return false;
    // What protects a position outlives a lost connection.
    return command.reason === 'PLAYER' || !order.reduceOnly;
  });
  if (orders.length === 0) return refused('ORDER_NOT_FOUND');
  return { body: cancelledBody(orders, isOne ? 'PLAYER' : command.reason) };
}

export function allClosed(
  state: TwinState,
  player: TwinPlayer,
  command: CloseFuturesPositions,
  now: number,
): Outcome {
  const { wallet, priced } = command;
  if (!player.wallets.has(wallet)) return refused('WALLET_UNSUPPORTED');
  const account = accountOf(state, player.id, wallet, now);
  const fills: TwinFill[] = [];
  let reason: string | undefined;
  for (const held of oldestFirst(account.positions)) {
    if (held.wallet !== wallet) continue;
    const own = pricedOf(priced, held.instrument);
    if (own === undefined) reason ??= 'PRICES_MISSING';
    else if (!canFill(own, now))
      reason ??= own.terms.mode === 'STOPPED' ? 'OPTION_STOPPED' : 'NO_FRESH_PRICE';
    else if (isFundingDue(account, held, own.terms)) reason ??= 'FUNDING_DUE';
    else fills.push(closeOf(account, held, own, { cause: 'CLOSE_ALL' }));
  }
  if (fills.length === 0) return refused(reason ?? 'NO_POSITION');
  return { body: settledOf(account, fills, { isAfterGap: false }) };
}
