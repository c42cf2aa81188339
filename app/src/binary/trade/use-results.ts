// The results of the last rounds of an instrument: the server's list, and every result as it is pushed.
import { createLive, followPatches } from '@maru/client/live';
import { roundList } from '@maru/contract/binary/calls';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLive } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';

export interface ResultBead {
  readonly id: number;
  readonly status: 1 | 2 | 3;
  /** Null where every bet has its own base. */
  readonly openPrice: string | null;
  readonly closePrice: string | null;
}

const MOST_BEADS = 16;
const RESULT_PATIENCE_MS = 1_500;

interface Watching {
  readonly tradeOptionId: number;
  readonly graceMs: number;
  /** The current round: when it changes, another one has ended. */
  readonly roundId: number | undefined;
}

type Round = Omit<ResultBead, 'status'> & { readonly status: ResultBead['status'] | 0 };

const beadsOf = (rounds: readonly Round[]): readonly ResultBead[] =>
  rounds
    .flatMap(({ id, status, openPrice, closePrice }) =>
      status === 0 ? [] : [{ id, status, openPrice, closePrice }],
    )
    .sort((a, b) => a.id - b.id)
    .slice(-MOST_BEADS);

/** Oldest first; undefined while nothing is known. */
export function useResults({ tradeOptionId, graceMs, roundId }: Watching): readonly ResultBead[] | undefined {
  const platform = usePlatform();
  const { timers } = platform;
  const results = useMemo(() => {
    const query = { tradeOptionId, statusStrs: '1,2,3', size: MOST_BEADS };
    return createLive<readonly ResultBead[]>(
      {
        async read() {
          const outcome = await platform.call(roundList, { query });
          return outcome.ok ? { ok: true, reply: beadsOf(outcome.reply.content) } : outcome;
        },
        follow: followPatches<readonly ResultBead[]>(platform.realtime, {
          topic: {
            rounds(beads, { type, data }) {
              if (type !== 'ROUND_RESULT' && type !== 'ROUND_VOID') return beads;
              if (data.tradeOptionId !== tradeOptionId) return beads;
              const { tradeRoundId: id, status, openPrice, closePrice } = data;
              return beadsOf([
                ...beads.filter((bead) => bead.id !== id),
                { id, status, openPrice, closePrice },
              ]);
            },
          },
        }),
      },
      platform,
    );
  }, [platform, tradeOptionId]);
  const { reply, reload } = useLive(results);

  // If no push arrives, the list is requested a moment after the round.
  const newest = useEffectEvent(() => reply?.at(-1)?.id);
  useEffect(() => {
    if (roundId === undefined) return;
    const before = newest();
    return timers.after(graceMs + RESULT_PATIENCE_MS, () => {
      if (newest() === before) reload();
    });
  }, [roundId, graceMs, timers, reload]);
  return reply;
}
