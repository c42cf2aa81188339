// Passes bars to klinecharts. Its list can only be replaced, grow in front or change at the end; a bar in the middle
// that an answer has corrected is written into the list itself, so that the view does not jump.

import { ONE } from '@maru/engine/amount';
import type { Candle } from '@maru/engine/market/candle';
import type { Chart, DataLoader, KLineData } from 'klinecharts';
import { type Bars, placeOf } from '../series/bars.ts';
import type { CandleSeries } from '../series/candle-series.ts';

/** Floats are for drawing only: prices for trading and in texts stay exact. */
const drawable = (units: bigint): number => Number(units) / Number(ONE);

const lineOf = ({ start, open, high, low, close, ticks }: Candle): KLineData => ({
  timestamp: start,
  open: drawable(open),
  high: drawable(high),
  low: drawable(low),
  close: drawable(close),
  volume: ticks,
});

export function createDrawnBars(chart: Chart) {
  let series: CandleSeries | undefined;
  let drawn: Bars = [];
  let begin: ((bars: KLineData[], more: { readonly forward: boolean }) => void) | undefined;
  let update: ((bar: KLineData) => void) | undefined;

  function fill(): void {
    const state = series?.state.get();
    if (!begin || state?.kind !== 'ready') return;
    drawn = state.bars;
    const answer = begin;
    begin = undefined;
    answer(drawn.map(lineOf), { forward: state.hasOlder });
  }

  const loader: DataLoader = {
    getBars({ type, callback }) {
      if (type === 'init') {
        drawn = [];
        begin = callback;
        fill();
        return;
      }
      if (type === 'forward') void loadOlder(callback);
      else callback([], false);
    },
    subscribeBar({ callback }) {
      update = callback;
    },
    unsubscribeBar() {
      update = undefined;
    },
  };

  async function loadOlder(
    callback: (bars: KLineData[], more: { readonly forward: boolean }) => void,
  ): Promise<void> {
    const asked = series;
    await asked?.loadOlder();
    const first = drawn[0];
    if (asked !== series || !asked || !first) return;
    const { bars, hasOlder } = asked.state.get();
    const older = bars.slice(0, placeOf(bars, first.start));
    drawn = [...older, ...drawn];
    callback(older.map(lineOf), { forward: hasOlder });
  }

  /** The bars that both have, from the same first bar on; undefined when there is no overlap. */
  function meet(bars: Bars): Bars | undefined {
    const first = drawn[0];
    if (!first || !bars[0]) return undefined;
    const place = placeOf(bars, first.start);
    if (bars[place]?.start === first.start) return bars.slice(place);
    // The series has removed its oldest bars.
    const gone = drawn.findIndex(({ start }) => start === bars[0]?.start);
    if (gone < 0) return undefined;
    chart.getDataList().splice(0, gone);
    drawn = drawn.slice(gone);
    return bars;
  }

  /** Updates the chart to the series' current bars. */
  function sync(): void {
    fill();
    const state = series?.state.get();
    if (begin || !update || state?.kind !== 'ready') return;
    const bars = meet(state.bars);
    if (!bars || bars.length < drawn.length) {
      if (state.bars.length > 0) chart.resetData();
      return;
    }
    const list = chart.getDataList();
    let isChanged = false;
    for (let index = 0; index < drawn.length; index++) {
      if (bars[index] === drawn[index]) continue;
      list[index] = lineOf(bars[index]!);
      isChanged = true;
    }
    const grown = bars.slice(drawn.length);
    const last = list.at(-1);
    drawn = bars;
    if (grown.length === 0 && isChanged && last) update({ ...last });
    for (const bar of grown) update(lineOf(bar));
  }

  return {
    loader,
    sync,
    /** Replaces the series; the chart then requests its bars. */
    follow(next: CandleSeries): void {
      series = next;
      drawn = [];
      begin = undefined;
    },
  };
}
