// Which destinations of the spec exist, and who may subscribe to them (docs/wire.md).
import { connectionQueues, playerQueues, topics } from '@maru/contract/realtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './realtime/test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('a player may subscribe to every destination of the spec', async () => {
  const player = await world.connect('token-4');
  const spec = [
    '/user/queue/point',
    '/queue/message',
    '/user/queue/error',
    '/user/queue/force_logout',
    '/user/queue/futures',
    '/user/queue/cross',
    '/user/queue/oversea',
    '/user/queue/oversea_cross',
    '/topic/oversea',
    '/user/queue/pong',
    '/topic/futures_info',
  ];
  for (const destination of spec) await player.subscribe(destination, destination);
  expect(player.frames.filter((frame) => frame.command === 'ERROR')).toEqual([]);
  await player.end();
});

test('a guest may subscribe to exactly the public destinations', async () => {
  const guest = await world.connect();
  const everything = [
    ...Object.values(playerQueues),
    ...Object.values(connectionQueues),
    ...Object.values(topics).map((topic) => topic.destination),
    '/topic/tick/NQ',
  ];
  const allowed: string[] = [];
  for (const destination of everything) {
    guest.sendFrame('SUBSCRIBE', { id: destination, destination, receipt: destination });
    await guest.settled();
    const last = guest.frames.findLast((frame) => frame.headers['receipt-id'] === destination);
    if (last?.command === 'RECEIPT') allowed.push(destination);
  }
  expect(allowed).toEqual([
    '/user/queue/error',
    '/user/queue/pong',
    '/topic/notice',
    '/topic/oversea',
    '/topic/futures_info',
    '/topic/futures',
    '/topic/trade_round',
    '/topic/tick/NQ',
  ]);
  await guest.end();
});
