// The book and the order form side by side.
import { formatPrice } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { BookLadder } from '../../market/book/book-ladder.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaWords } from '../../text/oversea.ts';
import { OrderForm } from './order-form.tsx';
import './order-panel.css';
import { onGrid } from '../../market/prices/price-grid.ts';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { previewOrder } from './order-preview.ts';
import { requestOf, type TicketStore, ticketFault, useFirstPrice, useTicket } from './order-ticket.ts';
import { useSurroundings } from './use-surroundings.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly ticketStore: TicketStore;
  readonly isGuest: boolean;
}

export function OrderPanel({ instrument, ticketStore, isGuest }: Props) {
  const overseaText = useWords(overseaWords);
  const tick = useLiveTick(instrument.stock);
  const around = useSurroundings(instrument, tick);
  const { account } = around;
  const position = account.positions.find(({ overseaOptionId }) => overseaOptionId === instrument.id);
  const ticket = useTicket(ticketStore, position);
  useFirstPrice(ticketStore, tick, instrument);
  const mine = account.orders
    .filter(({ overseaOptionId }) => overseaOptionId === instrument.id)
    .map(({ price }) => formatPrice(price ?? undefined, instrument.precision));
  // The side that opens more is the one whose margin is needed.
  const side = position?.tradeType ?? 'LONG';
  const preview = previewOrder(around, requestOf(ticket, instrument.id, side));

  function pick(price: string) {
    const type = ticket.type === 'MARKET' ? 'LIMIT' : ticket.type;
    ticket.change({ type, price: onGrid(price, instrument.tickSize) });
  }

  return (
    <div className="order-panel">
      {instrument.isOpen === 0 ? (
        <p className="order-panel__no-book text-caption">{overseaText.noBookAtRest}</p>
      ) : (
        <BookLadder
          stock={instrument.stock}
          precision={instrument.precision}
          mine={new Set(mine)}
          onPick={pick}
        />
      )}
      <OrderForm
        instrument={instrument}
        ticket={ticket}
        fault={ticketFault(ticket, instrument, tick)}
        preview={preview}
        isGuest={isGuest}
      />
    </div>
  );
}
