// The prices of one round, and the areas above and below the entry in which the bet would have been right.
import { formatPrice } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { Receipt } from '@maru/contract/binary/receipt';
import { ONE } from '@maru/engine/amount';
import { useId } from 'react';
import { apart } from '../../receipt/apart.ts';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import './outcome-chart.css';
import type { RecordedTick } from '../../receipt/tick-record.ts';

interface Props {
  readonly receipt: Receipt;
  readonly ticks: readonly RecordedTick[];
}

const WIDTH = 390;
const HEIGHT = 188;
const AXIS = 70;
const TOP = 12;
const BOTTOM = 24;
const LEFT = 16;
const RIGHT = WIDTH - AXIS - 14;
const LABEL = 20;
/** An area lower than this has no room for its name. */
const NAMED = 28;

/** For drawing only: a pixel is coarser than any rounding. */
const drawn = (units: bigint): number => Number(units) / Number(ONE);

export function OutcomeChart({ receipt, ticks }: Props) {
  const words = useWords(receiptWords);
  const shade = useId();
  const { round, entry, exit, bet } = receipt;
  if (entry === null || exit === null) return null;
  const inRound = ticks.filter(({ ts }) => ts >= round.openMillis && ts <= round.closeMillis);
  if (inRound.length < 2) return null;

  const values = [...inRound.map(({ price }) => drawn(price)), Number(entry.compared), Number(exit.compared)];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const margin = (high - low || 1) * 0.12;
  const y = (value: number) =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low + margin) / (high - low + 2 * margin));
  const x = (ts: number) =>
    LEFT +
    ((RIGHT - LEFT) * (Math.max(ts, round.openMillis) - round.openMillis)) /
      (round.closeMillis - round.openMillis);
  const line = inRound.map(({ ts, price }) => `${x(ts).toFixed(1)} ${y(drawn(price)).toFixed(1)}`).join('L');
  const base = y(Number(entry.compared));
  const end = y(Number(exit.compared));
  const [from, to] = [x(entry.time), x(exit.time)];
  const floor = HEIGHT - BOTTOM;
  const figure = (text: string) => formatPrice(text, round.precision);
  // Of two equal prices the base's label is below.
  const [endLabel, baseLabel] = apart(end, base, LABEL + 2);
  return (
    <svg
      className="outcome-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={words.chartLabel(figure(entry.compared), figure(exit.compared))}
    >
      <defs>
        <linearGradient id={shade} x1="0" x2="0" y1="0" y2="1">
          <stop className="outcome-chart__shade" />
          <stop className="outcome-chart__shade-end" offset="1" />
        </linearGradient>
      </defs>
      <rect className="outcome-chart__up" x={from} y={TOP} width={to - from} height={base - TOP} />
      <rect className="outcome-chart__down" x={from} y={base} width={to - from} height={floor - base} />
      <path d={`M${line}L${to} ${floor}H${LEFT}z`} fill={`url(#${shade})`} />
      <path className="outcome-chart__base" d={`M${from} ${base}H${WIDTH - AXIS}`} />
      <path className="outcome-chart__line" d={`M${line}`} />
      <path className="outcome-chart__entry" d={`M${from} ${TOP}V${floor}`} />
      <path className="outcome-chart__exit" d={`M${to} ${TOP}V${floor}`} />
      <circle className="outcome-chart__ring" cx={from} cy={base} r="5" />
      <circle className="outcome-chart__halo" cx={to} cy={end} r="10" />
      <circle className="outcome-chart__now" cx={to} cy={end} r="4.5" />
      {bet.type === 'LONG' && base - TOP >= NAMED && (
        <text className="outcome-chart__wins outcome-chart__wins--up" x={from + 8} y={TOP + 16}>
          {words.upWins}
        </text>
      )}
      {bet.type === 'SHORT' && floor - base >= NAMED && (
        <text className="outcome-chart__wins outcome-chart__wins--down" x={from + 8} y={floor - 8}>
          {words.downWins}
        </text>
      )}
      <PriceLabel at={baseLabel} text={figure(entry.compared)} tone="base" />
      <PriceLabel at={endLabel} text={figure(exit.compared)} tone="end" />
      <text x={LEFT} y={HEIGHT - 6}>
        {formatTimeOfDay(round.openMillis)}
      </text>
      {from - LEFT > 80 && (
        <text className="outcome-chart__mark" x={from} y={HEIGHT - 6} textAnchor="middle">
          {words.entryMark}
        </text>
      )}
      <text className="outcome-chart__mark" x={to} y={HEIGHT - 6} textAnchor="middle">
        {words.exitMark}
      </text>
    </svg>
  );
}

function PriceLabel({
  at,
  text,
  tone,
}: {
  readonly at: number;
  readonly text: string;
  readonly tone: 'base' | 'end';
}) {
  return (
    <>
      <rect
        className={`outcome-chart__plate outcome-chart__plate--${tone}`}
        x={WIDTH - AXIS + 1}
        y={at - LABEL / 2}
        width={AXIS - 5}
        height={LABEL}
        rx="6"
      />
      <text
        className={`outcome-chart__price outcome-chart__price--${tone}`}
        x={WIDTH - AXIS / 2 - 1.5}
        y={at + 4}
        textAnchor="middle"
      >
        {text}
      </text>
    </>
  );
}
