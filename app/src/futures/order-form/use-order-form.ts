// The order form with everything around it, for the form, the dock and the confirmation: they must not differ.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { Qty } from '@maru/engine/amount';
import type { OrderSide } from '@maru/engine/futures/terms';
import { onGrid } from '../../market/prices/price-grid.ts';
import { type LiveTick, useLiveTick } from '../../market/prices/use-live-tick.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { type LeverageSetting, leverageSetting } from '../account/leverage-setting.ts';
import { type Surroundings, useSurroundings } from '../account/use-surroundings.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { withDefaultStop } from './default-stop.ts';
import { largest, type OrderPreview, preview } from './order-preview.ts';
import { hasLimit, type OrderTicket, requestOf, type TicketStore, useTicket } from './order-ticket.ts';

export interface OrderFormState {
  readonly tick: LiveTick | undefined;
  readonly around: Surroundings;
  readonly ticket: OrderTicket;
  readonly setting: LeverageSetting;
  requestFor(side: OrderSide): OrderRequest;
  /** Undefined where the site does not trade the instrument. */
  previewOf(side: OrderSide): OrderPreview | undefined;
  largestOf(side: OrderSide): Qty;
  /** Fills in a price that was pressed in the book. */
  pick(price: string): void;
}

export function useOrderForm(instrument: WireFuturesOption, ticketStore: TicketStore): OrderFormState {
  const tick = useLiveTick(instrument.stock);
  const around = useSurroundings(instrument, tick);
  const ticket = useTicket(ticketStore);
  const setting = leverageSetting(around.account, instrument);
  const { defaultStop } = usePreferences();
  const { engine } = around;
  const typedFor = (tradeType: OrderSide) =>
    requestOf(ticket, { futuresOptionId: instrument.id, tradeType, setting });
  const requestFor = (side: OrderSide) =>
    engine ? withDefaultStop(typedFor(side), engine, defaultStop) : typedFor(side);
  return {
    tick,
    around,
    ticket,
    setting,
    requestFor,
    previewOf: (side) => engine && preview(engine, requestFor(side)),
    pick(price) {
      const picked = onGrid(price, instrument.tickSize);
      if (ticket.type === 'STOPMARKET') ticket.change({ trigger: picked });
      else ticket.change({ type: hasLimit(ticket.type) ? ticket.type : 'LIMIT', price: picked });
    },
    largestOf: (side) => (engine ? largest(engine, typedFor(side)) : (0n as Qty)),
  };
}
