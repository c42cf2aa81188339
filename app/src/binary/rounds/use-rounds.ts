// The current round: requested once, advanced by the server's time, requested again at every switch and when staff act.
import { every } from '@maru/client/every';
import { currentRound } from '@maru/contract/binary/calls';
import { useEffect } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { type RoundsNow, roundsAt } from './rounds-at.ts';

/** Our clock may be a little ahead of the server's: a request sent too early would return the old round. */
const ASK_AFTER_SWITCH_MS = 400;
/** While no round is open the session may begin at any moment. */
const ASK_AGAIN_AFTER_MS = 15_000;

const NONE: RoundsNow = { round: null, running: null };

export function useRounds(tradeOptionId: number) {
  const { realtime, timers } = usePlatform();
  const answer = useAnswer(currentRound, { tradeOptionId });
  const { reload } = answer;
  const now = useServerSecond();
  const rounds = answer.reply && roundsAt(answer.reply, now);

  const known = answer.reply?.round?.id;
  const shown = rounds?.round?.id;
  useEffect(() => {
    if (shown === undefined || shown === known) return;
    return timers.after(ASK_AFTER_SWITCH_MS, reload);
  }, [shown, known, timers, reload]);

  const isWaiting = answer.state === 'ready' && answer.reply.round === null;
  useEffect(
    () => (isWaiting ? every(timers, ASK_AGAIN_AFTER_MS, reload) : undefined),
    [isWaiting, timers, reload],
  );

  useEffect(
    () =>
      realtime.followTopic('rounds', (push) => {
        const isOurs = push.type !== 'ROUND_OPEN' && push.data.tradeOptionId === tradeOptionId;
        if (isOurs && (push.type === 'OPTION_STATE' || push.type === 'ROUND_VOID')) reload();
      }),
    [realtime, tradeOptionId, reload],
  );
  return { answer, now, rounds: rounds ?? NONE };
}
