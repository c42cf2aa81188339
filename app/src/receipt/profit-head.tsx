// The head of a history: what was realised in its period, while it loads, and when it could not be loaded.
import type { ReactNode } from 'react';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import type { Dates, Range } from './history-range.ts';
import './profit-head.css';

interface Props {
  readonly range: Range;
  readonly dates: Dates;
  readonly state: 'loading' | 'failed' | 'ready';
  readonly onRetry: () => void;
  /** The figures, when they are there. */
  readonly children: ReactNode;
}

export function ProfitHead({ range, dates, state, onRetry, children }: Props) {
  const words = useWords(receiptWords);
  const period = range.kind === 'own' ? `${dates.startDate} – ${dates.endDate}` : words.recent[range.kind];
  return (
    <div className="profit-head">
      <p className="profit-head__title text-lead">
        <span>{words.realised(period)}</span>
        <span className="profit-head__legend text-caption">
          <i aria-hidden="true" />
          {words.cumulative}
        </span>
      </p>
      {state === 'loading' && <Skeleton width={200} height={40} radius={8} />}
      {state === 'ready' && children}
      {state === 'failed' && (
        <p className="profit-head__failed">
          {words.summaryFailed}
          <Button kind="tonal" size="small" onPress={onRetry}>
            {words.retry}
          </Button>
        </p>
      )}
    </div>
  );
}
