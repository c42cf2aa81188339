// One tap, one bet. A bet whose answer was lost is asked for again under its own key until the server says what became
// of it; meanwhile nothing else can be placed.
import type { ReplyHeard } from '@maru/client/call';
import { placeBet } from '@maru/contract/binary';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { usePlatform } from '../../shell/platform.tsx';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';

export interface Wager {
  readonly tradeRoundId: number;
  readonly direction: Direction;
  readonly point: string;
}

export type Placing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly direction: Direction }
  /** The answer was lost: it may have been accepted. */
  | { readonly kind: 'checking'; readonly direction: Direction };

export type PlacedBet = ReplyHeard<typeof placeBet>;

export interface PlacingNews {
  readonly onPlaced: (bet: PlacedBet) => void;
  readonly onRefused: (refused: { readonly code: string; readonly message: string }) => void;
}

const CHECK_AGAIN_AFTER_MS = 2_000;
const IDLE: Placing = { kind: 'idle' };

export function usePlacing(news: PlacingNews) {
  const { timers } = usePlatform();
  const { send } = useCall(placeBet);
  const [placing, setPlacing] = useState<Placing>(IDLE);
  const latest = useRef(news);
  latest.current = news;
  const isUnderWay = useRef(false);
  const stopWaiting = useRef(() => {});
  useEffect(() => () => stopWaiting.current(), []);

  const ask = useCallback(
    async (wager: Wager): Promise<void> => {
      const { tradeRoundId, direction, point } = wager;
      // The same words every time: by them the key of an unknown result is found again.
      const outcome = await send({
        body: { tradeRoundId, point, type: direction === 'up' ? 'LONG' : 'SHORT' },
      });
      if (outcome === undefined) return;
      if (!outcome.ok && outcome.code === 'RESULT_UNKNOWN') {
        setPlacing({ kind: 'checking', direction });
        stopWaiting.current = timers.after(CHECK_AGAIN_AFTER_MS, () => void ask(wager));
        return;
      }
      isUnderWay.current = false;
      setPlacing(IDLE);
      if (outcome.ok) latest.current.onPlaced(outcome.reply);
      else latest.current.onRefused(outcome);
    },
    [send, timers],
  );

  const place = useCallback(
    (wager: Wager) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setPlacing({ kind: 'sending', direction: wager.direction });
      void ask(wager);
    },
    [ask],
  );
  return { placing, place };
}
