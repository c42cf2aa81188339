// The fairness board as a feature: it counts orders as they are answered, notes every minute that the platform is there,
// and counts the days of every site once an hour.
import { HOUR_MS, MINUTE_MS, type Millis, SECOND_MS } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import { createBoard } from './board.ts';
import { countDays } from './days.ts';
import { createFeeds } from './feeds.ts';
import { createOrderCounts } from './order-counts.ts';
import { createPulse, type Health } from './pulse.ts';
import { fairnessRoutes } from './routes.ts';
import { addCounted } from './store.ts';

export const fairnessFeature: ServerFeature = {
  name: 'fairness',
  async open(parts) {
    const { shard, database, desk, sites, prices, instruments, rates, fairness: sources, time, log } = parts;
    const health = (now: Millis): Health => ({
      desk: desk.state(),
      behind: desk.behind(),
      instruments: instruments.length,
      stopped: prices.report(now).stopped.length,
    });
    const counts = createOrderCounts({ sources, steadyMs: () => performance.now() });
    const board = createBoard({ shard, database, sources, health });
    const pulse = createPulse({ shard, database, sites: () => sites.all().map(({ id }) => id), health });

    async function flush(): Promise<void> {
      const counted = counts.take();
      try {
        await database.transaction((tx) => addCounted(tx, counted));
      } catch (fault) {
        counts.putBack(counted);
        throw fault;
      }
    }

    const minutes = createLoop({
      async work() {
        await pulse.beat(time.clock());
        await flush();
      },
      // Often enough that no minute is missed.
      restMs: () => 20 * SECOND_MS,
      wait: time.wait,
      log,
      failure: 'fairness: noting the minute failed, retrying',
    });
    const days = createLoop({
      async work() {
        for (const { id } of sites.all())
          await countDays({ database, sources, instruments, rates }, id, time.clock());
        board.forget();
      },
      restMs: () => HOUR_MS,
      wait: time.wait,
      log,
      failure: 'fairness: counting the days failed, retrying in an hour',
    });
    return {
      routes: fairnessRoutes({
        database,
        board,
        feeds: createFeeds({ instruments, prices }),
        isPractice: (site) => sites.byId(site)?.moneyMode === 'PRACTICE',
      }),
      rule: counts.rule,
      async start() {
        minutes.start();
        // The start has more urgent work.
        void time.wait(MINUTE_MS).then(() => days.start());
      },
      async stop() {
        await days.stop();
        await minutes.stop();
        await flush();
      },
    };
  },
};
