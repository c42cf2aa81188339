// What the order form shows: the ticket, what is wrong with it, and the preview of its order.
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { onGrid } from '../../market/prices/price-grid.ts';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { previewOrder } from './order-preview.ts';
import { requestOf, type TicketStore, ticketFault, useFirstPrice, useTicket } from './order-ticket.ts';
import { useSurroundings } from './use-surroundings.ts';

export function useOrderForm(instrument: WireOverseaOption, ticketStore: TicketStore) {
  const tick = useLiveTick(instrument.stock);
  const around = useSurroundings(instrument, tick);
  const { positions } = around.account;
  const position = positions.find(({ overseaOptionId }) => overseaOptionId === instrument.id);
  const ticket = useTicket(ticketStore, position);
  useFirstPrice(ticketStore, tick, instrument);
  // The side that opens more is the one whose margin is needed.
  const side = position?.tradeType ?? 'LONG';
  return {
    account: around.account,
    ticket,
    fault: ticketFault(ticket, instrument, tick),
    preview: previewOrder(around, requestOf(ticket, instrument.id, side)),
    /** A price that was pressed in a book. */
    pick(price: string) {
      const type = ticket.type === 'MARKET' ? 'LIMIT' : ticket.type;
      ticket.change({ type, price: onGrid(price, instrument.tickSize) });
    },
  };
}
