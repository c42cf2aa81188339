// My copies (picture 38): what I really earned, why it is not what the trader earned, what is open, what was missed and
// why, and how it can be paused and ended.
import type { ReceivedReply } from '@maru/client/call';
import { formatMonthDay } from '@maru/client/format-date';
import { changeFollow, closeCopies } from '@maru/contract/copytrade/follows';
import { trader as traderCall } from '@maru/contract/copytrade/traders';
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { amount } from '@maru/engine/amount';
import { DAY_MS } from '@maru/engine/time';
import { lazy, Suspense, useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useCall } from '../../shell/connection/use-call.ts';
import { useExclusive } from '../../shell/connection/use-exclusive.ts';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { Link, useNavigate } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { Note } from '../../ui/states/note.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import '../copy-block.css';
import '../copy-sheet.css';
import { type MyFollows, useMyFollows } from '../../futures/copied/use-my-copy.ts';
import { countText } from '../figures.ts';
import { FollowBadge } from '../follow-badge.tsx';
import { firstLetter } from '../list/trader-row.tsx';
import { PersonSkeleton } from '../person-skeleton.tsx';
import { type Pairs, usePairs } from '../use-pairs.ts';
import { CopyRecords } from './copy-records.tsx';
import './mine-screen.css';
import { OpenCopies } from './open-copies.tsx';
import { PastFollows } from './past-follows.tsx';
import { ProtectionList } from './protection-list.tsx';
import { ResultPanel } from './result-panel.tsx';

const StopSheet = lazy(async () => ({ default: (await import('./stop-sheet.tsx')).StopSheet }));
const FollowSheet = lazy(async () => ({ default: (await import('../follow/follow-sheet.tsx')).FollowSheet }));

export function MineScreen() {
  const words = useWords(copytradeMineWords);
  const navigate = useNavigate();
  const follows = useMyFollows();
  const pairs = usePairs();
  if (follows.state === 'loading')
    return (
      <div className="copy-mine copy-mine--loading" aria-hidden="true">
        <PersonSkeleton size={40} />
        <Skeleton width={220} height={40} />
        <Skeleton height={150} radius={12} />
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} height={44} />
        ))}
      </div>
    );
  if (follows.state === 'failed')
    return <LoadFailed title={words.failed} message={follows.message} onRetry={follows.reload} />;
  if (follows.current === undefined)
    return (
      <div className="copy-mine">
        <StatePanel
          kind="empty"
          title={words.none}
          sentence={words.noneLead}
          action={{ label: words.find, onPress: () => void navigate({ to: '/copytrade' }) }}
        />
        <PastFollows follows={follows.ended} />
      </div>
    );
  return <Following follow={follows.current} follows={follows} pairs={pairs} />;
}

interface Props {
  readonly follow: WireFollow;
  readonly follows: MyFollows;
  readonly pairs: Pairs;
}

type Sheet = 'stop' | { readonly trader: ReceivedReply<typeof traderCall> };

/** Going on is refused until the limit is another one. */
const isStoppedByLoss = ({ isPaused, lossLimit, total }: WireFollow): boolean =>
  isPaused && lossLimit !== null && amount(total) <= -amount(lossLimit);

function Following({ follow, follows, pairs }: Props) {
  const words = useWords(copytradeMineWords);
  const common = useWords(copytradeWords);
  const { show } = useAlerts();
  const toasts = useToasts();
  const pausing = useCall(changeFollow);
  const [sheet, setSheet] = useState<Sheet>();
  const { call } = usePlatform();
  const opening = useExclusive();
  const isActive = follow.state === 'ACTIVE';
  const isLossReached = isActive && isStoppedByLoss(follow);
  const done = () => {
    setSheet(undefined);
    follows.reload();
  };

  /** What the trader offers now is what can be chosen. */
  async function openSettings(): Promise<void> {
    const outcome = await call(traderCall, { query: { traderId: follow.traderId } });
    if (outcome.ok) setSheet({ trader: outcome.reply });
    else show(outcome.message);
  }

  const settings = () => void opening.run(openSettings);

  async function pause(isPaused: boolean): Promise<void> {
    const outcome = await pausing.send({ body: { traderFollowerId: follow.traderFollowerId, isPaused } });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    toasts.show({ kind: 'order', title: isPaused ? words.pausedNow : words.resumedNow });
    follows.reload();
  }

  return (
    <div className="copy-mine">
      {isActive && (
        <HeaderEnd>
          <IconButton icon="sliders" size={22} label={words.settings} onPress={settings} />
        </HeaderEnd>
      )}
      <FollowHead follow={follow} pairs={pairs} />
      {!isActive && <Detached follow={follow} onClosed={follows.reload} />}
      {isLossReached && <LossReached onChange={settings} />}
      <ResultPanel follow={follow} />
      <OpenCopies follow={follow} pairs={pairs} onClosed={follows.reload} />
      <CopyRecords follow={follow} pairs={pairs} />
      <ProtectionList follow={follow} pairs={pairs} />
      <PastFollows follows={follows.ended} />
      <p className="copy-mine__note text-caption">{common.pastNote}</p>
      <Dock label={words.actions} kind="page">
        <div className="copy-pair">
          {isActive && (
            <Button
              kind="tonal"
              busy={pausing.busy}
              disabled={isLossReached}
              onPress={() => void pause(!follow.isPaused)}
            >
              {follow.isPaused ? words.resume : words.pause}
            </Button>
          )}
          <Button kind="tonal" onPress={() => setSheet('stop')}>
            {words.stop}
          </Button>
        </div>
      </Dock>
      <Suspense>
        {sheet === 'stop' && <StopSheet follow={follow} onClose={() => setSheet(undefined)} onDone={done} />}
        {sheet !== undefined && sheet !== 'stop' && (
          <FollowSheet
            trader={sheet.trader}
            follow={follow}
            onClose={() => setSheet(undefined)}
            onDone={done}
          />
        )}
      </Suspense>
    </div>
  );
}

function FollowHead({ follow, pairs }: { readonly follow: WireFollow; readonly pairs: Pairs }) {
  const words = useWords(copytradeMineWords);
  const { language } = useLanguage();
  const { clock } = usePlatform();
  const days = Math.max(1, Math.ceil((clock.now() - follow.startedMillis) / DAY_MS));
  return (
    <Link to={`/copytrade/${follow.traderId}`} className="copy-mine__head">
      <Tile shape="round">{firstLetter(follow.traderNick)}</Tile>
      <span className="text-stack">
        <span className="copy-mine__name">
          <b className="text-title3 text-cut">{follow.traderNick}</b> <FollowBadge follow={follow} />
        </span>{' '}
        <span className="text-micro">
          {words.since({
            day: formatMonthDay(follow.startedMillis, language),
            days: countText(days),
            multiply: countText(follow.multiplyPer),
            pairs: pairs.textOf(follow.followStock),
          })}
        </span>
      </span>
    </Link>
  );
}

function LossReached({ onChange }: { readonly onChange: () => void }) {
  const words = useWords(copytradeMineWords);
  return (
    <section className="copy-block copy-block--first" aria-label={words.lossReachedTitle}>
      <Note tone="warn">
        <p>
          <b>{words.lossReachedTitle}</b>
        </p>
        <p>{words.lossReachedLead}</p>
      </Note>
      <div className="copy-block__body">
        <Button kind="tonal" size="medium" onPress={onChange}>
          {words.lossReachedDo}
        </Button>
      </div>
    </section>
  );
}

/** Nothing is mirrored any more: what is open is the follower's own to close. */
function Detached({ follow, onClosed }: { readonly follow: WireFollow; readonly onClosed: () => void }) {
  const words = useWords(copytradeMineWords);
  const common = useWords(copytradeWords);
  const { signed } = useMoneyText('USDT');
  const { ask, show } = useAlerts();
  const toasts = useToasts();
  const closing = useCall(closeCopies, { untilKnown: true });
  const count = countText(follow.copies.length);

  async function closeAll(): Promise<void> {
    const choice = await ask({
      title: words.closeAllTitle(count),
      message: words.closeAllLead,
      safe: common.cancel,
      other: words.closeAll,
      bright: 'other',
    });
    if (choice !== 'other') return;
    const outcome = await closing.send({ body: { traderFollowerId: follow.traderFollowerId } });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    const { closed, left, net } = outcome.reply;
    toasts.show({
      kind: 'filled',
      title: words.closedSome(countText(closed), countText(left)),
      figure: signed(net),
    });
    onClosed();
  }

  return (
    <section className="copy-block copy-block--first" aria-label={words.detachedTitle}>
      <Note tone="warn">
        <p>
          <b>{words.detachedTitle}</b>
        </p>
        <p>{words.detachedLead(count)}</p>
      </Note>
      {follow.copies.length > 0 && (
        <div className="copy-block__body">
          <Button size="medium" busy={closing.busy} onPress={() => void closeAll()}>
            {words.closeAll}
          </Button>
        </div>
      )}
    </section>
  );
}
