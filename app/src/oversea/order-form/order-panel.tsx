// The book and the order form side by side.
import { formatPrice } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/market';
import { useWords } from '../../text/language.tsx';
import { overseaWords } from '../../text/oversea.ts';
import { BookLadder } from '../ladder/book-ladder.tsx';
import { OrderForm } from './order-form.tsx';
import './order-panel.css';
import { onGrid } from '../price/price-grid.ts';
import { useLiveTick } from '../price/use-live-tick.ts';
import { previewOrder } from './order-preview.ts';
import { type TicketStore, ticketFault, useFirstPrice, useTicket, wishOf } from './order-ticket.ts';
import { useSurroundings } from './use-surroundings.ts';

interface Props {
  readonly option: WireOverseaOption;
  readonly ticketStore: TicketStore;
  readonly isGuest: boolean;
}

export function OrderPanel({ option, ticketStore, isGuest }: Props) {
  const overseaText = useWords(overseaWords);
  const tick = useLiveTick(option.stock);
  const around = useSurroundings(option, tick);
  const { account } = around;
  const position = account.positions.find(({ overseaOptionId }) => overseaOptionId === option.id);
  const ticket = useTicket(ticketStore, position);
  useFirstPrice(ticketStore, tick, option);
  const mine = account.orders
    .filter(({ overseaOptionId }) => overseaOptionId === option.id)
    .map(({ price }) => formatPrice(price ?? undefined, option.precision));
  // The side that opens more is the one whose margin is needed.
  const side = position?.tradeType ?? 'LONG';
  const preview = previewOrder(around, wishOf(ticket, option.id, side));

  function pick(price: string) {
    const type = ticket.type === 'MARKET' ? 'LIMIT' : ticket.type;
    ticket.change({ type, price: onGrid(price, option.tickSize) });
  }

  return (
    <div className="order-panel">
      {option.isOpen === 0 ? (
        <p className="order-panel__no-book">{overseaText.noBookAtRest}</p>
      ) : (
        <BookLadder stock={option.stock} precision={option.precision} mine={new Set(mine)} onPick={pick} />
      )}
      <OrderForm
        option={option}
        ticket={ticket}
        fault={ticketFault(ticket, option, tick)}
        preview={preview}
        isGuest={isGuest}
      />
    </div>
  );
}
