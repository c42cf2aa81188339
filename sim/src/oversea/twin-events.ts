// What the events of overseas futures move and change, and what must hold after each (docs/rules.md 4.9, 6.1). Judges
// an event by what was before it; whether the rules allow it is checked against its command elsewhere.
import type { OverseaEvent, OverseaFill, OverseaFilled } from '@maru/engine/oversea/events';
import type { AnyEvent } from '@maru/engine/products';
import { decimal } from '../decimal.ts';
import type { TwinState } from '../twin.ts';
import { currencyIn, type Leg, legsOf, type Move, pursesOf, unitsIn } from '../twin-legs.ts';
import { Violation } from '../violation.ts';
import { netOf, positionsOf, type TwinOrder, type TwinPosition } from './twin.ts';

export const isOverseaEvent = <Any extends Pick<AnyEvent, 'kind'>>(event: Any): event is Any & OverseaEvent =>
  event.kind.startsWith('OVERSEA_');

/** What a fill sets free and what it locks, read from the position before and after it. */
function marginMoves(before: TwinPosition | undefined, { position, openedQty }: OverseaFill) {
  const had = before?.margin ?? 0n;
  const has = position?.margin ?? 0n;
  if (before !== undefined && before.id === position?.id)
    return openedQty > 0 ? { released: 0n, opened: has - had } : { released: had - has, opened: 0n };
  return { released: had, opened: has };
}

export function overseaLegs(state: TwinState, event: OverseaEvent, player: number): readonly Leg[] {
  const { oversea } = state;
  const walletOf = (order: number | undefined) => oversea.orders.get(order ?? -1)?.wallet;
  const wallet =
    'wallet' in event
      ? event.wallet
      : 'fills' in event
        ? event.fills[0]?.wallet
        : 'cancelled' in event
          ? walletOf(event.cancelled[0]?.order)
          : undefined;
  if (wallet === undefined) return [];
  const currency = currencyIn(state, event, player, wallet);
  const { free, wait, debt } = pursesOf(player, wallet);
  const house = (purpose: string) => `house:${event.site}:${purpose}:${currency}`;
  const marginOf = (order: number) => oversea.orders.get(order)?.margin ?? 0n;
  switch (event.kind) {
    case 'OVERSEA_ORDER_PLACED':
      return legsOf(currency, [[free, wait, event.margin, 'OVERSEA_MARGIN']]);
    case 'OVERSEA_ORDERS_CANCELLED': {
      const back = event.cancelled.reduce((sum, { order }) => sum + marginOf(order), 0n);
      return legsOf(currency, [[wait, free, back, 'OVERSEA_MARGIN_BACK']]);
    }
    case 'OVERSEA_FILLED':
      return legsOf(currency, filledMoves(event));
    case 'OVERSEA_TPSL_SET':
    case 'OVERSEA_OVERNIGHT_SET':
    case 'OVERSEA_CARRIED':
      return [];
  }

  /** What comes in before what goes out; then the house tops up, or what was owed is taken from a gain. */
  function filledMoves(filled: OverseaFilled): readonly Move[] {
    const { fills, cancelled, order, topUp } = filled;
    const locked = order === undefined ? 0n : marginOf(order);
    let back = cancelled.reduce((sum, each) => sum + marginOf(each.order), 0n);
    let missing = 0n;
    for (const fill of fills) {
      const { released, opened } = marginMoves(oversea.positions.get(netOf(player, fill.instrument)), fill);
      back += released + (opened < locked ? locked - opened : 0n);
      missing += opened > locked ? opened - locked : 0n;
    }
    const pnl = fills.reduce((sum, fill) => sum + fill.pnl, 0n);
    const fee = fills.reduce((sum, fill) => sum + fill.commission, 0n);
    const left = unitsIn(state, free) + back + pnl - fee - missing;
    const owed = -unitsIn(state, debt);
    const repaid = [owed, pnl - fee, left].reduce((least, each) => (each < least ? each : least));
    return [
      [wait, free, back, 'OVERSEA_MARGIN_BACK'],
      ...fills.map((fill) => [house('pnl:oversea'), free, fill.pnl, 'OVERSEA_PNL'] as const),
      ...fills.map((fill) => [free, house('pnl:oversea'), -fill.pnl, 'OVERSEA_PNL'] as const),
      [free, house('fee'), fee, 'OVERSEA_COMMISSION'],
      [free, wait, missing, 'OVERSEA_MARGIN'],
      [house('insurance'), free, topUp, 'OVERSEA_TOP_UP'],
      [free, debt, repaid, 'DEBT_REPAID'],
    ];
  }
}

export function changeOversea(state: TwinState, event: OverseaEvent, player: number): void {
  const { oversea } = state;
  const { site } = event;
  switch (event.kind) {
    case 'OVERSEA_ORDER_PLACED': {
      const { id, instrument, wallet, side, type, qty, price, fires, reduceOnly, tpTick, slTick } = event;
      const { margin, tradeDate, at: placedAt } = event;
      oversea.orders.set(id, {
        ...{ id, player, site, instrument, wallet, side, type, qty, price, fires, reduceOnly },
        ...{ isUnpriced: event.isUnpriced === true, tpTick, slTick, margin, tradeDate, placedAt },
      });
      return;
    }
    case 'OVERSEA_ORDERS_CANCELLED':
      for (const { order } of event.cancelled) endOrder(state, event, player, order);
      return;
    case 'OVERSEA_FILLED':
      if (event.order !== undefined) endOrder(state, event, player, event.order);
      for (const { order } of event.cancelled) endOrder(state, event, player, order);
      for (const fill of event.fills) changePosition(state, event, player, fill);
      return;
    case 'OVERSEA_TPSL_SET': {
      const { tpTick, slTick } = event.position;
      patch(event.instrument, { tpTick, slTick });
      return;
    }
    case 'OVERSEA_OVERNIGHT_SET':
      patch(event.instrument, { overnight: event.position.overnight });
      return;
    case 'OVERSEA_CARRIED':
      for (const { instrument, position } of event.carried) patch(instrument, { heldFor: position.heldFor });
      return;
  }

  function patch(instrument: number, by: Partial<TwinPosition>): void {
    const held = oversea.positions.get(netOf(player, instrument));
    if (held === undefined) throw new Violation('TWIN', `event ${event.id} changes what is not open`);
    oversea.positions.set(netOf(player, instrument), { ...held, ...by });
  }
}

function endOrder({ oversea }: TwinState, event: OverseaEvent, player: number, id: number): void {
  if (oversea.ended.has(id)) throw new Violation('I-13', `event ${event.id} ends order ${id} again`);
  if (oversea.orders.get(id)?.player !== player)
    throw new Violation('I-14', `event ${event.id} ends order ${id}, which is not the player’s`);
  oversea.orders.delete(id);
  oversea.ended.add(id);
}

function changePosition(
  { oversea }: TwinState,
  { id: event, at, site }: OverseaFilled,
  player: number,
  fill: OverseaFill,
): void {
  const { instrument, wallet, position } = fill;
  const net = netOf(player, instrument);
  const before = oversea.positions.get(net);
  const signed = (of: { readonly side: string; readonly qty: number } | undefined) =>
    of === undefined ? 0 : of.side === 'LONG' ? of.qty : -of.qty;
  if (signed(before) + signed(fill) !== signed(position))
    throw new Violation('TWIN', `event ${event} leaves ${signed(position)} of ${signed(before)}`);
  if (fill.closedQty + fill.openedQty !== fill.qty)
    throw new Violation('TWIN', `event ${event} fills ${fill.qty} in parts that do not sum to it`);
  if (position === undefined) {
    oversea.positions.delete(net);
    return;
  }
  const isSame = before?.id === position.id;
  if (before !== undefined && !isSame) oversea.positions.delete(net);
  const { entry, ...rest } = position;
  const openedAt = isSame ? before.openedAt : at;
  oversea.positions.set(net, {
    ...rest,
    ...entry,
    ...{ player, site, instrument, wallet, openedAt },
  });
}

/** What waits for overseas futures in a wallet. */
export function lockedOf({ oversea }: TwinState, player: number, wallet: string): bigint {
  let locked = 0n;
  for (const order of oversea.orders.values())
    if (order.player === player && order.wallet === wallet) locked += order.margin;
  for (const position of oversea.positions.values())
    if (position.player === player && position.wallet === wallet) locked += position.margin;
  return locked;
}

/** docs/rules.md 6.1: a closed loss may be covered by what is still open, and by nothing else. */
export const isCoveredPurse = ({ oversea }: TwinState, purse: string): boolean => {
  const [player, wallet, kind] = purse.split(':');
  if (kind !== 'free') return false;
  return positionsOf(oversea, Number(player)).some((position) => position.wallet === wallet);
};

export function describeTwinOversea({ oversea }: TwinState): readonly string[] {
  const lines: string[] = [];
  const orderText = (order: TwinOrder) => {
    const { id, player, site, instrument, wallet, side, type, qty, price, fires, reduceOnly } = order;
    return `order ${id} ${player} ${site} ${instrument} ${wallet} ${side} ${type} ${qty} ${decimal(price)} ${fires} ${reduceOnly} ${order.tpTick ?? '-'}/${order.slTick ?? '-'} ${decimal(order.margin)} ${order.tradeDate} ${order.placedAt}${order.isUnpriced ? ' unpriced' : ''}`;
  };
  const positionText = (position: TwinPosition) => {
    const { id, player, site, instrument, wallet, side, qty, sum, over, margin, tpTick, slTick } = position;
    return `position ${id} ${player} ${site} ${instrument} ${wallet} ${side} ${qty} ${sum}/${over} ${decimal(margin)} ${tpTick}/${slTick} ${position.overnight} ${position.heldFor} ${position.openedAt} ${decimal(position.entryCommission)}`;
  };
  for (const order of oversea.orders.values())
    lines.push(orderText(order), `oversea ${order.player} ${orderText(order)}`);
  for (const position of oversea.positions.values())
    lines.push(
      positionText(position),
      `oversea ${position.player} ${position.instrument} ${positionText(position)}`,
    );
  return lines;
}

/** Once nothing fails any more: nothing rests but what is held overnight, its orders, and what a market that never
    closes has no end for. */
export const isOverseaQuiet = (
  { oversea }: TwinState,
  neverCloses: (instrument: number) => boolean,
): boolean =>
  [...oversea.positions.values()].every(
    ({ overnight, instrument }) => overnight || neverCloses(instrument),
  ) &&
  [...oversea.orders.values()].every(
    ({ player, instrument }) => oversea.positions.has(netOf(player, instrument)) || neverCloses(instrument),
  );
