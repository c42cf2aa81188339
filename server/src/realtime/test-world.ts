// A running realtime edge on loopback for the tests of this folder, a clock that only the test moves, and a client
// that sends raw frames.
import type { AddressInfo } from 'node:net';
import { playerId, siteId } from '@maru/engine/purse';
import fastify from 'fastify';
import { type ClientOptions, WebSocket } from 'ws';
import type { Principal } from '../http/serve.ts';
import type { Limits } from './limits.ts';
import { createRealtime, type Realtime, type RealtimeOptions } from './realtime.ts';
import type { Ending } from './session.ts';
import type { Timers } from './timers.ts';

export interface ManualTimers extends Timers {
  /** Moves the clock in steps and runs the timers that become due. */
  advance(ms: number): void;
}

export function manualTimers(): ManualTimers {
  let now = 1_000_000;
  const timers = new Set<{ periodMs: number; dueAt: number; run: () => void }>();
  return {
    now: () => now,
    every(periodMs, run) {
      const timer = { periodMs, dueAt: now + periodMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      while (now < end) {
        now += Math.min(50, end - now);
        for (const timer of timers) {
          if (timer.dueAt > now) continue;
          timer.dueAt = now + timer.periodMs;
          timer.run();
        }
      }
    },
  };
}

export interface World {
  readonly realtime: Realtime;
  readonly port: number;
  readonly faults: unknown[];
  /** How connections have ended. */
  readonly endings: Ending[];
  /** Players whose login has ended. */
  readonly ended: Set<number>;
  connect(token?: string): Promise<RawClient>;
  open(path?: string, options?: ClientOptions): RawClient;
  close(): Promise<void>;
}

/** `token-7` is player 7 of site 1; any other token is unknown. */
export const principalOf = (token: string): Principal | undefined => {
  const match = /^token-(\d+)$/.exec(token);
  if (match === null) return undefined;
  return { player: playerId(Number(match[1])), site: siteId(1), role: 'PLAYER', session: 1 };
};

const plenty = { burst: 1_000_000, perSecond: 1_000_000 };

/** Every client of a test has the same address, so only tests about addresses have limits for addresses. */
const roomyAddress: Partial<Limits> = {
  socketsPerAddress: 10_000,
  requestsPerAddress: 10_000,
  addressOpens: plenty,
  addressRequests: plenty,
  addressFrames: plenty,
  addressBytes: { burst: 1_000_000_000, perSecond: 1_000_000 },
  addressRefusals: plenty,
};

/** With manual timers a sweep of the sessions is complete when `advance` returns, however slow the machine is. */
const WHOLE_JOBS = { sliceMs: 1_000_000 };

export async function startWorld(options: Partial<RealtimeOptions> = {}): Promise<World> {
  const faults: unknown[] = [];
  const endings: Ending[] = [];
  const ended = new Set<number>();
  const realtime = createRealtime({
    authenticate: async (token) => principalOf(token),
    stillValid: (principal) => !ended.has(principal.player),
    missedSince: async () => [],
    onFault: (fault) => faults.push(fault),
    onClosed: (ending) => endings.push(ending),
    ...options,
    limits: { ...roomyAddress, ...(options.timers === undefined ? {} : WHOLE_JOBS), ...options.limits },
  });
  realtime.listStocks(['BTCUSDT', 'NQ']);
  const app = fastify({ forceCloseConnections: true });
  realtime.mount(app);
  app.get('/api/health', async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = (path = '/ws/websocket', clientOptions: ClientOptions = {}) =>
    new RawClient(new WebSocket(`ws://127.0.0.1:${port}${path}`, clientOptions));

  return {
    realtime,
    port,
    faults,
    endings,
    ended,
    open,
    async connect(token) {
      const client = open();
      client.sendFrame('CONNECT', { 'accept-version': '1.2', ...(token === undefined ? {} : { token }) });
      await client.receive('CONNECTED');
      return client;
    },
    close: () => app.close(),
  };
}

export interface ReceivedFrame {
  readonly command: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Parses frames in the simplest way, so that the tests do not depend on the code they test. */
function plainFrame(text: string): ReceivedFrame {
  const split = text.indexOf('\n\n');
  const [command = '', ...lines] = text.slice(0, split).split('\n');
  const headers: Record<string, string> = {};
  for (const line of lines) headers[line.slice(0, line.indexOf(':'))] = line.slice(line.indexOf(':') + 1);
  return { command, headers, body: text.slice(split + 2, text.indexOf('\0')) };
}

export class RawClient {
  readonly socket: WebSocket;
  readonly frames: ReceivedFrame[] = [];
  readonly texts: string[] = [];
  readonly closed: Promise<number>;
  #arrived: (() => void)[] = [];
  #unsent: (string | Buffer)[] = [];
  #read = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', (code) => resolve(code)));
    void this.closed.then(() => this.#wake());
    socket.on('error', () => {});
    socket.on('open', () => {
      for (const text of this.#unsent.splice(0)) socket.send(text);
    });
    socket.on('message', (message) => {
      const text = message.toString();
      this.texts.push(text);
      if (text.trim() !== '') this.frames.push(plainFrame(text));
      this.#wake();
    });
  }

  #wake() {
    for (const wake of this.#arrived.splice(0)) wake();
  }

  /** Sends a text as it is, as soon as the socket is open. */
  raw(text: string | Buffer): void {
    if (this.socket.readyState === WebSocket.CONNECTING) this.#unsent.push(text);
    else if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  sendFrame(command: string, headers: Record<string, string> = {}, body = ''): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
    this.raw(`${command}\n${lines.join('')}\n${body}\0`);
  }

  /** The next frame with that command that was not returned yet; throws when the connection ends first. */
  async receive(command: string): Promise<ReceivedFrame> {
    for (;;) {
      for (; this.#read < this.frames.length; ) {
        const frame = this.frames[this.#read]!;
        this.#read += 1;
        if (frame.command === command) return frame;
      }
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error(`closed before ${command}`);
      await new Promise<void>((resolve) => this.#arrived.push(resolve));
    }
  }

  /** Resolves when everything sent before has arrived: a receipt is sent after all earlier frames. */
  async settled(): Promise<void> {
    const receipt = `settled-${this.texts.length}`;
    this.sendFrame('UNSUBSCRIBE', { id: 'none', receipt });
    for (;;) {
      const frame = await this.receive('RECEIPT');
      if (frame.headers['receipt-id'] === receipt) return;
    }
  }

  async subscribe(id: string, destination: string, headers: Record<string, string> = {}): Promise<void> {
    this.sendFrame('SUBSCRIBE', { id, destination, ...headers });
    await this.settled();
  }

  get bodies(): string[] {
    return this.frames.filter((frame) => frame.command === 'MESSAGE').map((frame) => frame.body);
  }

  async end(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.terminate();
    await this.closed;
  }
}
