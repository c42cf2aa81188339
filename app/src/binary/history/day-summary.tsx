// What one Korean day brought.
import { formatPrice, MISSING } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { formatDay, isSameDay } from '@maru/client/format-date';
import { dailySummary } from '@maru/contract/binary';
import { amount, divide, minus, ONE, print } from '@maru/engine/amount';
import { koreanDay, millis } from '@maru/engine/time';
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

const HUNDRED = 100n;

/** Of the bets that were won or lost; void ones are neither. */
function hitRate({ won, lost }: { readonly won: number; readonly lost: number }): string {
  if (won + lost === 0) return MISSING;
  const share = divide(BigInt(won) * HUNDRED * ONE, BigInt(won + lost), 'down');
  return `${formatPrice(print(share), 1)}%`;
}

/** What is still open has no result, so every figure is of the decided bets: what was paid less this is the profit. */
const decidedStake = ({ credit, profit }: { readonly credit: string; readonly profit: string }): string =>
  print(minus(amount(credit), amount(profit)));

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
      <h2 className="day-summary__title">{title}</h2>
      {state === 'failed' && <p className="day-summary__failed">{words.summaryFailed}</p>}
      {state === 'loading' && <Skeleton width={200} height={40} radius={8} />}
      {mine && <Profit size="hero" value={mine.profit} currency={currency} />}
      {mine === null && <b className="profit profit--hero">{MISSING}</b>}
      {state !== 'failed' && (
        <dl className="day-summary__facts">
          <Fact name={words.hitRate} value={mine ? hitRate(mine) : MISSING} />
          <Fact name={words.betsToday} value={mine ? words.betsCount(mine.bets - mine.open) : MISSING} />
          <Fact name={words.stakeSum} value={mine ? figure(decidedStake(mine)) : MISSING} />
          <Fact name={words.creditSum} value={mine ? figure(mine.credit) : MISSING} />
        </dl>
      )}
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
}
