import { HOUSE, type PlayerId, playerId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import type { SealedBatch } from '../journal/record.ts';
import { createAdmission } from './admission.ts';
import type { Asked } from './decide-all.ts';
import { hold } from './testing.ts';

/** An admission whose clock and tables the test controls: bursts of a second, tables of 1,000 events a second. */
function stand() {
  let now = 0;
  let mark = 0;
  /** The events of each batch, from the first on. */
  const sizes: number[] = [];
  const admission = createAdmission({
    passed: () => mark,
    steadyMs: () => now,
    wait: async (ms) => {
      now += ms;
    },
    limits: { batch: 1_024, patient: 256, halveFrom: 2, tablesBehindMs: 1_000, tablesPerSecond: 1_000 },
  });
  return {
    admission,
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
    /** The tables write about this many events. */
    write(events: number) {
      for (let left = events; left > 0 && mark < sizes.length; mark += 1) left -= sizes[mark] ?? 0;
    },
    durable(events: number) {
      sizes.push(events);
      const event = { kind: 'FUNDS_HELD', steps: [{ player: 1, seq: 1 }] };
      const each = Array.from({ length: events }, () => event) as unknown as SealedBatch['events'];
      admission.note({ batch: sizes.length, events: each });
    },
    unwritten: () => sizes.slice(mark).reduce((sum, size) => sum + size, 0),
  };
}

const command = (player: PlayerId): Asked => ({
  kind: 'command',
  command: player === HOUSE ? { ...hold(player, '1'), session: undefined as never } : hold(player, '1'),
  players: [player],
  answer: () => undefined,
  since: 0,
});
const read: Asked = { kind: 'read', players: [], compute: () => 0, answer: () => undefined, since: 0 };
const one = playerId(1);
const many = (count: number, player = one): Asked[] => Array.from({ length: count }, () => command(player));
const playersOf = (taken: readonly Asked[]) =>
  taken.map((asked) => (asked.kind === 'command' ? asked.command.player : 'read'));

/** A desk whose tables have not written anything for a second. */
function late(events = 5_000) {
  const world = stand();
  for (let written = 0; written < events; written += 10) world.durable(10);
  world.pass(1_000);
  return world;
}

test('a burst of a second is let in whole, if the tables can write it in two', () => {
  const world = stand();
  for (let batch = 0; batch < 19; batch += 1) world.durable(100);
  world.pass(999);
  const queue = many(2_000);
  expect(world.admission.take(queue, true)).toHaveLength(1_024);
  expect(queue).toHaveLength(976);
  expect(world.admission.isSlowed()).toBe(false);
});

test('a burst that would take the tables longer is slowed at once', () => {
  const world = stand();
  for (let batch = 0; batch < 20; batch += 1) world.durable(100);
  expect(world.admission.take(many(64), true)).toEqual([]);
  expect(world.admission.isSlowed()).toBe(true);
});

test('the length of a burst is measured by the speed of the tables when the desk does not slow them down', async () => {
  const world = late(2_000);
  // While the desk slows them down, they write half as fast as was assumed.
  for (let turn = 0; turn < 10; turn += 1) {
    world.write(50);
    world.pass(100);
    world.admission.take(many(1), true);
  }
  world.write(10_000);
  while (world.admission.isSlowed()) {
    world.pass(100);
    world.admission.take(many(64), false);
  }
  for (let batch = 0; batch < 15; batch += 1) world.durable(100);
  expect(world.admission.take(many(64), true)).toHaveLength(64);
});

test('the pause that the tables make during a burst does not count as slow writing', () => {
  const world = stand();
  for (let burst = 0; burst < 3; burst += 1) {
    for (let batch = 0; batch < 20; batch += 1) {
      world.durable(100);
      world.pass(40);
      world.admission.take(many(1), true);
    }
    expect(world.admission.isSlowed()).toBe(true);
    // From now on the tables write, as fast as was assumed.
    while (world.admission.isSlowed()) {
      world.write(100);
      world.pass(100);
      world.admission.take(many(1), true);
    }
    world.write(10_000);
    world.admission.take(many(1), true);
  }
  for (let batch = 0; batch < 19; batch += 1) world.durable(100);
  expect(world.admission.take(many(64), true)).toHaveLength(64);
});

test('a few events that stay unwritten for long do not slow down any player', () => {
  const world = stand();
  world.durable(100);
  world.pass(60_000);
  expect(world.admission.take(many(64), true)).toHaveLength(64);
  expect(world.admission.isSlowed()).toBe(false);
});

test('when the tables are late, commands of players wait and nothing is refused', async () => {
  const world = late();
  const queue = many(64);
  expect(world.admission.take(queue, true)).toEqual([]);
  expect(world.admission.isSlowed()).toBe(true);
  expect(queue).toHaveLength(64);
  let taken = 0;
  while (taken < 64) {
    await world.admission.opened(queue);
    taken += world.admission.take(queue, false).length;
  }
  expect(queue).toEqual([]);
  expect(world.now()).toBeGreaterThan(1_000);
});

test('reads and commands of the platform do not wait, and keep their order', () => {
  const world = late();
  const queue = [command(one), read, command(HOUSE), command(one), read];
  expect(playersOf(world.admission.take(queue, false))).toEqual(['read', HOUSE, 'read']);
  expect(playersOf(queue)).toEqual([one, one]);
});

test('players are let in one after the other, so that one who sends many does not hold up the others', async () => {
  const world = late();
  const others = Array.from({ length: 20 }, (_, index) => playerId(index + 2));
  const queue = [...many(500), ...others.map((player) => command(player))];
  let taken: readonly Asked[] = [];
  while (taken.length === 0) {
    await world.admission.opened(queue);
    taken = world.admission.take(queue, false);
  }
  for (const player of others) expect(playersOf(taken)).toContain(player);
  expect(playersOf(queue).every((player) => player === one)).toBe(true);
});

test('commands are let in as fast as the tables write, and the tables stay within a second', async () => {
  const world = late(2_000);
  const from = world.now();
  let asked = 0;
  let most = 0;
  // Tables that write two hundred events ten times a second, twice what was assumed, and callers that always send.
  for (let due = from; world.now() - from < 20_000; ) {
    const queue = many(64);
    const taken = world.admission.take(queue, true).length;
    if (taken > 0) world.durable(taken);
    if (taken === 0) await world.admission.opened(queue);
    else world.pass(1);
    for (; due <= world.now(); due += 100) world.write(200);
    if (world.now() - from < 10_000) continue;
    asked += taken;
    most = Math.max(most, world.unwritten());
  }
  expect(asked / 10).toBeGreaterThan(1_800);
  expect(most).toBeLessThan(2_000);
});

test('when the tables have caught up and callers send less, everything is let in again', () => {
  const world = late();
  expect(world.admission.take(many(8), true)).toEqual([]);
  world.write(5_000);
  world.pass(200);
  expect(world.admission.take(many(8), true)).toHaveLength(8);
  expect(world.admission.isSlowed()).toBe(false);
});
