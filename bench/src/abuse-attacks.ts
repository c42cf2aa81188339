// The dishonest side of the abuse bench, in a process of its own so that it does not delay the timers of the honest
// one. Every attack is one guest address and one signed-in player at once, each as fast as its limits allow.
import { connect, type Socket } from 'node:net';
import { instruments } from '@maru/server/feed/instruments';
import { WebSocket } from 'ws';
import { ask, type Person } from './abuse-orders.ts';

export type ToAttacks =
  | { readonly kind: 'start'; readonly name: AttackName }
  | { readonly kind: 'stop' }
  | { readonly kind: 'end' };
export type FromAttacks =
  | { readonly kind: 'ready'; readonly names: readonly AttackName[] }
  | { readonly kind: 'started' }
  /** How often each status, close code or fault came back. */
  | { readonly kind: 'stopped'; readonly seen: Readonly<Record<string, number>> };

interface Attack {
  /** How often each attacker sends. */
  readonly perSecond: number;
  step(attacker: Attacker, nth: number): Promise<unknown> | undefined;
}

interface Attacker {
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | undefined;
  readonly websockets: WebSocket[];
  readonly sockets: Socket[];
}

/** What an attack has under way at most; more would only wait in our own process. */
const MOST_UNDER_WAY = 40;
const STOCKS = instruments.filter(({ roundTypes }) => roundTypes.length > 0).map(({ code }) => code);
const [origin = '', playerHeaders = '{}'] = process.argv.slice(2);
const port = Number(new URL(origin).port);
const player = JSON.parse(playerHeaders) as Person['headers'];

let seen: Record<string, number> = {};
const note = (what: string | number) => {
  seen[what] = (seen[what] ?? 0) + 1;
};

async function get({ headers }: Attacker, path: string): Promise<void> {
  note((await ask(origin, path, { headers })).status);
}

async function post({ headers }: Attacker, path: string, body: string): Promise<void> {
  note((await ask(origin, path, { headers, body })).status);
}

const pick = (list: readonly string[], nth: number) => list[nth % list.length] ?? '';

function openWebsocket(attacker: Attacker, opened: (websocket: WebSocket) => void): WebSocket {
  const websocket = new WebSocket(`ws://127.0.0.1:${port}/ws/websocket`, {
    headers: { ...attacker.headers },
  });
  attacker.websockets.push(websocket);
  websocket.on('error', () => note('refused'));
  websocket.on('close', (code) => {
    note(`closed ${code}`);
    attacker.websockets.splice(attacker.websockets.indexOf(websocket), 1);
  });
  websocket.on('open', () => {
    const token = attacker.token === undefined ? '' : `token:${attacker.token}\n`;
    websocket.send(`CONNECT\naccept-version:1.2\n${token}\n\0`);
    opened(websocket);
  });
  return websocket;
}

/** The websocket of this step among so many that stay open; a closed one is opened again at the allowed pace. */
function websocketOf(attacker: Attacker, count: number, nth: number, opened = (_: WebSocket) => {}) {
  if (attacker.websockets.length < count && nth % 10 === 0) openWebsocket(attacker, opened);
  const websocket = attacker.websockets[nth % Math.max(1, attacker.websockets.length)];
  return websocket?.readyState === WebSocket.OPEN ? websocket : undefined;
}

/** A player may have five connections, a guest fifty. */
const most = ({ token }: Attacker, guests: number) => (token === undefined ? guests : 5);

const attacks = {
  charts: {
    perSecond: 20,
    step(attacker, nth) {
      const beginMillis = Date.now() - Math.floor(Math.random() * 5 * 365 * 86_400_000);
      const period = pick(['1m', '5m', '1h', '1d'], nth);
      const window = `beginMillis=${beginMillis}&endMillis=${beginMillis + 30 * 86_400_000}`;
      const stock = pick(STOCKS, nth);
      return get(attacker, `/api/stock/chart?siteInfoId=1&stock=${stock}&period=${period}&${window}`);
    },
  },
  rounds: {
    perSecond: 20,
    step: (attacker) =>
      get(attacker, `/api/public/trade_round?siteInfoId=1&stockListStrs=${STOCKS.join(',')}`),
  },
  frames: {
    perSecond: 250,
    step(attacker, nth) {
      const websocket = websocketOf(attacker, most(attacker, 20), nth);
      const refused = nth % 25 === 0;
      websocket?.send(refused ? 'ACK\nid:1\n\n\0' : pick(['\n', 'UNSUBSCRIBE\nid:1\nreceipt:1\n\n\0'], nth));
      // Once in a while a message full of frames, which ends the connection.
      if (nth % 250 === 0) websocket?.send('ACK\nid:1\n\n\0'.repeat(5_000));
      return undefined;
    },
  },
  brokenReaders: {
    perSecond: 10,
    step(attacker, nth) {
      const socket = connect(port, '127.0.0.1');
      attacker.sockets.push(socket);
      socket.on('error', () => {});
      const forwarded = attacker.headers['x-forwarded-for'] ?? '';
      const path = `/ws/000/abuse${forwarded.replaceAll('.', '')}x${nth}/xhr_streaming`;
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${forwarded}\r\ncontent-length: 0\r\n\r\n`,
      );
      socket.once('data', (piece) => {
        note(piece.toString('latin1', 9, 12));
        if (nth % 2 === 0) socket.resetAndDestroy();
      });
      if (attacker.sockets.length > 40) attacker.sockets.shift()?.destroy();
      return undefined;
    },
  },
  subscriptions: {
    perSecond: 200,
    step(attacker, nth) {
      const websocket = websocketOf(attacker, most(attacker, 10), nth);
      const topic = pick(['/topic/futures_info', '/topic/tick/BTCUSDT', '/topic/trade_round'], nth);
      const id = Math.floor(nth / 2) % 97;
      if (nth % 2 === 0) websocket?.send(`SUBSCRIBE\nid:${id}\ndestination:${topic}\n\n\0`);
      else websocket?.send(`UNSUBSCRIBE\nid:${id}\n\n\0`);
      return undefined;
    },
  },
  slowReaders: {
    perSecond: 10,
    step(attacker, nth) {
      if (attacker.websockets.length >= most(attacker, 45)) return undefined;
      openWebsocket(attacker, (websocket) => {
        const topics = STOCKS.map((stock) => `/topic/tick/${stock}`);
        for (const [at, topic] of ['/topic/futures_info', ...topics].entries()) {
          // Unique ids, so that nothing can be shared.
          websocket.send(`SUBSCRIBE\nid:slow-${nth}-${at}\ndestination:${topic}\n\n\0`);
        }
        websocket.pause();
      });
      return undefined;
    },
  },
  signIns: {
    perSecond: 10,
    step(attacker, nth) {
      const body = { username: `bettor${nth % 60}`, password: `guess-number-${nth}`, siteInfoId: 1 };
      return post(attacker, '/api/login', JSON.stringify(body));
    },
  },
  signUps: {
    perSecond: 2,
    step(attacker, nth) {
      const body = {
        username: `abuser${nth}`,
        password: 'a-long-password',
        name: '시험',
        phone: `010-9${String(nth % 1_000).padStart(3, '0')}-0000`,
        email: `abuser${nth}@example.com`,
        nick: `남용자${nth}`,
        siteInfoId: 1,
      };
      return post(attacker, '/api/player', JSON.stringify(body));
    },
  },
  files: {
    perSecond: 40,
    step: (attacker, nth) =>
      get(attacker, pick(['/api/openapi.json', '/', '/api/health', '/verify.mjs', '/no/such/page'], nth)),
  },
  bodies: {
    perSecond: 20,
    step(attacker, nth) {
      const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;
      const wide = JSON.stringify({ siteInfoId: 1, point: '1', padding: 'x'.repeat(60_000) });
      return post(attacker, '/api/trade/history/betting', nth % 2 === 0 ? deep : wide);
    },
  },
  histories: {
    perSecond: 20,
    step(attacker, nth) {
      const lists = [
        '/api/trade/history/list?siteInfoId=1&size=100&page=0',
        '/api/trade/history/list?siteInfoId=1&size=100&page=1000',
        '/api/account/events?siteInfoId=1&since=0&size=100',
        '/api/trade/round/summary/daily?siteInfoId=1',
        '/api/wallet/my',
      ];
      return get(attacker, pick(lists, nth));
    },
  },
  connects: {
    perSecond: 10,
    step(attacker) {
      openWebsocket(attacker, (websocket) => {
        const destination = attacker.token === undefined ? '/topic/futures_info' : '/user/queue/point';
        websocket.send(`SUBSCRIBE\nid:1\ndestination:${destination}\nsince:0\n\n\0`);
        websocket.once('message', () => websocket.close());
      });
      return undefined;
    },
  },
} as const satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;

/** Starts the attack and returns how to stop it. */
function start(attack: Attack): () => Promise<void> {
  const attackers: Attacker[] = [
    { headers: { 'x-forwarded-for': '10.66.0.1' }, token: undefined, websockets: [], sockets: [] },
    { headers: player, token: player['authorization']?.slice(7), websockets: [], sockets: [] },
  ];
  const startedAt = performance.now();
  let nth = 0;
  let underWay = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * attack.perSecond);
    for (; nth < due; nth += 1) {
      for (const attacker of attackers) {
        if (underWay >= MOST_UNDER_WAY) continue;
        const step = attack.step(attacker, nth);
        if (step === undefined) continue;
        underWay += 1;
        step
          .catch(() => note('broken off'))
          .finally(() => {
            underWay -= 1;
          });
      }
    }
  }, 20);
  return async () => {
    clearInterval(timer);
    for (const { websockets, sockets } of attackers) {
      for (const websocket of [...websockets]) websocket.terminate();
      for (const socket of sockets) socket.destroy();
    }
    const patientUntil = performance.now() + 5_000;
    while (underWay > 0 && performance.now() < patientUntil) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
}

const answer = (message: FromAttacks) => process.send?.(message);
let stop = async (): Promise<void> => {};

process.on('message', (message: ToAttacks) => {
  if (message.kind === 'start') {
    seen = {};
    stop = start(attacks[message.name]);
    answer({ kind: 'started' });
  } else if (message.kind === 'stop') {
    void stop().then(() => answer({ kind: 'stopped', seen }));
  } else process.exit(0);
});
process.on('disconnect', () => process.exit(0));
answer({ kind: 'ready', names: Object.keys(attacks) as AttackName[] });
