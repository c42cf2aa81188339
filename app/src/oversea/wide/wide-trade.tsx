// One overseas instrument on a wide screen (design 41b): the product's list, chart, ladder and ticket beside each other,
// and below them what the member holds. The parts are those of the phone's page.
import { readableCode } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { lazy, Suspense } from 'react';
import { BookLadder } from '../../market/book/book-ladder.tsx';
import { ProductColumn } from '../../market/listing/product-column.tsx';
import { WideGrid, WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { overseaWords } from '../../text/oversea.ts';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { wideWords } from '../../text/wide.ts';
import type { TicketStore } from '../order-form/order-ticket.ts';
import { useOrderForm } from '../order-form/use-order-form.ts';
import type { OrderDesk } from '../orders/use-order-desk.ts';
import { GuestPanel } from '../trade/trade-dock.tsx';
import { ChartSkeleton } from '../trade/trade-skeleton.tsx';
import { OverseaPrice } from './oversea-price.tsx';
import { OverseaWallet } from './oversea-wallet.tsx';
import { WideLadder } from './wide-ladder.tsx';
import { WideOrders } from './wide-orders.tsx';
import { WidePositions } from './wide-positions.tsx';

import { WideTicket } from './wide-ticket.tsx';
import { WideToday } from './wide-today.tsx';
import './wide-trade.css';

const LinedChart = lazy(async () => ({ default: (await import('../trade/lined-chart.tsx')).LinedChart }));

export interface WideTradeProps {
  readonly instrument: WireOverseaOption;
  readonly instruments: readonly WireOverseaOption[];
  readonly isGuest: boolean;
  /** The path of the product's list; an instrument is below it. */
  readonly base: string;
  readonly desk: OrderDesk;
  readonly ticketStore: TicketStore;
  readonly onSettings: () => void;
  readonly onGuard: () => void;
}

export function WideTrade(props: WideTradeProps) {
  const { instrument, instruments, isGuest, base } = props;
  const overseaText = useWords(overseaWords);
  const words = useWords(overseaTradeWords);
  const { dragHint } = useWords(wideWords);
  return (
    <WideGrid className="oversea-wide">
      <OverseaWallet instrument={instrument} />
      <ProductColumn
        title={overseaText.product}
        instruments={instruments}
        currentStock={instrument.stock}
        pathOf={({ id }) => `${base}/${id}`}
      />
      <WidePanel label={`${readableCode(instrument.stock)} ${words.chart}`} className="wide-panel--bare">
        <OverseaPrice {...props} />
        <Suspense fallback={<ChartSkeleton />}>
          <LinedChart instrument={instrument} dragHint={dragHint} />
        </Suspense>
      </WidePanel>
      {isGuest || instrument.terms === null ? <Book {...props} /> : <WideLadder {...props} />}
      <WideTicket {...props} />
      {isGuest ? (
        <WidePanel label={words.position} className="oversea-wide__held">
          <GuestPanel />
        </WidePanel>
      ) : (
        <div className="oversea-wide__held">
          <WidePositions instrument={instrument} instruments={instruments} />
          <WideOrders instruments={instruments} />
          <WideToday instrument={instrument} />
        </div>
      )}
    </WideGrid>
  );
}

/** A guest can fill in a price, and an instrument without orders has a book all the same. */
function Book({ instrument, ticketStore }: WideTradeProps) {
  const overseaText = useWords(overseaWords);
  const marketText = useWords(marketWords);
  const { pick } = useOrderForm(instrument, ticketStore);
  return (
    <WidePanel label={marketText.book} title={marketText.book}>
      {instrument.isOpen === 0 ? (
        <p className="wide-panel__none text-caption">{overseaText.noBookAtRest}</p>
      ) : (
        <BookLadder
          stock={instrument.stock}
          precision={instrument.precision}
          mine={NONE}
          onPick={pick}
          depth={DEPTH}
        />
      )}
    </WidePanel>
  );
}

/** As many levels as the column has room for. */
const DEPTH = 10;
const NONE: ReadonlySet<string> = new Set();
