// The styles of klinecharts with our colours (docs/design.md 7). Candles, volume and the now line are drawn by
// `candle-drawing.ts`, so the chart's own candles are transparent.
import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartKind } from '../series/chart-memory.ts';
import type { ChartColors } from './chart-colors.ts';
import { faded } from './chart-colors.ts';

/** Figures and Latin letters may be this small; Hangul may not (docs/design.md 3.2). */
const AXIS_SIZE = 11;
const CLEAR = 'transparent';

export function chartStyles(colors: ChartColors, kind: ChartKind): DeepPartial<Styles> {
  const { font: family } = colors;
  const noLine = { show: false };
  const axisText = {
    show: true,
    color: colors.ink3,
    size: AXIS_SIZE,
    family,
    weight: 500,
  };
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
  const crosshair = {
    show: true,
    line: { show: true, style: 'dashed' as const, size: 1, dashedValue: [3, 3], color: colors.ink3 },
    text: { show: true, ...label },
  };
  const title = { color: colors.ink3, size: AXIS_SIZE, family, weight: 500, marginTop: 2, marginBottom: 0 };
  const averages = [colors.brass, colors.ink2, colors.ink3, colors.ink];
  return {
    grid: {
      show: true,
      horizontal: { show: true, style: 'solid', size: 1, color: colors.grid },
      vertical: { show: false },
    },
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
        lineSize: 2,
        lineColor: colors.ink,
        value: 'close',
        smooth: false,
        backgroundColor: [
          { offset: 0, color: faded(colors.ink, 0) },
          { offset: 1, color: faded(colors.ink, 0.13) },
        ],
        point: {
          show: true,
          color: colors.brassFill,
          radius: 3.5,
          rippleColor: faded(colors.brassFill, 0.22),
          rippleRadius: 8,
          animation: false,
        },
      },
      priceMark: {
        show: true,
        high: { show: false },
        low: { show: false },
        last: {
          show: true,
          upColor: colors.brassFill,
          downColor: colors.brassFill,
          noChangeColor: colors.brassFill,
          line: { show: false },
          text: { show: true, ...label, weight: 700, color: colors.onBrass },
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: { upColor: colors.up, downColor: colors.down, noChangeColor: colors.ink3 },
      bars: [
        {
          style: 'fill',
          upColor: faded(colors.up, 0.6),
          downColor: faded(colors.down, 0.6),
          noChangeColor: colors.ink3,
        },
      ],
      lines: averages.map((color) => ({
        style: 'solid',
        size: 1.25,
        smooth: false,
        color: faded(color, 0.7),
      })),
      lastValueMark: { show: false },
      tooltip: {
        showRule: 'always',
        offsetTop: 2,
        title: { show: true, showName: true, showParams: false, ...title },
        legend: { ...title, defaultValue: '' },
      },
    },
    xAxis: {
      show: true,
      size: 20,
      axisLine: noLine,
      tickLine: noLine,
      tickText: { ...axisText, marginStart: 4, marginEnd: 4 },
    },
    yAxis: {
      show: true,
      size: 'auto',
      axisLine: noLine,
      tickLine: noLine,
      tickText: { ...axisText, marginStart: 8, marginEnd: 12 },
    },
    separator: { size: 1, color: colors.grid, fill: true, activeBackgroundColor: colors.grid },
    crosshair: { show: true, horizontal: crosshair, vertical: crosshair },
    overlay: {
      point: {
        color: colors.ink,
        borderColor: faded(colors.ink, 0.3),
        borderSize: 2,
        radius: 4,
        activeColor: colors.ink,
        activeBorderColor: faded(colors.ink, 0.3),
        activeBorderSize: 4,
        activeRadius: 5,
      },
      line: { style: 'solid', size: 1.25, smooth: false, color: colors.ink2 },
      polygon: { style: 'fill', color: colors.ink2, borderColor: colors.ink2, borderSize: 1 },
      text: { ...label, color: colors.ink2, backgroundColor: CLEAR },
    },
  };
}
