// The last hours, the mark, and a hypothetical price that can be dragged. Dashed is what is not real.
import { formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { stockChart } from '@maru/contract/market';
import { type Price, price as priceOf, toDecimal } from '@maru/engine/amount';
import type { ScenarioStep } from '@maru/engine/futures/scenario';
import { MINUTE_MS } from '@maru/engine/time';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { futuresScenarioWords } from '../../text/futures-scenario.ts';
import { useWords } from '../../text/language.tsx';
import './scenario-chart.css';

interface Props {
  readonly instrument: WireFuturesOption;
  readonly mark: Price;
  readonly price: Price;
  readonly steps: readonly ScenarioStep[];
  readonly isReached: (at: Price) => boolean;
  /** In units of the price, not on the tick yet. */
  readonly onPrice: (units: bigint) => void;
}

const [WIDTH, HEIGHT, AXIS, EDGE] = [390, 244, 72, 16];
/** Half a day of candles, so that they have a shape on an axis of several percent. */
const CANDLE_MS = 15 * MINUTE_MS;
const SHOWN_MS = 48 * CANDLE_MS;
/** How far the axis reaches to either side of the mark. */
const REACH = 0.08;
const GRID_LINES = [-0.06, -0.04, -0.02, 0.02, 0.04, 0.06] as const;
/** Right of the newest candle are the liquidations, in front of their figures. */
const STEPS_WIDTH = 84;
const WIDEST_SLOT = 8;

export function ScenarioChart({ instrument, mark, price, steps, isReached, onPrice }: Props) {
  const words = useWords(futuresScenarioWords);
  const { clock } = usePlatform();
  const [until] = useState(() => Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS);
  const candles =
    useAnswer(stockChart, {
      stock: instrument.stock,
      period: '15m',
      beginMillis: until - SHOWN_MS,
      endMillis: until,
    }).reply ?? [];
  // The scale stays while the line is dragged: it depends on the mark alone.
  const [centre] = useState(() => Number(toDecimal(mark)));
  const [low, high] = [centre * (1 - REACH), centre * (1 + REACH)];
  const y = (value: number) => EDGE + ((high - value) / (high - low)) * (HEIGHT - 2 * EDGE);
  const clamped = (value: number) => Math.min(HEIGHT - EDGE, Math.max(EDGE, y(value)));
  const right = WIDTH - AXIS;
  const figureOf = (at: Price) => formatPrice(toDecimal(at), instrument.precision);
  const [now, then] = [Number(toDecimal(mark)), Number(toDecimal(price))];
  // A young market has few candles: they stand at the right, no wider than usual.
  const slot = Math.min(WIDEST_SLOT, (right - STEPS_WIDTH) / Math.max(1, candles.length));
  const from = right - STEPS_WIDTH - slot * candles.length;
  const shownAt = (value: number) => formatPrice(value.toFixed(instrument.precision), instrument.precision);

  function drag(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.height === 0) return;
    const place = ((event.clientY - box.top) / box.height) * HEIGHT;
    const share = (place - EDGE) / (HEIGHT - 2 * EDGE);
    const value = high - Math.min(1, Math.max(0, share)) * (high - low);
    onPrice(priceOf(value.toFixed(instrument.precision)));
  }

  function step(event: KeyboardEvent) {
    const by = { ArrowUp: 1n, ArrowDown: -1n, PageUp: 10n, PageDown: -10n }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onPrice(price + (by * mark) / 1_000n);
  }

  return (
    <div
      className="scenario-chart"
      role="slider"
      tabIndex={0}
      aria-label={words.line}
      aria-orientation="vertical"
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={then}
      aria-valuetext={words.chart(figureOf(mark), figureOf(price))}
      onKeyDown={step}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
      }}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {GRID_LINES.map((share) => {
          const value = centre * (1 + share);
          // A figure of the axis gives way to those that matter.
          const isFree = [now, then].every((other) => Math.abs(y(other) - y(value)) > 18);
          return (
            <g key={share}>
              <path className="scenario-chart__grid" d={`M0 ${y(value)}H${right}`} />
              {isFree && (
                <text className="scenario-chart__axis" x={WIDTH - 8} y={y(value) + 4} textAnchor="end">
                  {shownAt(value)}
                </text>
              )}
            </g>
          );
        })}
        {candles.map((candle, index) => (
          <Candle
            key={candle.time}
            candle={candle}
            x={from + slot * (index + 0.5)}
            width={slot * 0.62}
            y={clamped}
          />
        ))}
        <rect
          className="scenario-chart__between"
          x={right - STEPS_WIDTH}
          y={Math.min(clamped(now), clamped(then))}
          width={STEPS_WIDTH}
          height={Math.abs(clamped(now) - clamped(then))}
        />
        <path className="scenario-chart__now" d={`M${right - STEPS_WIDTH} ${clamped(now)}H${right}`} />
        <circle className="scenario-chart__halo" cx={right - STEPS_WIDTH} cy={clamped(now)} r="9" />
        <circle className="scenario-chart__dot" cx={right - STEPS_WIDTH} cy={clamped(now)} r="4" />
        <Pill className="scenario-chart__mark" x={right} y={clamped(now)} text={figureOf(mark)} />
        {steps.map(({ position, price: at }, index) => {
          const top = clamped(Number(toDecimal(at)));
          return (
            <g
              key={position.id}
              className={isReached(at) ? 'scenario-chart__step--hit' : 'scenario-chart__step'}
            >
              <path d={`M${right - STEPS_WIDTH + 14} ${top}H${right}`} />
              <circle cx={right - STEPS_WIDTH + 14} cy={top} r="8" />
              <text x={right - STEPS_WIDTH + 14} y={top + 4} textAnchor="middle">
                {index + 1}
              </text>
            </g>
          );
        })}
        <path className="scenario-chart__then" d={`M0 ${clamped(then)}H${right}`} />
        {price !== mark && (
          <Pill className="scenario-chart__if" x={right} y={clamped(then)} text={figureOf(price)} />
        )}
      </svg>
      <span className="scenario-chart__handle figure" style={{ top: `${(clamped(then) / HEIGHT) * 100}%` }}>
        <svg width="16" height="18" viewBox="0 0 16 18" aria-hidden="true">
          <path d="M4 6.5l4-4 4 4M4 11.5l4 4 4-4" />
        </svg>
        {words.ifAt(figureOf(price))}
      </span>
    </div>
  );
}

interface CandleProps {
  readonly candle: Readonly<Record<'open' | 'high' | 'low' | 'close', string>>;
  readonly x: number;
  readonly width: number;
  readonly y: (value: number) => number;
}

function Candle({ candle, x, width, y }: CandleProps) {
  const [open, close] = [y(Number(candle.open)), y(Number(candle.close))];
  const body = Math.max(1, Math.abs(open - close));
  return (
    <g className={close <= open ? 'scenario-chart__candle--up' : 'scenario-chart__candle--down'}>
      <path d={`M${x} ${y(Number(candle.high))}V${y(Number(candle.low))}`} />
      <rect x={x - width / 2} y={Math.min(open, close)} width={width} height={body} />
    </g>
  );
}

interface PillProps {
  readonly className: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const Pill = ({ className, x, y, text }: PillProps) => (
  <g className={className}>
    <rect x={x + 1} y={y - 10} width={AXIS - 5} height="20" rx="6" />
    <text x={x + AXIS - 9} y={y + 4} textAnchor="end">
      {text}
    </text>
  </g>
);
