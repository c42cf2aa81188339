// Candles with a body of 62 % of their slot, volume below them and the dotted now line (docs/design.md 7): klinecharts
// decides the width of its own candles and draws its last-price line through the whole chart.
import { type IndicatorDrawParams, type KLineData, registerIndicator } from 'klinecharts';
import type { ChartKind } from '../series/chart-memory.ts';
import type { ChartColors } from './chart-colors.ts';

export const CANDLE_DRAWING = 'MARU_CANDLES';

export interface CandleStyle {
  readonly colors: ChartColors;
  readonly kind: ChartKind;
  readonly hasVolume: boolean;
}

const BODY = 0.62;
/** A share of the pane's height. */
const VOLUME = 0.14;
const VOLUME_OPACITY = 0.28;
/** What the candles leave free at the bottom, as a share of their own range. */
export const GAP_ABOVE_VOLUME = 0.24;

type Params = Omit<IndicatorDrawParams<unknown, unknown, unknown>, 'indicator'>;

interface Drawing extends Params {
  readonly style: CandleStyle;
}

export function registerCandleDrawing(): void {
  registerIndicator({
    name: CANDLE_DRAWING,
    shortName: '',
    series: 'price',
    figures: [],
    calc: () => [],
    draw: (params) => {
      const style = params.indicator.extendData as CandleStyle | undefined;
      if (!style) return true;
      const drawing = { ...params, style };
      if (style.hasVolume) drawVolume(drawing);
      if (style.kind === 'candle') drawCandles(drawing);
      drawNowLine(drawing);
      return true;
    },
  });
}

function* visibleBars({ chart, xAxis }: Params): Generator<{ readonly bar: KLineData; readonly x: number }> {
  const list = chart.getDataList();
  const { from, to } = chart.getVisibleRange();
  for (let index = from; index < to; index++) {
    const bar = list[index];
    if (bar) yield { bar, x: xAxis.convertToPixel(index) };
  }
}

const bodyWidth = ({ chart }: Params): number => Math.max(1, Math.round(chart.getBarSpace().bar * BODY));

function drawCandles(drawing: Drawing): void {
  const { ctx, yAxis, style } = drawing;
  const width = bodyWidth(drawing);
  for (const { bar, x } of visibleBars(drawing)) {
    ctx.fillStyle = bar.close < bar.open ? style.colors.down : style.colors.up;
    const left = Math.round(x - width / 2);
    const wick = left + Math.floor((width - 1) / 2);
    const high = Math.round(yAxis.convertToPixel(bar.high));
    const low = Math.round(yAxis.convertToPixel(bar.low));
    const top = Math.round(yAxis.convertToPixel(Math.max(bar.open, bar.close)));
    const bottom = Math.round(yAxis.convertToPixel(Math.min(bar.open, bar.close)));
    ctx.fillRect(wick, high, 1, Math.max(1, low - high));
    ctx.fillRect(left, top, width, Math.max(1, bottom - top));
  }
}

function drawVolume(drawing: Drawing): void {
  const { ctx, bounding, style } = drawing;
  let most = 0;
  for (const { bar } of visibleBars(drawing)) most = Math.max(most, bar.volume ?? 0);
  if (most === 0) return;
  const width = bodyWidth(drawing);
  ctx.globalAlpha = VOLUME_OPACITY;
  for (const { bar, x } of visibleBars(drawing)) {
    const height = Math.round(((bar.volume ?? 0) / most) * bounding.height * VOLUME);
    ctx.fillStyle = bar.close < bar.open ? style.colors.down : style.colors.up;
    ctx.fillRect(Math.round(x - width / 2), bounding.height - height, width, height);
  }
  ctx.globalAlpha = 1;
}

/** From the last bar to the pill on the axis. */
function drawNowLine({ ctx, chart, xAxis, yAxis, bounding, style }: Drawing): void {
  const list = chart.getDataList();
  const last = list.at(-1);
  if (!last) return;
  const from = xAxis.convertToPixel(list.length - 1);
  if (from > bounding.width) return;
  const y = Math.round(yAxis.convertToNicePixel(last.close)) + 0.5;
  ctx.strokeStyle = style.colors.brass;
  ctx.lineWidth = 1;
  ctx.setLineDash([1.5, 3]);
  ctx.beginPath();
  ctx.moveTo(from, y);
  ctx.lineTo(bounding.width, y);
  ctx.stroke();
}
