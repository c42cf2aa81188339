// The member's result of a draw as a quiet toast, the same for a hit and a miss, with a sound by this device's
// switches.

import { directionOf, formatDecimal } from '@maru/client/format';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import type { BetResult } from '@maru/contract/realtime';
import { amount, minus, sum, toDecimal } from '@maru/engine/amount';
import { isMarket } from '@maru/engine/bitball/markets';
import { stakeOfAll } from '../../binary/bet/bet-view.ts';
import { commonStatus, type MyResult, RESULT_ICONS } from '../../binary/bet/use-my-bets.ts';
import { useCompleteNews } from '../../receipt/use-complete-news.ts';
import { useSounds } from '../../shell/device/sounds.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { fullPickOf } from './market-words.ts';

interface Known {
  readonly currency: string;
  readonly recent: readonly WireTradeRound[];
}

/** Shows the results of the member's bets on a draw. */
export function useBallToast({ currency, recent }: Known): (mine: MyResult) => void {
  const words = useWords(bitballWords);
  const { money, signed } = useMoneyText(currency);
  const { show } = useToasts();
  const { play } = useSounds();
  const drawOf = ({ tradeRoundId }: BetResult) => recent.find(({ id }) => id === tradeRoundId);
  return useCompleteNews<MyResult>({
    isWhole: ({ result }) => drawOf(result) !== undefined,
    present({ result, bets }) {
      const draw = drawOf(result);
      const stake = stakeOfAll(bets);
      const credit = sum(result.bets.map((bet) => amount(bet.credit)));
      const profit = toDecimal(minus(credit, amount(stake)));
      const direction = directionOf(profit);
      const status = commonStatus(result);
      const word = status === undefined ? words.result : words.statusOf[status];
      const [first] = bets;
      const pick = first && isMarket(first.type) ? fullPickOf(first.type, words) : undefined;
      const line = [
        bets.length === 1 && pick !== undefined
          ? `${pick} ${money(stake)}`
          : words.betsLine(bets.length, money(stake)),
        ...(typeof draw?.ball?.sum === 'number' ? [words.sumIs(String(draw.ball.sum))] : []),
      ];
      show({
        kind: 'filled',
        icon: status === undefined ? 'ball' : RESULT_ICONS[status],
        title: draw === undefined ? word : `${words.resultOf(formatDecimal(String(draw.no)))} ${word}`,
        line: line.join(' · '),
        figure: signed(profit),
        direction: direction === 'flat' ? undefined : direction,
      });
      play({ kind: 'order', sound: 'FILLED', tradeType: 'LONG', marketType: 'MARKET' });
    },
  });
}
