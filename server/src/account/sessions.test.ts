import type { AnyEvent } from '@maru/engine/products';
import { type PlayerId, playerId, siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import type { Desk } from '../desk/desk.ts';
import type { SeenSession } from './reads.ts';
import { createSessions } from './sessions.ts';

const one = playerId(1);

/** A desk whose answers the test sends. */
function slowDesk() {
  const asked: ((seen: SeenSession | undefined) => void)[] = [];
  const desk = {
    read: () => new Promise((resolve) => asked.push((seen) => resolve({ seen }))),
  } as unknown as Pick<Desk, 'read'>;
  return { desk, asked };
}

const event = (kind: AnyEvent['kind'], id: number, more = {}, player: PlayerId = one): AnyEvent =>
  ({
    kind,
    id,
    at: millis(1),
    site: siteId(1),
    steps: [{ player, seq: id }],
    transfers: [],
    after: [],
    ...more,
  }) as unknown as AnyEvent;

describe('the copy of sessions outside the desk', () => {
  test('asks the desk once for simultaneous calls, and then caches the answer', async () => {
    const { desk, asked } = slowDesk();
    const sessions = createSessions(desk);
    const found = Promise.all([sessions.find(one), sessions.find(one)]);
    expect(asked).toHaveLength(1);
    asked[0]?.({ version: 3, blocked: false, asOf: 7 });
    expect(await found).toEqual([
      { version: 3, blocked: false, asOf: 7 },
      { version: 3, blocked: false, asOf: 7 },
    ]);
    expect(await sessions.find(one)).toMatchObject({ version: 3 });
    expect(asked).toHaveLength(1);
  });

  test('an answer that is older than an event received before it does not count', async () => {
    const { desk, asked } = slowDesk();
    const sessions = createSessions(desk);
    const found = sessions.find(one);
    sessions.onEvent(event('SESSIONS_ENDED', 8, { sessionVersion: 4 }));
    asked[0]?.({ version: 3, blocked: false, asOf: 7 });
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.({ version: 4, blocked: false, asOf: 8 });
    expect(await found).toMatchObject({ version: 4 });
  });

  test('a block is known at once, also of a player that was never asked for', async () => {
    const { desk, asked } = slowDesk();
    const sessions = createSessions(desk);
    sessions.onEvent(event('ACCOUNT_BLOCKED', 8));
    expect(sessions.known(one)).toMatchObject({ blocked: true });
    sessions.onEvent(event('SESSIONS_ENDED', 9, { sessionVersion: 2 }));
    expect(sessions.known(one)).toMatchObject({ blocked: true, version: 2 });
    // A session known only from events is incomplete, so `find` asks the desk.
    const found = sessions.find(one);
    expect(asked).toHaveLength(1);
    asked[0]?.({ version: 2, blocked: true, asOf: 9 });
    expect(await found).toMatchObject({ version: 2, blocked: true });
  });

  test('removes the least recently used beyond its bound', async () => {
    const { desk, asked } = slowDesk();
    const sessions = createSessions(desk, 2);
    for (const id of [1, 2]) {
      const found = sessions.find(playerId(id));
      asked.at(-1)?.({ version: 1, blocked: false, asOf: 1 });
      await found;
    }
    sessions.known(one);
    sessions.onEvent(event('ACCOUNT_BLOCKED', 5, {}, playerId(3)));
    expect(sessions.known(one)).toBeDefined();
    expect(sessions.known(playerId(2))).toBeUndefined();
    expect(sessions.known(playerId(3))).toBeDefined();
  });
});
