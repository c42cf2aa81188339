// How the last rounds of an option ended: the server's list, and every result as it is pushed.
import { roundList } from '@maru/contract/binary';
import type { RoundPush } from '@maru/contract/realtime';
import { useEffect, useMemo, useState } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';

export interface ResultBead {
  readonly id: number;
  readonly status: 1 | 2 | 3;
  readonly closePrice: string | null;
}

const MOST_BEADS = 16;
const RESULT_PATIENCE_MS = 1_500;

type Decided = RoundPush & { readonly status: ResultBead['status'] };

const isDecided = (round: RoundPush): round is Decided => round.status !== 0;

interface Watching {
  readonly tradeOptionId: number;
  readonly graceMs: number;
  /** The round that is on the table: when it changes, another one has ended. */
  readonly roundId: number | undefined;
}

/** Oldest first; undefined while nothing is known. */
export function useResults({ tradeOptionId, graceMs, roundId }: Watching): readonly ResultBead[] | undefined {
  const { realtime, timers } = usePlatform();
  const { reply, reload } = useAnswer(roundList, { tradeOptionId, statusStrs: '1,2,3', size: MOST_BEADS });
  const [pushed, setPushed] = useState<readonly ResultBead[]>([]);

  useEffect(
    () =>
      realtime.followTopic('rounds', ({ type, data }) => {
        if (type !== 'ROUND_RESULT' && type !== 'ROUND_VOID') return;
        const round = data;
        if (round.tradeOptionId !== tradeOptionId || !isDecided(round)) return;
        const bead = { id: round.tradeRoundId, status: round.status, closePrice: round.closePrice };
        setPushed((before) => [...before.filter(({ id }) => id !== bead.id), bead].slice(-MOST_BEADS));
      }),
    [realtime, tradeOptionId],
  );

  // Where no push comes the list is asked for, a moment after every round.
  useEffect(() => {
    if (roundId === undefined) return;
    return timers.after(graceMs + RESULT_PATIENCE_MS, reload);
  }, [roundId, graceMs, timers, reload]);

  return useMemo(() => {
    if (reply === undefined && pushed.length === 0) return undefined;
    const listed = (reply?.content ?? []).flatMap(({ id, status, closePrice }) =>
      status === 0 ? [] : [{ id, status, closePrice }],
    );
    const known = new Map<number, ResultBead>([...listed, ...pushed].map((bead) => [bead.id, bead]));
    return [...known.values()].sort((a, b) => a.id - b.id).slice(-MOST_BEADS);
  }, [reply, pushed]);
}
