import { type PlayerId, playerId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { silentLog } from '../log/log.ts';
import { createStandingPushes } from './standing-pushes.ts';

const [ONE, TWO] = [playerId(1), playerId(2)];

function stand() {
  let now = 1_000;
  const pushed: string[] = [];
  const worth = new Map<PlayerId, readonly string[]>([
    [ONE, ['USDT 5', 'BTC 1']],
    [TWO, ['USDT 7']],
  ]);
  const connected = new Set([ONE]);
  const pushes = createStandingPushes({
    connected: () => connected,
    hasPositions: (player) => worth.has(player),
    standingsOf: async (players) => players.map((player) => ({ player, standings: worth.get(player) ?? [] })),
    push: (player, standing) => void pushed.push(`${player} ${standing}`),
    failure: 'valuing accounts failed',
    time: { clock: () => millis(now), wait: () => new Promise<void>(() => undefined) },
    log: silentLog,
  });
  return {
    pushes,
    worth,
    connected,
    later: (ms: number) => {
      now += ms;
    },
    /** One run, and what it pushed. */
    async run() {
      await pushes.runOnce();
      return pushed.splice(0);
    },
    pushed,
  };
}

test('a connected player with positions gets every wallet, and nobody else gets any', async () => {
  const { run } = stand();
  expect(await run()).toEqual(['1 USDT 5', '1 BTC 1']);
});

test('what has not changed is pushed again only after a while', async () => {
  const { run, later, worth } = stand();
  await run();
  later(4_999);
  expect(await run()).toEqual([]);
  later(1);
  expect(await run()).toEqual(['1 USDT 5', '1 BTC 1']);
  worth.set(ONE, ['USDT 6', 'BTC 1']);
  expect(await run()).toEqual(['1 USDT 6', '1 BTC 1']);
});

test('a player who connects again gets it at once', async () => {
  const { run, connected } = stand();
  await run();
  connected.delete(ONE);
  expect(await run()).toEqual([]);
  connected.add(ONE);
  expect(await run()).toHaveLength(2);
});

test('many accounts are valued in slices, and other work runs in between', async () => {
  const many = Array.from({ length: 60 }, (_, index) => playerId(index + 1));
  const slices: number[] = [];
  let turns = 0;
  const pushes = createStandingPushes({
    connected: () => many,
    hasPositions: () => true,
    async standingsOf(players) {
      slices.push(players.length);
      setImmediate(() => {
        turns += 1;
      });
      return [];
    },
    push: () => undefined,
    failure: 'valuing accounts failed',
    time: { clock: () => millis(1_000), wait: () => new Promise<void>(() => undefined) },
    log: silentLog,
  });
  await pushes.runOnce();
  expect(slices).toEqual([25, 25, 10]);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test('a run that takes long is followed by a longer rest', async () => {
  let now = 1_000;
  let takesMs = 0;
  const rests: number[] = [];
  let wake: () => void = () => undefined;
  const pushes = createStandingPushes({
    connected: () => [ONE],
    hasPositions: () => true,
    async standingsOf() {
      now += takesMs;
      return [];
    },
    push: () => undefined,
    failure: 'valuing accounts failed',
    time: {
      clock: () => millis(now),
      wait(ms) {
        rests.push(ms);
        return new Promise<void>((resolve) => {
          wake = resolve;
        });
      },
    },
    log: silentLog,
  });
  pushes.start();
  await expect.poll(() => rests).toEqual([500]);
  takesMs = 400;
  wake();
  await expect.poll(() => rests).toEqual([500, 1_200]);
  await pushes.stop();
});

test('after an event it is pushed although nothing changed, once for all events of the moment', async () => {
  const { run, pushes, pushed } = stand();
  await run();
  pushes.touch(ONE);
  pushes.touch(ONE);
  await expect.poll(() => pushed).toEqual(['1 USDT 5', '1 BTC 1']);
});
