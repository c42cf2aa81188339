// The newest tick of one instrument with bid and ask, no faster than it can be read: for the order form.
import { pace } from '@maru/client/pace';
import type { Realtime } from '@maru/client/realtime';
import type { Watched } from '@maru/client/store';
import type { Timers } from '@maru/client/timers';

export interface LiveTick {
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  /** The time of the tick, by the server's clock. */
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
  let newest: LiveTick | undefined;
  return pace<LiveTick | undefined>({
    first: undefined,
    follow: (onChange) =>
      realtime.followTick(stock, ({ lastPrice, bid, ask, time }) => {
        newest = { last: lastPrice, bid, ask, at: time };
        onChange();
      }),
    next: () => newest,
    timers,
    paceMs,
  });
}
