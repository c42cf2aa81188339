// A result as a quiet toast: the same size, time and sound for a hit and a miss (design.md 13).
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { WireTradeBet, WireTradeRound } from '@maru/contract/binary';
import type { BetResult } from '@maru/contract/realtime';
import { amount, minus, print, sum } from '@maru/engine/amount';
import { roundKeyOf } from '@maru/engine/binary/round';
import { useRef } from 'react';
import { usePlatform } from '../shell/platform.tsx';
import { useSounds } from '../shell/sounds.tsx';
import { useToasts } from '../shell/toasts.tsx';
import { binaryWords } from '../text/binary.ts';
import { useWords } from '../text/language.tsx';
import { sideOf, stakeOfAll } from './bet-view.ts';
import { useMoneyWords } from './money-words.ts';
import { directionOf } from './price-clock.tsx';
import { numberAt } from './rounds-at.ts';
import type { ResultBead } from './use-results.ts';

interface Known {
  readonly currency: string;
  readonly precision: number;
  /** Any round of the option: the others are counted from it. */
  readonly round: WireTradeRound | null;
  readonly results: readonly ResultBead[] | undefined;
}

/** My result comes a breath before everybody's, which has the closing price. */
const WAIT_FOR_PRICE_MS = 250;

export function useResultToast(known: Known) {
  const { timers } = usePlatform();
  const words = useWords(binaryWords);
  const { money, signed } = useMoneyWords(known.currency);
  const { show } = useToasts();
  const { play } = useSounds();
  const latest = useRef(known);
  latest.current = known;

  function say(result: BetResult, bets: readonly WireTradeBet[]): void {
    const { round, results, precision } = latest.current;
    const closePrice = results?.find(({ id }) => id === result.tradeRoundId)?.closePrice;
    const newest = bets.at(-1);
    const credit = sum(result.bets.map((bet) => amount(bet.credit)));
    const profit = newest && print(minus(credit, amount(stakeOfAll(bets))));
    const status = statusOf(result, profit);
    const open = roundKeyOf(result.tradeRoundId)?.open;
    const no = round && open !== undefined ? formatDecimal(String(numberAt(round, open))) : undefined;
    const side = newest && (sideOf(newest) === 'UP' ? words.up : words.down);
    const line = side && words.resultLineOf(side, money(stakeOfAll(bets)));
    const direction = directionOf(profit);
    show({
      kind: 'filled',
      title: no === undefined ? words.resultTitlePlain[status] : words.resultTitle[status](no),
      line: line && closePrice ? words.withClose(line, formatPrice(closePrice, precision)) : line,
      figure: profit === undefined ? money(print(credit)) : signed(profit),
      direction: direction === 'flat' ? undefined : direction,
    });
    play({
      kind: 'order',
      sound: 'FILLED',
      tradeType: newest?.type === 'SHORT' ? 'SHORT' : 'LONG',
      marketType: 'MARKET',
    });
  }

  return (result: BetResult, bets: readonly WireTradeBet[]): void =>
    void timers.after(WAIT_FOR_PRICE_MS, () => say(result, bets));
}

/** Bets of one round may end differently where each has its own strike: then the sum says what it was. */
function statusOf({ bets }: BetResult, profit: string | undefined): 1 | 2 | 3 {
  const [first] = bets;
  if (first !== undefined && bets.every(({ status }) => status === first.status)) return first.status;
  const statuses = { up: 1, down: 2, flat: 3 } as const;
  return statuses[directionOf(profit)];
}
