// One overseas instrument: its price, chart and book. Read-only until ordering opens; guests see the same page.
import { displayCode } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/market';
import { lazy, Suspense, useEffect, useState } from 'react';
import { nameOf } from '../market/instrument-words.ts';
import { usePacedQuote } from '../market/live-price.tsx';
import { HERO_PACE_MS } from '../market/paced-quote.ts';
import { Star } from '../market/star.tsx';
import { StockSheet } from '../market/stock-sheet.tsx';
import { useKeptStocks } from '../market/use-kept-stocks.ts';
import { useOverseaOptions } from '../market/use-oversea-options.ts';
import { useAlerts } from '../shell/alert.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useNavigate, useParams } from '../shell/router.tsx';
import { useLanguage, useText } from '../text/language.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { BookLadder } from './book-ladder.tsx';
import { ContractFacts } from './contract-facts.tsx';
import './oversea-trade-screen.css';
import { PriceStrip } from './price-strip.tsx';
import { ChartBones, TradeBones } from './trade-bones.tsx';
import { GuestDock, MemberDock } from './trade-dock.tsx';
import { useClosedOption } from './use-closed-option.ts';
import { useDay } from './use-day.ts';

const TradeChart = lazy(async () => ({ default: (await import('../chart/trade-chart.tsx')).TradeChart }));

/** Who is signed in is known by the platform; a test may say otherwise. */
export function OverseaTradeScreen({ isGuest }: { readonly isGuest?: boolean }) {
  const text = useText();
  const isUnknownMember = useWatched(usePlatform().member) === undefined;
  const guest = isGuest ?? isUnknownMember;
  const base = guest ? '/overseaView' : '/oversea';
  const { id } = useParams();
  const navigate = useNavigate();
  const { show } = useAlerts();
  const { state, reply, message, reload } = useOverseaOptions();
  const option = reply?.find((each) => String(each.id) === id);
  const isUnknown = state === 'ready' && id !== undefined && option === undefined;
  const leave = () => void navigate({ to: base });

  useEffect(() => {
    if (!isUnknown) return;
    show(text.oversea.unknownInstrument);
    void navigate({ to: base, replace: true });
  }, [isUnknown, show, text, navigate, base]);

  useClosedOption(option, () => {
    show(text.oversea.closedNow(option?.koName ?? ''));
    const isAnyOpen = reply?.some((each) => each.isOpen === 1 && each.id !== option?.id);
    reload();
    void navigate({ to: isAnyOpen || guest ? base : '/more', replace: true });
  });

  if (option) return <Trade key={option.stock} option={option} isGuest={guest} base={base} onBack={leave} />;
  return (
    <div className="oversea-trade" aria-busy={state === 'loading'}>
      <div className="oversea-trade__head">
        <PageHeader kind="trade" title="" back={{ label: text.oversea.back, onPress: leave }} />
      </div>
      <main className="oversea-trade__main">
        {state === 'failed' ? (
          <StatePanel
            kind="error"
            title={text.market.marketFailed}
            sentence={message}
            action={{ label: text.shell.retry, onPress: reload }}
          />
        ) : (
          <TradeBones label={text.shell.loading} />
        )}
      </main>
    </div>
  );
}

interface TradeProps {
  readonly option: WireOverseaOption;
  readonly isGuest: boolean;
  readonly base: string;
  readonly onBack: () => void;
}

type View = 'book' | 'facts';

function Trade({ option, isGuest, base, onBack }: TradeProps) {
  const { text, language } = useLanguage();
  const navigate = useNavigate();
  const kept = useKeptStocks();
  const isStarred = useWatched(kept.favourites).includes(option.stock);
  const [isChoosing, setChoosing] = useState(false);
  const [view, setView] = useState<View>('book');
  const name = nameOf(option, language);
  const resting = option.isOpen === 0;

  return (
    <div className="oversea-trade">
      <div className="oversea-trade__head">
        <PageHeader
          kind="trade"
          title={name}
          code={displayCode(option.stock)}
          back={{ label: text.oversea.back, onPress: onBack }}
          onTitlePress={() => setChoosing(true)}
        >
          <Star
            label={text.market.star(name)}
            isSet={isStarred}
            onPress={() => kept.toggleFavourite(option.stock)}
          />
        </PageHeader>
      </div>
      <main className="oversea-trade__main">
        <Strip option={option} resting={resting} />
        <div className="oversea-trade__chart">
          <Suspense fallback={<ChartBones />}>
            <TradeChart stock={option.stock} name={name} precision={option.precision} height="elastic" />
          </Suspense>
        </div>
        <Tabs<View>
          id="trade"
          label={text.oversea.tradeTabs}
          dense
          tabs={[
            { value: 'book', label: text.oversea.book },
            { value: 'facts', label: text.oversea.facts },
          ]}
          value={view}
          onChange={setView}
        />
        <TabPanel id="trade" value={view} className="oversea-trade__panel">
          {view === 'book' ? (
            <div className="oversea-trade__halves">
              {resting ? (
                <p className="oversea-trade__no-book">{text.oversea.noBookAtRest}</p>
              ) : (
                <BookLadder stock={option.stock} precision={option.precision} />
              )}
              <ContractFacts option={option} />
            </div>
          ) : (
            <AllFacts option={option} />
          )}
        </TabPanel>
      </main>
      {isGuest ? <GuestDock /> : <MemberDock />}
      <StockSheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        currentId={option.id}
        onChoose={({ id }) => {
          setChoosing(false);
          void navigate({ to: `${base}/${id}`, replace: true });
        }}
      />
    </div>
  );
}

interface PartProps {
  readonly option: WireOverseaOption;
}

/** Apart from the page, so that a tick paints the figures and nothing else. */
function Strip({ option, resting }: PartProps & { readonly resting: boolean }) {
  const day = useDay(option.stock, usePacedQuote(option.stock, HERO_PACE_MS));
  return <PriceStrip day={day} precision={option.precision} resting={resting} />;
}

function AllFacts({ option }: PartProps) {
  const day = useDay(option.stock, usePacedQuote(option.stock, HERO_PACE_MS));
  return <ContractFacts option={option} day={day} />;
}
