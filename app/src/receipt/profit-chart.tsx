// The profit of each day as bars from a zero line, with the sum of all days as a line over it (docs/design.md 7).
import { formatLarge, formatSignedMoney } from '@maru/client/format-amount';
import { formatDay } from '@maru/client/format-date';
import { amount, PLACES, sum, toDecimal } from '@maru/engine/amount';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { useLanguage, useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { slotsOf } from './chart-slots.ts';
import { type Dates, instantOf } from './history-range.ts';
import './profit-chart.css';

const WIDTH = 350;
const HEIGHT = 152;
/** The space right of it is for figures like +5,000만, which the dot of the last day must not touch. */
const WIDEST_PLOT = 292;
const FIGURE_DIGITS = 7;
const DIGIT_PX = 7;
const ZERO_Y = 71.5;
const UP_PX = 63;
const DOWN_PX = 54;
const WIDEST_SLOT = 28;

export interface ProfitDay {
  /** `2026-11-16` */
  readonly date: string;
  readonly net: string;
}

interface Props extends Dates {
  /** Newest first, each once. */
  readonly days: readonly ProfitDay[];
  readonly currency: string;
  /** Of a market that never closes. */
  readonly hasWeekends?: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (date: string | undefined) => void;
}

interface Slot {
  readonly date: string;
  readonly net: number;
  readonly sum: number;
}

function slotsWith({ days, hasWeekends = false, ...dates }: Props): readonly Slot[] {
  const nets = new Map(days.map(({ date, net }) => [date, Number(net)]));
  let sum = 0;
  return slotsOf({ ...dates, hasWeekends, traded: new Set(nets.keys()) }).map((date) => {
    const net = nets.get(date) ?? 0;
    sum += net;
    return { date, net, sum };
  });
}

/** 1, 2 or 5 with zeros: the largest that is not above. */
function stepBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([5, 2, 1].find((digit) => digit * power <= value) ?? 1) * power;
}

/** `11.10` */
const shortDate = (date: string): string => `${Number(date.slice(5, 7))}.${date.slice(8)}`;

export function ProfitChart(props: Props) {
  const { days, currency, chosen, onChoose } = props;
  const words = useWords(receiptWords);
  const { language } = useLanguage();
  const svg = useRef<SVGSVGElement>(null);
  const id = useId();
  const slots = slotsWith(props);
  // One scale for gains and losses, for the days and for their sum: the axis applies to both.
  const drawn = slots.flatMap(({ net, sum }) => [net, sum]);
  const perPixel = Math.max(Math.max(...drawn) / UP_PX, -Math.min(...drawn) / DOWN_PX) || 1 / UP_PX;
  const step = stepBelow(DOWN_PX * perPixel);
  const money = (value: string) => formatSignedMoney(value, currency).figure;
  const axisText = (value: number) =>
    step < 1
      ? money(value.toFixed(PLACES))
      : formatLarge(value.toFixed(PLACES), { language, isSigned: true });
  const plot = WIDEST_PLOT - DIGIT_PX * Math.max(0, axisText(step).length - FIGURE_DIGITS);
  const pitch = Math.min(WIDEST_SLOT, plot / Math.max(slots.length, 1));
  const from = plot - pitch * slots.length;
  const xOf = (index: number) => from + pitch * (index + 0.5);
  const yOf = (net: number) => ZERO_Y - net / perPixel;
  const at = slots.findIndex(({ date }) => date === chosen);
  const dayText = (date: string) => {
    const day = days.find((each) => each.date === date);
    return `${formatDay(instantOf(date), language)} ${money(day?.net ?? '0')}`;
  };

  function choose(event: PointerEvent) {
    const box = svg.current?.getBoundingClientRect();
    if (!box) return;
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const slot = slots[Math.min(slots.length - 1, Math.max(0, Math.floor((x - from) / pitch)))];
    if (slot) onChoose(slot.date === chosen ? undefined : slot.date);
  }

  function stepDay(event: KeyboardEvent) {
    const moves = { ArrowLeft: -1, ArrowRight: 1 } as const;
    const move = moves[event.key as keyof typeof moves];
    if (event.key === 'Escape') onChoose(undefined);
    if (move === undefined) return;
    event.preventDefault();
    const next = at < 0 ? slots.length - 1 : Math.min(slots.length - 1, Math.max(0, at + move));
    onChoose(slots[next]?.date);
  }

  const dot = slots.at(-1);
  return (
    <div
      className="profit-chart"
      role="slider"
      tabIndex={0}
      aria-label={words.chooseDay}
      aria-valuemin={1}
      aria-valuemax={slots.length}
      aria-valuenow={at < 0 ? slots.length : at + 1}
      aria-valuetext={chosen === undefined ? words.allDays : dayText(chosen)}
      aria-describedby={id}
      onPointerUp={choose}
      onKeyDown={stepDay}
    >
      <span id={id} className="unseen">
        {words.profitChart(money(toDecimal(sum(days.map(({ net }) => amount(net))))), String(days.length))}
      </span>
      <svg ref={svg} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path className="profit-chart__grid" d={`M0 ${yOf(step)}H${plot}M0 ${yOf(-step)}H${plot}`} />
        <path className="profit-chart__zero" d={`M0 ${ZERO_Y}H${plot}`} />
        {at >= 0 && (
          <rect
            className="profit-chart__chosen"
            x={xOf(at) - pitch / 2 - 1}
            y="4"
            width={pitch + 2}
            height="126"
            rx="5"
          />
        )}
        {slots.map(({ date, net }, index) => (
          <path key={date} className={barClass(net)} d={bar({ x: xOf(index), pitch, y: yOf(net) })} />
        ))}
        <path
          className="profit-chart__sum"
          d={slots.map(({ sum }, index) => `${index === 0 ? 'M' : 'L'}${xOf(index)} ${yOf(sum)}`).join('')}
        />
        {dot && (
          <>
            <circle className="profit-chart__halo" cx={xOf(slots.length - 1)} cy={yOf(dot.sum)} r="7" />
            <circle className="profit-chart__now" cx={xOf(slots.length - 1)} cy={yOf(dot.sum)} r="3.5" />
          </>
        )}
        <Axis y={yOf(step) + 4}>{axisText(step)}</Axis>
        <Axis y={ZERO_Y + 4}>0</Axis>
        <Axis y={yOf(-step) + 4}>{axisText(-step)}</Axis>
        <DateLabels slots={slots} at={at} xOf={xOf} plot={plot} />
      </svg>
    </div>
  );
}

const barClass = (net: number): string => {
  if (net === 0) return 'profit-chart__bar';
  return net > 0 ? 'profit-chart__bar profit-chart__bar--up' : 'profit-chart__bar profit-chart__bar--down';
};

function bar({ x, pitch, y }: { readonly x: number; readonly pitch: number; readonly y: number }): string {
  const width = Math.max(2, pitch - 4);
  const height = y - ZERO_Y;
  if (height === 0) return '';
  const length = Math.max(2, Math.abs(height));
  const radius = Math.min(2, length / 2, width / 2);
  const way = Math.sign(height);
  const [left, end] = [x - width / 2, length - radius];
  return `M${left} ${ZERO_Y}v${way * end}q0 ${way * radius} ${radius} ${way * radius}h${width - 2 * radius}q${radius} 0 ${radius} ${-way * radius}v${-way * end}z`;
}

const Axis = ({ y, children }: { readonly y: number; readonly children: string }) => (
  <text className="profit-chart__figure" x={WIDTH} y={y} textAnchor="end">
    {children}
  </text>
);

interface LabelsProps {
  readonly slots: readonly Slot[];
  readonly at: number;
  readonly xOf: (index: number) => number;
  readonly plot: number;
}

/** The first, the last and the chosen date; a date too near to the chosen one is left out. */
function DateLabels({ slots, at, xOf, plot }: LabelsProps) {
  const [first, last] = [slots[0], slots.at(-1)];
  const chosen = slots[at];
  const isClear = (x: number) => chosen === undefined || Math.abs(xOf(at) - x) > 44;
  return (
    <>
      {first && isClear(xOf(0)) && slots.length > 1 && (
        <text className="profit-chart__date" x={Math.max(2, xOf(0) - 8)} y="146">
          {shortDate(first.date)}
        </text>
      )}
      {chosen && (
        <text
          className="profit-chart__date profit-chart__date--chosen"
          x={Math.min(plot - 16, Math.max(16, xOf(at)))}
          y="146"
          textAnchor="middle"
        >
          {shortDate(chosen.date)}
        </text>
      )}
      {last && isClear(plot) && (
        <text className="profit-chart__date" x={plot} y="146" textAnchor="end">
          {shortDate(last.date)}
        </text>
      )}
    </>
  );
}
