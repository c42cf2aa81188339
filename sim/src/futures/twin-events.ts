// What the events of coin futures move and change, and what must hold after each (docs/rules.md 3.6, 3.11, 6.1, 6.2).
// Judges an event by what was before it; whether the rules allow it is checked against its command elsewhere.
import type {
  FuturesEvent,
  FuturesFill,
  FuturesFilled,
  FuturesFunded,
  PositionState,
  RestingOrder,
} from '@maru/engine/futures/events';
import type { AnyEvent } from '@maru/engine/products';
import { decimal } from '../decimal.ts';
import type { TwinState } from '../twin.ts';
import { currencyIn, type Leg, legsOf, type Move, pursesOf, unitsIn } from '../twin-legs.ts';
import { Violation } from '../violation.ts';
import { fundedOf, netOf, positionsOf, type TwinOrder, type TwinPosition } from './twin.ts';
import { WARNING_MS } from './twin-platform.ts';
import { fundingOf } from './twin-value.ts';

export const isFuturesEvent = <Any extends Pick<AnyEvent, 'kind'>>(event: Any): event is Any & FuturesEvent =>
  event.kind.startsWith('FUTURES_');

const setAsideIn = (player: number, wallet: string) => `${player}:${wallet}:posMargin`;

export function futuresLegs(state: TwinState, event: FuturesEvent, player: number): readonly Leg[] {
  if (event.kind === 'FUTURES_MARGIN_MOVED') {
    const wallet = state.futures.positions.get(netOf(player, event.instrument))?.wallet ?? '?';
    const [free, margin] = [pursesOf(player, wallet).free, setAsideIn(player, wallet)];
    return legsOf(currencyIn(state, event, player, wallet), [
      [free, margin, event.amount, 'FUTURES_MARGIN'],
      [margin, free, -event.amount, 'FUTURES_MARGIN_BACK'],
    ]);
  }
  if (event.kind !== 'FUTURES_FILLED') return [];
  const wallet = event.fills[0]?.wallet ?? '?';
  const currency = currencyIn(state, event, player, wallet);
  return legsOf(currency, filledMoves(event, player, wallet, currency));
}

/** Who is liquidated loses the margin to the insurance, which settles the rest. */
const isForfeited = ({ cause, marginType }: FuturesFill) =>
  cause === 'LIQUIDATION' && marginType === 'ISOLATED';

/** What comes in before what goes out. */
function filledMoves(
  event: FuturesFilled,
  player: number,
  wallet: string,
  currency: string,
): readonly Move[] {
  const { free } = pursesOf(player, wallet);
  const margin = setAsideIn(player, wallet);
  const house = (purpose: string) => `house:${event.site}:${purpose}:${currency}`;
  const insurance = house('insurance');
  const incoming = event.fills.flatMap((fill): Move[] => {
    const by = isForfeited(fill) ? insurance : free;
    const back = isForfeited(fill) ? 'FUTURES_FORFEITED' : 'FUTURES_MARGIN_BACK';
    return [
      [margin, by, fill.released, back],
      [insurance, free, isForfeited(fill) ? 0n : fill.insured, 'FUTURES_INSURED'],
      [house('pnl:futures'), by, fill.pnl, 'FUTURES_PNL'],
      [house('funding'), by, fill.funding, 'FUTURES_FUNDING'],
    ];
  });
  const outgoing = event.fills.flatMap((fill): Move[] => {
    const by = isForfeited(fill) ? insurance : free;
    return [
      [by, house('pnl:futures'), -fill.pnl, 'FUTURES_PNL'],
      [by, house('funding'), -fill.funding, 'FUTURES_FUNDING'],
      [by, house('fee'), fill.fee, 'FUTURES_FEE'],
      [by, insurance, fill.liquidationFee, 'FUTURES_LIQUIDATION_FEE'],
      [by, margin, fill.margin, 'FUTURES_MARGIN'],
    ];
  });
  return [...incoming, [insurance, free, event.topUp, 'FUTURES_TOP_UP'], ...outgoing];
}

export function changeFutures(state: TwinState, event: FuturesEvent, player: number): void {
  const { futures } = state;
  const { site } = event;
  switch (event.kind) {
    case 'FUTURES_FUNDED':
      fund(state, event);
      return;
    case 'FUTURES_ORDER_PLACED':
    case 'FUTURES_EXITS_SET':
    case 'FUTURES_ORDERS_CANCELLED':
      for (const { id } of event.cancelled) endOrder(state, event, player, id);
      if (event.kind === 'FUTURES_ORDER_PLACED') placeOrder(event.order);
      if (event.kind === 'FUTURES_EXITS_SET') for (const order of event.placed) placeOrder(order);
      return;
    case 'FUTURES_ORDER_CHANGED':
      changeOrder(event.order);
      return;
    case 'FUTURES_FILLED':
      if (event.order !== undefined) endOrder(state, event, player, event.order.id);
      for (const { id } of event.cancelled) endOrder(state, event, player, id);
      for (const fill of event.fills) changePosition(state, event, player, fill);
      for (const order of event.placed) placeOrder(order);
      checkLosses(event);
      checkSetAside(state, event, player);
      return;
    case 'FUTURES_LEVERAGE_SET':
      if (event.position !== undefined) patch(event.instrument, event.position);
      for (const order of event.orders) changeOrder(order);
      return;
    case 'FUTURES_MARGIN_MOVED':
      patch(event.instrument, event.position);
      checkSetAside(state, event, player);
      return;
    case 'FUTURES_WARNED':
      for (const { instrument } of event.positions) {
        const before = futures.positions.get(netOf(player, instrument))?.warnedAt;
        if (before !== undefined && event.at < before + WARNING_MS)
          throw new Violation(
            'I-48',
            `event ${event.id} warns again ${event.at - before} ms after the last time`,
          );
        patch(instrument, { warnedAt: event.at });
      }
      return;
  }

  function placeOrder(order: RestingOrder): void {
    if (futures.orders.has(order.id) || futures.ended.has(order.id))
      throw new Violation('I-13', `event ${event.id} places order ${order.id} again`);
    futures.orders.set(order.id, { ...order, player, site });
  }

  function changeOrder(order: RestingOrder): void {
    if (futures.orders.get(order.id)?.player !== player)
      throw new Violation('I-14', `event ${event.id} changes order ${order.id}, which is not the player’s`);
    futures.orders.set(order.id, { ...order, player, site });
  }

  function patch(instrument: number, by: Partial<PositionState>): void {
    const held = futures.positions.get(netOf(player, instrument));
    if (held === undefined) throw new Violation('TWIN', `event ${event.id} changes what is not open`);
    futures.positions.set(netOf(player, instrument), { ...held, ...by });
  }
}

function endOrder({ futures }: TwinState, event: FuturesEvent, player: number, id: number): void {
  if (futures.ended.has(id)) throw new Violation('I-13', `event ${event.id} ends order ${id} again`);
  if (futures.orders.get(id)?.player !== player)
    throw new Violation('I-14', `event ${event.id} ends order ${id}, which is not the player’s`);
  futures.orders.delete(id);
  futures.ended.add(id);
}

function changePosition(
  { futures }: TwinState,
  { id: event, site }: FuturesFilled,
  player: number,
  fill: FuturesFill,
): void {
  const { instrument, wallet, position } = fill;
  const net = netOf(player, instrument);
  const signed = (of: { readonly side: string; readonly qty: bigint } | undefined) =>
    of === undefined ? 0n : of.side === 'LONG' ? of.qty : -of.qty;
  const before = futures.positions.get(net);
  if (signed(before) + signed(fill) !== signed(position))
    throw new Violation('TWIN', `event ${event} leaves ${signed(position)} of ${signed(before)}`);
  futures.positions.delete(net);
  if (position !== undefined) futures.positions.set(net, { ...position, player, site, instrument, wallet });
}

/** An isolated position loses its margin and no more. */
function checkLosses({ id, fills }: FuturesFilled): void {
  for (const fill of fills) {
    const { marginType, closedQty, released, pnl, funding, insured, position } = fill;
    if (marginType !== 'ISOLATED') continue;
    if ((position?.margin ?? 0n) < 0n) throw new Violation('I-46', `event ${id} leaves a margin below zero`);
    const left = released + pnl + funding + insured;
    if (closedQty > 0n && !isForfeited(fill) && left < 0n)
      throw new Violation('I-46', `event ${id} takes ${-left} beyond the margin of an isolated position`);
    if (isForfeited(fill) && left !== fill.fee)
      throw new Violation('I-46', `event ${id} forfeits a margin, and ${left - fill.fee} is nobody’s`);
  }
}

/** What a wallet has set aside is the margin of its isolated positions. */
function checkSetAside(state: TwinState, event: FuturesEvent, player: number): void {
  for (const wallet of state.players.get(player)?.wallets.keys() ?? []) {
    const needed = positionsOf(state.futures, player)
      .filter((held) => held.wallet === wallet && held.marginType === 'ISOLATED')
      .reduce((sum, { margin }) => sum + margin, 0n);
    const setAside = unitsIn(state, setAsideIn(player, wallet));
    if (setAside !== needed)
      throw new Violation(
        'I-46',
        `player ${player} ${wallet}: ${setAside} is set aside after event ${event.id}, the margins are ${needed}`,
      );
  }
}

function fund({ futures }: TwinState, event: FuturesFunded): void {
  const { site, instrument, dueAt } = event;
  const key = fundedOf(site, instrument);
  if ((futures.funded.get(key) ?? -1) >= dueAt)
    throw new Violation('I-50', `event ${event.id} funds ${key} of ${dueAt} again`);
  if (dueAt > event.at) throw new Violation('I-50', `event ${event.id} funds ${key} before it is due`);
  futures.funded.set(key, dueAt);
  for (const [net, held] of futures.positions) {
    if (held.site !== site || held.instrument !== instrument || held.openedAt > dueAt) continue;
    const funding = (held.funding + fundingOf(held, event)) as PositionState['funding'];
    futures.positions.set(net, { ...held, funding });
  }
}

/** docs/rules.md 6.1: a closed loss may be covered by cross positions that are open, and by nothing else. */
export const isCoveredPurse = ({ futures }: TwinState, purse: string): boolean => {
  const [player, wallet, kind] = purse.split(':');
  if (kind !== 'free') return false;
  return positionsOf(futures, Number(player)).some(
    (held) => held.wallet === wallet && held.marginType === 'CROSS',
  );
};

export function describeTwinFutures({ futures }: TwinState): readonly string[] {
  const lines: string[] = [];
  for (const order of futures.orders.values())
    lines.push(`futures ${orderText(order)}`, `futures ${order.player} ${orderText(order)}`);
  for (const held of futures.positions.values())
    lines.push(
      `futures ${positionText(held)}`,
      `futures ${held.player} ${held.instrument} ${positionText(held)}`,
    );
  for (const [key, at] of futures.funded) lines.push(`futures funded ${key} ${at}`);
  return lines;
}

const figure = (units: bigint | undefined): string => (units === undefined ? '-' : decimal(units));

function orderText(order: TwinOrder): string {
  const { id, player, site, instrument, wallet, side, type, state, by, fires, trailing } = order;
  const level = (exit: TwinOrder['takeProfit']) =>
    exit === undefined ? '-' : `${decimal(exit.price)} ${exit.by}`;
  const reached = trailing?.extreme;
  const trail =
    trailing === undefined
      ? '-'
      : `${decimal(trailing.callback)} from ${figure(trailing.activation)} ${reached === undefined ? '-' : `${decimal(reached.price)} ${reached.ts} ${reached.seq}`}`;
  return [
    `order ${id} ${player} ${site} ${instrument} ${wallet} ${side} ${type} ${state} ${by} ${fires}`,
    `${figure(order.qty)} at ${figure(order.price)} from ${figure(order.trigger)}`,
    `${order.reduceOnly} ${order.postOnly} ${order.isUnpriced} ${order.leverage} ${order.marginType}`,
    `${decimal(order.cost)} of ${order.position ?? '-'} ${level(order.takeProfit)}/${level(order.stopLoss)}`,
    `${trail} ${order.placedAt}`,
  ].join(' ');
}

function positionText(held: TwinPosition): string {
  const { id, player, site, instrument, wallet, side, qty, entry, leverage, marginType } = held;
  return [
    `position ${id} ${player} ${site} ${instrument} ${wallet} ${side} ${decimal(qty)} ${entry.sum}/${entry.over}`,
    `${leverage} ${marginType} ${decimal(held.margin)} ${decimal(held.funding)}`,
    `${decimal(held.entryFee)} ${held.openedAt} ${held.warnedAt ?? '-'}`,
  ].join(' ');
}
