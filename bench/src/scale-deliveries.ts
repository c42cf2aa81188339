// Ticks to many live connections: gateways fed by a cluster beside one process that does everything. What is compared is
// how many messages a second of processor time delivers, of all processes that have a part in it.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { middleOf } from './callers.ts';
import { messageFrom } from './child-messages.ts';
import { cpuSeconds, residentBytes } from './cpu-time.ts';
import type { FromSockets, ToSockets } from './scale-sockets.ts';

const SOCKETS = fileURLToPath(new URL('./scale-sockets.ts', import.meta.url));
const ROUNDS = 5;
const ROUND_MS = 6_000;
const TOPIC = '/topic/tick/BTCUSDT';

export interface Deliveries {
  readonly sockets: number;
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** What a connection adds to the memory of the process that holds it. */
  readonly bytesPerSocket: number;
}

/** `ports` with so many connections each, the processes whose time counts, and those that hold the connections. */
export async function deliver(
  ports: readonly number[],
  each: number,
  { pids, holders }: { readonly pids: () => readonly number[]; readonly holders: readonly number[] },
): Promise<Deliveries> {
  const child = fork(SOCKETS, { stdio: 'inherit' });
  try {
    const send = (message: ToSockets) => void child.send(message);
    const memoryBefore = residentBytes(holders);
    send({ kind: 'open', ports, each, topic: TOPIC });
    const { sockets } = await messageFrom<FromSockets, 'opened'>(child, 'opened');
    const count = async (): Promise<number> => {
      send({ kind: 'count' });
      return (await messageFrom<FromSockets, 'counted'>(child, 'counted')).messages;
    };
    const seen: { readonly perSecond: number; readonly perCpuSecond: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const before = { cpu: cpuSeconds(pids()), messages: await count(), at: performance.now() };
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
      const delivered = (await count()) - before.messages;
      const seconds = (performance.now() - before.at) / 1_000;
      const perCpuSecond = delivered / (cpuSeconds(pids()) - before.cpu);
      // The first round warms everything up.
      if (round > 0) seen.push({ perSecond: delivered / seconds, perCpuSecond });
    }
    return {
      sockets,
      // After all rounds: what was only needed for opening them is gone.
      bytesPerSocket: Math.round((residentBytes(holders) - memoryBefore) / sockets),
      perSecond: Math.round(middleOf(seen.map((each) => each.perSecond))),
      perCpuSecond: Math.round(middleOf(seen.map((each) => each.perCpuSecond))),
    };
  } finally {
    child.kill('SIGKILL');
  }
}
