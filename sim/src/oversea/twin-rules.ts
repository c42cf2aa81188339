// What must become of a command about overseas futures (docs/rules.md 0.7, 4): a refusal, in the order of the rule
// book, or the event to the last field.
import type {
  CancelOverseaOrder,
  CancelOverseaOrders,
  FillOverseaOrder,
  OverseaCommand,
  PlaceOverseaOrder,
  SetOverseaOvernight,
  SetOverseaTpsl,
} from '@maru/engine/oversea/commands';
import type { OverseaTerms } from '@maru/engine/oversea/terms';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { stakeBarOf } from '../twin-rules.ts';
import { LEADS } from './limits.ts';
import {
  cancelledBody,
  closedGate,
  eachOf,
  exitPrices,
  isExitReached,
  isFreshQuote,
  isOpenMarket,
  isOrderReached,
  netOf,
  openBody,
  opensOf,
  ordersOf,
  positionsOf,
  splitOf,
  type TwinOrder,
  type TwinPosition,
} from './twin.ts';
import { cutLosses, endSession, exitPosition, isEndless, overnight } from './twin-closing.ts';
import {
  type Account,
  fillOf,
  freeAfter,
  freeOf,
  marketOf,
  settledOf,
  stepOf,
  type TwinFill,
} from './twin-fill.ts';
import { stakeOf } from './twin-stakes.ts';

/** Own rules first; then what the player's own limits say to what is put at stake. A fill that they bar ends its order. */
export function outcomeOf(state: TwinState, player: TwinPlayer, asked: OverseaCommand, now: number): Outcome {
  const outcome = ownOutcomeOf(state, player, asked, now);
  const stake = 'refusal' in outcome ? undefined : stakeOf(state, player.id, outcome.body);
  const bar = stake === undefined || stake.opened === 0n ? undefined : stakeBarOf(state, stake, now);
  if (bar === undefined) return outcome;
  const order = asked.kind === 'FILL_OVERSEA_ORDER' ? state.oversea.orders.get(asked.order) : undefined;
  return order === undefined ? refused(bar) : { body: cancelledBody([order], 'OWN_LIMIT') };
}

function ownOutcomeOf(state: TwinState, player: TwinPlayer, asked: OverseaCommand, now: number): Outcome {
  const command = asItIs(asked, now);
  switch (command.kind) {
    case 'PLACE_OVERSEA_ORDER':
      return place(state, player, command, now);
    case 'CANCEL_OVERSEA_ORDER':
    case 'CANCEL_OVERSEA_ORDERS':
      return cancel(state, player, command);
    case 'SET_OVERSEA_TPSL':
      return setTpsl(state, player, command, now);
    case 'SET_OVERSEA_OVERNIGHT':
      return setOvernight(state, player, command, now);
    case 'FILL_OVERSEA_ORDER':
      return fillResting(state, player, command, now);
    case 'EXIT_OVERSEA_POSITION':
      return exitPosition(state, player, command, now);
    case 'CUT_OVERSEA_LOSSES':
      return cutLosses(state, player, command, now);
    case 'END_OVERSEA_SESSION':
      return endSession(state, player, command, now);
    case 'CHECK_OVERSEA_OVERNIGHT':
      return overnight(state, player, command, now);
  }
}

/** What was open when the command came in may be closed when it is decided. */
function asItIs(command: OverseaCommand, now: number): OverseaCommand {
  const closed = (terms: OverseaTerms) =>
    terms.session && (now < terms.session.opensAt || now >= terms.session.closesAt)
      ? { ...terms, session: undefined }
      : terms;
  if ('terms' in command) return { ...command, terms: closed(command.terms) };
  if (!('priced' in command)) return command;
  return { ...command, priced: command.priced.map(({ terms, quote }) => ({ terms: closed(terms), quote })) };
}

const isNarrow = ({ mode, session }: OverseaTerms, now: number) =>
  mode === 'REDUCE_ONLY' || (session !== undefined && now >= session.endsAt - LEADS.REDUCE_ONLY);

const isTickCount = (ticks: number | undefined) =>
  ticks === undefined || (Number.isInteger(ticks) && ticks >= 0 && ticks <= 100_000);

function place(state: TwinState, player: TwinPlayer, command: PlaceOverseaOrder, now: number): Outcome {
  if (player.role === 'PARTNER') return refused('PARTNER_CANNOT_TRADE');
  const { terms, quote, side, type, qty, price } = command;
  const { oversea } = state;
  const orders = ordersOf(oversea, player.id);
  const positions = positionsOf(oversea, player.id);
  const isElsewhere = [...orders, ...positions].some(({ wallet }) => wallet !== terms.wallet);
  if (!player.wallets.has(terms.wallet) || isElsewhere) return refused('WALLET_UNSUPPORTED');
  const held = positions.find(({ instrument }) => instrument === terms.instrument);
  const gate = placeGate(command, held, now);
  if (gate !== undefined) return refused(gate);
  const account = { state, player: player.id, wallet: terms.wallet, now };
  const canReduce = held !== undefined && held.side !== side;
  const isAtOnce =
    quote !== undefined &&
    (type === 'MARKET' ||
      (type === 'LIMIT' &&
        isFreshQuote(quote, terms, now) &&
        isOrderReached({ type, side, fires: '', price: price ?? 0n }, quote)));
  if (isAtOnce) {
    const shrunk = command.reduceOnly && canReduce ? Math.min(qty, held.qty) : qty;
    const wanted = { side, qty: shrunk, price: marketOf(side, quote), cause: type };
    const ticks = { tpTick: command.tpTick, slTick: command.slTick };
    const fill = fillOf(account, { ...wanted, ...ticks }, terms, quote);
    const limit =
      beyondGuard(command, fill.opened, withAfter(positions, fill), orders, 0) ??
      fillLimit(account, fill, command);
    return limit === undefined ? { body: settledOf(account, [fill], { isAfterGap: false }) } : refused(limit);
  }
  const opened = opensOf(command, held);
  const beyond = beyondGuard(command, opened, positions, orders, opened);
  if (beyond !== undefined) return refused(beyond);
  const step = stepOf(account);
  const margin = opened > 0 ? eachOf(opened, terms.entryMargin, step) : 0n;
  if (opened > 0) {
    if (isTooMany(terms, positions, orders, opened)) return refused('TOO_MANY_CONTRACTS');
    if (margin > freeOf(account)) return refused('ABOVE_HOLDINGS');
  }
  const above = type === 'LIMIT' ? side === 'SHORT' : (price ?? 0n) > (quote?.last ?? 0n);
  const { reduceOnly, tpTick, slTick } = command;
  return {
    body: {
      ...{
        kind: 'OVERSEA_ORDER_PLACED',
        instrument: terms.instrument,
        wallet: terms.wallet,
        side,
        type,
        qty,
        price,
      },
      ...{ fires: above ? 'AT_OR_ABOVE' : 'AT_OR_BELOW', reduceOnly, tpTick, slTick, margin },
      ...(type === 'LIMIT' && !isFreshQuote(quote, terms, now) ? { isUnpriced: true } : {}),
      tradeDate: terms.session?.tradeDate,
    },
  };
}

function placeGate(
  command: PlaceOverseaOrder,
  held: TwinPosition | undefined,
  now: number,
): string | undefined {
  const { terms, quote, side, type, qty, price, reduceOnly } = command;
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  if (terms.isRest) return 'REST_DAY';
  if (!isOpenMarket(terms, now)) return 'MARKET_CLOSED';
  const opens = splitOf(held, side, qty).opened !== 0 && !reduceOnly;
  if (opens && isNarrow(terms, now)) return 'ONLY_REDUCE';
  if (!['MARKET', 'LIMIT', 'STOPMARKET'].includes(type)) return 'ORDER_TYPE_INVALID';
  if (type !== 'LIMIT' && !isFreshQuote(quote, terms, now)) return 'NO_FRESH_PRICE';
  if (!Number.isSafeInteger(qty) || qty < 1) return 'ENTER_QTY';
  if (type !== 'MARKET') {
    if (price === undefined || (!terms.mayBeNegative && price <= 0n)) return 'ENTER_PRICE';
    if (price % terms.tickSize !== 0n) return 'PRICE_OFF_TICK';
    if (type === 'STOPMARKET' && price === quote?.last) return 'STOP_EQUALS_LAST';
  }
  if (reduceOnly && (held === undefined || held.side === side)) return 'NO_POSITION';
  return isTickCount(command.tpTick) && isTickCount(command.slTick) ? undefined : 'TPSL_TICKS_INVALID';
}

/** Only what opens is checked against the limits; the money comes last. */
function fillLimit(account: Account, fill: TwinFill, command: PlaceOverseaOrder): string | undefined {
  const { after, opened, terms } = fill;
  if (opened === 0 || after === undefined) return undefined;
  const { state, player } = account;
  const others = positionsOf(state.oversea, player).filter(
    ({ instrument }) => instrument !== terms.instrument,
  );
  if (isTooMany(terms, [...others, after], ordersOf(state.oversea, player), 0)) return 'TOO_MANY_CONTRACTS';
  const legs = exitPrices(
    { ...after, tpTick: command.tpTick ?? 0, slTick: command.slTick ?? 0 },
    terms.tickSize,
  );
  const last = command.quote?.last ?? 0n;
  if (isExitReached(after.side, legs, last, 'TP') || isExitReached(after.side, legs, last, 'SL'))
    return 'TPSL_REJECTED';
  return freeAfter(freeOf(account), [fill]) < 0n ? 'ABOVE_HOLDINGS' : undefined;
}

const withAfter = (
  positions: readonly TwinPosition[],
  { after, terms }: TwinFill,
): readonly TwinPosition[] => [
  ...positions.filter(({ instrument }) => instrument !== terms.instrument),
  ...(after === undefined ? [] : [after]),
];

/** The first limit of the player's own that the order breaks. An order that opens nothing breaks none. */
function beyondGuard(
  { guard, type, price, quote, terms }: PlaceOverseaOrder,
  opened: number,
  positions: readonly TwinPosition[],
  orders: readonly TwinOrder[],
  added: number,
): string | undefined {
  if (guard === undefined || opened === 0) return undefined;
  if (opened > guard.once) return 'GUARD_ONCE';
  if (type !== 'MARKET' && price !== undefined && quote !== undefined) {
    const ticksAway = (price - quote.last) / terms.tickSize;
    const isExact = (price - quote.last) % terms.tickSize === 0n;
    const whole = ticksAway < 0n ? -ticksAway : ticksAway;
    if (whole > BigInt(guard.ticks) || (whole === BigInt(guard.ticks) && !isExact)) return 'GUARD_REACH';
  }
  const open = positions.reduce((sum, { qty }) => sum + qty, 0);
  const waiting = orders.reduce((sum, order) => {
    const held = positions.find(({ instrument }) => instrument === order.instrument);
    return sum + opensOf(order, held);
  }, 0);
  return open + waiting + added > guard.total ? 'GUARD_TOTAL' : undefined;
}

/** Open contracts and what resting orders would open, of this instrument and of all. */
function isTooMany(
  { instrument, contractsMost, playerContractsMost }: OverseaTerms,
  positions: readonly TwinPosition[],
  orders: readonly TwinOrder[],
  added: number,
): boolean {
  let [own, all] = [added, added];
  const count = (at: number, qty: number) => {
    all += qty;
    own += at === instrument ? qty : 0;
  };
  for (const position of positions) count(position.instrument, position.qty);
  for (const order of orders) {
    const held = positions.find((position) => position.instrument === order.instrument);
    count(order.instrument, opensOf(order, held));
  }
  return own > contractsMost || all > playerContractsMost;
}

function cancel(
  { oversea }: TwinState,
  { id }: TwinPlayer,
  command: CancelOverseaOrder | CancelOverseaOrders,
): Outcome {
  const own = ordersOf(oversea, id).filter((order) =>
    command.kind === 'CANCEL_OVERSEA_ORDER'
      ? order.id === command.order
      : command.instrument === undefined || command.instrument === order.instrument,
  );
  if (own.length === 0) return refused('ORDER_NOT_FOUND');
  return { body: cancelledBody(own, 'PLAYER') };
}

function setTpsl(
  { oversea }: TwinState,
  player: TwinPlayer,
  { position: id, tpTick, slTick, terms, quote }: SetOverseaTpsl,
  now: number,
): Outcome {
  const held = oversea.positions.get(netOf(player.id, terms.instrument));
  if (held === undefined || held.id !== id) return refused('POSITION_NOT_FOUND');
  if (!isTickCount(tpTick) || !isTickCount(slTick)) return refused('TPSL_TICKS_INVALID');
  const isNew = { tp: tpTick !== 0 && tpTick !== held.tpTick, sl: slTick !== 0 && slTick !== held.slTick };
  if (isNew.tp || isNew.sl) {
    if (quote === undefined || !isFreshQuote(quote, terms, now)) return refused('NO_FRESH_PRICE');
    const legs = exitPrices({ ...held, tpTick, slTick }, terms.tickSize);
    const fires = (leg: 'TP' | 'SL') => isExitReached(held.side, legs, quote.last, leg);
    if ((isNew.tp && fires('TP')) || (isNew.sl && fires('SL'))) return refused('TPSL_REJECTED');
  }
  const position = openBody({ ...held, tpTick, slTick });
  return { body: { kind: 'OVERSEA_TPSL_SET', instrument: terms.instrument, position } };
}

function setOvernight(
  { oversea }: TwinState,
  player: TwinPlayer,
  { position: id, isActive, terms }: SetOverseaOvernight,
  now: number,
): Outcome {
  const held = oversea.positions.get(netOf(player.id, terms.instrument));
  if (held === undefined || held.id !== id) return refused('POSITION_NOT_FOUND');
  if (held.overnight === isActive)
    return refused(isActive ? 'OVERNIGHT_ALREADY_ON' : 'OVERNIGHT_ALREADY_OFF');
  if (isActive) {
    const { session } = terms;
    if (session === undefined) return refused('MARKET_CLOSED');
    if (now >= session.endsAt - LEADS.REDUCE_ONLY) return refused('OVERNIGHT_TOO_LATE');
  }
  const position = openBody({ ...held, overnight: isActive });
  return { body: { kind: 'OVERSEA_OVERNIGHT_SET', instrument: terms.instrument, position } };
}

function fillResting(
  state: TwinState,
  player: TwinPlayer,
  { order: id, terms, quote, isAfterGap, isFirstPrice }: FillOverseaOrder,
  now: number,
): Outcome {
  const order = state.oversea.orders.get(id);
  if (order === undefined || order.player !== player.id || order.instrument !== terms.instrument)
    return refused('ORDER_NOT_FOUND');
  const gate = closedGate(terms, quote, now);
  if (gate !== undefined) return refused(gate);
  if (!isOrderReached(order, quote)) return refused('NOT_REACHED');
  const { side, type, tpTick, slTick, wallet, reduceOnly } = order;
  const positions = positionsOf(state.oversea, player.id);
  const held = positions.find(({ instrument }) => instrument === order.instrument);
  const canReduce = held !== undefined && held.side !== side;
  if (reduceOnly && !canReduce) return { body: cancelledBody([order], 'POSITION_GONE') };
  const account = { state, player: player.id, wallet, now };
  const qty = reduceOnly && canReduce ? Math.min(order.qty, held.qty) : order.qty;
  // A limit that could not be compared with a price when it came arrives with its first fresh price.
  const isArriving = order.isUnpriced && isFirstPrice === true;
  const price = type === 'LIMIT' && !isArriving ? order.price : marketOf(side, quote);
  const wanted = { side, qty, price, cause: type, tpTick, slTick, locked: order.margin };
  const fill = fillOf(account, wanted, terms, quote);
  if (fill.opened > 0 && fill.after !== undefined) {
    const others = positions.filter(({ instrument }) => instrument !== order.instrument);
    const end = (reason: string) => ({ body: cancelledBody([order], reason) });
    // An order that opens is valid no longer than its trade date, also when the platform was down at its end.
    const isOld = order.tradeDate < (terms.session?.tradeDate ?? 0);
    if (isOld && !isEndless(terms)) return end('SESSION_END');
    if (isNarrow(terms, now)) return end('REDUCE_ONLY');
    if (isTooMany(terms, [...others, fill.after], [], 0)) return end('TOO_MANY_CONTRACTS');
    if (freeAfter(freeOf(account), [fill]) < 0n) return end('INSUFFICIENT_BALANCE');
  }
  return { body: settledOf(account, [fill], { order, isAfterGap }) };
}
