// My bets on an option that are not decided yet: the server's list, what this page just placed, and what was pushed.
import { myOptionBets, type WireTradeBet } from '@maru/contract/binary';
import type { BetResult } from '@maru/contract/realtime';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';

/** A result that has not come so long after its time is asked for. */
const RESULT_PATIENCE_MS = 3_000;
const ASK_AGAIN_AFTER_MS = 3_000;
const MOST_REMEMBERED = 200;

export interface MyBets {
  /** Oldest first. */
  readonly open: readonly WireTradeBet[];
  add(bet: WireTradeBet): void;
}

interface Watching {
  readonly tradeOptionId: number;
  readonly isGuest: boolean;
  readonly graceMs: number;
  readonly now: number;
  /** Told once for each round, with the bets as they were known. */
  readonly onResult: (result: BetResult, bets: readonly WireTradeBet[]) => void;
}

export function useMyBets({ tradeOptionId, isGuest, graceMs, now, onResult }: Watching): MyBets {
  const { realtime, timers } = usePlatform();
  const { reply, reload } = useAnswer(myOptionBets, isGuest ? null : { tradeOptionId });
  const [placed, setPlaced] = useState<readonly WireTradeBet[]>([]);
  const [decided, setDecided] = useState<readonly number[]>([]);

  const open = useMemo(() => {
    const known = new Map([...placed, ...(reply ?? [])].map((bet) => [bet.id, bet]));
    for (const id of decided) known.delete(id);
    return [...known.values()].filter(({ status }) => status === 0).sort((a, b) => a.id - b.id);
  }, [reply, placed, decided]);

  // What the server lists no longer needs to be remembered here.
  useEffect(() => {
    if (reply !== undefined) setPlaced((before) => (before.length === 0 ? before : before.filter(isFresh)));
    function isFresh({ id }: WireTradeBet): boolean {
      return reply?.every((listed) => listed.id < id) ?? true;
    }
  }, [reply]);

  const hearResult = useEffectEvent((result: BetResult) => {
    const ids = new Set(result.bets.map(({ id }) => id));
    const told = open.filter(({ id }) => ids.has(id));
    setDecided((before) => [...before, ...ids].slice(-MOST_REMEMBERED));
    onResult(result, told);
    reload();
  });

  useEffect(() => {
    if (isGuest) return;
    return realtime.followQueue('trade', {
      hear(push) {
        if (push.data.tradeOptionId !== tradeOptionId) return;
        if (push.type === 'BET_RESULT') hearResult(push.data);
        // Also of another screen of mine.
        else reload();
      },
      resync: reload,
    });
  }, [realtime, isGuest, tradeOptionId, reload]);

  const isLate = open.some(({ closeMillis }) => now > closeMillis + graceMs + RESULT_PATIENCE_MS);
  useEffect(() => {
    if (!isLate) return;
    let stop = () => {};
    const ask = () => {
      reload();
      stop = timers.after(ASK_AGAIN_AFTER_MS, ask);
    };
    ask();
    return () => stop();
  }, [isLate, timers, reload]);

  const add = useCallback((bet: WireTradeBet) => setPlaced((before) => [...before, bet]), []);
  return { open, add };
}
