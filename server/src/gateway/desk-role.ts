// A desk as a process: the whole platform of its shard, reached through gateways.
import { openNatsCarrier } from '../bus/nats-carrier.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log/log.ts';
import { startPlatform } from '../platform.ts';
import { newProcessName } from './process-name.ts';

const SHARD = 0;

export async function startDeskRole({
  config,
  log,
  onHalt,
}: {
  readonly config: Config;
  readonly log: Log;
  readonly onHalt: (fault: unknown) => void;
}) {
  const name = newProcessName('desk');
  const carrier = await openNatsCarrier(config.nats ?? { servers: [] }, {
    name,
    onFault: (fault) => log.warn('NATS connection fault', { error: fault }),
  });
  const platform = await startPlatform({
    ...{ config, log, onHalt },
    line: { carrier, process: name, shard: SHARD, isOurs: () => true },
    market: { following: carrier },
  });
  return {
    ...platform,
    async stop() {
      await platform.stop();
      await carrier.close();
    },
  };
}
