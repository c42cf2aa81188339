// What waits and for how long, today's copies by outcome, how late copies are, and the last run of shares.

import type { ReceivedReply } from '@maru/client/call';
import type { copyState } from '@maru/contract/copytrade/office';
import { PATIENCE_MS } from '@maru/engine/copytrade/terms';
import { Figure, Figures, Notice } from '../parts/facts.tsx';
import { minuteOf, spanOf } from '../parts/moments.ts';
import { useOffice } from '../shell/office-context.tsx';
import type { Read } from '../shell/use-read.ts';
import { words } from '../text/copytrade.ts';

type State = ReceivedReply<typeof copyState>;

const SECOND_MS = 1_000;
/** A copy that waits so long beyond its patience is not waiting for a price. */
const LATE_MS = 2 * PATIENCE_MS;

const delayText = (ms: number | null): string =>
  ms === null ? words.none : ms < SECOND_MS ? words.ms(ms) : words.seconds((ms / SECOND_MS).toFixed(1));

export function StateFigures({ state: { data, fault } }: { readonly state: Read<State> }) {
  const now = useOffice().timers.now();
  if (data === undefined) return fault === undefined ? null : <Notice tone="danger">{fault.message}</Notice>;
  const { pending, oldestPendingMillis, copied, missed, delayMedianMs, delayP99Ms } = data;
  const waited = oldestPendingMillis === null ? undefined : now - oldestPendingMillis;
  const isLate = waited !== undefined && waited >= LATE_MS;
  const missedCount = missed.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Figures>
        <Figure label={words.waitingNow} value={words.times(pending)} tone={isLate ? 'warn' : 'plain'}>
          <p className="figure-card__aside">
            {waited === undefined ? words.nothingWaits : words.oldest(spanOf(waited))}
          </p>
        </Figure>
        <Figure label={words.today} value={words.times(copied)}>
          <p className="figure-card__aside">{words.todayMissed(missedCount)}</p>
        </Figure>
        <Figure label={words.delay} value={delayText(delayMedianMs)}>
          <p className="figure-card__aside">{words.delayWorst(delayText(delayP99Ms))}</p>
        </Figure>
        <Figure label={words.active} value={words.times(data.follows)}>
          <p className="figure-card__aside">{words.activeAside(data.traders, data.detached)}</p>
        </Figure>
        <Figure label={words.lastShare} value={data.sharedDate ?? words.neverShared}>
          <p className="figure-card__aside">{words.nextShare(minuteOf(data.nextShareMillis))}</p>
        </Figure>
      </Figures>
      {fault !== undefined && <Notice tone="danger">{fault.message}</Notice>}
      {isLate && <Notice tone="warn">{words.slow}</Notice>}
      {missed.length > 0 && (
        <p className="copytrade-quiet">
          {words.todayReasons}:{' '}
          {missed
            .toSorted((one, other) => other.count - one.count)
            .map(({ reason, count }) => words.reasonCount(words.reasons[reason], count))
            .join(' · ')}
        </p>
      )}
    </>
  );
}
