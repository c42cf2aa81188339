import { type PlayerId, playerId } from '@maru/engine/purse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('a player comes with the first connection and goes with the last, and a guest does neither', async () => {
  const heard: [PlayerId, boolean][] = [];
  const end = world.realtime.onPresence((player, isConnected) => heard.push([player, isConnected]));
  const first = await world.connect('token-7');
  const second = await world.connect('token-7');
  const guest = await world.connect();
  const other = await world.connect('token-8');
  first.socket.close();
  guest.socket.close();
  other.socket.close();
  await expect.poll(() => heard).toHaveLength(3);
  expect(heard).toEqual([
    [playerId(7), true],
    [playerId(8), true],
    [playerId(8), false],
  ]);
  second.socket.terminate();
  await expect.poll(() => heard).toHaveLength(4);
  expect(heard.at(-1)).toEqual([playerId(7), false]);
  expect(world.realtime.isConnected(playerId(7))).toBe(false);
  end();
  const later = await world.connect('token-7');
  later.socket.close();
  await expect.poll(() => world.realtime.isConnected(playerId(7))).toBe(false);
  expect(heard).toHaveLength(4);
});
