// A gateway as a process.
import type { Config } from './config.ts';
import type { Log } from './log/log.ts';
import { joinProcesses } from './process-carrier.ts';
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
  const { name, carrier } = await joinProcesses({ config, log });
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
