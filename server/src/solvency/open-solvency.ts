// The proof of balances as the platform runs it.
import type { Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { WayToStore } from '../db/open-store.ts';
import type { Route } from '../http/serve.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createLiveSums } from './live-sums.ts';
import { createPublishThread } from './publish-thread.ts';
import { createPublisher } from './publisher.ts';
import { solvencyRoutes } from './routes.ts';

export function openSolvency({
  shard,
  database,
  reads,
  reach,
  beginsAfterMs,
  time,
  metrics,
  log,
}: {
  readonly shard: number;
  readonly database: Database;
  /** The same with the lane of reads, for calls. */
  readonly reads: Database;
  readonly reach: () => WayToStore;
  readonly beginsAfterMs: number;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly metrics: Metrics;
  readonly log: Log;
}): { readonly routes: readonly Route[]; start(): void; stop(): Promise<void> } {
  const thread = createPublishThread(reach);
  const publisher = createPublisher({
    ...{ shard, database, beginsAfterMs, time, log },
    publish: thread.publish,
  });
  metrics.gaugeOf(
    'maru_solvency_root_age_seconds',
    'Seconds since the newest root of all balances was made; NaN before the first check',
    () => Math.round((time.clock() - (publisher.newestAt() ?? Number.NaN)) / 1_000),
  );
  return {
    routes: solvencyRoutes({
      database: reads,
      live: createLiveSums({ database, shard, clock: time.clock }),
    }),
    start: publisher.start,
    async stop() {
      // The thread first: the loop would wait for it.
      const stopping = publisher.stop();
      await thread.stop();
      await stopping;
    },
  };
}
