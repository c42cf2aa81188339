// A desk as a process: the whole platform of its shard, reached through gateways. It follows the owner of the shard, and
// takes its place when the owner is gone.
import { openReachedFollowers, watchCarrierLoss } from './carrier-loss.ts';
import type { Config } from './config.ts';
import { createOwnership } from './desk/ownership.ts';
import { openStatusPage } from './gateway/status-page.ts';
import { warmUpHttp } from './http/warm-up.ts';
import type { Log } from './log/log.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { SharedShard } from './open-storage.ts';
import { type Platform, startPlatform } from './platform.ts';
import { joinProcesses } from './process-carrier.ts';
import { every, steadyMs } from './process-time.ts';

export async function startDeskProcess({
  config,
  log,
  onHalt,
}: {
  readonly config: Config;
  readonly log: Log;
  readonly onHalt: (fault: unknown) => void;
}) {
  const { shard } = config;
  const { name, carrier } = await joinProcesses({ config, log });
  const ownership = createOwnership({ shard, onLost: onHalt });
  const following = Promise.withResolvers<Parameters<SharedShard['onFollowing']>[0]>();
  let standby: Parameters<SharedShard['onFollowing']>[0] | undefined;
  let platform: Platform | undefined;

  const opening = startPlatform({
    ...{ config, log, onHalt },
    market: { following: carrier },
    line: { carrier, process: name, shard, isOurs: ownership.isOurs, epoch: ownership.epoch },
    shared: {
      ownership,
      mayTake: carrier.isConnected,
      onFollowing(opened) {
        standby = opened;
        following.resolve(opened);
      },
    },
  });
  opening.then((opened) => {
    platform = opened;
    log.info('desk: this process owns the shard', { shard, epoch: ownership.epoch() });
  }, onHalt);
  await Promise.race([following.promise, opening]);
  // Nobody waits for it while it follows.
  warmUpHttp().catch(onHalt);

  const { databaseUrl: url = '', leaseMs } = config;
  const followers = openReachedFollowers({ url, followed: `shard ${shard}`, process: name, leaseMs });
  const endWatch = watchCarrierLoss({
    ...{ carrier, followers, leaseMs, steadyMs, every },
    state: () => {
      if (platform !== undefined) return 'FIRST';
      return standby?.followed() === undefined ? 'STARTING' : 'FOLLOWING';
    },
    onLost: onHalt,
  });

  const metrics = createMetrics();
  metrics.gaugeOf('maru_desk_owns', 'Whether this process owns its shard', () =>
    Number(platform !== undefined),
  );
  metrics.gaugeOf('maru_desk_epoch', 'The epoch in which it owns it', ownership.epoch);
  const page = await openStatusPage({
    ...{ host: config.host, port: config.port, metricsToken: config.metricsToken },
    status: () => ({
      // A standby that follows is as well as it can be.
      ready: carrier.isConnected() && (platform !== undefined || standby !== undefined),
      role: 'desk',
      shard,
      state: platform === undefined ? 'FOLLOWING' : 'OPEN',
      epoch: ownership.epoch(),
      followed: standby?.followed(),
      carrier: carrier.isConnected() ? 'CONNECTED' : 'LOST',
    }),
    metrics: () => metrics.text() + (platform?.metrics() ?? ''),
  });
  return {
    address: page.address,
    created: [],
    async stop() {
      endWatch();
      // A standby holds nothing that must be closed, and what it still opens would never be ready.
      await platform?.stop();
      await followers.close();
      await page.close();
      await carrier.close();
    },
  };
}
