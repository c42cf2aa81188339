// The current round and the last draws: requested, advanced by the server's time, requested again at every switch.
import type { ReceivedReply } from '@maru/client/call';
import type { Patches } from '@maru/client/live';
import { currentRound, roundList, type WireTradeRound } from '@maru/contract/binary/calls';
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

/** Our clock may be a little ahead of the server's: a request sent too early would return the old round. */
const ASK_AFTER_SWITCH_MS = 400;
/** How long drawn balls stay on the line before the next six are shown sealed. */
const SHOWN_AFTER_DRAW_MS = 12_000;
const RECENT = 7;

/** A draw is pushed with its balls; the rest of its round is known if it was the current round. */
const drawPatches = (
  tradeOptionId: number,
  onTheTable: () => WireTradeRound | null | undefined,
): Patches<ReceivedReply<typeof roundList>> => ({
  topic: {
    rounds(list, { type, data }) {
      if (type !== 'ROUND_RESULT' && type !== 'ROUND_VOID') return list;
      const round = onTheTable();
      if (data.tradeOptionId !== tradeOptionId) return list;
      if (round?.id !== data.tradeRoundId) return undefined;
      const { status, openPrice, closePrice, voidText, ball } = data;
      const voidReason = data.voidReason as WireTradeRound['voidReason'];
      const proof = ball && { ...ball, balls: ball.balls && [...ball.balls] };
      const drawn = {
        ...round,
        isPlay: 0,
        status,
        openPrice,
        closePrice,
        voidReason,
        voidText,
        ball: proof,
      } as const;
      const others = list.content.filter(({ id }) => id !== drawn.id);
      return { ...list, content: [drawn, ...others].slice(0, RECENT) };
    },
  },
});

export function useBallRound(tradeOptionId: number) {
  const { realtime, timers, member, answers } = usePlatform();
  const isGuest = useWatched(member) === undefined;
  const current = useAnswer(currentRound, { tradeOptionId });
  const recent = useAnswer(
    roundList,
    { tradeOptionId, size: RECENT },
    drawPatches(tradeOptionId, () => answers.to(currentRound, { tradeOptionId }).get().reply?.round),
  );
  const now = useServerSecond();
  const round = current.reply?.round ?? undefined;
  const isOver = round !== undefined && now >= round.openMillis;
  const { reload } = current;

  useEffect(() => (isOver ? timers.after(ASK_AFTER_SWITCH_MS, reload) : undefined), [isOver, timers, reload]);

  useEffect(
    () =>
      realtime.followTopic('rounds', (push) => {
        // Without a known round any opening may belong to this offer.
        const isOurs =
          push.type === 'ROUND_OPEN'
            ? round === undefined || push.data.type === round.type
            : push.data.tradeOptionId === tradeOptionId;
        if (isOurs) reload();
      }),
    [realtime, tradeOptionId, round, reload],
  );

  const newest = recent.reply?.content[0];
  const age = newest === undefined ? Number.POSITIVE_INFINITY : now - newest.openMillis;
  return {
    current,
    round,
    recent,
    now,
    isGuest,
    /** The draw that has just ended. */
    justDrawn: age >= 0 && age < SHOWN_AFTER_DRAW_MS ? newest : undefined,
  };
}
