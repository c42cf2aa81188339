// One coin future on a wide screen (design 41): the product's list, chart, book and ticket beside each other, and below
// them what the member holds. The parts are those of the phone's page.
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { lazy, Suspense, useState } from 'react';
import { ProductColumn } from '../../market/listing/product-column.tsx';
import { WideGrid, WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { wideWords } from '../../text/wide.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import { OrderBook } from '../order-form/order-book.tsx';
import type { TicketStore } from '../order-form/order-ticket.ts';
import { useOrderForm } from '../order-form/use-order-form.ts';
import type { OrderDesk } from '../orders/use-order-desk.ts';
import { ChartSkeleton } from '../trade/chart-skeleton.tsx';
import { GuestPanel } from '../trade/guest-dock.tsx';
import { FuturesPrice } from './futures-price.tsx';
import { FuturesWallet } from './futures-wallet.tsx';
import { WideHoldings } from './wide-holdings.tsx';
import { WideTicket } from './wide-ticket.tsx';
import './wide-trade.css';

const LinedChart = lazy(async () => ({ default: (await import('../trade/lined-chart.tsx')).LinedChart }));

export interface WideTradeProps {
  readonly instrument: WireFuturesOption;
  readonly instruments: readonly WireFuturesOption[];
  readonly isGuest: boolean;
  /** Above the code of an instrument in the path of its page. */
  readonly base: string;
  readonly desk: OrderDesk;
  readonly ticketStore: TicketStore;
  readonly onSettings: () => void;
  readonly onLeverage: () => void;
}

export function WideTrade(props: WideTradeProps) {
  const { instrument, instruments, isGuest, base } = props;
  const words = useWords(futuresWideWords);
  const { dragHint } = useWords(wideWords);
  return (
    <WideGrid className="futures-wide">
      <FuturesWallet instrument={instrument} />
      <ProductColumn
        title={words.product}
        instruments={instruments}
        currentStock={instrument.stock}
        pathOf={({ stock }) => `${base}/${stock}`}
      />
      <WidePanel label={words.chartOf(displayName(instrument.stock))} className="wide-panel--bare">
        <FuturesPrice {...props} />
        <Suspense fallback={<ChartSkeleton />}>
          <LinedChart instrument={instrument} dragHint={dragHint} />
        </Suspense>
      </WidePanel>
      <Book {...props} />
      <WideTicket {...props} />
      {isGuest ? (
        <WidePanel label={words.held} className="futures-wide__held">
          <GuestPanel />
        </WidePanel>
      ) : (
        <WideHoldings instrument={instrument} />
      )}
    </WideGrid>
  );
}

/** As many levels as the column has room for. */
const DEPTH = 10;

/** How many ticks the rows of the book are apart. */
const STEPS = [1n, 5n, 10n, 50n] as const;

function Book({ instrument, ticketStore }: WideTradeProps) {
  const { book } = useWords(marketWords);
  const words = useWords(futuresWideWords);
  const form = useOrderForm(instrument, ticketStore);
  const [chosen, setChosen] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const tick = parseUnits(instrument.tickSize) ?? 0n;
  const step = chosen ?? instrument.tickSize;
  return (
    <WidePanel
      label={book}
      className="futures-wide__book"
      title={book}
      end={
        <button
          type="button"
          className="futures-wide__step text-micro figure"
          aria-label={words.bookStepOf(step)}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          {step}
          <Icon name="chevron-down" size={12} weight={2} />
        </button>
      }
    >
      <OrderBook instrument={instrument} form={form} depth={DEPTH} step={chosen} />
      <MenuSheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={words.bookStep}
        closeLabel={words.close}
        current={step}
        choices={STEPS.map((ticks) => toDecimal(ticks * tick)).map((key) => ({ key, label: key }))}
        onChoose={(key) => {
          setChoosing(false);
          setChosen(key === instrument.tickSize ? undefined : key);
        }}
      />
    </WidePanel>
  );
}
