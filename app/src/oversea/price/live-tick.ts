// The newest tick of one instrument with its two sides, at the pace of the eye: what the order form is pressed on.
import type { Realtime } from '@maru/client/realtime';
import { createStore, type Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';

export interface LiveTick {
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  /** When it was made, by the server's clock. */
  readonly at: number;
}

export function followLiveTick({
  stock,
  realtime,
  timers,
  paceMs,
}: {
  readonly stock: string;
  readonly realtime: Pick<Realtime, 'followTick'>;
  readonly timers: Timers;
  readonly paceMs: number;
}): Watched<LiveTick | undefined> {
  const shown = createStore<LiveTick | undefined>(undefined);
  let newest: LiveTick | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  let watchers = 0;
  let stopTicks = () => {};
  let stopWaiting: (() => void) | undefined;

  function show(): void {
    stopWaiting = undefined;
    shownAt = timers.now();
    shown.set(newest);
  }

  return {
    get: shown.get,
    watch(listen) {
      const stop = shown.watch(listen);
      if (watchers++ === 0)
        stopTicks = realtime.followTick(stock, ({ lastPrice, bid, ask, time }) => {
          newest = { last: lastPrice, bid, ask, at: time };
          if (stopWaiting) return;
          const waitMs = shownAt + paceMs - timers.now();
          if (waitMs <= 0) show();
          else stopWaiting = timers.after(waitMs, show);
        });
      return () => {
        stop();
        if (--watchers > 0) return;
        stopTicks();
        stopWaiting?.();
        stopWaiting = undefined;
      };
    },
  };
}
