import { expect, test } from 'vitest';
import { handWound } from './hand-wound.ts';
import { createRealtime, PONG_TIMEOUT_MS, type Realtime } from './realtime.ts';
import type { Transport } from './sockets.ts';
import { type StompDouble, stompDouble } from './stomp-double.ts';

type Door = 'open' | 'shut' | 'silent';

/** A server whose door can be opened and shut; every knock leaves a socket to look at. */
function world({ door = 'open' }: { door?: Door | ((transport: Transport) => Door) } = {}) {
  const timers = handWound();
  const sockets: StompDouble[] = [];
  const knocks: Transport[] = [];
  const renewed: string[] = [];
  const house = { door };
  let token: string | undefined = 'token-1';
  const realtime = createRealtime({
    timers,
    random: () => 0,
    tokens: {
      accessToken: async () => token,
      renew: async (refused) => {
        renewed.push(refused);
        token = 'token-2';
        return token;
      },
    },
    openSocket: async (transport) => {
      knocks.push(transport);
      const now = typeof house.door === 'function' ? house.door(transport) : house.door;
      const socket = stompDouble({ answersPing: now === 'open' });
      sockets.push(socket);
      timers.after(1, () => (now === 'shut' ? socket.cut() : socket.accept()));
      return socket;
    },
  });
  return { realtime, timers, sockets, knocks, renewed, house, last: () => sockets.at(-1) as StompDouble };
}

const connected = { kind: 'connected' };
const subscribesTo = (socket: StompDouble, destination: string) =>
  socket.heard.filter((each) => each.command === 'SUBSCRIBE' && each.headers['destination'] === destination);

function points(realtime: Realtime) {
  const seen: (string | 'resync')[] = [];
  const stop = realtime.followQueue('point', {
    hear: (push) => seen.push(push.data.point),
    resync: () => seen.push('resync'),
  });
  return { seen, stop };
}

const point = (seq: number, value: string) => ({
  type: 'POINT',
  seq,
  at: 1,
  data: { type: 'BINARY', currency: 'KRW', point: value, gameWaitPoint: '0' },
});

test('the token travels in the CONNECT frame', async () => {
  const { realtime, timers, last } = world();
  realtime.open();
  await timers.pass(10);
  expect(realtime.connection.get()).toEqual(connected);
  expect(last().heard[0]).toMatchObject({ command: 'CONNECT', headers: { Authorization: 'Bearer token-1' } });
});

test('a push reaches who follows its queue, and nobody after they stopped', async () => {
  const { realtime, timers, last } = world();
  const { seen, stop } = points(realtime);
  realtime.open();
  await timers.pass(10);
  last().push('/user/queue/point', point(1, '100'));
  stop();
  last().push('/user/queue/point', point(2, '200'));
  expect(seen).toEqual(['100']);
  expect(last().heard.at(-1)?.command).toBe('UNSUBSCRIBE');
});

test('after a cut the queue is resumed after the last number heard on it', async () => {
  const { realtime, timers, sockets, last } = world();
  const { seen } = points(realtime);
  realtime.open();
  await timers.pass(10);
  last().push('/user/queue/point', point(7, '100'));
  last().cut();
  expect(realtime.connection.get()).toEqual({ kind: 'retrying', attempt: 1 });
  await timers.pass(510);

  expect(realtime.connection.get()).toEqual(connected);
  expect(sockets).toHaveLength(2);
  expect(subscribesTo(last(), '/user/queue/point')).toMatchObject([{ headers: { since: '7' } }]);
  last().push('/user/queue/point', point(8, '150'));
  expect(seen).toEqual(['100', '150']);
});

test('a push that is older than what was heard changes nothing', async () => {
  const { realtime, timers, last } = world();
  const { seen } = points(realtime);
  realtime.open();
  await timers.pass(10);
  last().push('/user/queue/point', point(8, 'new'));
  last().push('/user/queue/point', point(7, 'old'));
  expect(seen).toEqual(['new']);
});

test('RESYNC asks for everything anew and forgets the number', async () => {
  const { realtime, timers, last } = world();
  const { seen } = points(realtime);
  realtime.open();
  await timers.pass(10);
  last().push('/user/queue/point', point(900, '1'));
  last().push('/user/queue/point', { type: 'RESYNC' });
  last().push('/user/queue/point', point(3, '2'));
  expect(seen).toEqual(['1', 'resync', '2']);
});

test('a queue on which nothing was heard is fetched anew after a cut', async () => {
  const { realtime, timers, last } = world();
  const { seen } = points(realtime);
  realtime.open();
  await timers.pass(10);
  expect(seen).toEqual([]);
  last().cut();
  await timers.pass(510);
  expect(seen).toEqual(['resync']);
});

test('two retries half a second apart, then the connection is lost', async () => {
  const { realtime, timers, knocks } = world({ door: 'shut' });
  const states: string[] = [];
  realtime.connection.watch(() => {
    const state = realtime.connection.get();
    states.push(state.kind === 'retrying' ? `retrying ${state.attempt}` : state.kind);
  });
  realtime.open();
  await timers.pass(1_100);
  expect(states).toEqual(['connecting', 'retrying 1', 'retrying 2', 'lost']);
  expect(knocks).toHaveLength(3);
});

test('a lost connection comes back by itself when the server does', async () => {
  const { realtime, timers, house } = world({ door: 'shut' });
  realtime.open();
  await timers.pass(5_000);
  expect(realtime.connection.get()).toEqual({ kind: 'lost' });
  house.door = 'open';
  await timers.pass(5_000);
  expect(realtime.connection.get()).toEqual(connected);
});

test('retrying now does not wait for the next knock', async () => {
  const { realtime, timers, house } = world({ door: 'shut' });
  realtime.open();
  await timers.pass(1_100);
  house.door = 'open';
  realtime.retryNow();
  await timers.pass(2);
  expect(realtime.connection.get()).toEqual(connected);
});

test('a ping follows each pong after two seconds', async () => {
  const { realtime, timers, last } = world();
  realtime.open();
  await timers.pass(6_500);
  expect(last().heard.filter((each) => each.command === 'SEND')).toHaveLength(4);
  expect(realtime.connection.get()).toEqual(connected);
});

test('a server that stays silent for ten seconds is left for a new connection', async () => {
  const { realtime, timers, sockets, house } = world();
  house.door = (() => (sockets.length === 0 ? 'silent' : 'open')) as () => Door;
  realtime.open();
  await timers.pass(PONG_TIMEOUT_MS);
  expect(realtime.connection.get()).toEqual(connected);
  expect(sockets).toHaveLength(1);
  await timers.pass(1_000);
  expect(sockets).toHaveLength(2);
  expect(realtime.connection.get()).toEqual(connected);
});

test('where no WebSocket gets through, sockjs does', async () => {
  const { realtime, timers, knocks } = world({ door: (over) => (over === 'websocket' ? 'shut' : 'open') });
  realtime.open();
  await timers.pass(1_000);
  expect(knocks).toEqual(['websocket', 'sockjs']);
  expect(realtime.connection.get()).toEqual(connected);
});

test('sockjs is never fetched once a WebSocket has worked', async () => {
  const { realtime, timers, knocks, house, last } = world();
  realtime.open();
  await timers.pass(10);
  house.door = 'shut';
  last().cut();
  await timers.pass(10_000);
  expect(new Set(knocks)).toEqual(new Set(['websocket']));
});

test('a token that the server refuses is renewed before the next attempt', async () => {
  const { realtime, timers, renewed, last } = world();
  realtime.open();
  await timers.pass(10);
  last().cut(4401);
  await timers.pass(510);
  expect(renewed).toEqual(['token-1']);
  expect(last().heard[0]).toMatchObject({ headers: { Authorization: 'Bearer token-2' } });
});

test('closing stops everything and the next player starts without a number', async () => {
  const { realtime, timers, last, sockets } = world();
  points(realtime);
  realtime.open();
  await timers.pass(10);
  last().push('/user/queue/point', point(7, '100'));
  realtime.close();
  expect(timers.waiting()).toBe(0);
  await timers.pass(60_000);
  expect(sockets).toHaveLength(1);

  realtime.open();
  await timers.pass(10);
  expect(subscribesTo(last(), '/user/queue/point')[0]?.headers).not.toHaveProperty('since');
});

test('prices are heard without a token', async () => {
  const { realtime, timers, last } = world();
  const seen: unknown[] = [];
  realtime.followTopic('futuresPrices', (prices) => seen.push(prices));
  realtime.open();
  await timers.pass(10);
  const body = { BTCUSDT: { lastPrice: '1', markPrice: '1', priceChangePercent: 0.1 } };
  last().push('/topic/futures_info', body);
  expect(seen).toEqual([body]);
});
