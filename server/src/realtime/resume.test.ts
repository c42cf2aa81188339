// docs/wire.md 8: a client that reconnects with `since` loses no push and receives none twice.
import type { Push } from '@maru/contract/realtime';
import { playerId } from '@maru/engine/purse';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { currentAsker, LaneBusy } from '../db/lane.ts';
import type { Missed } from './queues.ts';
import { type RawClient, startWorld, type World } from './test-world.ts';

let world: World;
afterEach(() => world.close());

const push = (seq: number): Push => ({ type: 'POINT', seq, at: 0, data: null });
const seqs = (client: RawClient) => client.bodies.map((body) => (JSON.parse(body) as Push).seq);

/** A history whose answer the test releases. */
function slowHistory() {
  const asked: Missed[] = [];
  let answer: (found: readonly Push[] | 'TOO_OLD') => void = () => {};
  const missedSince = (missed: Missed) => {
    asked.push(missed);
    return new Promise<readonly Push[] | 'TOO_OLD'>((resolve) => {
      answer = resolve;
    });
  };
  return { asked, missedSince, answer: (found: readonly Push[] | 'TOO_OLD') => answer(found) };
}

test('missed pushes come first, and a push that is both in the history and sent live comes once', async () => {
  const history = slowHistory();
  world = await startWorld({ missedSince: history.missedSince });
  const client = await world.connect('token-1');
  await client.subscribe('a', '/user/queue/point', { since: '4' });
  expect(history.asked).toEqual([{ player: 1, queue: 'point', since: 4 }]);
  world.realtime.push(playerId(1), 'point', push(6));
  world.realtime.push(playerId(1), 'point', push(7));
  await client.settled();
  expect(seqs(client)).toEqual([]);

  history.answer([push(5), push(6)]);
  while (client.bodies.length < 3) await client.receive('MESSAGE');
  world.realtime.push(playerId(1), 'point', push(6));
  world.realtime.push(playerId(1), 'point', push(8));
  await client.settled();
  expect(seqs(client)).toEqual([5, 6, 7, 8]);
});

test('a number that is too old gets RESYNC and then new pushes', async () => {
  const history = slowHistory();
  world = await startWorld({ missedSince: history.missedSince });
  const client = await world.connect('token-1');
  await client.subscribe('a', '/user/queue/point', { since: '0' });
  world.realtime.push(playerId(1), 'point', push(901));
  history.answer('TOO_OLD');
  while (client.bodies.length < 2) await client.receive('MESSAGE');
  expect(client.bodies[0]).toBe('{"type":"RESYNC"}');
  expect(seqs(client)).toEqual([undefined, 901]);
});

test('a history that cannot be read is answered with RESYNC', async () => {
  world = await startWorld({ missedSince: () => Promise.reject(new Error('away')) });
  const client = await world.connect('token-1');
  client.sendFrame('SUBSCRIBE', { id: 'a', destination: '/user/queue/point', since: '1' });
  expect((await client.receive('MESSAGE')).body).toBe('{"type":"RESYNC"}');
  expect(world.faults).toHaveLength(1);
});

test('a history is read as its player, and a full read lane causes RESYNC and no fault', async () => {
  const askers: unknown[] = [];
  world = await startWorld({
    missedSince: () => {
      askers.push(currentAsker()?.who, currentAsker()?.hasLeft());
      return Promise.reject(new LaneBusy('too many wait'));
    },
  });
  const client = await world.connect('token-1');
  client.sendFrame('SUBSCRIBE', { id: 'a', destination: '/user/queue/point', since: '1' });
  expect((await client.receive('MESSAGE')).body).toBe('{"type":"RESYNC"}');
  expect(askers).toEqual([1, false]);
  expect(world.faults).toEqual([]);
});

test('a subscription that is removed meanwhile receives nothing of the history', async () => {
  const history = slowHistory();
  world = await startWorld({ missedSince: history.missedSince });
  const client = await world.connect('token-1');
  await client.subscribe('a', '/user/queue/point', { since: '1' });
  client.sendFrame('UNSUBSCRIBE', { id: 'a' });
  await client.subscribe('a', '/user/queue/cross');
  history.answer([push(2)]);
  await client.settled();
  await client.settled();
  expect(client.bodies).toEqual([]);
});

test('a client that resumes more queues at once than allowed gets RESYNC', async () => {
  world = await startWorld({ missedSince: slowHistory().missedSince, limits: { resumesAtOnce: 1 } });
  const client = await world.connect('token-1');
  await client.subscribe('a', '/user/queue/point', { since: '1' });
  await client.subscribe('b', '/user/queue/cross', { since: '1' });
  expect(client.bodies).toEqual(['{"type":"RESYNC"}']);
});

test('more pushes than may be held close the connection instead of being dropped', async () => {
  world = await startWorld({ missedSince: slowHistory().missedSince, limits: { heldPushes: 3 } });
  const client = await world.connect('token-1');
  await client.subscribe('a', '/user/queue/point', { since: '1' });
  for (let seq = 2; seq <= 5; seq += 1) world.realtime.push(playerId(1), 'point', push(seq));
  expect(await client.closed).toBe(1006);
});

test('whenever the history answers, every number after `since` is received exactly once and in order', async () => {
  const log: Push[] = [];
  let answerAfter = 0;
  let answer = () => {};
  world = await startWorld({
    limits: { socketsPerPlayer: 1_000, playerResumes: { burst: 1_000, perSecond: 1_000 } },
    missedSince: async ({ since }) => {
      const found = log.filter((each) => (each.seq ?? 0) > since);
      if (answerAfter > 0) await new Promise<void>((resolve) => (answer = resolve));
      return found;
    },
  });
  const emit = () => {
    log.push(push(log.length + 1));
    world.realtime.push(playerId(1), 'point', push(log.length));
  };
  const moments = fc.record({
    before: fc.nat({ max: 5 }),
    lag: fc.nat({ max: 3 }),
    during: fc.nat({ max: 5 }),
    after: fc.nat({ max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(moments, async ({ before, lag, during, after }) => {
      for (let each = 0; each < before; each += 1) emit();
      const since = Math.max(0, log.length - lag);
      answerAfter = during;
      const client = await world.connect('token-1');
      await client.subscribe('a', '/user/queue/point', { since: String(since) });
      for (let each = 0; each < during; each += 1) emit();
      answer();
      for (let each = 0; each < after; each += 1) emit();
      while (client.bodies.length < log.length - since) await client.receive('MESSAGE');
      await client.settled();
      expect(seqs(client)).toEqual(log.slice(since).map((each) => each.seq));
      await client.end();
    }),
    { numRuns: 40 },
  );
});
