// My result of a draw as a quiet toast, the same for a hit and a miss, and heard by this device's switches.
import { formatDecimal } from '@maru/client/format';
import { formatSignedMoney } from '@maru/client/format-amount';
import type { WireTradeBet, WireTradeRound } from '@maru/contract/binary';
import type { BetResult } from '@maru/contract/realtime';
import { amount, minus, print, sum } from '@maru/engine/amount';
import { isMarket } from '@maru/engine/bitball/markets';
import { useEffect, useEffectEvent } from 'react';
import { directionOf, moneyText } from '../../receipt/profit.tsx';
import { useHeldNews } from '../../receipt/use-held-news.ts';
import { useSounds } from '../../shell/device/sounds.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { fullPickOf } from './market-words.ts';

interface Known {
  readonly tradeOptionId: number;
  readonly isGuest: boolean;
  readonly currency: string;
  /** Those that wait for their draw. */
  readonly mine: readonly WireTradeBet[];
  readonly recent: readonly WireTradeRound[];
}

interface MyResult {
  readonly result: BetResult;
  readonly bets: readonly WireTradeBet[];
}

const DRAW_PATIENCE_MS = 2_000;
const ICONS = { 1: 'check', 2: 'close', 3: 'minus' } as const;

export function useBallToast({ tradeOptionId, isGuest, currency, mine, recent }: Known): void {
  const words = useWords(bitballWords);
  const { realtime } = usePlatform();
  const { show } = useToasts();
  const { play } = useSounds();
  const drawOf = ({ tradeRoundId }: BetResult) => recent.find(({ id }) => id === tradeRoundId);
  const tell = useHeldNews<MyResult>({
    isWhole: ({ result }) => drawOf(result) !== undefined,
    patienceMs: DRAW_PATIENCE_MS,
    say({ result, bets }) {
      const draw = drawOf(result);
      const stake = sum(bets.map(({ point }) => amount(point)));
      const profit = print(minus(sum(result.bets.map(({ credit }) => amount(credit))), stake));
      const direction = directionOf(profit);
      const { figure, gap, unit } = formatSignedMoney(profit, currency);
      const status = commonStatus(result);
      const word = status === undefined ? words.result : words.statusOf[status];
      const [first] = bets;
      const pick = first && isMarket(first.type) ? fullPickOf(first.type, words) : undefined;
      const line = [
        bets.length === 1 && pick !== undefined
          ? `${pick} ${moneyText(print(stake), currency, words)}`
          : words.betsLine(bets.length, moneyText(print(stake), currency, words)),
        ...(typeof draw?.ball?.sum === 'number' ? [words.sumIs(String(draw.ball.sum))] : []),
      ];
      show({
        kind: 'filled',
        icon: status === undefined ? 'ball' : ICONS[status],
        title: draw === undefined ? word : `${words.resultOf(formatDecimal(String(draw.no)))} ${word}`,
        line: line.join(' · '),
        figure: `${figure}${gap}${unit === 'KRW' ? words.won : unit}`,
        direction: direction === 'flat' ? undefined : direction,
      });
      play({ kind: 'order', sound: 'FILLED', tradeType: 'LONG', marketType: 'MARKET' });
    },
  });

  const hear = useEffectEvent((result: BetResult) => {
    const ids = new Set(result.bets.map(({ id }) => id));
    const bets = mine.filter(({ id }) => ids.has(id));
    if (bets.length > 0) tell({ result, bets });
  });
  useEffect(() => {
    if (isGuest) return;
    return realtime.followQueue('trade', {
      hear({ type, data }) {
        if (type === 'BET_RESULT' && data.tradeOptionId === tradeOptionId) hear(data);
      },
      resync() {},
    });
  }, [realtime, isGuest, tradeOptionId]);
}

/** Picks of one draw may end differently: then none of the words fits. */
function commonStatus({ bets }: BetResult): 1 | 2 | 3 | undefined {
  const status = bets[0]?.status;
  return bets.every((bet) => bet.status === status) ? status : undefined;
}
