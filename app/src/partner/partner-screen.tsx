// What a partner earns (picture 39): the sum of a period, day by day, the line below with its rates, every share with its
// state, and the link that brings members. Nobody but a partner's own account sees it.
import { partnerDashboard } from '@maru/contract/partner/profit-calls';
import { type ReactNode, useEffect, useState } from 'react';
import { FIRST_RANGE, type Range, rangeOf } from '../receipt/history-range.ts';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useEntryState } from '../shell/routing/entry-state.ts';
import { useWords } from '../text/language.tsx';
import { partnerWords } from '../text/partner.ts';
import { TabPanel, Tabs } from '../ui/layout/tabs.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { LineTree } from './line-tree.tsx';
import { MemberCounts } from './member-counts.tsx';
import './partner-screen.css';
import { PartnersBelow } from './partners-below.tsx';
import { ProfitList } from './profit-list.tsx';
import { basesOf, belowText, type Dashboard, peopleText } from './rate-text.ts';
import { ReferralCard } from './referral-card.tsx';
import { ShareFigures, ShareHead, ShareSum } from './share-head.tsx';

type Tab = 'overview' | 'below' | 'members';

const TABS_ID = 'partner';
/** Before anything was earned. */
const NOTHING = { fees: '0', turnover: '0' };
/** The running day is counted anew now and then. */
const READ_AGAIN_MS = 60_000;
/** More of them are on the page of those below. */
const MOST_ON_FIRST_PAGE = 12;

export function PartnerScreen() {
  const words = useWords(partnerWords);
  const role = useWatched(usePlatform().member)?.role;
  if (role !== 'PARTNER')
    return <StatePanel kind="empty" title={words.partnersOnly} sentence={words.partnersOnlyLead} />;
  return <OwnDashboard />;
}

function OwnDashboard() {
  const words = useWords(partnerWords);
  const { clock, timers } = usePlatform();
  const [now] = useState(() => clock.now());
  const [range, setRange] = useEntryState<Range>('range', FIRST_RANGE);
  const [tab, setTab] = useEntryState<Tab>('tab', 'overview');
  const dates = rangeOf(range, now);
  const answer = useAnswer(partnerDashboard, dates);
  const { reload } = answer;
  useEffect(() => {
    let stop = () => {};
    const again = () => {
      stop = timers.after(READ_AGAIN_MS, () => {
        if (!document.hidden) reload();
        again();
      });
    };
    again();
    return () => stop();
  }, [timers, reload]);
  const dashboard = answer.reply;
  const last = useLast(dashboard);
  const unread =
    answer.state === 'failed' ? (
      <LoadFailed title={words.failed} message={answer.message} onRetry={reload} />
    ) : (
      <SkeletonRows count={8} tile={false} />
    );
  return (
    <article className="partner">
      <Tabs<Tab>
        id={TABS_ID}
        label={words.tabsLabel}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'overview', label: words.tabs.overview },
          { value: 'below', label: words.tabs.below, count: last && belowText(last) },
          {
            value: 'members',
            label: words.tabs.members,
            count: last && peopleText(last.membersBelow, words, 'figure'),
          },
        ]}
      />
      <TabPanel id={TABS_ID} value={tab}>
        {tab === 'overview' && (
          <>
            <Overview
              {...{ dashboard, range, now, unread }}
              onRange={setRange}
              onBelow={() => setTab('below')}
            />
            {last !== undefined && (
              <>
                <ProfitList dates={dates} countedMillis={last.countedMillis} />
                <ReferralCard dashboard={last} />
              </>
            )}
          </>
        )}
        {tab === 'below' &&
          (dashboard === undefined ? unread : <PartnersBelow dashboard={dashboard} range={range} />)}
        {tab === 'members' && (last === undefined ? unread : <MemberCounts dashboard={last} />)}
      </TabPanel>
    </article>
  );
}

interface OverviewProps {
  /** Of this period; undefined until it is read. */
  readonly dashboard: Dashboard | undefined;
  readonly range: Range;
  readonly now: number;
  /** Shown in place of the figures until they are read. */
  readonly unread: ReactNode;
  readonly onRange: (range: Range) => void;
  readonly onBelow: () => void;
}

function Overview({ dashboard, range, now, unread, onRange, onBelow }: OverviewProps) {
  const words = useWords(partnerWords);
  const [chosen, setCurrency] = useEntryState<string | undefined>('currency', undefined);
  const sums = dashboard?.currencies.find(({ currency }) => currency === chosen) ?? dashboard?.currencies[0];
  return (
    <>
      <ShareHead range={range} now={now} onRange={onRange}>
        {dashboard !== undefined && <ShareSum dashboard={dashboard} sums={sums} onCurrency={setCurrency} />}
      </ShareHead>
      {dashboard === undefined ? (
        unread
      ) : (
        <>
          <ShareFigures dashboard={dashboard} sums={sums} />
          <section className="partner__block" aria-labelledby="partner-line">
            <div className="partner__head">
              <h2 id="partner-line">{words.line}</h2>
              <span className="text-micro">{words.lineNote}</span>
            </div>
            <LineTree
              nodes={dashboard.tree.slice(0, MOST_ON_FIRST_PAGE)}
              currency={sums?.currency ?? 'KRW'}
              bases={basesOf(sums ?? NOTHING)}
              span={words.spanOf[range.kind]}
            />
            {dashboard.tree.length > MOST_ON_FIRST_PAGE && (
              <button type="button" className="partner__all text-caption" onClick={onBelow}>
                {(dashboard.hasMoreNodes ? words.firstBelow : words.allBelow)(
                  String(dashboard.tree.length - 1),
                )}
              </button>
            )}
          </section>
        </>
      )}
    </>
  );
}

/** What has no period, such as counts of members, stays while another period is read: that of the last answer. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
