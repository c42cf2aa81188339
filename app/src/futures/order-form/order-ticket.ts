// The contents of the order form. They are stored outside React, so that a tick renders the form and not the page, and
// above the tabs, so that a tapped price is not lost.
import { createStore, type Store } from '@maru/client/store';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { OrderSide } from '@maru/engine/futures/terms';
import { useEffect, useRef } from 'react';
import { onGrid } from '../../market/prices/price-grid.ts';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { useMode } from '../../shell/device/device.tsx';
import { useWatched } from '../../shell/platform.tsx';
import type { LeverageSetting } from '../account/leverage-setting.ts';
import type { OrderKind, OrderRequest } from '../orders/order-request.ts';

/** A price at which the position is closed, and which price it is compared with. Empty: none. */
export interface ExitLeg {
  readonly price: string;
  readonly isMark: boolean;
}

export interface Exits {
  readonly takeProfit: ExitLeg;
  readonly stopLoss: ExitLeg;
}

export interface Ticket {
  readonly type: OrderKind;
  /** Decimal texts of the limit and the trigger; empty until one is known. */
  readonly price: string;
  readonly trigger: string;
  readonly isMark: boolean;
  /** As it was typed, in `unit`. */
  readonly amount: string;
  /** `qty` is what the contract counts: coins, or dollars of an inverse one. `notional` is the value of the order. */
  readonly unit: 'qty' | 'notional';
  readonly exits: Exits;
  readonly reduceOnly: boolean;
  /** Of a limit: refused if it were filled at once, or if it were not. */
  readonly immediacy: 'any' | 'postOnly' | 'ioc';
}

export interface OrderTicket extends Ticket {
  change(part: Partial<Ticket>): void;
}

export type TicketStore = Store<Ticket>;

export const NO_EXITS: Exits = {
  takeProfit: { price: '', isMark: true },
  stopLoss: { price: '', isMark: true },
};

const FIRST: Ticket = {
  type: 'LIMIT',
  price: '',
  trigger: '',
  isMark: false,
  amount: '',
  unit: 'qty',
  exits: NO_EXITS,
  reduceOnly: false,
  immediacy: 'any',
};

export const createTicket = (): TicketStore => createStore(FIRST);

export function useTicket(store: TicketStore): OrderTicket {
  const typed = useWatched(store);
  const isSimple = useMode() === 'simple';
  return { ...(isSimple ? simply(typed) : typed), change: (part) => store.set({ ...store.get(), ...part }) };
}

/** In simple mode only the amount is chosen; what was typed in pro mode waits for it. */
const simply = ({ amount, unit }: Ticket): Ticket => ({ ...FIRST, type: 'MARKET', amount, unit });

/**
 * The first known price stays: a figure that follows the market changes while it is being pressed. It is filled in only
 * once: whoever empties a field is about to type another price.
 */
export function useFirstPrice(
  store: TicketStore,
  tick: LiveTick | undefined,
  { tickSize }: Pick<WireFuturesOption, 'tickSize'>,
): void {
  const last = tick?.last;
  const isFilled = useRef(false);
  useEffect(() => {
    if (last === undefined || isFilled.current) return;
    isFilled.current = true;
    const ticket = store.get();
    const first = onGrid(last, tickSize);
    store.set({ ...ticket, price: ticket.price || first, trigger: ticket.trigger || first });
  }, [store, last, tickSize]);
}

export const hasExits = ({ exits: { takeProfit, stopLoss } }: Pick<Ticket, 'exits'>): boolean =>
  takeProfit.price !== '' || stopLoss.price !== '';

export const hasTrigger = (type: OrderKind): boolean => type === 'STOPLIMIT' || type === 'STOPMARKET';
export const hasLimit = (type: OrderKind): boolean => type === 'LIMIT' || type === 'STOPLIMIT';

interface Wanted {
  readonly futuresOptionId: number;
  readonly tradeType: OrderSide;
  readonly setting: LeverageSetting;
}

export function requestOf(ticket: Ticket, { futuresOptionId, tradeType, setting }: Wanted): OrderRequest {
  const { type, price, trigger, amount, unit, reduceOnly, immediacy, exits } = ticket;
  const { takeProfit, stopLoss } = reduceOnly ? NO_EXITS : exits;
  return {
    futuresOptionId,
    tradeType,
    marketType: type,
    ...setting,
    ...(amount === '' ? {} : { [unit]: amount }),
    ...(hasLimit(type) && price !== '' ? { price } : {}),
    ...(hasTrigger(type) ? { ...(trigger === '' ? {} : { stopPrice: trigger }), isMark: ticket.isMark } : {}),
    ...(reduceOnly ? { reduceOnly } : {}),
    // Only a limit can be told not to be filled at once; a triggered one too.
    ...(immediacy === 'postOnly' && hasLimit(type) ? { postOnly: true } : {}),
    ...(immediacy === 'ioc' && type === 'LIMIT' ? { ioc: true } : {}),
    ...(takeProfit.price === '' ? {} : { takeProfit: takeProfit.price, isMarkTp: takeProfit.isMark }),
    ...(stopLoss.price === '' ? {} : { stopLoss: stopLoss.price, isMarkSl: stopLoss.isMark }),
  };
}
