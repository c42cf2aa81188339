// The order form and the book side by side (design 06).
import { formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { BookLadder } from '../../market/book/book-ladder.tsx';
import { onGrid } from '../../market/prices/price-grid.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { qtyPlaces, qtyUnit } from '../account/unit-words.ts';
import { OrderForm } from './order-form.tsx';
import './order-panel.css';
import { hasLimit, type TicketStore, useFirstPrice } from './order-ticket.ts';
import { useOrderForm } from './use-order-form.ts';

interface Props {
  readonly instrument: WireFuturesOption;
  readonly ticketStore: TicketStore;
  readonly isGuest: boolean;
  readonly onLeverage: () => void;
  readonly onMarginType: () => void;
}

const DEPTH = 6;

export function OrderPanel({ instrument, ticketStore, ...rest }: Props) {
  const words = useWords(futuresTradeWords);
  const form = useOrderForm(instrument, ticketStore);
  const { tick, ticket, around } = form;
  const { stock, precision, tickSize } = instrument;
  useFirstPrice(ticketStore, tick, instrument);
  const mine = around.account.orders
    .filter(({ futuresOptionId }) => futuresOptionId === instrument.id)
    .map(({ price }) => formatPrice(price ?? undefined, precision));

  function pick(price: string) {
    const picked = onGrid(price, tickSize);
    if (ticket.type === 'STOPMARKET') ticket.change({ trigger: picked });
    else ticket.change({ type: hasLimit(ticket.type) ? ticket.type : 'LIMIT', price: picked });
  }

  return (
    <div className="futures-panel">
      <OrderForm instrument={instrument} form={form} {...rest} />
      <BookLadder
        stock={stock}
        precision={precision}
        mine={new Set(mine)}
        onPick={pick}
        depth={DEPTH}
        sizePlaces={qtyPlaces(instrument)}
        head={
          <p className="futures-panel__head text-micro">
            <span>{words.bookPrice}</span>
            <span>{words.bookSize(qtyUnit(instrument))}</span>
          </p>
        }
        mark={
          <span className="futures-panel__mark figure text-micro">
            {words.mark(formatPrice(tick?.mark, precision))}
          </span>
        }
      />
    </div>
  );
}
