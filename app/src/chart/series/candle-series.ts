// The data of a chart: the newest page, older pages on demand, and ticks in between. The server sends at most ten ticks
// of an instrument a second and none while the connection is cut, so bars built from ticks are requested again soon
// after: the ticks make the chart fast, the answers make it correct.
import type { Connection } from '@maru/client/connection';
import { createStore, type Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';
import { parseUnits, priceOfUnits } from '@maru/engine/amount';
import { type Millis, millis } from '@maru/engine/time';
import {
  type Bars,
  type PlacedTick,
  placeOf,
  type Tail,
  withOlder,
  withTail,
  withTickInBars,
} from './bars.ts';

/** Where bars come from. Undefined means that there was no answer. */
export interface ChartSource {
  /** The newest page, or the one that ends before this time. */
  page(end: Millis | undefined): Promise<Bars | undefined>;
  /** Everything that starts at this time or later. */
  since(begin: Millis): Promise<Tail | undefined>;
  /** The start of the bar that contains an instant; undefined when it cannot be determined. */
  startOf(at: Millis, bars: Bars): Millis | undefined;
}

export interface SeriesTick {
  readonly lastPrice: string;
  readonly time: number;
}

export interface SeriesEdges {
  readonly source: ChartSource;
  readonly followTick: (onTick: (tick: SeriesTick) => void) => () => void;
  readonly connection: Watched<Connection>;
  readonly timers: Timers;
}

export interface SeriesState {
  readonly kind: 'loading' | 'ready' | 'failed';
  readonly bars: Bars;
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
}

export interface CandleSeries {
  readonly state: Watched<SeriesState>;
  /**
   * Starts requests and subscriptions; the returned function ends both, and answers that are still pending are ignored.
   */
  start(): () => void;
  loadOlder(): Promise<void>;
  retry(): void;
}

/** More bars make every tick slower, because the chart computes its indicators over all of them. */
export const MOST_BARS = 1_000;
const TRIM_ABOVE = 1_500;
/** The server counts late ticks into a candle for three seconds after its end. */
const ASK_AFTER_NEW_BAR_MS = 3_500;
const ASK_AFTER_TICK_MS = 20_000;
const ASK_AFTER_SILENCE_MS = 5_000;

export function createCandleSeries({ source, followTick, connection, timers }: SeriesEdges): CandleSeries {
  let bars: Bars = [];
  let kind: SeriesState['kind'] = 'loading';
  let mayHaveOlder = false;
  const state = createStore<SeriesState>({ kind, bars, hasOlder: false, isLoadingOlder: false });

  let isRunning = false;
  let isAsking = false;
  let askAgain = false;
  /** Received while an answer is pending: it is unknown whether the answer contains them. */
  let ticksWhileLoading: PlacedTick[] = [];
  /** From this bar on the last answer and our own bars may differ. */
  let unsureFrom: Millis | undefined;
  let newestAt = 0;
  const nextAsk = createSoonest(timers, () => {
    // Without a connection there is nothing new, and the server is not asked until it is back.
    if (connection.get().kind === 'connected') void ask();
  });
  let olderUnderWay: Promise<void> | undefined;

  function publish(): void {
    if (bars.length > TRIM_ABOVE) bars = bars.slice(-MOST_BARS);
    const hasOlder = mayHaveOlder && bars.length < MOST_BARS;
    state.set({ kind, bars, hasOlder, isLoadingOlder: olderUnderWay !== undefined });
  }

  function markUncertain(start: Millis): void {
    if (unsureFrom === undefined || start < unsureFrom) unsureFrom = start;
  }

  function applyTick(tick: PlacedTick): void {
    const start = source.startOf(tick.at, bars);
    if (start === undefined) return;
    const newest = bars.at(-1);
    const isNewBar = newest !== undefined && start > newest.start;
    const isLate = tick.at < newestAt || (newest !== undefined && start < newest.start);
    newestAt = Math.max(newestAt, tick.at);
    markUncertain(start);
    // There may be others between the last tick we received and this one, also in a bar of their own.
    if (isNewBar) markUncertain(newest.start);
    bars = withTickInBars(bars, { start, last: tick.last, isLate });
    nextAsk.within(isNewBar || isLate ? ASK_AFTER_NEW_BAR_MS : ASK_AFTER_TICK_MS);
  }

  function onTick({ lastPrice, time }: SeriesTick): void {
    const units = parseUnits(lastPrice);
    if (units === undefined) return;
    const tick = { last: priceOfUnits(units), at: millis(time) };
    if (isAsking) ticksWhileLoading.push(tick);
    // Without a page there are no bars to add it to; it is applied once the page has arrived.
    if (kind !== 'ready') return;
    applyTick(tick);
    publish();
  }

  async function ask(): Promise<void> {
    if (!isRunning) return;
    if (isAsking) {
      askAgain = true;
      return;
    }
    isAsking = true;
    ticksWhileLoading = [];
    const newestBefore = newestAt;
    const answered = kind === 'ready' && bars.length > 0 ? await askTail() : await askFirst();
    isAsking = false;
    if (!isRunning) return;
    if (answered) {
      newestAt = newestBefore;
      for (const tick of ticksWhileLoading) applyTick(tick);
    }
    publish();
    if (askAgain) {
      askAgain = false;
      await ask();
    } else if (!answered && kind === 'ready') nextAsk.within(ASK_AFTER_SILENCE_MS);
  }

  /** Everything that was sent during the cut is missing, also late ticks of the bar before the newest. */
  function afterCut(): void {
    const known = bars.at(-2) ?? bars.at(-1);
    if (known) markUncertain(known.start);
    void ask();
  }

  async function askFirst(): Promise<boolean> {
    kind = 'loading';
    publish();
    const page = await source.page(undefined);
    if (!isRunning) return false;
    if (!page) {
      kind = 'failed';
      return false;
    }
    kind = 'ready';
    bars = page;
    mayHaveOlder = page.length > 0;
    const newest = page.at(-1);
    // The page and the first tick arrive independently: what happened between them is requested soon.
    unsureFrom = newest?.start;
    if (newest) nextAsk.within(ASK_AFTER_TICK_MS);
    return true;
  }

  async function askTail(): Promise<boolean> {
    const begin = unsureFrom ?? bars.at(-1)!.start;
    const ownSince = bars.slice(placeOf(bars, begin));
    unsureFrom = undefined;
    const tail = await source.since(begin);
    if (!isRunning) return false;
    if (!tail) {
      markUncertain(begin);
      return false;
    }
    // Without the ticks received in the meantime, which are applied again: they must not count twice.
    bars = withTail([...bars.slice(0, placeOf(bars, begin)), ...ownSince], begin, tail);
    const answeredUntil = tail.bars.at(-1)?.start ?? begin;
    const ours = bars.find(({ start }) => start > answeredUntil);
    if (ours) markUncertain(ours.start);
    return true;
  }

  async function askOlder(): Promise<void> {
    const end = bars[0]?.start;
    const page = await source.page(end);
    // The bars may have been replaced in the meantime; then this page is not adjacent to them any more.
    if (!isRunning || !page || bars[0]?.start !== end) return;
    const before = bars.length;
    bars = withOlder(bars, page);
    mayHaveOlder = bars.length > before;
  }

  return {
    state,
    retry: () => void ask(),
    loadOlder() {
      if (olderUnderWay) return olderUnderWay;
      if (!state.get().hasOlder) return Promise.resolve();
      olderUnderWay = askOlder().finally(() => {
        olderUnderWay = undefined;
        if (isRunning) publish();
      });
      publish();
      return olderUnderWay;
    },
    start() {
      isRunning = true;
      const stopTicks = followTick(onTick);
      const stopConnection = watchReconnects(connection, afterCut);
      void ask();
      return () => {
        isRunning = false;
        nextAsk.cancel();
        stopTicks();
        stopConnection();
      };
    },
  };
}

function watchReconnects(connection: Watched<Connection>, onReconnect: () => void): () => void {
  let wasConnected = connection.get().kind === 'connected';
  return connection.watch(() => {
    const isConnected = connection.get().kind === 'connected';
    if (isConnected && !wasConnected) onReconnect();
    wasConnected = isConnected;
  });
}

/** One timer for several deadlines: the earliest counts. */
function createSoonest(timers: Timers, run: () => void) {
  let next: { readonly at: number; readonly cancel: () => void } | undefined;
  function cancel(): void {
    next?.cancel();
    next = undefined;
  }
  return {
    within(delayMs: number): void {
      const at = timers.now() + delayMs;
      if (next && next.at <= at) return;
      cancel();
      const stop = timers.after(delayMs, () => {
        next = undefined;
        run();
      });
      next = { at, cancel: stop };
    },
    cancel,
  };
}
