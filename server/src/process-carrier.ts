// How a process of one role among several joins the others.
import type { Carrier } from './bus/carrier.ts';
import { openNatsCarrier } from './bus/nats-carrier.ts';
import type { Config } from './config.ts';
import { newProcessName } from './gateway/process-name.ts';
import type { Log } from './log/log.ts';

/** Under a name that no process had before. The settings of every role but `all` have servers. */
export async function joinProcesses({
  config,
  log,
}: {
  readonly config: Pick<Config, 'role' | 'nats'>;
  readonly log: Log;
}): Promise<{ readonly name: string; readonly carrier: Carrier }> {
  const name = newProcessName(config.role);
  const carrier = await openNatsCarrier(config.nats ?? { servers: [] }, {
    name,
    onFault: (fault) => log.warn('NATS connection fault', { error: fault }),
  });
  return { name, carrier };
}
