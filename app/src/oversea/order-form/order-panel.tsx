// The book and the order form side by side.
import { formatPrice } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { BookLadder } from '../../market/book/book-ladder.tsx';
import { useMode } from '../../shell/device/device.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaWords } from '../../text/oversea.ts';
import { OrderForm } from './order-form.tsx';
import './order-panel.css';
import type { TicketStore } from './order-ticket.ts';
import { SimpleOrder } from './simple-order.tsx';
import { useOrderForm } from './use-order-form.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly ticketStore: TicketStore;
  readonly isGuest: boolean;
}

export function OrderPanel({ instrument, ticketStore, isGuest }: Props) {
  const overseaText = useWords(overseaWords);
  const { account, ticket, fault, preview, pick } = useOrderForm(instrument, ticketStore);
  const isSimple = useMode() === 'simple';
  if (isSimple)
    return <SimpleOrder instrument={instrument} ticket={ticket} preview={preview} isGuest={isGuest} />;
  const mine = account.orders
    .filter(({ overseaOptionId }) => overseaOptionId === instrument.id)
    .map(({ price }) => formatPrice(price ?? undefined, instrument.precision));
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
      <OrderForm instrument={instrument} ticket={ticket} fault={fault} preview={preview} isGuest={isGuest} />
    </div>
  );
}
