// The ticks around an instant, in their order, with the one that counted in a brass ring: this explains "first after"
// and "last at or before" without further words.
import { formatPrice } from '@maru/client/format';
import { toDecimal } from '@maru/engine/amount';
import { MINUTE_MS } from '@maru/engine/time';
import type { RecordedTick } from './tick-record.ts';
import './tick-strip.css';

type ShownTick = Pick<RecordedTick, 'ts' | 'seq' | 'price'>;

interface Props {
  readonly label: string;
  readonly instant: number;
  readonly instantLabel: string;
  readonly ticks: readonly ShownTick[];
  readonly used: { readonly time: number; readonly seq: number } | null;
  readonly precision: number;
}

const WIDTH = 350;
const LINE = 40;
const BEFORE = 3;
const SHOWN = 4;

/** `26.412`: seconds and milliseconds in the minute. */
export function secondsOf(at: number): string {
  const inMinute = at % MINUTE_MS;
  return `${String(Math.floor(inMinute / 1_000)).padStart(2, '0')}.${String(inMinute % 1_000).padStart(3, '0')}`;
}

export function TickStrip({ label, instant, instantLabel, ticks, used, precision }: Props) {
  const shown = around(ticks, instant, used);
  const slot = WIDTH / SHOWN;
  const place = (index: number) => slot * (index + 0.5);
  const line = place(shown.findLastIndex(({ ts }) => ts <= instant)) + slot / 2;
  return (
    <svg className="tick-strip" viewBox={`0 0 ${WIDTH} 84`} role="img" aria-label={label}>
      <path className="tick-strip__axis" d={`M0 ${LINE}.5H${WIDTH}`} />
      <path className="tick-strip__instant" d={`M${line} 14V${LINE + 14}`} />
      <text
        className="tick-strip__when"
        x={Math.min(Math.max(line, 44), WIDTH - 44)}
        y="9"
        textAnchor="middle"
      >
        {instantLabel}
      </text>
      {shown.map((tick, index) => {
        const isUsed = used !== null && tick.ts === used.time && tick.seq === used.seq;
        const x = place(index);
        return (
          <g
            key={`${tick.ts}/${tick.seq}`}
            className={isUsed ? 'tick-strip__tick tick-strip__tick--used' : 'tick-strip__tick'}
          >
            {isUsed && <circle className="tick-strip__ring" cx={x} cy={LINE} r="9" />}
            <circle className="tick-strip__dot" cx={x} cy={LINE} r="4" />
            <text className="tick-strip__price" x={x} y={LINE + 26} textAnchor="middle">
              {formatPrice(toDecimal(tick.price), precision)}
            </text>
            <text className="tick-strip__time" x={x} y={LINE + 41} textAnchor="middle">
              {secondsOf(tick.ts)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Two before the instant and two after it, or three and one where the tick that counted is the last before. */
function around(ticks: readonly ShownTick[], instant: number, used: Props['used']): readonly ShownTick[] {
  const after = ticks.findIndex(({ ts }) => ts > instant);
  const split = after < 0 ? ticks.length : after;
  const isBefore = used !== null && used.time <= instant;
  const from = Math.max(0, split - (isBefore ? BEFORE : SHOWN - BEFORE + 1));
  return ticks.slice(from, from + SHOWN);
}
