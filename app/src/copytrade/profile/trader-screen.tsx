// One trader (picture 12b): figures, the curve of the return with its drawdown, results, what is open, what was closed.
// Everybody sees it; the button at the floor says what can be done here and now.
import type { ReceivedReply } from '@maru/client/call';
import { directionOf } from '@maru/client/format';
import { trader as traderCall } from '@maru/contract/copytrade/traders';
import { DAY_MS } from '@maru/engine/time';
import type { ReactNode } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useCopy } from '../../receipt/use-copy.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { useNavigate, useParams } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import '../copy-rows.css';
import { countText, percentOfShare, plainPercent, signedPercent } from '../figures.ts';
import { firstLetter } from '../list/trader-row.tsx';
import { PersonSkeleton } from '../person-skeleton.tsx';
import { usePairs } from '../use-pairs.ts';
import { type CurvePeriod, curveOf } from './curve.ts';
import { FollowDock } from './follow-dock.tsx';
import { LeadRecords } from './lead-records.tsx';
import { OpenLeads } from './open-leads.tsx';
import { PerformancePanel } from './performance-panel.tsx';
import { ReturnChart } from './return-chart.tsx';
import './trader-screen.css';

export type Trader = ReceivedReply<typeof traderCall>;
type Tab = 'results' | 'open' | 'records';

const TABS_ID = 'trader';
const PERIODS: readonly CurvePeriod[] = ['week', 'month', 'all'];

export function TraderScreen() {
  const words = useWords(copytradeWords);
  const { traderId } = useParams();
  const navigate = useNavigate();
  const answer = useAnswer(traderCall, traderId === undefined ? null : { traderId });
  if (answer.state === 'loading') return <TraderSkeleton />;
  if (answer.state === 'failed')
    return answer.code === 'TRADER_NOT_FOUND' ? (
      <StatePanel
        kind="empty"
        title={words.unknown}
        action={{ label: words.toList, onPress: () => void navigate({ to: '/copytrade', replace: true }) }}
      />
    ) : (
      <LoadFailed title={words.profileFailed} message={answer.message} onRetry={answer.reload} />
    );
  return <Profile trader={answer.reply} reload={answer.reload} />;
}

const TraderSkeleton = () => (
  <div className="trader trader--loading" aria-hidden="true">
    <PersonSkeleton size={56} />
    <Skeleton height={40} />
    <Skeleton height={260} radius={12} />
    {[0, 1, 2, 3].map((row) => (
      <Skeleton key={row} height={28} />
    ))}
  </div>
);

interface Props {
  readonly trader: Trader;
  readonly reload: () => void;
}

function Profile({ trader, reload }: Props) {
  const words = useWords(copytradeWords);
  const isGuest = useWatched(usePlatform().member) === undefined;
  const [tab, setTab] = useEntryState<Tab>('tab', 'results');
  const pairs = usePairs();
  const { isCopied, copy } = useCopy();
  return (
    <div className="trader">
      <HeaderEnd>
        <IconButton
          icon={isCopied ? 'check' : 'share'}
          size={22}
          label={isCopied ? words.shared : words.share}
          onPress={() => copy(window.location.href)}
        />
      </HeaderEnd>
      <TraderHead trader={trader} />
      <TraderReturn trader={trader} />
      <div className="trader__tabs">
        <Tabs<Tab>
          id={TABS_ID}
          label={words.tabsLabel}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'results', label: words.tabs.results },
            { value: 'open', label: words.tabs.open, count: trader.open.length },
            { value: 'records', label: words.tabs.records },
          ]}
        />
      </div>
      <TabPanel id={TABS_ID} value={tab}>
        {tab === 'results' && <PerformancePanel trader={trader} pairs={pairs} />}
        {tab === 'open' && <OpenLeads open={trader.open} pairs={pairs} />}
        {tab === 'records' &&
          (isGuest ? (
            <StatePanel kind="empty" title={words.recordsForMembers} sentence={words.recordsForMembersLead} />
          ) : (
            <LeadRecords traderId={trader.traderId} pairs={pairs} />
          ))}
      </TabPanel>
      <FollowDock trader={trader} onFollowed={reload} />
    </div>
  );
}

function TraderHead({ trader }: { readonly trader: Trader }) {
  const words = useWords(copytradeWords);
  const { clock } = usePlatform();
  const days = Math.max(1, Math.ceil((clock.now() - trader.sinceMillis) / DAY_MS));
  return (
    <>
      <section className="trader__head" aria-label={trader.nick}>
        <Tile shape="round" size={56}>
          {firstLetter(trader.nick)}
        </Tile>
        <span className="text-stack">
          <b className="trader__nick text-title2">{trader.nick}</b>{' '}
          <span className="text-caption">{trader.intro}</span>
        </span>
      </section>
      <dl className="trader__figures">
        <Fact name={words.followers}>
          {countText(trader.followers)}/{countText(trader.quota)}
        </Fact>
        <Fact name={words.running}>{words.days(countText(days))}</Fact>
        <Fact name={words.profitShare}>{words.percent(percentOfShare(trader.shareRate))}</Fact>
        <Fact name={words.winRate30}>{plainPercent(trader.statistics.winRate30)}</Fact>
      </dl>
    </>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="figure">{children}</dd>
  </div>
);

/** The figure is the one of the list: the curve begins at a whole day. */
function TraderReturn({ trader }: { readonly trader: Trader }) {
  const words = useWords(copytradeWords);
  const [period, setPeriod] = useEntryState<CurvePeriod>('period', 'month');
  const { return7, return30, returnAll, maxDrawdown30, maxDrawdown } = trader.statistics;
  const deepest = { week: null, month: maxDrawdown30, all: maxDrawdown }[period];
  const percent = { week: return7, month: return30, all: returnAll }[period];
  const points = curveOf(trader.curve, period);
  return (
    <section className="trader__return" aria-label={words.cumulative}>
      <div className="trader__line">
        <span className="text-lead">{words.cumulative}</span>
        <div className="trader__periods">
          <Segmented<CurvePeriod>
            label={words.period}
            size="small"
            value={period}
            options={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
            onChange={setPeriod}
          />
        </div>
      </div>
      <p className={`trader__percent figure${toneClass(directionOf(percent ?? undefined))}`}>
        {signedPercent(percent)}
      </p>
      {trader.curve.length > 1 && points.length > 0 ? (
        <ReturnChart points={points} maxDrawdown={deepest} />
      ) : (
        <p className="trader__none text-caption">{words.noCurve}</p>
      )}
    </section>
  );
}
