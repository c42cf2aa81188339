// One overseas instrument: its price, chart, book, and every action on it. Guests see the same page.

import { formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { HERO_PACE_MS } from '../../market/prices/paced-quote.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useMode, useWide } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { ModeSwitch } from '../../shell/mode/mode-switch.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { useNavigate, useParams, useRouter } from '../../shell/routing/router.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { overseaWords } from '../../text/oversea.ts';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TabPanel } from '../../ui/layout/tabs.tsx';
import { TradePage } from '../../ui/layout/trade-page.tsx';
import { useOverseaInstruments } from '../listing/use-oversea-instruments.ts';
import { GuardSheet } from '../order-form/guard-sheet.tsx';
import { OrderDock } from '../order-form/order-dock.tsx';
import { OrderPanel } from '../order-form/order-panel.tsx';
import { OrderSettingsSheet } from '../order-form/order-settings-sheet.tsx';
import { createTicket } from '../order-form/order-ticket.ts';
import { ContractCard } from './contract-card.tsx';
import { useInstrumentClose } from './instrument-close.ts';
import { StockSheet } from './stock-sheet.tsx';
import './oversea-trade-screen.css';
import { PriceStrip } from '../../market/prices/price-strip.tsx';
import { useDay } from '../../market/prices/use-day.ts';
import { useOrderDesk } from '../orders/use-order-desk.ts';
import { PositionDock } from '../position/position-dock.tsx';
import { GuestDock, GuestPanel } from './trade-dock.tsx';
import { ChartSkeleton, TradeSkeleton } from './trade-skeleton.tsx';
import { type TradeTab, TradeTabs } from './trade-tabs.tsx';

const LinedChart = lazy(async () => ({ default: (await import('./lined-chart.tsx')).LinedChart }));
const WideTrade = lazy(async () => ({ default: (await import('../wide/wide-trade.tsx')).WideTrade }));
const PriceLadder = lazy(async () => ({ default: (await import('../ladder/price-ladder.tsx')).PriceLadder }));
const PositionPanel = lazy(async () => ({
  default: (await import('../position/position-panel.tsx')).PositionPanel,
}));
const OpenOrdersPanel = lazy(async () => ({
  default: (await import('../orders/open-orders-panel.tsx')).OpenOrdersPanel,
}));
const FillsPanel = lazy(async () => ({ default: (await import('../history/fills-panel.tsx')).FillsPanel }));
const ProfitPanel = lazy(async () => ({
  default: (await import('../history/profit-panel.tsx')).ProfitPanel,
}));

export function OverseaTradeScreen() {
  const { text, language } = useLanguage();
  const marketText = useWords(marketWords);
  const overseaText = useWords(overseaWords);
  const isGuest = useWatched(usePlatform().member) === undefined;
  const base = isGuest ? '/overseaView' : '/oversea';
  const { id } = useParams();
  const navigate = useNavigate();
  const { show } = useAlerts();
  const isWide = useWide();
  const { state, reply, message, reload } = useOverseaInstruments();
  const instrument = reply?.find((each) => String(each.id) === id);
  const isUnknown = state === 'ready' && id !== undefined && instrument === undefined;
  const leave = () => void navigate({ to: base });

  useEffect(() => {
    if (!isUnknown) return;
    show(overseaText.unknownInstrument);
    void navigate({ to: base, replace: true });
  }, [isUnknown, show, overseaText, navigate, base]);

  useInstrumentClose(instrument, {
    name: instrument ? nameOf(instrument, language) : '',
    base,
    isGuest,
  });

  if (instrument)
    return (
      <Trade
        key={instrument.stock}
        instrument={instrument}
        instruments={reply ?? []}
        isGuest={isGuest}
        base={base}
        onBack={leave}
        reloadInstruments={reload}
      />
    );
  if (isWide && state === 'loading') return <WidePending />;
  return (
    <TradePage
      isBusy={state === 'loading'}
      head={<PageHeader kind="trade" title="" back={{ label: overseaText.back, onPress: leave }} />}
    >
      <main className="trade-page__main">
        {state === 'failed' ? (
          <LoadFailed title={marketText.marketFailed} message={message} onRetry={reload} />
        ) : (
          <TradeSkeleton label={text.shell.loading} />
        )}
      </main>
    </TradePage>
  );
}

/** The columns are fetched when they are first needed; a page in the phone's column would jump. */
const WidePending = () => <main aria-busy="true" />;

interface TradeProps {
  readonly instrument: WireOverseaOption;
  /** All of the site, for the column of a wide screen. */
  readonly instruments: readonly WireOverseaOption[];
  readonly isGuest: boolean;
  readonly base: string;
  readonly onBack: () => void;
  readonly reloadInstruments: () => void;
}

const LADDER_VIEW = '?view=ladder';

type Sheet = 'stocks' | 'settings' | 'card' | 'guard';

function Trade({ instrument, instruments, isGuest, base, onBack, reloadInstruments }: TradeProps) {
  const isWide = useWide();
  const { text, language } = useLanguage();
  const overseaText = useWords(overseaWords);
  const words = useWords(overseaTradeWords);
  const navigate = useNavigate();
  const { history } = useRouter();
  const [sheet, setSheet] = useState<Sheet>();
  const [tab, setTab] = useEntryState<TradeTab>('tab', 'order');
  const [ticketStore] = useState(createTicket);
  const desk = useOrderDesk(reloadInstruments);
  const name = nameOf(instrument, language);
  const isSimple = useMode() === 'simple';
  const isLadder = !isGuest && !isSimple && history.location.search === LADDER_VIEW;
  const page = `${base}/${instrument.id}`;
  // A sheet that ends late, after an answer, does not close the one that was opened since.
  const close = (closed: Sheet) => setSheet((open) => (open === closed ? undefined : open));

  const sheets = (
    <>
      <StockSheet
        open={sheet === 'stocks'}
        onClose={() => close('stocks')}
        currentId={instrument.id}
        onChoose={({ id }) => {
          close('stocks');
          void navigate({ to: `${base}/${id}${isLadder ? LADDER_VIEW : ''}`, replace: true });
        }}
      />
      <OrderSettingsSheet
        open={sheet === 'settings'}
        onClose={() => close('settings')}
        instrument={instrument}
        isGuest={isGuest}
        onCard={() => setSheet('card')}
        onGuard={() => setSheet('guard')}
      />
      <GuardSheet open={sheet === 'guard'} onClose={() => close('guard')} />
      <ContractCard open={sheet === 'card'} onClose={() => close('card')} instrument={instrument} />
    </>
  );

  if (isWide)
    return (
      <Suspense fallback={<WidePending />}>
        <WideTrade
          instrument={instrument}
          instruments={instruments}
          isGuest={isGuest}
          base={base}
          desk={desk}
          ticketStore={ticketStore}
          onSettings={() => setSheet('settings')}
          onGuard={() => setSheet('guard')}
        />
        {sheets}
      </Suspense>
    );

  /** `icons` differ between the two views; the instrument and the back button do not. */
  const frame = (icons: ReactNode, children: ReactNode) => (
    <TradePage
      head={
        <PageHeader
          kind="trade"
          title={name}
          code={readableCode(instrument.stock)}
          back={{ label: overseaText.back, onPress: onBack }}
          onTitlePress={() => setSheet('stocks')}
        >
          {icons}
        </PageHeader>
      }
    >
      {children}
      {sheets}
    </TradePage>
  );

  if (isLadder)
    return (
      <Suspense fallback={frame(null, <TradeSkeleton label={text.shell.loading} />)}>
        <PriceLadder
          instrument={instrument}
          desk={desk}
          ticketStore={ticketStore}
          frame={frame}
          onGuard={() => setSheet('guard')}
          onChart={() => {
            setTab('order');
            void navigate({ to: page, replace: true });
          }}
        />
      </Suspense>
    );

  const isOrder = tab === 'order';
  return frame(
    <>
      <ModeSwitch />
      {!isSimple && instrument.kind === 'INDEX' && (
        <IconButton
          icon="shield"
          size={22}
          label={text.shell.indexProof}
          onPress={() => void navigate({ to: `/index/${instrument.stock}` })}
        />
      )}
      {!isGuest && !isSimple && (
        <IconButton
          icon="bell"
          size={22}
          label={text.routes.alerts}
          onPress={() => void navigate({ to: `/more/alerts/${instrument.stock}` })}
        />
      )}
      {!isGuest && !isSimple && instrument.terms !== null && (
        <IconButton
          icon="ladder"
          size={22}
          label={words.ladder}
          onPress={() => void navigate({ to: `${page}${LADDER_VIEW}` })}
        />
      )}
      {!isSimple && (
        <IconButton
          icon="sliders"
          size={22}
          label={words.orderSettings}
          onPress={() => setSheet('settings')}
        />
      )}
    </>,
    <>
      <main className={isOrder ? 'trade-page__main' : 'trade-page__main oversea-trade__main--list'}>
        <Strip instrument={instrument} />
        <div className="oversea-trade__chart">
          <Suspense fallback={<ChartSkeleton />}>
            <LinedChart instrument={instrument} isPlain={isSimple} />
          </Suspense>
        </div>
        <TradeTabs value={tab} onChange={setTab} />
        <TabPanel id="trade" value={tab} className="oversea-trade__panel">
          {isOrder ? (
            <OrderPanel instrument={instrument} ticketStore={ticketStore} isGuest={isGuest} />
          ) : (
            <Suspense fallback={null}>
              {isGuest ? <GuestPanel /> : <ListPanel tab={tab} instrument={instrument} />}
            </Suspense>
          )}
        </TabPanel>
      </main>
      {isGuest && <GuestDock />}
      {!isGuest && isOrder && <OrderDock instrument={instrument} ticketStore={ticketStore} desk={desk} />}
      {!isGuest && tab === 'position' && <PositionDock instrument={instrument} />}
    </>,
  );
}

interface PartProps {
  readonly instrument: WireOverseaOption;
}

function ListPanel({ tab, instrument }: PartProps & { readonly tab: Exclude<TradeTab, 'order'> }) {
  switch (tab) {
    case 'position':
      return <PositionPanel instrument={instrument} />;
    case 'openOrders':
      return <OpenOrdersPanel instrument={instrument} />;
    case 'fills':
      return <FillsPanel instrument={instrument} />;
    case 'profit':
      return <ProfitPanel instrument={instrument} />;
  }
}

/** A component of its own, so that a tick renders the figures and nothing else. */
function Strip({ instrument }: PartProps) {
  const words = useWords(overseaWords);
  const { stock, precision, isOpen } = instrument;
  const day = useDay(stock, HERO_PACE_MS);
  const { highPrice, lowPrice, volume } = day;
  const facts = [
    { name: words.high, value: formatPrice(highPrice, precision) },
    { name: words.low, value: formatPrice(lowPrice, precision) },
    { name: words.volume, value: formatDecimal(volume === undefined ? undefined : String(volume)) },
  ];
  return <PriceStrip day={day} precision={precision} resting={isOpen === 0} facts={facts} />;
}
