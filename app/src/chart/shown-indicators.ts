// The chosen indicators as klinecharts has them: averages over the candles, oscillators in panes below.
import type { Chart } from 'klinecharts';
import type { ChartColors } from './chart-colors.ts';
import { hasOwnPane, INDICATORS, type IndicatorName } from './indicator-choice.ts';

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

interface PaneLook {
  readonly colors: ChartColors;
  readonly paneHeight: number;
}

export function showIndicators(
  chart: Chart,
  chosen: readonly IndicatorName[],
  { colors, paneHeight }: PaneLook,
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
    const calcParams = [...parameters[name]];
    const title = { color: colors.ink3, size: 11, family: colors.font, weight: 500, marginTop: 2 };
    const styles = isBelow
      ? {
          tooltip: {
            showRule: 'always' as const,
            offsetTop: 2,
            title: { show: true, showName: true, showParams: false, ...title },
            legend: { ...title, defaultValue: '' },
          },
        }
      : {};
    if (isThere) chart.overrideIndicator({ name, paneId, styles });
    else chart.createIndicator({ name, paneId, calcParams, styles }, !isBelow);
    if (isBelow) chart.setPaneOptions({ id: paneId, height, minHeight: LEAST_PANE, dragEnabled: false });
  }
}
