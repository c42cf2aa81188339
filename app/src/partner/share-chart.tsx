// One bar for each Korean day of the period. The running day is in brass: it still grows.
import { formatLarge } from '@maru/client/format-amount';
import { useLanguage } from '../text/language.tsx';
import { shortDate } from './rate-text.ts';
import './share-chart.css';

interface Day {
  readonly date: string;
  readonly amount: string;
  readonly isRunning: boolean;
}

const WIDTH = 350;
const HEIGHT = 132;
/** Right of it stand the figures of the axis. */
const PLOT = 306;
const TOP = 8;
const BOTTOM = 108;
const WIDEST_PITCH = 28;

/** Figures of the axis that are nearer to each other would touch. */
const NEAREST = 16;

const STEPS = [1, 1.5, 2, 3, 5, 7, 10];

/** The next round figure above, so that the axis says something short. */
export function roundAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  // What a division leaves must not push the figure one step up.
  return (STEPS.find((step) => step >= value / power - 1e-9) ?? 10) * power;
}

interface Props {
  readonly days: readonly Day[];
  readonly label: string;
  readonly today: string;
}

export function ShareChart({ days, label, today }: Props) {
  const { language } = useLanguage();
  const values = days.map(({ amount }) => Number(amount));
  const top = Math.max(0, ...values);
  // A day on which more was taken back than earned hangs below the line.
  const bottom = Math.min(0, ...values);
  const least = bottom < 0 ? -roundAbove(-bottom) : 0;
  const most = top === 0 && least < 0 ? 0 : roundAbove(top);
  const perUnit = (BOTTOM - TOP) / (most - least);
  const yOf = (value: number) => TOP + (most - value) * perUnit;
  const pitch = Math.min(WIDEST_PITCH, PLOT / Math.max(1, days.length));
  const width = Math.max(1.5, pitch * 0.7);
  const from = PLOT - pitch * days.length;
  const zero = yOf(0);
  const [first, last] = [days[0], days.at(-1)];
  const figures: number[] = [];
  // The larger of both ends first: what has no room beside it is left out.
  for (const value of most >= -least ? [most, most / 2, least] : [least, least / 2, 0, most])
    if (figures.every((each) => Math.abs(yOf(each) - yOf(value)) >= NEAREST)) figures.push(value);
  const axis = (value: number) => formatLarge(value.toFixed(8), { language });
  return (
    <svg className="share-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path
        className="share-chart__grid"
        d={figures.map((value) => `M0 ${yOf(value) + 0.5}H${PLOT}`).join('')}
      />
      <path className="share-chart__zero" d={`M0 ${zero + 0.5}H${PLOT}`} />
      {days.map(({ date, isRunning }, index) => {
        const value = values[index] ?? 0;
        if (value === 0) return null;
        const height = Math.max(2, Math.abs(value) * perUnit);
        return (
          <rect
            key={date}
            className={isRunning ? 'share-chart__bar share-chart__bar--running' : 'share-chart__bar'}
            x={from + pitch * index + (pitch - width) / 2}
            y={value > 0 ? zero - height : zero}
            width={width}
            height={height}
            rx={Math.min(2, width / 2)}
          />
        );
      })}
      {figures.map((value) => (
        <text key={value} className="share-chart__figure" x={WIDTH} y={yOf(value) + 4} textAnchor="end">
          {axis(value)}
        </text>
      ))}
      {first !== undefined && (
        <text className="share-chart__date" x={Math.max(0, from)} y={HEIGHT - 6}>
          {shortDate(first.date)}
        </text>
      )}
      {last !== undefined && days.length > 1 && (
        <text
          className={last.isRunning ? 'share-chart__date share-chart__date--today' : 'share-chart__date'}
          x={PLOT}
          y={HEIGHT - 6}
          textAnchor="end"
        >
          {last.isRunning ? today : shortDate(last.date)}
        </text>
      )}
    </svg>
  );
}
