// The contents of the order form. They are stored above the tabs and the price ladder, so that a tapped price is not
// lost, and outside React, so that a tick renders the form and not the page.
import { createStore, type Store } from '@maru/client/store';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useEffect } from 'react';
import { comparePrices, isOnGrid, onGrid } from '../../market/prices/price-grid.ts';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { useMode, usePreferences } from '../../shell/device/device.tsx';
import { useWatched } from '../../shell/platform.tsx';
import type { OrderKind, OrderRequest, OrderSide } from '../orders/order-request.ts';

export interface Leg {
  readonly isOn: boolean;
  readonly ticks: number;
}

export interface Ticket {
  readonly type: OrderKind;
  /** Decimal text of the limit or the trigger; empty until one is known. */
  readonly price: string;
  readonly qty: number;
  readonly tp: Leg;
  readonly sl: Leg;
}

export interface OrderTicket extends Ticket {
  change(part: Partial<Ticket>): void;
}

/** Only what the member chose; the rest follows the settings and the position. */
export type TicketStore = Store<Partial<Ticket>>;

export const createTicket = (): TicketStore => createStore<Partial<Ticket>>({});

export function useTicket(store: TicketStore, position: WireOverseaPosition | undefined): OrderTicket {
  const { orderCnt, tpsl } = usePreferences();
  const chosen = useWatched(store);
  const isSimple = useMode() === 'simple';
  return {
    type: isSimple ? 'MARKET' : 'LIMIT',
    price: '',
    qty: chosen.qty ?? orderCnt[0],
    // An order that adds to a position must not remove its exits without showing that.
    tp: position ? legOf(position.tpTick, tpsl.tp) : { isOn: true, ticks: tpsl.tp },
    sl: position ? legOf(position.slTick, tpsl.sl) : { isOn: true, ticks: tpsl.sl },
    // In simple mode only the count is chosen; what was typed in pro mode waits for it.
    ...(isSimple ? {} : chosen),
    change: (part) => store.set({ ...store.get(), ...part }),
  };
}

/** The first known price stays: a figure that follows the market changes while it is being pressed. */
export function useFirstPrice(
  store: TicketStore,
  tick: LiveTick | undefined,
  { tickSize }: Pick<WireOverseaOption, 'tickSize'>,
): void {
  const last = tick?.last;
  useEffect(() => {
    if (last !== undefined && store.get().price === undefined)
      store.set({ ...store.get(), price: onGrid(last, tickSize) });
  }, [store, last, tickSize]);
}

const legOf = (ticks: number, otherwise: number): Leg => ({ isOn: ticks > 0, ticks: ticks || otherwise });

export type TicketFault = 'enterPrice' | 'offTick' | 'equalsLast';

export function ticketFault(
  { type, price }: Pick<Ticket, 'type' | 'price'>,
  { tickSize, terms }: Pick<WireOverseaOption, 'tickSize' | 'terms'>,
  tick: LiveTick | undefined,
): TicketFault | undefined {
  if (type === 'MARKET') return undefined;
  if (price === '' || (terms?.mayBeNegative !== true && comparePrices(price, '0') <= 0)) return 'enterPrice';
  if (!isOnGrid(price, tickSize)) return 'offTick';
  const isLast = tick !== undefined && comparePrices(price, tick.last) === 0;
  return type === 'STOPMARKET' && isLast ? 'equalsLast' : undefined;
}

export const requestOf = (ticket: Ticket, overseaOptionId: number, tradeType: OrderSide): OrderRequest => ({
  overseaOptionId,
  tradeType,
  marketType: ticket.type,
  qty: ticket.qty,
  ...(ticket.type === 'MARKET' ? {} : { price: ticket.price }),
  tpTick: ticket.tp.isOn ? ticket.tp.ticks : 0,
  slTick: ticket.sl.isOn ? ticket.sl.ticks : 0,
});
