// One coin future (design 06): its price, chart, book and order form, and the member's positions, orders and wallets.
// Guests see the same page.
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useMode, useWide } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { ModeSwitch } from '../../shell/mode/mode-switch.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { useNavigate, useParams } from '../../shell/routing/router.tsx';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useText, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TabPanel } from '../../ui/layout/tabs.tsx';
import { TradePage } from '../../ui/layout/trade-page.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { useFuturesInstruments, useListedFutures } from '../account/use-futures-instruments.ts';
import { useReadAfterFunding } from '../account/use-read-after-funding.ts';
import { CopyBanner } from '../copied/copy-banner.tsx';
import { FuturesDrawer } from '../drawer/futures-drawer.tsx';
import { RiskBanner } from '../notices/risk-banner.tsx';
import { ListDock, OrderDock } from '../order-form/order-dock.tsx';
import { OrderPanel } from '../order-form/order-panel.tsx';
import { OrderSettingsSheet } from '../order-form/order-settings-sheet.tsx';
import { createTicket } from '../order-form/order-ticket.ts';
import { useOrderDesk } from '../orders/use-order-desk.ts';
import { PositionRow } from '../position/position-row.tsx';
import { ChartSkeleton } from './chart-skeleton.tsx';
import './future-screen.css';
import { FuturesTabs, type TradeTab } from './futures-tabs.tsx';
import { GuestDock, GuestPanel } from './guest-dock.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { PriceHead } from './price-head.tsx';

const LinedChart = lazy(async () => ({ default: (await import('./lined-chart.tsx')).LinedChart }));
const WideTrade = lazy(async () => ({ default: (await import('../wide/wide-trade.tsx')).WideTrade }));
const PositionsPanel = lazy(async () => ({
  default: (await import('../position/positions-panel.tsx')).PositionsPanel,
}));
const OpenOrdersPanel = lazy(async () => ({
  default: (await import('../orders/open-orders-panel.tsx')).OpenOrdersPanel,
}));
const LeverageSheet = lazy(async () => ({
  default: (await import('../leverage/leverage-sheet.tsx')).LeverageSheet,
}));
const CopyPanel = lazy(async () => ({ default: (await import('../copied/copy-panel.tsx')).CopyPanel }));
const AssetsPanel = lazy(async () => ({
  default: (await import('../account/assets-panel.tsx')).AssetsPanel,
}));

export function FutureScreen() {
  const { shell } = useText();
  const marketText = useWords(marketWords);
  const words = useWords(futuresTradeWords);
  const isGuest = useWatched(usePlatform().member) === undefined;
  const isWide = useWide();
  const { stock } = useParams();
  const navigate = useNavigate();
  const { show } = useAlerts();
  const { state, reply, message, reload } = useFuturesInstruments();
  const instrument = reply?.find((each) => each.stock === stock);
  const isUnknown = state === 'ready' && stock !== undefined && instrument === undefined;
  const home = isGuest ? '/overseaView' : '/oversea';

  useEffect(() => {
    if (!isUnknown) return;
    show(words.unknownInstrument);
    void navigate({ to: home, replace: true });
  }, [isUnknown, show, words, navigate, home]);

  if (instrument)
    return (
      <Trade
        key={instrument.stock}
        instrument={instrument}
        instruments={reply ?? []}
        isGuest={isGuest}
        reload={reload}
      />
    );
  if (isWide && state === 'loading') return <WidePending />;
  return (
    <TradePage
      isBusy={state === 'loading'}
      head={
        <PageHeader
          kind="trade"
          title=""
          back={{ label: words.back, onPress: () => void navigate({ to: home }) }}
        />
      }
    >
      <main className="trade-page__main">
        {state === 'failed' ? (
          <LoadFailed title={marketText.marketFailed} message={message} onRetry={reload} />
        ) : (
          <PageSkeleton label={shell.loading} />
        )}
      </main>
    </TradePage>
  );
}

/** The columns are fetched when they are first needed; a page in the phone's column would jump. */
const WidePending = () => <main aria-busy="true" />;

interface TradeProps {
  readonly instrument: WireFuturesOption;
  /** All of the site, for the column of a wide screen. */
  readonly instruments: readonly WireFuturesOption[];
  readonly isGuest: boolean;
  readonly reload: () => void;
}

type Sheet = 'settings' | 'leverage';

function Trade({ instrument, instruments, isGuest, reload }: TradeProps) {
  const isWide = useWide();
  const isSimple = useMode() === 'simple';
  const { routes } = useText();
  const words = useWords(futuresTradeWords);
  const navigate = useNavigate();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [sheet, setSheet] = useState<Sheet>();
  const [tab, setTab] = useEntryState<TradeTab>('tab', 'positions');
  const [isList, setList] = useEntryState('list', false);
  const [ticketStore] = useState(createTicket);
  const desk = useOrderDesk(reload);
  useReadAfterFunding(instrument.nextFundingMillis, useFuturesAccount().reload);
  const name = displayName(instrument.stock);
  // A sheet that ends late, after an answer, does not close the one that was opened since.
  const close = (closed: Sheet) => setSheet((open) => (open === closed ? undefined : open));
  const openDrawer = () => setDrawerOpen(true);
  const base = isGuest ? '/futureView' : '/future';
  const toSignIn = () => void navigate({ to: '/signin' });

  const sheets = (
    <>
      <Suspense>
        {!isGuest && (
          <LeverageSheet
            open={sheet === 'leverage'}
            onClose={() => close('leverage')}
            instrument={instrument}
          />
        )}
      </Suspense>
      <OrderSettingsSheet
        open={sheet === 'settings'}
        onClose={() => close('settings')}
        instrument={instrument}
        ticketStore={ticketStore}
        isGuest={isGuest}
      />
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
          onLeverage={() => setSheet('leverage')}
        />
        {sheets}
      </Suspense>
    );

  return (
    <TradePage
      head={
        <PageHeader
          kind="trade"
          title={name}
          code={words.perpetual}
          menu={{ label: words.openDrawer, onPress: openDrawer }}
          titleLabel={words.choose(name)}
          onTitlePress={openDrawer}
        >
          <ModeSwitch />
          {!isGuest && !isSimple && (
            <IconButton
              icon="bell"
              size={22}
              label={routes.alerts}
              onPress={() => void navigate({ to: `/more/alerts/${instrument.stock}` })}
            />
          )}
          {!isGuest && (
            <IconButton
              icon="history"
              size={22}
              label={words.history}
              onPress={() => void navigate({ to: '/wallet/history' })}
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
        </PageHeader>
      }
    >
      <main className={isList ? 'trade-page__main future--list' : 'trade-page__main'}>
        <PriceHead instrument={instrument} />
        {!isList && (
          <>
            <div className="future__chart">
              <Suspense fallback={<ChartSkeleton />}>
                <LinedChart instrument={instrument} isPlain={isSimple} />
              </Suspense>
            </div>
            <OrderPanel
              instrument={instrument}
              ticketStore={ticketStore}
              isGuest={isGuest}
              onLeverage={isGuest ? toSignIn : () => setSheet('leverage')}
              onMarginType={isGuest ? toSignIn : () => setSheet('leverage')}
            />
          </>
        )}
        <FuturesTabs
          value={tab}
          onChange={(chosen) => {
            // The tab that is open leads back to the form.
            setList(!(isList && chosen === tab));
            setTab(chosen);
          }}
        />
        <TabPanel id="futures" value={tab} className="future__panel">
          {isList ? (
            <Suspense fallback={null}>
              {isGuest ? <GuestPanel /> : <ListPanel tab={tab} instrument={instrument} />}
            </Suspense>
          ) : (
            !isGuest && <Peek instrument={instrument} onOpen={() => setList(true)} />
          )}
        </TabPanel>
      </main>
      {!isGuest && (
        <RiskBanner
          onOpen={() => {
            setTab('positions');
            setList(true);
          }}
        />
      )}
      {!isGuest && <CopyBanner instrument={instrument} />}
      {isGuest ? (
        <GuestDock />
      ) : isList ? (
        <ListDock onOrder={() => setList(false)} />
      ) : (
        <OrderDock instrument={instrument} ticketStore={ticketStore} desk={desk} />
      )}
      <FuturesDrawer
        open={isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        currentStock={instrument.stock}
        onChoose={(chosen) => {
          setDrawerOpen(false);
          if (chosen !== instrument.stock) void navigate({ to: `${base}/${chosen}`, replace: true });
        }}
      />
      {sheets}
    </TradePage>
  );
}

function ListPanel({ tab, instrument }: { readonly tab: TradeTab; readonly instrument: WireFuturesOption }) {
  switch (tab) {
    case 'positions':
      return <PositionsPanel instrument={instrument} />;
    case 'openOrders':
      return <OpenOrdersPanel instrument={instrument} />;
    case 'copy':
      return <CopyPanel />;
    case 'assets':
      return <AssetsPanel />;
  }
}

interface PeekProps {
  readonly instrument: WireFuturesOption;
  readonly onOpen: () => void;
}

/** The position in this instrument, above the dock; without one, another of the member's. */
function Peek({ instrument, onOpen }: PeekProps) {
  const { positions } = useFuturesAccount();
  const { reply } = useListedFutures();
  const position = positions.find(({ futuresOptionId }) => futuresOptionId === instrument.id) ?? positions[0];
  if (position === undefined) return null;
  const its = reply?.find(({ id }) => id === position.futuresOptionId);
  return <PositionRow position={position} instrument={its} onPress={onOpen} />;
}
