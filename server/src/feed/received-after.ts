// The time of receipt of the process that leads the feed.
import { type Millis, millis } from '@maru/engine/time';
import type { Source } from './source.ts';

/** Followers were told that they know everything until then: what comes now was received after it. */
export const receivedAfter = (source: Source, announced: () => Millis): Source => ({
  ...source,
  start: (emit) =>
    source.start((ticks) => {
      const after = announced();
      emit(ticks.map((tick) => (tick.recvTs > after ? tick : { ...tick, recvTs: millis(after + 1) })));
    }),
});
