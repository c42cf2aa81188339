// The book of the instrument, in which a price is picked for the form. Prices at which the member has an order are marked.
import { formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { BookLadder } from '../../market/book/book-ladder.tsx';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { qtyPlaces, qtyUnit } from '../account/unit-words.ts';
import './order-book.css';
import type { OrderFormState } from './use-order-form.ts';

interface Props {
  readonly instrument: WireFuturesOption;
  readonly form: OrderFormState;
  /** How many rows each side has. */
  readonly depth: number;
  /** Levels within it are one row. */
  readonly step?: string | undefined;
}

export function OrderBook({ instrument, form: { tick, around, pick }, depth, step }: Props) {
  const words = useWords(futuresTradeWords);
  const { stock, precision } = instrument;
  const mine = around.account.orders
    .filter(({ futuresOptionId }) => futuresOptionId === instrument.id)
    .map(({ price }) => formatPrice(price ?? undefined, precision));
  return (
    <BookLadder
      stock={stock}
      precision={precision}
      mine={new Set(mine)}
      onPick={pick}
      depth={depth}
      step={step}
      sizePlaces={qtyPlaces(instrument)}
      head={
        <p className="futures-book__head text-micro">
          <span>{words.bookPrice}</span>
          <span>{words.bookSize(qtyUnit(instrument))}</span>
        </p>
      }
      mark={
        <span className="futures-book__mark figure text-micro">
          {words.mark(formatPrice(tick?.mark, precision))}
        </span>
      }
    />
  );
}
