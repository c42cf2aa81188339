// The profit of one Korean day.

import { MISSING } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { formatDay, isSameDay } from '@maru/client/format-date';
import { dailySummary } from '@maru/contract/binary/calls';
import { amount, minus, toDecimal } from '@maru/engine/amount';
import { koreanDay, millis } from '@maru/engine/time';
import { SummaryFacts, shareText } from '../../receipt/summary-facts.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { readAfterBets } from '../bet/bet-patches.ts';
import './day-summary.css';
import { Profit, useBetCurrency } from '../../receipt/profit.tsx';

interface Props {
  /** Any instant of it. */
  readonly day: number;
  readonly now: number;
  readonly tradeOptionId: number | undefined;
}

/** Open bets have no result, so every figure is of the decided ones: the credit less this is the profit. */
const decidedStake = ({ credit, profit }: { readonly credit: string; readonly profit: string }): string =>
  toDecimal(minus(amount(credit), amount(profit)));

export function DaySummary({ day, now, tradeOptionId }: Props) {
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  const currency = useBetCurrency();
  const query = {
    date: String(koreanDay(millis(day))),
    ...(tradeOptionId === undefined ? {} : { tradeOptionId }),
  };
  const { state, reply } = useAnswer(dailySummary, query, readAfterBets());
  const title = isSameDay(day, now) ? words.today : words.todayOf(formatDay(day, language));
  const mine = reply?.mine;
  const figure = (text: string) => formatMoney(text, currency).figure;
  return (
    <section className="day-summary" aria-label={title}>
      <h2 className="text-lead">{title}</h2>
      {state === 'failed' && <p className="day-summary__failed">{words.summaryFailed}</p>}
      {state === 'loading' && <Skeleton width={200} height={40} radius={8} />}
      {mine && <Profit size="hero" value={mine.profit} currency={currency} />}
      {mine === null && <b className="profit profit--hero">{MISSING}</b>}
      {state !== 'failed' && (
        <SummaryFacts
          spacing="day"
          facts={[
            { name: words.hitRate, value: mine ? shareText(mine.won, mine.won + mine.lost) : MISSING },
            { name: words.betsToday, value: mine ? words.betsCount(mine.bets - mine.open) : MISSING },
            { name: words.stakeSum, value: mine ? figure(decidedStake(mine)) : MISSING },
            { name: words.creditSum, value: mine ? figure(mine.credit) : MISSING },
          ]}
        />
      )}
    </section>
  );
}
