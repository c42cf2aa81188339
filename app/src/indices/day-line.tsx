// The day so far as a line, with yesterday's close as a dashed one. Its label has the
// range for screen readers.
import { formatClock } from '@maru/client/format-date';
import './day-line.css';

const WIDTH = 350;
const HEIGHT = 100;
const BASE = 104;

interface Props {
  readonly label: string;
  readonly now: string;
  readonly start: number;
  readonly end: number;
  readonly points: readonly { readonly at: number; readonly value: number }[];
  readonly previousClose: number | undefined;
}

export function DayLine({ label, now, start, end, points, previousClose }: Props) {
  const values = points.map(({ value }) => value);
  if (previousClose !== undefined) values.push(previousClose);
  const low = Math.min(...values);
  const reach = Math.max(...values) - low;
  const y = (value: number) =>
    tenth(reach === 0 ? HEIGHT / 2 : 10 + (HEIGHT - 20) * (1 - (value - low) / reach));
  const x = (at: number) => tenth(2 + (338 * (at - start)) / Math.max(1, end - start));
  const spots = points.map(({ at, value }) => ({ x: x(at), y: y(value) }));
  const last = spots.at(-1);
  const line = spots.map((spot) => `${spot.x} ${spot.y}`).join('L');
  const middle = start + (end - start) / 2;
  return (
    <svg className="day-line" viewBox={`0 0 ${WIDTH} 128`} role="img" aria-label={label}>
      {last && <path className="day-line__area" d={`M${line}L${last.x} ${BASE}L${spots[0]?.x} ${BASE}Z`} />}
      {previousClose !== undefined && (
        <path className="day-line__before" d={`M2 ${y(previousClose)}H${WIDTH - 2}`} />
      )}
      {last && (
        <>
          <path className="day-line__path" d={`M${line}`} />
          <circle className="day-line__halo" cx={last.x} cy={last.y} r="8" />
          <circle className="day-line__now" cx={last.x} cy={last.y} r="3.5" />
        </>
      )}
      <text x="2" y="123">
        {formatClock(start)}
      </text>
      <text x={(338 + 4) / 2} y="123" textAnchor="middle">
        {formatClock(middle)}
      </text>
      <text x={WIDTH - 2} y="123" textAnchor="end">
        {now}
      </text>
    </svg>
  );
}

const tenth = (length: number) => Math.round(length * 10) / 10;
