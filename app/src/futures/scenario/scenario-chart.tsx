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

const [WIDTH, HEIGHT, AXIS, EDGE] = [390, 240, 76, 16];
const SHOWN_MS = 120 * MINUTE_MS;
/** How far the axis reaches to either side of the mark. */
const REACH = 0.12;

export function ScenarioChart({ instrument, mark, price, steps, isReached, onPrice }: Props) {
  const words = useWords(futuresScenarioWords);
  const { clock } = usePlatform();
  const [until] = useState(() => Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS);
  const candles =
    useAnswer(stockChart, {
      stock: instrument.stock,
      period: '1m',
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
  const path = candles
    .map(({ close }, index) => {
      const x = (index / Math.max(1, candles.length - 1)) * (right - 60);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${clamped(Number(close)).toFixed(1)}`;
    })
    .join('');

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
        <path className="scenario-chart__path" d={path} />
        <path className="scenario-chart__now" d={`M0 ${clamped(now)}H${right}`} />
        <text className="scenario-chart__figure" x={WIDTH - 8} y={clamped(now) + 4} textAnchor="end">
          {figureOf(mark)}
        </text>
        {steps.map(({ position, price: at }, index) => {
          const top = clamped(Number(toDecimal(at)));
          return (
            <g
              key={position.id}
              className={isReached(at) ? 'scenario-chart__step--hit' : 'scenario-chart__step'}
            >
              <path d={`M${right - 60} ${top}H${right}`} />
              <circle cx={right - 60} cy={top} r="9" />
              <text x={right - 60} y={top + 4} textAnchor="middle">
                {index + 1}
              </text>
            </g>
          );
        })}
        {price !== mark && (
          <>
            <path className="scenario-chart__then" d={`M0 ${clamped(then)}H${right}`} />
            <text className="scenario-chart__figure" x={WIDTH - 8} y={clamped(then) + 4} textAnchor="end">
              {figureOf(price)}
            </text>
          </>
        )}
      </svg>
    </div>
  );
}
