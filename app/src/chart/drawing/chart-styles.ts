// Our styles over the defaults of klinecharts (docs/design.md 7). Candles, volume and the now line are drawn by
// `candle-drawing.ts`, so the chart's own candles are transparent.
import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartKind } from '../series/chart-memory.ts';
import type { ChartColors } from './chart-colors.ts';
import { faded } from './chart-colors.ts';

/** Figures and Latin letters may be this small; Hangul may not (docs/design.md 3.2). */
export const AXIS_SIZE = 11;
const CLEAR = 'transparent';

export function chartStyles(colors: ChartColors, kind: ChartKind): DeepPartial<Styles> {
  const { font: family } = colors;
  const noLine = { show: false };
  const axisText = { color: colors.ink3, size: AXIS_SIZE, family, weight: 500 };
  const label = {
    color: colors.ink,
    size: AXIS_SIZE,
    family,
    weight: 500,
    borderSize: 0,
    borderRadius: 5,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 3,
    paddingBottom: 3,
    backgroundColor: colors.raised,
  };
  const crosshair = { line: { dashedValue: [3, 3], color: colors.ink3 }, text: label };
  const title = { ...axisText, marginTop: 2, marginBottom: 0 };
  const averages = [colors.brass, colors.ink2, colors.ink3, colors.ink];
  return {
    grid: { horizontal: { style: 'solid', color: colors.grid }, vertical: { show: false } },
    candle: {
      type: kind === 'line' ? 'area' : 'candle_solid',
      bar: {
        upColor: CLEAR,
        downColor: CLEAR,
        noChangeColor: CLEAR,
        upBorderColor: CLEAR,
        downBorderColor: CLEAR,
        noChangeBorderColor: CLEAR,
        upWickColor: CLEAR,
        downWickColor: CLEAR,
        noChangeWickColor: CLEAR,
      },
      area: {
        lineColor: colors.ink,
        backgroundColor: [
          { offset: 0, color: faded(colors.ink, 0) },
          { offset: 1, color: faded(colors.ink, 0.13) },
        ],
        point: {
          color: colors.brassFill,
          radius: 3.5,
          rippleColor: faded(colors.brassFill, 0.22),
          animation: false,
        },
      },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          upColor: colors.brassFill,
          downColor: colors.brassFill,
          noChangeColor: colors.brassFill,
          line: { show: false },
          text: { ...label, weight: 700, color: colors.onBrass },
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: { upColor: colors.up, downColor: colors.down, noChangeColor: colors.ink3 },
      bars: [
        {
          upColor: faded(colors.up, 0.6),
          downColor: faded(colors.down, 0.6),
          noChangeColor: colors.ink3,
        },
      ],
      lines: averages.map((color) => ({ size: 1.25, color: faded(color, 0.7) })),
      tooltip: {
        offsetTop: 2,
        title: { showParams: false, ...title },
        legend: { ...title, defaultValue: '' },
      },
    },
    xAxis: { size: 20, axisLine: noLine, tickLine: noLine, tickText: { ...axisText, marginEnd: 4 } },
    yAxis: {
      axisLine: noLine,
      tickLine: noLine,
      tickText: { ...axisText, marginStart: 8, marginEnd: 12 },
    },
    separator: { color: colors.grid, activeBackgroundColor: colors.grid },
    crosshair: { horizontal: crosshair, vertical: crosshair },
    overlay: {
      point: {
        color: colors.ink,
        borderColor: faded(colors.ink, 0.3),
        borderSize: 2,
        radius: 4,
        activeColor: colors.ink,
        activeBorderColor: faded(colors.ink, 0.3),
        activeBorderSize: 4,
      },
      line: { size: 1.25, color: colors.ink2 },
      polygon: { color: colors.ink2, borderColor: colors.ink2 },
      text: { ...label, color: colors.ink2, backgroundColor: CLEAR },
    },
  };
}
