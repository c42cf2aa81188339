// The order form and the book side by side (design 06).
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { useMode } from '../../shell/device/device.tsx';
import { OrderBook } from './order-book.tsx';
import { OrderForm } from './order-form.tsx';
import './order-panel.css';
import { type TicketStore, useFirstPrice } from './order-ticket.ts';
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
  const form = useOrderForm(instrument, ticketStore);
  useFirstPrice(ticketStore, form.tick, instrument);
  if (useMode() === 'simple')
    return (
      <div className="futures-panel futures-panel--simple">
        <OrderForm instrument={instrument} form={form} isSimple {...rest} />
      </div>
    );
  return (
    <div className="futures-panel">
      <OrderForm instrument={instrument} form={form} {...rest} />
      <OrderBook instrument={instrument} form={form} depth={DEPTH} />
    </div>
  );
}
