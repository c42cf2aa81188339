import { manualTimers } from '@maru/client/manual-timers';
import { myWallets } from '@maru/contract/account/calls';
import { serverTimeOffset } from '@maru/contract/market';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { expect, test } from 'vitest';
import { serverDouble, storedTokens } from '../../server-double.ts';
import { browserPresence, CLOCK_EVERY_MS, type PresenceEvent } from './wake.ts';

const HOUR_MS = 3_600_000;

async function openMember() {
  const timers = manualTimers();
  const server = serverDouble({ timers, storage: storedTokens() });
  const { platform } = server;
  platform.open();
  await timers.pass(10);
  const asks = (path: string) => server.asked.filter((each) => each.path === path).length;
  return { timers, server, platform, asks };
}

test('a phone that resumes from sleep reconnects at once, and every balance is fetched', async () => {
  const { timers, server, platform, asks } = await openMember();
  const before = asks(myWallets.path);
  server.sendPresence('hidden');
  timers.sleep(HOUR_MS);
  server.sendPresence('visible');
  await timers.pass(10);
  expect(platform.connection.get()).toEqual({ kind: 'connected' });
  expect(server.connections().at(-1)?.frames[0]?.command).toBe('CONNECT');
  expect(asks(myWallets.path)).toBe(before + 1);
});

test.each<PresenceEvent>(['woken', 'online'])(
  'after %s a connection that was open during a sleep is replaced',
  async (event) => {
    const { timers, server, platform } = await openMember();
    const states: string[] = [];
    platform.connection.watch(() => states.push(platform.connection.get().kind));
    timers.sleep(HOUR_MS);
    server.sendPresence(event);
    await timers.pass(10);
    expect(states).toEqual(['retrying', 'connected']);
  },
);

test('a phone without a network is offline at once, and reconnects when the network is back', async () => {
  const { timers, server, platform } = await openMember();
  server.goAway();
  server.sendPresence('offline');
  expect(platform.connection.get()).toEqual({ kind: 'offline' });
  await timers.pass(60_000);
  expect(platform.connection.get()).toEqual({ kind: 'offline' });
  server.comeBack();
  server.sendPresence('online');
  await timers.pass(10);
  expect(platform.connection.get()).toEqual({ kind: 'connected' });
});

test('while the page is hidden no connection is given up and no alert is shown', async () => {
  const { timers, server, platform } = await openMember();
  const states: string[] = [];
  server.sendPresence('hidden');
  platform.connection.watch(() => states.push(platform.connection.get().kind));
  server.goAway();
  await timers.pass(HOUR_MS / 60);
  expect(states).not.toContain('lost');
  expect(platform.announcements.get()).toEqual([]);
});

test('the server’s time is requested at the start, every ten minutes, and after a sleep', async () => {
  const { timers, server, platform, asks } = await openMember();
  expect(asks(serverTimeOffset.path)).toBe(1);
  await timers.pass(CLOCK_EVERY_MS);
  expect(asks(serverTimeOffset.path)).toBe(2);
  server.answer(serverTimeOffset, () => ({ reply: { serverTime: timers.now() + 90_000, offset: 90_000 } }));
  server.sendPresence('hidden');
  await timers.pass(60_000);
  server.sendPresence('visible');
  await timers.pass(10);
  expect(asks(serverTimeOffset.path)).toBe(3);
  expect(platform.clock.now() - timers.now()).toBe(90_000);
});

test('what a screen shows is fetched again after a sleep and after a lost connection, once each, and not when briefly hidden', async () => {
  const { timers, server, platform, asks } = await openMember();
  platform.answers.to(overseaOptions, { isPlay: '1' }).watch(() => {});
  await timers.pass(10_000);
  expect(asks(overseaOptions.path)).toBe(1);

  server.sendPresence('hidden');
  await timers.pass(1_000);
  server.sendPresence('visible');
  await timers.pass(10);
  expect(asks(overseaOptions.path)).toBe(1);

  server.sendPresence('hidden');
  await timers.pass(30_000);
  server.sendPresence('visible');
  await timers.pass(10);
  expect(asks(overseaOptions.path)).toBe(2);

  server.goAway();
  server.comeBack();
  await timers.pass(1_000);
  expect(asks(overseaOptions.path)).toBe(3);

  server.sendPresence('hidden');
  timers.sleep(HOUR_MS);
  server.sendPresence('visible');
  await timers.pass(10);
  expect(asks(overseaOptions.path)).toBe(4);
});

test('the six browser events become our five presence events', () => {
  const events: PresenceEvent[] = [];
  const page = new EventTarget() as EventTarget & { visibilityState: string };
  page.visibilityState = 'visible';
  const window = Object.assign(new EventTarget(), { document: page });
  const presence = browserPresence(window as unknown as Window);
  presence.watch((event) => events.push(event));
  const pageShow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

  expect(presence.isHidden()).toBe(false);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(presence.isHidden()).toBe(true);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('resume'));
  window.dispatchEvent(pageShow(false));
  window.dispatchEvent(pageShow(true));
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(events).toEqual(['hidden', 'visible', 'woken', 'woken', 'offline', 'online']);
});
