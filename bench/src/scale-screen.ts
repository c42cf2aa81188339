// What a trader's screen receives: the messages and bytes a second of the topics that it follows, from a gateway of a
// cluster with the simulated market.
import { tickTopic, topics, WEBSOCKET_PATH } from '@maru/contract/realtime';
import { WebSocket } from 'ws';
import { startCluster } from '../../scripts/cluster/cluster.mjs';

const WARM_UP_MS = 5_000;
const COUNT_MS = 30_000;
const FOLLOWED = [tickTopic('BTCUSDT'), topics.futuresPrices.destination, topics.rounds.destination];

interface Count {
  messages: number;
  bytes: number;
}

interface Rate {
  readonly perSecond: number;
  readonly bytesEach: number;
}

export async function measureScreen(): Promise<Readonly<Record<string, Rate>>> {
  const cluster = await startCluster({
    env: { SOLVENCY_AFTER_SECONDS: '86400', LOG_LEVEL: 'warn' },
    sizes: { gateway: 1, desk: 1 },
  });
  try {
    const seen = new Map<string, Count>(FOLLOWED.map((topic) => [topic, { messages: 0, bytes: 0 }]));
    const socket = await follow(`${cluster.address.replace(/^http/, 'ws')}${WEBSOCKET_PATH}`, (frame) => {
      const count = seen.get(/^destination:(\S+)$/m.exec(frame)?.[1] ?? '');
      if (count === undefined) return;
      count.messages += 1;
      count.bytes += frame.length;
    });
    await pause(WARM_UP_MS);
    for (const count of seen.values()) Object.assign(count, { messages: 0, bytes: 0 });
    await pause(COUNT_MS);
    socket.close();
    return Object.fromEntries(
      [...seen].map(([topic, { messages, bytes }]) => [
        topic,
        {
          perSecond: Number(((messages / COUNT_MS) * 1_000).toFixed(1)),
          bytesEach: Math.round(bytes / Math.max(1, messages)),
        },
      ]),
    );
  } finally {
    await cluster.stop();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function follow(address: string, onFrame: (frame: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const connected = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      for (const frame of String(data).split('\0')) {
        if (frame.startsWith('CONNECTED')) resolve();
        if (frame.includes('MESSAGE\n')) onFrame(frame);
      }
    });
  });
  socket.send('CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0');
  await connected;
  for (const [at, topic] of FOLLOWED.entries())
    socket.send(`SUBSCRIBE\nid:${at}\ndestination:${topic}\n\n\0`);
  return socket;
}
