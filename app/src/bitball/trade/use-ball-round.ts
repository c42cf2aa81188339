// The round on the table and the last draws: asked for, moved by the server's time, asked again when it switches.
import { currentRound, myOptionBets, roundList, type WireTradeRound } from '@maru/contract/binary';
import { useEffect } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

export type Phase = 'soon' | 'open' | 'locked' | 'drawing';

export function phaseOf(round: WireTradeRound, now: number): Phase {
  if (now < round.betStartMillis) return 'soon';
  if (now < round.betEndMillis) return 'open';
  return now < round.openMillis ? 'locked' : 'drawing';
}

/** What the clock counts down to. */
export function targetOf(round: WireTradeRound, phase: Phase): number {
  if (phase === 'soon') return round.betStartMillis;
  return phase === 'open' ? round.betEndMillis : round.openMillis;
}

/** Our clock may be a little ahead of the server's: asked too early it would name the old round. */
const ASK_AFTER_SWITCH_MS = 400;
/** So long the drawn balls lie on the floor line before the next six are shown sealed. */
const SHOWN_AFTER_DRAW_MS = 12_000;
const RECENT = 7;

export function useBallRound(tradeOptionId: number) {
  const { realtime, timers, member } = usePlatform();
  const isGuest = useWatched(member) === undefined;
  const current = useAnswer(currentRound, { tradeOptionId });
  const recent = useAnswer(roundList, { tradeOptionId, size: RECENT });
  const mine = useAnswer(myOptionBets, isGuest ? null : { tradeOptionId });
  const now = useServerSecond();
  const round = current.reply?.round ?? undefined;
  const isOver = round !== undefined && now >= round.openMillis;
  const { reload } = current;
  const reloadRecent = recent.reload;
  const reloadMine = mine.reload;

  useEffect(() => (isOver ? timers.after(ASK_AFTER_SWITCH_MS, reload) : undefined), [isOver, timers, reload]);

  useEffect(
    () =>
      realtime.followTopic('rounds', (push) => {
        // Without a round any opening may be ours.
        if (push.type === 'ROUND_OPEN')
          return round === null || round === undefined || push.data.type === round.type
            ? reload()
            : undefined;
        if (push.data.tradeOptionId !== tradeOptionId) return;
        reload();
        reloadRecent();
      }),
    [realtime, tradeOptionId, round, reload, reloadRecent],
  );

  useEffect(() => {
    if (isGuest) return;
    return realtime.followQueue('trade', { hear: () => reloadMine(), resync: () => reloadMine() });
  }, [realtime, isGuest, reloadMine]);

  const newest = recent.reply?.content[0];
  const age = newest === undefined ? Number.POSITIVE_INFINITY : now - newest.openMillis;
  return {
    current,
    round,
    recent,
    mine,
    now,
    isGuest,
    /** The draw that is just over. */
    justDrawn: age >= 0 && age < SHOWN_AFTER_DRAW_MS ? newest : undefined,
  };
}
