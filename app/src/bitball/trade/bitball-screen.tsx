// Ball rounds, one after the other (design 30): the clock, six sealed balls and their seal, the picks, the order.

import { formatDecimal } from '@maru/client/format';
import { formatCountdown, formatTimeOfDay } from '@maru/client/format-time';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import type { Market } from '@maru/engine/bitball/markets';
import { lengthOf } from '@maru/engine/rounds/round';
import { MINUTE_MS, SECOND_MS } from '@maru/engine/time';
import { lazy, Suspense, useRef, useState } from 'react';
import { stakeOfAll } from '../../binary/bet/bet-view.ts';
import { type MyBets, useMyBets } from '../../binary/bet/use-my-bets.ts';
import { useClosingSound } from '../../binary/trade/closing.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useDevice, usePreferences } from '../../shell/device/device.tsx';
import { Link, useNavigate, useRouter } from '../../shell/routing/router.tsx';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import { TradePage } from '../../ui/layout/trade-page.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { BallDock } from './ball-dock.tsx';
import { BallTray } from './ball-tray.tsx';
import './bitball-screen.css';
import { SealLine } from '../receipt/seal-line.tsx';
import { MarketGrid } from './market-grid.tsx';
import { MARKET_TABS, type MarketTab } from './market-words.ts';
import { OddsSheet } from './odds-sheet.tsx';
import { RecentSums } from './recent-sums.tsx';
import { GuestBallDock, RestingDock } from './resting-dock.tsx';
import { type Phase, phaseOf, targetOf, useBallRound } from './use-ball-round.ts';
import { useBallToast } from './use-ball-toast.ts';

const BallResultPanel = lazy(async () => ({
  default: (await import('../receipt/ball-result-panel.tsx')).BallResultPanel,
}));
const RoundListPanel = lazy(async () => ({
  default: (await import('../../binary/rounds/round-list-panel.tsx')).RoundListPanel,
}));

const NONE: readonly never[] = [];

interface Props {
  readonly offerId: number;
  /** Opens the choice of offers; without it the title cannot be pressed. */
  readonly onChooseOffer?: (() => void) | undefined;
}

export function BitballScreen({ offerId, onChooseOffer }: Props) {
  const words = useWords(bitballWords);
  const navigate = useNavigate();
  const ball = useBallRound(offerId);
  const { current, round, now, isGuest } = ball;
  const [shown, setShown] = useState<WireTradeRound>();
  const [list, setList] = useState<'never' | 'open' | 'closed'>('never');
  const hasShown = useRef(false);
  if (shown) hasShown.current = true;
  const phase = round && phaseOf(round, now);
  useClosingSound(round && phase === 'open' ? Math.round((round.betEndMillis - now) / SECOND_MS) : undefined);
  const showResult = useBallToast({
    currency: current.reply?.terms.currency ?? 'KRW',
    recent: ball.recent.reply?.content ?? NONE,
  });
  const bets = useMyBets({
    tradeOptionId: offerId,
    isGuest,
    graceMs: current.reply?.terms.graceMillis ?? 0,
    now,
    onResult: (mine) => mine.bets.length > 0 && showResult(mine),
  });
  const { history } = useRouter();
  const back = () =>
    history.canGoBack() ? history.back() : void navigate({ to: isGuest ? '/exchangeView' : '/exchange' });

  return (
    <TradePage
      isBusy={current.state === 'loading'}
      head={
        <PageHeader
          kind="trade"
          title={words.name}
          code={round && words.minutes(lengthOf(round.type) / MINUTE_MS)}
          back={{ label: words.back, onPress: back }}
          onTitlePress={onChooseOffer}
        >
          <IconButton icon="history" label={words.history} onPress={() => setList('open')} />
          <Alarm />
        </PageHeader>
      }
    >
      {current.state === 'failed' && (
        <LoadFailed title={words.failed} message={current.message} onRetry={current.reload} />
      )}
      {current.state === 'loading' && <BallSkeleton label={words.loading} />}
      {current.reply && round === undefined && (
        <main>
          <StatePanel kind="empty" title={words.noRound} sentence={words.noRoundLead} />
        </main>
      )}
      {current.reply && round && phase && (
        <Table
          {...ball}
          round={round}
          phase={phase}
          terms={current.reply.terms}
          halt={current.reply.halt}
          bets={bets}
          onSeeResult={setShown}
        />
      )}
      <Suspense>
        {hasShown.current && <BallResultPanel round={shown} onClose={() => setShown(undefined)} />}
        {list !== 'never' && (
          <RoundListPanel
            open={list === 'open'}
            tradeOptionId={offerId}
            title={words.history}
            isBall
            onClose={() => setList('closed')}
            onChoose={setShown}
          />
        )}
      </Suspense>
      <p className="unseen" role="status">
        {ball.justDrawn &&
          words.drawnNow(formatDecimal(String(ball.justDrawn.no)), String(ball.justDrawn.ball?.sum ?? '–'))}
      </p>
    </TradePage>
  );
}

type Known = NonNullable<ReturnType<typeof useBallRound>['current']['reply']>;

interface TableProps
  extends Pick<ReturnType<typeof useBallRound>, 'now' | 'isGuest' | 'recent' | 'justDrawn'> {
  readonly round: WireTradeRound;
  readonly phase: Phase;
  readonly terms: Known['terms'];
  readonly halt: Known['halt'];
  readonly bets: MyBets;
  readonly onSeeResult: (round: WireTradeRound) => void;
}

function Table({ round, phase, terms, halt, now, isGuest, recent, bets, justDrawn, ...on }: TableProps) {
  const words = useWords(bitballWords);
  const [tab, setTab] = useState<MarketTab>('sum');
  const [market, setMarket] = useState<Market>('NS_OVER');
  const [isOddsOpen, setOddsOpen] = useState(false);
  const own = bets.open.filter(({ tradeRoundId }) => tradeRoundId === round.id);
  const burn = (round.betEndMillis - now) / (round.betEndMillis - round.betStartMillis);
  const choose = (next: MarketTab) => {
    setTab(next);
    // A pick that is not visible must not be ordered.
    setMarket(MARKET_TABS[next][0]?.markets[next === 'sum' ? 3 : 0] ?? market);
  };
  return (
    <>
      <main className="trade-page__main">
        <Clock round={round} phase={phase} now={now} />
        <BallTray drawn={justDrawn} />
        <SealLine round={round} drawn={justDrawn} onSeeResult={on.onSeeResult} />
        <div className="bitball__tabs">
          <Tabs<MarketTab>
            id="ball-markets"
            label={words.tabs}
            dense
            tabs={[
              { value: 'sum', label: words.tabSum },
              { value: 'power', label: words.tabPower },
              { value: 'number', label: words.tabNumber },
            ]}
            value={tab}
            onChange={choose}
          />
          <button type="button" className="bitball__odds text-caption" onClick={() => setOddsOpen(true)}>
            {words.oddsTable}
          </button>
        </div>
        <TabPanel id="ball-markets" value={tab}>
          <MarketGrid tab={tab} odds={terms.odds} chosen={market} onChoose={setMarket} />
        </TabPanel>
        {recent.reply && <RecentSums rounds={recent.reply.content} onChoose={on.onSeeResult} />}
        {own.length > 0 && (
          <Link to="/wallet/history?product=binary" className="bitball__mine text-note">
            {words.myBets(own.length)}
            <Icon name="chevron-right" size={14} weight={2} />
          </Link>
        )}
      </main>
      <OrderPlace
        {...{ round, phase, terms, halt, market, burn, isGuest }}
        staked={stakeOfAll(own)}
        onOrdered={bets.add}
      />
      <OddsSheet open={isOddsOpen} onClose={() => setOddsOpen(false)} odds={terms.odds} />
    </>
  );
}

interface OrderPlaceProps extends Pick<TableProps, 'round' | 'phase' | 'terms' | 'halt' | 'isGuest'> {
  readonly onOrdered: MyBets['add'];
  readonly market: Market;
  readonly staked: string;
  readonly burn: number;
}

/** The reasons for showing no form are checked first. */
function OrderPlace(props: OrderPlaceProps) {
  const { round, phase, terms, halt, market, staked, burn, isGuest, onOrdered } = props;
  const words = useWords(bitballWords);
  if (halt) return <RestingDock title={words.haltedTitle} lead={halt.reason} />;
  if (isGuest) return <GuestBallDock />;
  if (phase === 'locked' || phase === 'drawing')
    return <RestingDock title={words.lockedTitle} lead={words.lockedLead} badge={words.drawing} burn={0} />;
  if (phase === 'soon') return <RestingDock title={words.soonTitle} />;
  if (round.ball === null) return <RestingDock title={words.sealWaiting} lead={words.noSealLead} />;
  return <BallDock {...{ round, terms, market, staked, burn, onOrdered }} />;
}

function Clock({ round, phase, now }: Pick<TableProps, 'round' | 'phase' | 'now'>) {
  const words = useWords(bitballWords);
  const until = {
    soon: words.untilOpen,
    open: words.untilClose,
    locked: words.untilDraw,
    drawing: words.drawing,
  }[phase];
  return (
    <section className="bitball__clock" aria-label={until}>
      <div>
        <p className="text-title2 figure">{words.round(formatDecimal(String(round.no)))}</p>
        <p className="text-caption">
          {words.drawAt} <span className="figure bitball__draw-at">{formatTimeOfDay(round.openMillis)}</span>
        </p>
      </div>
      <div className="bitball__left">
        <p
          className={phase === 'open' ? 'bitball__time bitball__time--open figure' : 'bitball__time figure'}
          role="timer"
        >
          {formatCountdown(targetOf(round, phase) - now)}
        </p>
        <p className="text-caption">{until}</p>
      </div>
    </section>
  );
}

function Alarm() {
  const words = useWords(bitballWords);
  const { preferences } = useDevice();
  const { betEndAlarm } = usePreferences();
  return (
    <IconButton
      icon="sound"
      label={betEndAlarm ? words.alarmOn : words.alarmOff}
      pressed={betEndAlarm}
      quiet={!betEndAlarm}
      onPress={() => preferences.change({ betEndAlarm: !betEndAlarm })}
    />
  );
}

function BallSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="bitball__skeleton" role="status" aria-label={label}>
      <Skeleton width={120} height={40} radius={8} />
      <Skeleton width="100%" height={44} radius={12} />
      <Skeleton width="100%" height={220} radius={12} />
      <Skeleton width="100%" height={160} radius={12} />
    </div>
  );
}
