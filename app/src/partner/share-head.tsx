// The period and its choice; of it the sum, its days as bars, and the four figures below them.
import { formatMoney } from '@maru/client/format-amount';
import { formatClock } from '@maru/client/format-date';
import { MOST_DASHBOARD_DAYS } from '@maru/contract/partner/profit-calls';
import { type ReactNode, useState } from 'react';
import { FilterChoice } from '../receipt/filter-choice.tsx';
import { type Range, rangeOf } from '../receipt/history-range.ts';
import { PeriodChips } from '../receipt/period-chips.tsx';
import { useMoneyText } from '../shell/money-text.ts';
import { useWords } from '../text/language.tsx';
import { partnerWords } from '../text/partner.ts';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { type Dashboard, peopleText, rateText, shortDate } from './rate-text.ts';
import { ShareChart } from './share-chart.tsx';
import './share-head.css';

type Sums = Dashboard['currencies'][number];

interface HeadProps {
  readonly range: Range;
  readonly now: number;
  readonly onRange: (range: Range) => void;
  /** What is known of this period. */
  readonly children: ReactNode;
}

export function ShareHead({ range, now, onRange, children }: HeadProps) {
  const words = useWords(partnerWords);
  const [isChoosing, setChoosing] = useState(false);
  const { startDate, endDate } = rangeOf(range, now);
  return (
    <>
      <section className="share-head" aria-label={words.sumOf[range.kind]}>
        <div className="share-head__line">
          <span className="share-head__name">{words.sumOf[range.kind]}</span>
          <FilterChoice
            label={words.period}
            value={`${shortDate(startDate)} – ${shortDate(endDate)}`}
            onPress={() => setChoosing(true)}
          />
        </div>
        {children}
      </section>
      <BottomSheet
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={words.period}
        closeLabel={words.close}
      >
        <PeriodChips
          range={range}
          now={now}
          mostDays={MOST_DASHBOARD_DAYS}
          onRange={(next) => {
            setChoosing(false);
            onRange(next);
          }}
        />
      </BottomSheet>
    </>
  );
}

interface SumProps {
  readonly dashboard: Dashboard;
  /** Of the chosen currency; undefined before anything was earned. */
  readonly sums: Sums | undefined;
  readonly onCurrency: (currency: string) => void;
}

export function ShareSum({ dashboard, sums, onCurrency }: SumProps) {
  const words = useWords(partnerWords);
  const { money, unit } = useMoneyText(sums?.currency ?? 'KRW');
  const isRunning = sums?.days.some((day) => day.isRunning) === true;
  return (
    <>
      <p className="share-head__sum figure">
        {money(sums?.amount ?? '0').slice(0, -unit.length)}
        <small>{unit}</small>
      </p>
      <div className="share-head__line text-caption">
        <span>
          {words.receivable} <b className="figure">{money(sums?.receivable ?? '0')}</b>
        </span>
        <span>
          {words.next} <b className="share-head__next figure">{formatClock(dashboard.nextPayMillis)}</b>
        </span>
      </div>
      {dashboard.currencies.length > 1 && (
        <div className="share-head__currencies">
          <ChipRow label={words.currency}>
            {dashboard.currencies.map(({ currency }) => (
              <Chip key={currency} pressed={currency === sums?.currency} onPress={() => onCurrency(currency)}>
                {currency}
              </Chip>
            ))}
          </ChipRow>
        </div>
      )}
      {sums !== undefined && (
        <ShareChart days={sums.days} label={words.chart(money(sums.amount))} today={words.today} />
      )}
      {isRunning && dashboard.countedMillis !== null && (
        <p className="share-head__counted text-micro">
          {words.counted(formatClock(dashboard.countedMillis))}
        </p>
      )}
    </>
  );
}

export function ShareFigures({ dashboard, sums }: Pick<SumProps, 'dashboard' | 'sums'>) {
  const words = useWords(partnerWords);
  const currency = sums?.currency ?? 'KRW';
  const figure = (text: string) => formatMoney(text, currency).figure;
  const hasStakes = sums !== undefined && Number(sums.turnover) !== 0;
  // In a currency that is only staked with, what was staked is the base of the share.
  const isStakesAlone = hasStakes && Number(sums.fees) === 0;
  return (
    <dl className="share-figures">
      <div>
        <dt>{words.members}</dt>
        <dd className="figure">{peopleText(dashboard.membersBelow, words)}</dd>
      </div>
      <div>
        <dt>{words.joined}</dt>
        <dd className="figure">{peopleText(dashboard.joinedThisMonth, words)}</dd>
      </div>
      <div>
        <dt>{isStakesAlone ? words.turnover : words.fees}</dt>
        <dd className="figure">{figure((isStakesAlone ? sums.turnover : sums?.fees) ?? '0')}</dd>
      </div>
      <div>
        <dt>{words.rate}</dt>
        <dd className="figure">{rateText(dashboard.rates, isStakesAlone ? 'TURNOVER' : 'FEE', words)}</dd>
      </div>
      {hasStakes && !isStakesAlone && (
        <div className="share-figures__more">
          <dt>{words.turnover}</dt>
          <dd className="figure">
            {figure(sums.turnover)} · {rateText(dashboard.rates, 'TURNOVER', words)}
          </dd>
        </div>
      )}
    </dl>
  );
}
