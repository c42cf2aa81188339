// The price from the entry to the close and a little further (design 31c): after the close the line is grey.
import { formatPrice } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { WireCandle } from '@maru/contract/market';
import { MINUTE_MS } from '@maru/engine/time';
import { apart } from './apart.ts';
import './report-chart.css';

/** A warning on the way, numbered in their order. */
interface Pin {
  readonly at: number;
  readonly price: string;
}

interface Props {
  readonly side: 'LONG' | 'SHORT';
  readonly entryPrice: string;
  /** Where it was closed, or the level at which it had to be. */
  readonly exitPrice: string;
  readonly closedMillis: number;
  /** Closed because what backed it was used up. */
  readonly isRisk: boolean;
  /** One a minute, oldest first. */
  readonly candles: readonly WireCandle[];
  readonly precision: number;
  readonly pins?: readonly Pin[];
  readonly words: { readonly chart: string; readonly entry: string; readonly exit: string };
}

const WIDTH = 390;
const HEIGHT = 210;
const AXIS = 72;
const TOP = 24;
const BOTTOM = 28;
const RIGHT = WIDTH - AXIS;
const BEYOND = 0.16;

/** For drawing only: a pixel is coarser than any rounding. */
export function ReportChart({ side, closedMillis, isRisk, candles, precision, words, ...prices }: Props) {
  const { entryPrice, exitPrice, pins = [] } = prices;
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last || candles.length < 2) return null;
  const [cut, entry] = [Number(exitPrice), Number(entryPrice)];
  const values = [
    ...candles.flatMap(({ low, high }) => [Number(low), Number(high)]),
    ...pins.map(({ price }) => Number(price)),
    cut,
    entry,
  ];
  const isLong = side === 'LONG';
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  // Beyond the level there is room for its hatching and its label.
  const room = isRisk ? BEYOND * (highest - lowest) : 0;
  const [low, high] = isLong ? [lowest - room, highest] : [lowest, highest + room];
  const span = high - low || 1;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / span);
  const ends = last.time + MINUTE_MS;
  const x = (time: number) => 8 + ((RIGHT - 16) * (time - first.time)) / (ends - first.time);
  const clamped = (place: number) => Math.min(RIGHT - 8, Math.max(8, place));
  const at = clamped(x(closedMillis));
  const point = ({ time, close }: WireCandle) =>
    `${x(time + MINUTE_MS).toFixed(1)} ${y(Number(close)).toFixed(1)}`;
  const before = candles.filter(({ time }) => time + MINUTE_MS <= closedMillis);
  const after = candles.filter(({ time }) => time + MINUTE_MS > closedMillis);
  const here = `${at.toFixed(1)} ${y(cut).toFixed(1)}`;
  const tone = isRisk ? 'risk' : 'calm';
  const [entryY, cutY] = apart(y(entry), y(cut), 16);
  const label = `${words.exit} ${formatTimeOfDay(closedMillis)}`;
  return (
    <svg className="report-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.chart}>
      <defs>
        <pattern
          id="report-hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path className="report-chart__hatch" d="M0 0V6" />
        </pattern>
      </defs>
      {isRisk && (
        <rect
          x="0"
          y={isLong ? y(cut) : 0}
          width={RIGHT}
          height={isLong ? Math.max(0, HEIGHT - BOTTOM - y(cut)) : y(cut)}
          fill="url(#report-hatch)"
        />
      )}
      <path className={`report-chart__level report-chart__level--${tone}`} d={`M0 ${y(cut)}H${RIGHT}`} />
      <path className="report-chart__level" d={`M0 ${y(entry)}H${RIGHT}`} />
      <path
        className="report-chart__after"
        d={`M${here}${after.map((each) => `L${point(each)}`).join('')}`}
      />
      <path className="report-chart__line" d={`M${[...before.map(point), here].join('L')}`} />
      {pins.map((pin, index) => (
        <g key={pin.at} className="report-chart__pin">
          <circle cx={clamped(x(pin.at))} cy={y(Number(pin.price))} r="8" />
          <text x={clamped(x(pin.at))} y={y(Number(pin.price)) + 4} textAnchor="middle">
            {index + 1}
          </text>
        </g>
      ))}
      <circle className={`report-chart__halo report-chart__halo--${tone}`} cx={at} cy={y(cut)} r="10" />
      <circle className={`report-chart__dot report-chart__dot--${tone}`} cx={at} cy={y(cut)} r="4.5" />
      <text
        className={`report-chart__word report-chart__word--${tone}`}
        x={at > RIGHT / 2 ? at - 14 : at + 14}
        y={isLong ? y(cut) + 18 : y(cut) - 9}
        textAnchor={at > RIGHT / 2 ? 'end' : 'start'}
      >
        {label}
      </text>
      <text
        className={`report-chart__figure report-chart__figure--${tone}`}
        x={WIDTH - 10}
        y={cutY + 4}
        textAnchor="end"
      >
        {formatPrice(exitPrice, precision)}
      </text>
      <text className="report-chart__figure" x={WIDTH - 10} y={entryY + 4} textAnchor="end">
        {formatPrice(entryPrice, precision)}
      </text>
      <text className="report-chart__word" x={RIGHT - 6} y={y(entry) - 6} textAnchor="end">
        {words.entry}
      </text>
      <text className="report-chart__time" x="8" y={HEIGHT - 8}>
        {formatClock(first.time)}
      </text>
      <text className="report-chart__time" x={RIGHT - 8} y={HEIGHT - 8} textAnchor="end">
        {formatClock(ends)}
      </text>
    </svg>
  );
}
