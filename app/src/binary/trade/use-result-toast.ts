// A result as a quiet toast: the same size, time and sound for a hit and a miss (docs/design.md 13).

import { directionOf, formatDecimal, formatPrice } from '@maru/client/format';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import type { BetResult } from '@maru/contract/realtime';
import { amount, minus, sum, toDecimal } from '@maru/engine/amount';
import { roundKeyOf } from '@maru/engine/rounds/round';
import { useCompleteNews } from '../../receipt/use-complete-news.ts';
import { useSounds } from '../../shell/device/sounds.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { directionOfBet, stakeOfAll } from '../bet/bet-view.ts';
import { commonStatus, type MyResult, RESULT_ICONS } from '../bet/use-my-bets.ts';
import { numberAt } from '../rounds/rounds-at.ts';
import type { ResultBead } from './use-results.ts';

interface Known {
  readonly currency: string;
  readonly precision: number;
  /** Any round of the offer: the numbers of the others are counted from it. */
  readonly round: WireTradeRound | null;
  readonly results: readonly ResultBead[] | undefined;
}

const STATUSES = { up: 1, down: 2, flat: 3 } as const;

export function useResultToast({ currency, precision, round, results }: Known) {
  const words = useWords(binaryWords);
  const { money, signed } = useMoneyText(currency);
  const { show } = useToasts();
  const { play } = useSounds();
  const beadOf = ({ tradeRoundId }: BetResult) => results?.find(({ id }) => id === tradeRoundId);

  function showResult({ result, bets }: MyResult): void {
    const closePrice = beadOf(result)?.closePrice;
    const newest = bets.at(-1);
    const credit = sum(result.bets.map((bet) => amount(bet.credit)));
    const profit = newest && toDecimal(minus(credit, amount(stakeOfAll(bets))));
    // Where each bet has its own strike they may end differently: then the sign of the sum decides.
    const status = commonStatus(result) ?? STATUSES[directionOf(profit)];
    const open = roundKeyOf(result.tradeRoundId)?.open;
    const no = round && open !== undefined ? formatDecimal(String(numberAt(round, open))) : undefined;
    const side = newest && words[directionOfBet(newest)];
    const line = side && words.resultLineOf(side, money(stakeOfAll(bets)));
    const direction = directionOf(profit);
    show({
      kind: 'filled',
      icon: RESULT_ICONS[status],
      title: no === undefined ? words.resultTitlePlain[status] : words.resultTitle[status](no),
      line: line && closePrice ? words.withClose(line, formatPrice(closePrice, precision)) : line,
      figure: profit === undefined ? money(toDecimal(credit)) : signed(profit),
      direction: direction === 'flat' ? undefined : direction,
    });
    play({
      kind: 'order',
      sound: 'FILLED',
      tradeType: newest?.type === 'SHORT' ? 'SHORT' : 'LONG',
      marketType: 'MARKET',
    });
  }

  return useCompleteNews<MyResult>({
    isWhole: ({ result }) => beadOf(result) !== undefined,
    present: showResult,
  });
}
