// A platform that is reached through a gateway, both in one process.
import { createLocalNetwork, type Fate } from './bus/local-carrier.ts';
import { readConfig } from './config.ts';
import { openPriceSender } from './gateway/price-sender.ts';
import { silentLog } from './log/log.ts';
import { type Platform, type PlatformOptions, startPlatform } from './platform.ts';
import { wait } from './process-time.ts';
import { startGateway } from './start-gateway.ts';

export async function startBehindGateway(
  options: PlatformOptions,
  { fate }: { readonly fate?: Fate } = {},
): Promise<Platform & { readonly reach: (isReached: boolean) => void }> {
  const network = createLocalNetwork({
    ...(fate === undefined ? {} : { fate }),
    after: (ms, call) => void (ms === 0 ? setImmediate(call) : setTimeout(call, ms).unref()),
  });
  const carrier = network.join();
  const isOurs = () => true;
  const sender = openPriceSender({ carrier, epoch: 1, isOurs, wait });
  const prices = { publishLatest: sender.publishLatest, listStocks: () => undefined };
  const platform = await startPlatform({
    ...options,
    line: { carrier, process: 'desk', shard: 0, isOurs, epoch: () => 1, prices },
  });
  const ofGateway = network.join();
  const gateway = await startGateway({
    config: { ...readConfig({ PORT: '0' }), allowedOrigins: options.config.allowedOrigins },
    carrier: ofGateway,
    name: 'gateway',
    log: silentLog,
    leaveMs: 0,
    ...(options.appFolder === undefined ? {} : { appFolder: options.appFolder }),
  });
  return {
    address: gateway.address,
    created: platform.created,
    metrics: platform.metrics,
    /** Whether the gateway has the carrier. */
    reach: ofGateway.connect,
    async stop() {
      await gateway.stop();
      await platform.stop();
      sender.close();
      await carrier.close();
    },
  };
}
