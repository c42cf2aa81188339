// The member's undecided bets on an offer, for binary options and bit-ball.
import { every } from '@maru/client/every';
import { myOptionBets, type WireTradeBet } from '@maru/contract/binary/calls';
import type { BetResult } from '@maru/contract/realtime';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useLive } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { openBetPatches } from './bet-patches.ts';

/** A result that has not arrived so long after its time is requested. */
const RESULT_PATIENCE_MS = 3_000;
const ASK_AGAIN_AFTER_MS = 3_000;

export interface MyBets {
  /** Oldest first. */
  readonly open: readonly WireTradeBet[];
  /** Adds a bet that this page just placed. */
  add(bet: WireTradeBet): void;
}

/** The results of the member's bets in one round. */
export interface MyResult {
  readonly result: BetResult;
  /** The bets as they were before the result. */
  readonly bets: readonly WireTradeBet[];
}

export const RESULT_ICONS = { 1: 'check', 2: 'close', 3: 'minus' } as const;

/** Bets of one round may end differently: then no single status fits. */
export function commonStatus({ bets }: BetResult): 1 | 2 | 3 | undefined {
  const status = bets[0]?.status;
  return bets.every((bet) => bet.status === status) ? status : undefined;
}

interface Watching {
  readonly tradeOptionId: number;
  readonly isGuest: boolean;
  readonly graceMs: number;
  readonly now: number;
  /** Called once for each round. */
  readonly onResult: (mine: MyResult) => void;
}

const NONE: readonly WireTradeBet[] = [];

export function useMyBets({ tradeOptionId, isGuest, graceMs, now, onResult }: Watching): MyBets {
  const { realtime, timers, answers } = usePlatform();
  const list = answers.to(myOptionBets, { tradeOptionId }, openBetPatches(tradeOptionId));
  const { reply: open = NONE, reload } = useLive(isGuest ? undefined : list);

  // `open` is from the last render: the list itself may have removed these bets already.
  const showResult = useEffectEvent((result: BetResult) => {
    const ids = new Set(result.bets.map(({ id }) => id));
    onResult({ result, bets: open.filter(({ id }) => ids.has(id)) });
  });
  useEffect(() => {
    if (isGuest) return;
    return realtime.followQueue('trade', {
      onPush({ type, data }) {
        if (type === 'BET_RESULT' && data.tradeOptionId === tradeOptionId) showResult(data);
      },
    });
  }, [realtime, isGuest, tradeOptionId]);

  const isLate = open.some(({ closeMillis }) => now > closeMillis + graceMs + RESULT_PATIENCE_MS);
  useEffect(() => {
    if (!isLate) return;
    reload();
    return every(timers, ASK_AGAIN_AFTER_MS, reload);
  }, [isLate, timers, reload]);

  const add = useCallback(
    (bet: WireTradeBet) => list.patch((bets) => [...bets.filter(({ id }) => id !== bet.id), bet]),
    [list],
  );
  return { open, add };
}
