// klinecharts wrapped as our chart. This file and its imports are fetched only when a chart is shown.
import { formatPrice } from '@maru/client/format';
import {
  type AxisRange,
  type AxisTick,
  type Chart,
  dispose,
  init,
  type KLineData,
  type Period,
} from 'klinecharts';
import type { CandleSeries } from '../series/candle-series.ts';
import type { ChartKind } from '../series/chart-memory.ts';
import type { ChartPeriod } from '../series/chart-source.ts';
import type { Drawing, Pen } from '../series/drawing-tool.ts';
import type { IndicatorName } from '../series/indicator-choice.ts';
import {
  CANDLE_DRAWING,
  type CandleStyle,
  GAP_ABOVE_VOLUME,
  registerCandleDrawing,
} from './candle-drawing.ts';
import { readColors, watchColors } from './chart-colors.ts';
import type { ChartLine } from './chart-line.ts';
import { chartStyles } from './chart-styles.ts';
import { createDrawings, registerDrawings } from './drawings.ts';
import { createDrawnBars } from './drawn-bars.ts';
import { watchPointing } from './pointing.ts';
import { createPriceLines, PILL_REACH_PX, type PriceRange, registerPriceLines } from './price-lines.ts';
import { withPagePixels } from './sharp-canvas.ts';
import { showIndicators, untitled } from './shown-indicators.ts';
import { timeMarks } from './time-axis.ts';
import { letPageScroll } from './touch-scroll.ts';

export interface Shown {
  readonly stock: string;
  readonly period: ChartPeriod;
  readonly precision: number;
  readonly series: CandleSeries;
}

/** The bar under the crosshair, as decimal texts. */
export interface PointedBar {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: number;
}

interface ChartViewEvents {
  onPoint(bar: PointedBar | undefined): void;
  onDrawings(drawings: readonly Drawing[]): void;
  /** The drawing is finished and no tool is selected any more. */
  onDrawn(): void;
}

export interface ChartView {
  show(shown: Shown, drawings: readonly Drawing[]): void;
  setStyle(style: { readonly kind: ChartKind; readonly indicators: readonly IndicatorName[] }): void;
  setLines(lines: readonly ChartLine[]): void;
  hold(pen: Pen | undefined): void;
  clearDrawings(): void;
  /** Scrolls back to the newest bar, at the initial bar width. */
  fit(): void;
  pan(bars: number): void;
  zoom(scale: number): void;
  dispose(): void;
}

const BAR_SPACE = 6.5;
const OFFSET_RIGHT = 6;
const PANE_SHARE = 0.22;
const TIME_APART_PX = 64;
const TIME_EDGE_PX = 18;

const periods: Readonly<Record<ChartPeriod, Period>> = {
  tick: { type: 'second', span: 1 },
  '1s': { type: 'second', span: 1 },
  '1m': { type: 'minute', span: 1 },
  '3m': { type: 'minute', span: 3 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '2h': { type: 'hour', span: 2 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
};

/** The figure as klinecharts rounded it, with our separators and our minus. */
function punctuated(value: string | number): string {
  const text = String(value);
  const [, fraction = ''] = text.split('.');
  const shown = formatPrice(text, fraction.length);
  return /\d/.test(shown) ? shown : text;
}

function open(container: HTMLElement): Chart {
  registerCandleDrawing();
  registerPriceLines();
  registerDrawings();
  const chart = withPagePixels(() =>
    init(container, {
      timezone: 'Asia/Seoul',
      thousandsSeparator: { sign: ',', format: punctuated },
      decimalFold: { threshold: 1_000 },
      // The element around it handles the keys; it also has the label for screen readers.
      hotkey: { enabled: false },
      layout: { barSpaceLimit: { min: 2, max: 40 } },
    }),
  );
  if (!chart) throw new Error('the chart has no room');
  const root = container.firstElementChild;
  if (root instanceof HTMLElement) {
    root.removeAttribute('tabindex');
    root.style.touchAction = 'pan-y';
    // It hides overflow, so browsers treat it as a scroll container, which would keep the page from scrolling.
    root.style.overscrollBehaviorY = 'auto';
  }
  return chart;
}

/** A label that would be cut at an edge is left out. */
function timeTicks(chart: Chart, width: number): AxisTick[] {
  const { from, to } = chart.getVisibleRange();
  const times = chart
    .getDataList()
    .slice(from, to)
    .map(({ timestamp }) => timestamp);
  return timeMarks(times, Math.ceil(TIME_APART_PX / chart.getBarSpace().bar)).flatMap(({ index, text }) => {
    const place = chart.convertToPixel({ dataIndex: from + index }, { paneId: 'candle_pane' });
    const coord = Array.isArray(place) ? undefined : place.x;
    if (coord === undefined || coord < TIME_EDGE_PX || coord > width - TIME_EDGE_PX) return [];
    return [{ coord, text, value: times[index]! }];
  });
}

/** The last price has a pill on the axis, and some lines have a price there: both cover the figures beside them. */
const lastPrice = (chart: Chart): number | undefined => chart.getDataList().at(-1)?.close;

const uncovered = (ticks: readonly AxisTick[], covered: readonly number[]): AxisTick[] =>
  ticks.map((tick) =>
    covered.some((at) => Math.abs(tick.coord - at) < PILL_REACH_PX) ? { ...tick, text: '' } : tick,
  );

/**
 * klinecharts chooses the figures of the axis only when its range changes, but the pill moves with every tick: the
 * range changes by a billionth with it, which is not visible.
 */
function rangeOf({ from, to }: PriceRange, last = from): AxisRange {
  const place = to > from ? Math.round(((last - from) / (to - from)) * 100) : 0;
  const top = to + (to - from) * 1e-9 * place;
  const range = top - from;
  return {
    from,
    to: top,
    range,
    realFrom: from,
    realTo: top,
    realRange: range,
    displayFrom: from,
    displayTo: top,
    displayRange: range,
  };
}

const placesOf = (lines: readonly ChartLine[]): string =>
  lines.map(({ id, price }) => `${id} ${price}`).join();

export function createChartView(
  container: HTMLElement,
  { onPoint, onDrawings, onDrawn }: ChartViewEvents,
): ChartView {
  const chart = open(container);
  let colors = readColors();
  let kind: ChartKind = 'candle';
  let indicators: readonly IndicatorName[] = [];
  let shown: Shown | undefined;
  let lines: readonly ChartLine[] = [];
  let frame = 0;
  let stopSeries = () => {};

  const bars = createDrawnBars(chart);
  const priceLines = createPriceLines(chart, colors);
  const drawings = createDrawings(chart, { onChange: onDrawings, onDrawn });
  chart.setOffsetRightDistance(OFFSET_RIGHT);
  chart.setBarSpace(BAR_SPACE);
  chart.overrideXAxis({ createTicks: ({ bounding }) => timeTicks(chart, bounding.width) });
  chart.createIndicator({ name: CANDLE_DRAWING, paneId: 'candle_pane', ...untitled }, true);
  chart.setDataLoader(bars.loader);

  /** Combines many ticks into one drawing. */
  function draw(): void {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      bars.sync();
    });
  }

  function paint(): void {
    const isLine = kind === 'line' || shown?.period === 'tick';
    const style: CandleStyle = {
      colors,
      kind: isLine ? 'line' : 'candle',
      hasVolume: indicators.includes('VOL') && shown?.period !== 'tick',
    };
    chart.setStyles(chartStyles(colors, style.kind));
    chart.overrideIndicator({ name: CANDLE_DRAWING, paneId: 'candle_pane', extendData: style });
    chart.overrideYAxis({
      paneId: 'candle_pane',
      gap: { top: 0.1, bottom: style.hasVolume ? GAP_ABOVE_VOLUME : 0.1 },
      createRange: ({ defaultRange }) => rangeOf(priceLines.widened(defaultRange), lastPrice(chart)),
      createTicks: ({ defaultTicks, range, bounding }) => {
        const last = lastPrice(chart);
        const prices = [...(last === undefined ? [] : [last]), ...priceLines.axisPrices()];
        const placeOf = (price: number) => (1 - (price - range.from) / range.range) * bounding.height;
        return uncovered(defaultTicks, prices.map(placeOf));
      },
    });
    showChosenIndicators();
  }

  function showChosenIndicators(): void {
    showIndicators(chart, indicators, { colors, paneHeight: container.clientHeight * PANE_SHARE });
  }

  function recolor(): void {
    colors = readColors();
    priceLines.recolor(colors);
    paint();
  }

  function point(bar: KLineData | undefined): void {
    if (!bar || !shown) {
      onPoint(undefined);
      return;
    }
    const { precision } = shown;
    const text = (value: number) => formatPrice(value.toFixed(precision), precision);
    onPoint({
      time: bar.timestamp,
      open: text(bar.open),
      high: text(bar.high),
      low: text(bar.low),
      close: text(bar.close),
      volume: bar.volume ?? 0,
    });
  }

  const pointing = watchPointing(chart, container, point, priceLines.isDragging);
  const stopColors = watchColors(recolor);
  const stopTouch = letPageScroll(
    container,
    () => pointing.isPointing() || drawings.isBusy() || priceLines.isDragging(),
  );
  const resized = new ResizeObserver(showChosenIndicators);
  resized.observe(container);
  paint();

  return {
    show(next, savedDrawings) {
      stopSeries();
      const isOtherStock = shown?.stock !== next.stock;
      shown = next;
      bars.follow(next.series);
      stopSeries = next.series.state.watch(draw);
      chart.setSymbol({ ticker: next.stock, pricePrecision: next.precision, volumePrecision: 0 });
      chart.setPeriod(periods[next.period]);
      if (isOtherStock) drawings.show(savedDrawings);
      priceLines.show(lines, next.precision);
      paint();
      draw();
    },
    setStyle(next) {
      kind = next.kind;
      indicators = next.indicators;
      paint();
    },
    setLines(next) {
      const isElsewhere = placesOf(lines) !== placesOf(next);
      lines = next;
      priceLines.show(lines, shown?.precision ?? 2);
      // The range depends on the prices of the lines; a changed tag alone does not affect it.
      if (isElsewhere) paint();
    },
    hold: (pen) => drawings.hold(pen),
    clearDrawings: () => drawings.clear(),
    fit() {
      const symbol = chart.getSymbol();
      // Only setting the symbol again makes the price axis follow the bars after it was dragged.
      if (symbol) chart.setSymbol({ ...symbol });
      chart.setBarSpace(BAR_SPACE);
      chart.setOffsetRightDistance(OFFSET_RIGHT);
      chart.scrollToRealTime();
    },
    pan: (count) => chart.scrollByDistance(count * chart.getBarSpace().bar),
    zoom: (scale) => chart.zoomAtCoordinate(scale),
    dispose() {
      cancelAnimationFrame(frame);
      stopSeries();
      stopColors();
      pointing.stop();
      stopTouch();
      resized.disconnect();
      dispose(container);
    },
  };
}
