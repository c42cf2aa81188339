// Deliveries per second to a thousand subscribers of one topic: our realtime edge beside a bare `ws` server that sends
// the same bytes to each client, in the same run, rounds interleaved, listeners in another process.
import { type ChildProcess, fork } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createRealtime } from '@maru/server/realtime/realtime';
import { WebSocketServer } from 'ws';
import { middleOf } from './callers.ts';
import { messageFrom } from './child-messages.ts';
import type { FromClients, ToClients } from './fanout-clients.ts';

const SUBSCRIBERS = 1_000;
const ROUNDS = 5;
const MESSAGES = 100;
/** A step of the market moves several instruments at once, so their messages share one slice of the event loop. */
const PER_SLICE = 10;
const TOPIC = '/topic/notice';
/** A price push of the usual size. */
const BODY = JSON.stringify({
  BTCUSDT: { lastPrice: '67123.45000000', priceChangePercent: 1.23, markPrice: '67120.10000000' },
  ETHUSDT: { lastPrice: '3210.55000000', priceChangePercent: -0.4, markPrice: '3210.00000000' },
});
/** What a delivery of ours looks like on the wire; the rival sends the same text. */
const RIVAL_TEXT = `MESSAGE\nsubscription:sub-0\nmessage-id:100000\ndestination:${TOPIC}\ncontent-type:application/json\ncontent-length:${Buffer.byteLength(BODY)}\n\n${BODY}\0`;
const PLENTY = { burst: 2 * SUBSCRIBERS, perSecond: SUBSCRIBERS };
const RECEIPT = 'receipt-id:ready';

interface Side {
  readonly clients: ChildProcess;
  /** Sends so many messages to everyone in this slice. */
  send(messages: number): void;
  close(): Promise<void>;
}

interface Round {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

export async function fanout(): Promise<Record<string, unknown>> {
  const ours = await openOurs();
  const rival = await openRival();
  const step = await compare(ours, rival, PER_SLICE);
  // With one message per slice nothing can be batched: both sides then pay one system call for each delivery.
  const lonely = await compare(ours, rival, 1);
  await ours.close();
  await rival.close();
  return {
    subscribers: SUBSCRIBERS,
    messageBytes: RIVAL_TEXT.length,
    messagesPerTurn: PER_SLICE,
    ratio: step.ratio,
    deliveriesPerSecond: step.ours.perSecond,
    rivalDeliveriesPerSecond: step.rival.perSecond,
    ratioPerCpuSecond: step.ratioPerCpuSecond,
    deliveriesPerCpuSecond: step.ours.perCpuSecond,
    rivalDeliveriesPerCpuSecond: step.rival.perCpuSecond,
    oneMessagePerTurn: {
      ratio: lonely.ratio,
      ratioPerCpuSecond: lonely.ratioPerCpuSecond,
      deliveriesPerSecond: lonely.ours.perSecond,
      rivalDeliveriesPerSecond: lonely.rival.perSecond,
    },
  };
}

async function compare(ours: Side, rival: Side, perSlice: number) {
  await round(ours, perSlice);
  await round(rival, perSlice);
  const rounds: { ours: Round; rival: Round }[] = [];
  for (let each = 0; each < ROUNDS; each += 1) {
    rounds.push({ ours: await round(ours, perSlice), rival: await round(rival, perSlice) });
  }
  const middle = (of: (each: { ours: Round; rival: Round }) => number) => middleOf(rounds.map(of));
  return {
    ratio: middle((each) => each.ours.perSecond / each.rival.perSecond),
    ratioPerCpuSecond: middle((each) => each.ours.perCpuSecond / each.rival.perCpuSecond),
    ours: {
      perSecond: Math.round(middle((each) => each.ours.perSecond)),
      perCpuSecond: Math.round(middle((each) => each.ours.perCpuSecond)),
    },
    rival: {
      perSecond: Math.round(middle((each) => each.rival.perSecond)),
      perCpuSecond: Math.round(middle((each) => each.rival.perCpuSecond)),
    },
  };
}

/** From the first send until the last listener has the last frame; processor time is the server process's. */
async function round(side: Side, perSlice: number): Promise<Round> {
  const slices = Math.ceil(MESSAGES / perSlice);
  const deliveries = slices * perSlice * SUBSCRIBERS;
  await request(side.clients, { kind: 'expect', frames: deliveries }, 'opened');
  const done = messageFrom<FromClients, 'done'>(side.clients, 'done');
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  for (let slice = 0; slice < slices; slice += 1) {
    side.send(perSlice);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await done;
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  const cpuSeconds = (cpu.user + cpu.system) / 1_000_000;
  return { perSecond: deliveries / seconds, perCpuSecond: deliveries / cpuSeconds };
}

async function openOurs(): Promise<Side> {
  const realtime = createRealtime({
    authenticate: async () => undefined,
    stillValid: () => true,
    missedSince: async () => [],
    // The listeners only count: they answer no ping.
    limits: {
      probeAfterMs: 3_600_000,
      deadAfterMs: 3_600_000,
      // All of them have one address here.
      socketsPerAddress: SUBSCRIBERS + 1,
      addressOpens: PLENTY,
      addressRequests: PLENTY,
      addressBacklogBytes: 1024 ** 3,
    },
  });
  const server = createServer();
  realtime.attach(server);
  const port = await listen(server);
  const hello = [
    'CONNECT\naccept-version:1.2\n\n\0',
    `SUBSCRIBE\nid:sub-0\ndestination:${TOPIC}\nreceipt:ready\n\n\0`,
  ];
  const clients = await openClients({ port, hello, until: RECEIPT });
  return {
    clients,
    send(messages) {
      for (let each = 0; each < messages; each += 1) realtime.publish(TOPIC, BODY);
    },
    async close() {
      await request(clients, { kind: 'close' }, 'closed');
      realtime.close();
      await closeServer(server);
    },
  };
}

async function openRival(): Promise<Side> {
  const server = createServer();
  const websockets = new WebSocketServer({ server, perMessageDeflate: false });
  websockets.on('connection', (websocket) => websocket.send(RECEIPT));
  const port = await listen(server);
  const clients = await openClients({ port, hello: [], until: RECEIPT });
  return {
    clients,
    send(messages) {
      for (let each = 0; each < messages; each += 1) {
        for (const websocket of websockets.clients) websocket.send(RIVAL_TEXT);
      }
    },
    async close() {
      await request(clients, { kind: 'close' }, 'closed');
      websockets.close();
      await closeServer(server);
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function openClients(how: {
  port: number;
  hello: readonly string[];
  until: string;
}): Promise<ChildProcess> {
  const clients = fork(fileURLToPath(new URL('./fanout-clients.ts', import.meta.url)));
  await request(clients, { kind: 'open', count: SUBSCRIBERS, ...how }, 'opened');
  return clients;
}

function request(clients: ChildProcess, message: ToClients, answer: FromClients['kind']): Promise<unknown> {
  const answered = messageFrom<FromClients, typeof answer>(clients, answer);
  clients.send(message);
  return answered;
}
