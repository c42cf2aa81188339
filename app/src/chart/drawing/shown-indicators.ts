// The chosen indicators in klinecharts: averages over the candles, oscillators in panes below.
import type { Chart, SmoothLineStyle } from 'klinecharts';
import { hasOwnPane, INDICATORS, type IndicatorName } from '../series/indicator-choice.ts';
import { type ChartColors, faded } from './chart-colors.ts';

type Calculated = Exclude<IndicatorName, 'VOL'>;

const parameters: Readonly<Record<Calculated, readonly number[]>> = {
  MA: [7, 20],
  EMA: [12, 26],
  BOLL: [20, 2],
  MACD: [12, 26, 9],
  RSI: [14],
  KDJ: [9, 3, 3],
};

const LEAST_PANE = 36;
const MOST_PANE = 88;

const paneOf = (name: Calculated): string => (hasOwnPane(name) ? `maru-${name}` : 'candle_pane');

interface PaneStyle {
  readonly colors: ChartColors;
  readonly paneHeight: number;
}

export function showIndicators(
  chart: Chart,
  chosen: readonly IndicatorName[],
  { colors, paneHeight }: PaneStyle,
): void {
  const height = Math.round(Math.min(Math.max(paneHeight, LEAST_PANE), MOST_PANE));
  for (const name of INDICATORS) {
    // Volume is drawn with the candles.
    if (name === 'VOL') continue;
    const paneId = paneOf(name);
    const isThere = chart.getIndicators({ name, paneId }).length > 0;
    if (!chosen.includes(name)) {
      if (isThere) chart.removeIndicator({ name, paneId });
      continue;
    }
    const isBelow = hasOwnPane(name);
    const settings = { styles: { lines: linesOf(name, colors) }, ...(isBelow ? { precision: 2 } : untitled) };
    if (isThere) chart.overrideIndicator({ name, paneId, ...settings });
    else chart.createIndicator({ name, paneId, calcParams: [...parameters[name]], ...settings }, !isBelow);
    if (isBelow) chart.setPaneOptions({ id: paneId, height, minHeight: LEAST_PANE, dragEnabled: false });
  }
}

/** Indicators over the candles have no title: docs/design.md 7 wants no legends there. */
export const untitled = {
  createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
};

/**
 * Averages are brass and grey; less common indicators are fainter or dashed, so that they are not mistaken for
 * averages.
 */
function linesOf(name: Calculated, colors: ChartColors): SmoothLineStyle[] {
  const line = (color: string, style: 'solid' | 'dashed' = 'solid'): SmoothLineStyle => ({
    style,
    size: 1.25,
    smooth: false,
    dashedValue: [4, 3],
    color: faded(color, 0.7),
  });
  if (name === 'BOLL') return [colors.ink3, colors.ink3, colors.ink3].map((color) => line(color));
  if (name === 'EMA') return [colors.brass, colors.ink2].map((color) => line(color, 'dashed'));
  return [colors.brass, colors.ink2, colors.ink3].map((color) => line(color));
}
