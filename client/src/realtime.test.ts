import { expect, test } from 'vitest';
import { RETRIES } from './connection.ts';
import { PING_AFTER_PONG_MS, PONG_TIMEOUT_MS, RETRY_AFTER_MS, type Realtime } from './realtime.ts';
import { connected, openRealtime, type ServerState, subscribesTo } from './realtime-testing.ts';

function points(realtime: Realtime) {
  const seen: (string | 'resync')[] = [];
  const stop = realtime.followQueue('point', {
    onPush: (push) => seen.push(push.data.point),
    onResync: () => seen.push('resync'),
  });
  return { seen, stop };
}

const point = (seq: number, value: string) => ({
  type: 'POINT',
  seq,
  at: 1,
  data: { type: 'BINARY', currency: 'KRW', point: value, gameWaitPoint: '0' },
});

test.each([
  ['a ping follows a pong after 2 s', PING_AFTER_PONG_MS, 2_000],
  ['a line without a pong for 10 s is dead', PONG_TIMEOUT_MS, 10_000],
  ['there are 2 retries', RETRIES, 2],
  ['the retries are 500 ms apart', RETRY_AFTER_MS, 500],
])('spec 9: %s', (_, ours, spec) => {
  expect(ours).toBe(spec);
});

test('the token is sent in the CONNECT frame', async () => {
  const { realtime, timers, last } = openRealtime();
  realtime.open();
  await timers.pass(10);
  expect(realtime.connection.get()).toEqual(connected);
  expect(last().frames[0]).toMatchObject({
    command: 'CONNECT',
    headers: { Authorization: 'Bearer token-1' },
  });
});

test('a push reaches the followers of its queue, and none after they stopped', async () => {
  const { realtime, timers, last } = openRealtime();
  const { seen, stop } = points(realtime);
  realtime.open();
  await timers.pass(10);
  last().push('/user/queue/point', point(1, '100'));
  stop();
  last().push('/user/queue/point', point(2, '200'));
  expect(seen).toEqual(['100']);
  expect(last().frames.at(-1)?.command).toBe('UNSUBSCRIBE');
});

test('after a lost connection the queue is resumed after the last number received on it', async () => {
  const { realtime, timers, sockets, last } = openRealtime();
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

test('a push that is older than what was received changes nothing', async () => {
  const { realtime, timers, last } = openRealtime();
  const { seen } = points(realtime);
  realtime.open();
  await timers.pass(10);
  last().push('/user/queue/point', point(8, 'new'));
  last().push('/user/queue/point', point(7, 'old'));
  expect(seen).toEqual(['new']);
});

test('RESYNC causes everything to be fetched again and drops the last number', async () => {
  const { realtime, timers, last } = openRealtime();
  const { seen } = points(realtime);
  realtime.open();
  await timers.pass(10);
  last().push('/user/queue/point', point(900, '1'));
  last().push('/user/queue/point', { type: 'RESYNC' });
  last().push('/user/queue/point', point(3, '2'));
  expect(seen).toEqual(['1', 'resync', '2']);
});

test('a queue without any push is fetched again after a lost connection', async () => {
  const { realtime, timers, last } = openRealtime();
  const { seen } = points(realtime);
  realtime.open();
  await timers.pass(10);
  expect(seen).toEqual([]);
  last().cut();
  await timers.pass(510);
  expect(seen).toEqual(['resync']);
});

test('two retries half a second apart, then the connection is lost', async () => {
  const { realtime, timers, attempts } = openRealtime({ state: 'unreachable' });
  const states: string[] = [];
  realtime.connection.watch(() => {
    const state = realtime.connection.get();
    states.push(state.kind === 'retrying' ? `retrying ${state.attempt}` : state.kind);
  });
  realtime.open();
  await timers.pass(500);
  expect(attempts).toHaveLength(1);
  await timers.pass(1);
  expect(attempts).toHaveLength(2);
  await timers.pass(500);
  expect(attempts).toHaveLength(2);
  await timers.pass(2);
  expect(attempts).toHaveLength(3);
  expect(states).toEqual(['connecting', 'retrying 1', 'retrying 2', 'lost']);
});

test('a lost connection is restored by itself when the server is reachable', async () => {
  const { realtime, timers, server } = openRealtime({ state: 'unreachable' });
  realtime.open();
  await timers.pass(5_000);
  expect(realtime.connection.get()).toEqual({ kind: 'lost' });
  server.state = 'reachable';
  await timers.pass(5_000);
  expect(realtime.connection.get()).toEqual(connected);
});

test('`retryNow` does not wait for the next attempt', async () => {
  const { realtime, timers, server } = openRealtime({ state: 'unreachable' });
  realtime.open();
  await timers.pass(1_100);
  server.state = 'reachable';
  realtime.retryNow();
  await timers.pass(2);
  expect(realtime.connection.get()).toEqual(connected);
});

test('a ping follows each pong after two seconds', async () => {
  const { realtime, timers, last } = openRealtime();
  const pings = () => last().frames.filter((each) => each.command === 'SEND').length;
  realtime.open();
  await timers.pass(1);
  expect(pings()).toBe(1);
  await timers.pass(1_999);
  expect(pings()).toBe(1);
  await timers.pass(1);
  expect(pings()).toBe(2);
  await timers.pass(4_000);
  expect(pings()).toBe(4);
  expect(realtime.connection.get()).toEqual(connected);
});

test('a server that does not answer for ten seconds is dropped for a new connection', async () => {
  const { realtime, timers, sockets, server } = openRealtime();
  server.state = (() => (sockets.length === 0 ? 'silent' : 'reachable')) as () => ServerState;
  realtime.open();
  await timers.pass(PONG_TIMEOUT_MS);
  expect(realtime.connection.get()).toEqual(connected);
  expect(sockets).toHaveLength(1);
  await timers.pass(1);
  expect(realtime.connection.get()).toEqual({ kind: 'retrying', attempt: 1 });
  await timers.pass(1_000);
  expect(sockets).toHaveLength(2);
  expect(realtime.connection.get()).toEqual(connected);
});

test('where no WebSocket connects, sockjs is used', async () => {
  const { realtime, timers, attempts } = openRealtime({
    state: (over) => (over === 'websocket' ? 'unreachable' : 'reachable'),
  });
  realtime.open();
  await timers.pass(1_000);
  expect(attempts).toEqual(['websocket', 'sockjs']);
  expect(realtime.connection.get()).toEqual(connected);
});

test('sockjs is never imported once a WebSocket has worked', async () => {
  const { realtime, timers, attempts, server, last } = openRealtime();
  realtime.open();
  await timers.pass(10);
  server.state = 'unreachable';
  last().cut();
  await timers.pass(10_000);
  expect(new Set(attempts)).toEqual(new Set(['websocket']));
});

test('a token that the server refuses is renewed before the next attempt', async () => {
  const { realtime, timers, renewed, last } = openRealtime();
  realtime.open();
  await timers.pass(10);
  last().cut(4401);
  await timers.pass(510);
  expect(renewed).toEqual(['token-1']);
  expect(last().frames[0]).toMatchObject({ headers: { Authorization: 'Bearer token-2' } });
});

test('closing stops everything and the next player starts without a number', async () => {
  const { realtime, timers, last, sockets } = openRealtime();
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

test('prices are received without a token', async () => {
  const { realtime, timers, last } = openRealtime();
  const seen: unknown[] = [];
  realtime.followTopic('futuresPrices', (prices) => seen.push(prices));
  realtime.open();
  await timers.pass(10);
  const body = { BTCUSDT: { lastPrice: '1', markPrice: '1', priceChangePercent: 0.1 } };
  last().push('/topic/futures_info', body);
  expect(seen).toEqual([body]);
});
