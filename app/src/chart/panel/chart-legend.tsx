import { formatDecimal } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { ChartText } from '../../text/chart.ts';
import type { PointedBar } from '../drawing/chart-view.ts';
import type { ChartPeriod } from '../series/chart-source.ts';
import './chart-legend.css';

interface Props {
  readonly text: ChartText;
  readonly bar: PointedBar;
  readonly period: ChartPeriod;
}

/** One thin row over the chart: the bar under the crosshair. */
export function ChartLegend({ text, bar, period }: Props) {
  const parts =
    period === 'tick'
      ? ([[text.last, bar.close]] as const)
      : ([
          [text.open, bar.open],
          [text.high, bar.high],
          [text.low, bar.low],
          [text.last, bar.close],
          [text.volume, formatDecimal(String(bar.volume))],
        ] as const);
  return (
    <p className="chart-legend text-micro" aria-hidden="true">
      {period === 'tick' && <b className="figure">{formatTimeOfDay(bar.time)}</b>}
      {parts.map(([word, figure]) => (
        <span key={word}>
          {word} <b className="figure">{figure}</b>
        </span>
      ))}
    </p>
  );
}
