// The last minute of the index and the fifteen seconds to come (design 01b): the past before the entry, the round after
// it.
import { formatPrice } from '@maru/client/format';
import type { LinePoint } from '../../binary/chart/tick-line.ts';
import { useWords } from '../../text/language.tsx';
import { trialWords } from '../../text/trial.ts';

const WIDTH = 318;
const HEIGHT = 120;
const NOW_X = 196;
const END_X = 300;
const TOP = 1;
const PAST_MS = 60_000;
const ROUND_MS = 15_000;

interface Props {
  readonly points: readonly LinePoint[];
  readonly now: number;
  /** The entry of the round that runs or has ended. */
  readonly entry: { readonly ts: number; readonly value: number } | undefined;
  /** Undefined once it has ended. */
  readonly secondsLeft: number | undefined;
}

export function TrialChart({ points, now, entry, secondsLeft }: Props) {
  const words = useWords(trialWords);
  const anchor = entry?.ts ?? points.at(-1)?.ts ?? now;
  const shown = points.filter(({ ts }) => ts >= anchor - PAST_MS && ts <= anchor + ROUND_MS);
  const last = shown.at(-1);
  const values = shown.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const margin = (high - low || 1) * 0.14;
  const x = (ts: number): number =>
    ts <= anchor
      ? NOW_X - ((anchor - ts) * NOW_X) / PAST_MS
      : NOW_X + ((ts - anchor) * (END_X - NOW_X)) / ROUND_MS;
  const y = (value: number): number =>
    TOP + (HEIGHT - TOP) * (1 - (value - low + margin) / (high - low + 2 * margin));
  const line = shown.map(({ ts, value }) => `${x(ts).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
  const base = entry?.value ?? last?.value;
  // Not under the line of the base.
  const labelY = base !== undefined && y(base) > HEIGHT - 40 ? TOP + 24 : HEIGHT - 12;
  return (
    <figure className="trial-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={words.chart(formatPrice(last === undefined ? undefined : String(last.value), 2))}
      >
        <rect className="trial-chart__round" x={NOW_X} y={TOP} width={END_X - NOW_X} height={HEIGHT - TOP} />
        <path className="trial-chart__edge" d={`M${NOW_X} ${TOP}H${END_X}`} />
        {last && (
          <path
            className="trial-chart__area"
            d={`M${line}L${x(last.ts)} ${HEIGHT}H${x(shown[0]?.ts ?? 0)}z`}
          />
        )}
        {base !== undefined && <path className="trial-chart__base" d={`M${NOW_X} ${y(base)}H${END_X}`} />}
        <path className="trial-chart__end" d={`M${END_X} ${TOP}V${HEIGHT}`} />
        <path className="trial-chart__floor" d={`M0 ${HEIGHT}H${WIDTH}`} />
        {line !== '' && <path className="trial-chart__line" d={`M${line}`} />}
        {last && (
          <>
            <circle className="trial-chart__halo" cx={x(last.ts)} cy={y(last.value)} r="11" />
            <circle className="trial-chart__now" cx={x(last.ts)} cy={y(last.value)} r="4.5" />
          </>
        )}
        {secondsLeft !== undefined && (
          <text className="trial-chart__length" x={(NOW_X + END_X) / 2} y={labelY} textAnchor="middle">
            {words.seconds(Math.min(secondsLeft, ROUND_MS / 1_000))}
          </text>
        )}
      </svg>
      <figcaption className="trial-chart__times text-micro">
        <span>{words.minuteAgo}</span>
        <b>{entry === undefined ? words.now : words.entry}</b>
        <span>{words.result}</span>
      </figcaption>
    </figure>
  );
}
