// A platform that is reached through a gateway, both in one process.
import { createLocalNetwork, type Fate } from './bus/local-carrier.ts';
import { readConfig } from './config.ts';
import { silentLog } from './log/log.ts';
import { type Platform, type PlatformOptions, startPlatform } from './platform.ts';
import { startGateway } from './start-gateway.ts';

export async function startBehindGateway(
  options: PlatformOptions,
  { fate }: { readonly fate?: Fate } = {},
): Promise<Platform> {
  const network = createLocalNetwork({
    ...(fate === undefined ? {} : { fate }),
    after: (ms, call) => void (ms === 0 ? setImmediate(call) : setTimeout(call, ms).unref()),
  });
  const carrier = network.join();
  const platform = await startPlatform({
    ...options,
    line: { carrier, process: 'desk', shard: 0, isOurs: () => true, epoch: () => 1 },
  });
  const gateway = await startGateway({
    config: { ...readConfig({ PORT: '0' }), allowedOrigins: options.config.allowedOrigins },
    carrier: network.join(),
    name: 'gateway',
    log: silentLog,
    leaveMs: 0,
    ...(options.appFolder === undefined ? {} : { appFolder: options.appFolder }),
  });
  return {
    address: gateway.address,
    created: platform.created,
    metrics: platform.metrics,
    async stop() {
      await gateway.stop();
      await platform.stop();
      await carrier.close();
    },
  };
}
