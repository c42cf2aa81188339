// The parts of a report about a forced close (design 31c): the price until then, what happened, where the money went,
// and what would have avoided it.
import { formatMean, formatPrice, MISSING } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import { MINUTE_MS } from '@maru/engine/time';
import type { ComponentProps, ReactNode } from 'react';
import { fillReceiptWords } from '../text/fill-receipt.ts';
import { useWords } from '../text/language.tsx';
import { KeyValueList } from '../ui/rows/key-value.tsx';
import { Timeline, type TimelineStep } from '../ui/rows/timeline.tsx';
import { ReceiptSection } from './receipt-page.tsx';
import { ReportChart } from './report-chart.tsx';
import './report-sections.css';
import type { MinuteCandles } from './use-minutes.ts';

interface PathProps extends Omit<ComponentProps<typeof ReportChart>, 'candles' | 'words'> {
  /** Undefined until it is loaded. */
  readonly path: MinuteCandles | undefined;
}

export function ReportPath({ path, ...drawn }: PathProps) {
  const words = useWords(fillReceiptWords);
  if (path === undefined) return null;
  const { entryPrice, exitPrice, precision } = drawn;
  return (
    <ReportChart
      {...drawn}
      candles={path}
      words={{
        chart: words.reportChart(formatMean(entryPrice, precision), formatPrice(exitPrice, precision)),
        entry: words.opened,
        exit: words.closedAt,
      }}
    />
  );
}

export function ReportSteps({ steps }: { readonly steps: readonly TimelineStep[] }) {
  const words = useWords(fillReceiptWords);
  return (
    <ReceiptSection title={words.whatHappened}>
      <div className="report-steps">
        <Timeline label={words.whatHappened} steps={steps} />
      </div>
    </ReceiptSection>
  );
}

interface MoneyProps {
  /** Lines; the last one is what is left. */
  readonly children: ReactNode;
  readonly note?: string | undefined;
}

export function ReportMoney({ children, note }: MoneyProps) {
  const words = useWords(fillReceiptWords);
  return (
    <ReceiptSection title={words.whereMoney}>
      <div className="trade-detail__ruled trade-detail__ruled--sum">
        <KeyValueList framed>{children}</KeyValueList>
      </div>
      {note !== undefined && <p className="trade-detail__note text-caption">{note}</p>}
    </ReceiptSection>
  );
}

/** The prices from the minute of the close on. */
export const pricesAfter = (path: MinuteCandles, closedMillis: number): MinuteCandles =>
  path.filter(({ time }) => time + MINUTE_MS > closedMillis);

interface WaysProps {
  /** The worst price afterwards; undefined where nothing was computed from it. */
  readonly worst: string | undefined;
  readonly after: MinuteCandles;
  readonly precision: number;
  readonly children: ReactNode;
}

export function ReportWays({ worst, after, precision, children }: WaysProps) {
  const words = useWords(fillReceiptWords);
  const figure = (text: string) => formatPrice(text, precision);
  const last = after.at(-1);
  return (
    <ReceiptSection title={words.whatElse}>
      {worst !== undefined && (
        <p className="report-lead text-caption">
          {words.afterwards(
            figure(worst),
            last ? formatClock(last.time) : MISSING,
            last ? figure(last.close) : MISSING,
          )}
        </p>
      )}
      <div className="report-ways">{children}</div>
      <p className="trade-detail__note text-caption">{words.noPromise}</p>
    </ReceiptSection>
  );
}
