// A feed as a process: it leads, or stands by.
import { openReachedFollowers, watchCarrierLoss } from './carrier-loss.ts';
import type { Config } from './config.ts';
import { openStore } from './db/open-store.ts';
import { startFeed } from './feed-role.ts';
import { openStatusPage } from './gateway/status-page.ts';
import type { Log } from './log/log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { joinProcesses } from './process-carrier.ts';
import { every, steadyMs } from './process-time.ts';

export async function startFeedProcess({
  config,
  log,
  onHalt,
}: {
  readonly config: Config;
  readonly log: Log;
  readonly onHalt: (fault: unknown) => void;
}) {
  const { name, carrier } = await joinProcesses({ config, log });
  const { database } = await openStore(config);
  const feed = await startFeed({ config, log, carrier, database, onHalt, leaseMs: config.leaseMs });
  const { databaseUrl: url = '', leaseMs } = config;
  const followers = openReachedFollowers({ url, followed: 'feed', process: name, leaseMs });
  const endWatch = watchCarrierLoss({
    ...{ carrier, followers, leaseMs, steadyMs, every },
    state: () => {
      if (feed.isLeading()) return 'FIRST';
      return feed.isReady() ? 'FOLLOWING' : 'STARTING';
    },
    onLost: onHalt,
  });
  const metrics = createMetrics();
  metrics.gaugeOf('maru_feed_leading', 'Whether this process leads the feed', () => Number(feed.isLeading()));
  const page = await openStatusPage({
    ...{ host: config.host, port: config.port, metricsToken: config.metricsToken },
    status: () => ({
      ready: feed.isReady() && carrier.isConnected(),
      role: 'feed',
      state: feed.isLeading() ? 'LEADING' : 'FOLLOWING',
      carrier: carrier.isConnected() ? 'CONNECTED' : 'LOST',
    }),
    metrics: () => metrics.text(),
  });
  return {
    address: page.address,
    created: [],
    async stop() {
      endWatch();
      await feed.stop();
      await followers.close();
      await page.close();
      await carrier.close();
      await database.close();
    },
  };
}
