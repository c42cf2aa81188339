// A gateway as a process.
import { openNatsCarrier } from './bus/nats-carrier.ts';
import type { Config } from './config.ts';
import { newProcessName } from './gateway/process-name.ts';
import type { Log } from './log/log.ts';
import { startGateway } from './start-gateway.ts';

export async function startGatewayProcess({
  config,
  log,
  appFolder,
}: {
  readonly config: Config;
  readonly log: Log;
  readonly appFolder: string | undefined;
}) {
  const name = newProcessName('gateway');
  const carrier = await openNatsCarrier(config.nats ?? { servers: [] }, {
    name,
    onFault: (fault) => log.warn('NATS connection fault', { error: fault }),
  });
  const gateway = await startGateway({ config, carrier, name, log, appFolder });
  return {
    address: gateway.address,
    created: [],
    async stop() {
      await gateway.stop();
      await carrier.close();
    },
  };
}
