import { describe, expect, test } from 'vitest';
import { connected, openRealtime, subscribesTo } from './realtime-testing.ts';

const HOUR_MS = 3_600_000;
const retrying = (attempt: number) => ({ kind: 'retrying', attempt });

async function open(options?: Parameters<typeof openRealtime>[0]) {
  const opened = openRealtime(options);
  const states: string[] = [];
  opened.realtime.connection.watch(() => {
    const state = opened.realtime.connection.get();
    states.push(state.kind === 'retrying' ? `retrying ${state.attempt}` : state.kind);
  });
  opened.realtime.open();
  await opened.timers.pass(10);
  states.length = 0;
  return { ...opened, states };
}

describe('a phone that resumes from sleep', () => {
  test('replaces a connection that was silent for longer than the timeout at once, and counts no retry', async () => {
    const { realtime, timers, sockets, states } = await open();
    timers.sleep(HOUR_MS);
    realtime.wake();
    expect(realtime.connection.get()).toEqual(retrying(0));
    await timers.pass(1);
    expect(sockets).toHaveLength(2);
    expect(states).toEqual(['retrying 0', 'connected']);
  });

  test('replaces a connection whose timers did not run for a few seconds', async () => {
    const { realtime, timers, sockets } = await open();
    timers.sleep(5_000);
    realtime.wake();
    expect(realtime.connection.get()).toEqual(retrying(0));
    await timers.pass(1);
    expect(sockets).toHaveLength(2);
  });

  test('keeps a connection whose last pong is recent', async () => {
    const { realtime, timers, sockets } = await open();
    await timers.pass(30_000);
    realtime.wake();
    await timers.pass(1);
    expect(sockets).toHaveLength(1);
    expect(realtime.connection.get()).toEqual(connected);
  });

  test('resumes its queues after the last number received', async () => {
    const { realtime, timers, last } = await open();
    realtime.followQueue('point', { onPush: () => {} });
    last().push('/user/queue/point', { type: 'POINT', seq: 41, at: 1, data: {} });
    timers.sleep(HOUR_MS);
    realtime.wake();
    await timers.pass(1);
    expect(subscribesTo(last(), '/user/queue/point')).toMatchObject([{ headers: { since: '41' } }]);
  });

  test('still has both retries when the first attempt fails', async () => {
    const { realtime, timers, states, server } = await open();
    server.state = 'unreachable';
    timers.sleep(HOUR_MS);
    realtime.wake();
    await timers.pass(1_100);
    expect(states).toEqual(['retrying 0', 'retrying 1', 'retrying 2', 'lost']);
  });

  test('starts over from a lost connection', async () => {
    const { realtime, timers, states, server } = await open();
    server.state = 'unreachable';
    realtime.setOnline(false);
    realtime.setOnline(true);
    await timers.pass(1_100);
    expect(realtime.connection.get()).toEqual({ kind: 'lost' });
    server.state = 'reachable';
    states.length = 0;
    realtime.wake();
    await timers.pass(1);
    expect(states).toEqual(['retrying 0', 'connected']);
  });

  test('does not open a closed connection', async () => {
    const { realtime, timers, sockets } = await open();
    realtime.close();
    realtime.wake();
    realtime.setOnline(false);
    realtime.setOnline(true);
    realtime.setHidden(false);
    await timers.pass(HOUR_MS);
    expect(sockets).toHaveLength(1);
    expect(realtime.connection.get()).toEqual({ kind: 'closed' });
  });
});

test('a laptop that slept detects it by its late timers, and counts no retry', async () => {
  const { timers, sockets, states } = await open();
  timers.sleep(HOUR_MS);
  await timers.pass(1);
  expect(sockets).toHaveLength(2);
  expect(states).toEqual(['retrying 0', 'connected']);
});

describe('while the page is hidden', () => {
  test('a connection that breaks is retried without being shown and never given up', async () => {
    const { realtime, timers, states, attempts, server, last } = await open();
    realtime.setHidden(true);
    server.state = 'unreachable';
    last().cut();
    await timers.pass(60_000);
    expect(new Set(states)).toEqual(new Set(['retrying 0']));
    expect(attempts.length).toBeGreaterThan(10);
    server.state = 'reachable';
    await timers.pass(5_000);
    expect(realtime.connection.get()).toEqual(connected);
  });

  test('a throttled ping counts as a ping and does not cause a reconnect', async () => {
    const { realtime, timers, sockets } = await open();
    realtime.setHidden(true);
    for (let minute = 0; minute < 5; minute++) {
      timers.sleep(60_000);
      await timers.pass(1);
    }
    expect(sockets).toHaveLength(1);
  });

  test('when the page is visible again, the connection is tried at once, with both retries left', async () => {
    const { realtime, timers, states, server, last } = await open();
    realtime.setHidden(true);
    server.state = 'unreachable';
    last().cut();
    await timers.pass(60_000);
    states.length = 0;
    realtime.setHidden(false);
    await timers.pass(1_100);
    expect(states).toEqual(['retrying 1', 'retrying 2', 'lost']);
  });
});

describe('without a network', () => {
  test('the connection is offline at once and no failure is counted', async () => {
    const { realtime, timers, states, server } = await open();
    server.state = 'unreachable';
    realtime.setOnline(false);
    expect(realtime.connection.get()).toEqual({ kind: 'offline' });
    await timers.pass(60_000);
    expect(states).toEqual(['offline']);
  });

  test('a page that becomes visible does not make it a failure either', async () => {
    const { realtime, timers, states, server } = await open();
    server.state = 'unreachable';
    realtime.setOnline(false);
    realtime.wake();
    await timers.pass(10_000);
    expect(states).toEqual(['offline']);
  });

  test('the connection is opened at once when the network is back', async () => {
    const { realtime, timers, states, server } = await open();
    server.state = 'unreachable';
    realtime.setOnline(false);
    await timers.pass(60_000);
    server.state = 'reachable';
    realtime.setOnline(true);
    await timers.pass(1);
    expect(states).toEqual(['offline', 'retrying 0', 'connected']);
  });

  test('a device that wrongly reports no network is not locked for ever', async () => {
    const { realtime, timers } = await open();
    realtime.setOnline(false);
    await timers.pass(5_000);
    expect(realtime.connection.get()).toEqual(connected);
  });
});

test('the ticks of one instrument are received on their own topic, and no longer after unsubscribing', async () => {
  const { realtime, timers, last } = await open();
  const seen: string[] = [];
  const stop = realtime.followTick('NQ', (tick) => seen.push(tick.lastPrice));
  const tick = (stock: string, lastPrice: string) => ({
    stock,
    lastPrice,
    bid: lastPrice,
    ask: lastPrice,
    markPrice: lastPrice,
    priceChangePercent: 0,
    time: 1,
  });
  last().push('/topic/tick/NQ', tick('NQ', '25412.75'));
  last().push('/topic/tick/HSI', tick('HSI', '26572'));
  last().cut();
  await timers.pass(510);
  last().push('/topic/tick/NQ', tick('NQ', '25413'));
  stop();
  expect(last().frames.at(-1)?.command).toBe('UNSUBSCRIBE');
  expect(seen).toEqual(['25412.75', '25413']);
});
