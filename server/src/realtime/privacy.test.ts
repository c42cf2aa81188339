// docs/reliability.md T-81, T-89, S-40: no destination lets a connection receive another player's pushes.
import { playerQueues, topics } from '@maru/contract/realtime';
import { playerId } from '@maru/engine/purse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  const plenty = { burst: 1_000_000, perSecond: 1_000_000 };
  world = await startWorld({
    limits: {
      subscriptions: 1_000,
      messagesPerSecondToClose: 1_000_000,
      connectionFrames: plenty,
      connectionRefusals: plenty,
    },
  });
});
afterAll(() => world.close());

const queues = Object.keys(playerQueues) as (keyof typeof playerQueues)[];

const spellings = (queue: string) => [
  `/user/1/queue/${queue}`,
  `/user/token-1/queue/${queue}`,
  `/user/%31/queue/${queue}`,
  `/user/../1/queue/${queue}`,
  `/user//queue/${queue}`,
  `/user/*/queue/${queue}`,
  `/user/**/queue/${queue}`,
  `/user/queue/${queue}/`,
  `/user/queue/${queue}/1`,
  `/user/queue/${queue}-user1`,
  `/user/queue/../queue/${queue}`,
  `/user/queue//${queue}`,
  `/user/queue/${queue}%00`,
  `/user/queue/${queue}?player=1`,
  `/user/queue/${queue}#1`,
  `/user/queue/${queue};player=1`,
  `/user/queue/${queue} `,
  ` /user/queue/${queue}`,
  `/USER/queue/${queue}`,
  `/user/QUEUE/${queue}`,
  `/user/queue/${queue.toUpperCase()}`,
  `/user%2fqueue%2f${queue}`,
  `\\user\\queue\\${queue}`.replaceAll('\\', '\\\\'),
  `user/queue/${queue}`,
  `/queue/${queue}-user1`,
  `/queue/${queue}/1`,
  `/queue/${queue}-userabc`,
  `/topic/user/1/queue/${queue}`,
  `/topic/${queue}`,
  `/user/queue/${queue}\u200b`,
  `/user/queue/ｐoint${queue}`,
];

const wild = [
  '*',
  '**',
  '/*',
  '/**',
  '/topic/*',
  '/topic/**',
  '/user/**',
  '/queue/*',
  '/user/queue/*',
  '>',
  '#',
];
const odd = [
  '',
  '/',
  '//',
  '/user',
  '/user/queue',
  '/queue',
  '/topic',
  '/ping',
  '/topic/tick',
  '/topic/tick/',
  '/topic/tick/*',
];
const inherited = [
  '__proto__',
  'constructor',
  'toString',
  '/topic/tick/__proto__',
  '/topic/tick/BTCUSDT/..',
  '/topic/tick/btcusdt',
];

test('a player who tries every spelling gets refusals and no push of player 1', async () => {
  const variants = [...new Set([...queues.flatMap(spellings), ...wild, ...odd, ...inherited])].filter(
    (name) => Object.values(topics).every(({ destination }) => destination !== name),
  );
  expect(variants.length).toBeGreaterThan(200);
  for (const token of ['token-2', undefined]) {
    const stranger = await world.connect(token);
    variants.forEach((destination, each) => {
      stranger.sendFrame('SUBSCRIBE', { id: `v${each}`, destination });
    });
    if (token !== undefined) for (const queue of queues) await stranger.subscribe(queue, playerQueues[queue]);
    await stranger.settled();
    const victim = await world.connect('token-1');
    for (const queue of queues) await victim.subscribe(queue, playerQueues[queue]);
    for (const queue of queues) {
      world.realtime.push(playerId(1), queue, { type: 'SECRET', seq: 1, at: 0, data: queue });
    }
    await victim.settled();
    await stranger.settled();
    expect(victim.bodies).toHaveLength(queues.length);
    expect(stranger.bodies).toEqual([]);
    expect(stranger.frames.filter((frame) => frame.command === 'ERROR')).toHaveLength(variants.length);
    await Promise.all([stranger.end(), victim.end()]);
  }
});

test('a pong is sent to the connection that sent the ping, not to the player’s others', async () => {
  const [one, other] = [await world.connect('token-3'), await world.connect('token-3')];
  await one.subscribe('p', '/user/queue/pong');
  await other.subscribe('p', '/user/queue/pong');
  one.sendFrame('SEND', { destination: '/ping' });
  await one.receive('MESSAGE');
  await other.settled();
  expect(other.bodies).toEqual([]);
  await Promise.all([one.end(), other.end()]);
});

test('an instrument that is listed later has a topic from then on', async () => {
  const client = await world.connect();
  client.sendFrame('SUBSCRIBE', { id: 'a', destination: '/topic/tick/NEW' });
  await client.receive('ERROR');
  world.realtime.listStocks(['BTCUSDT', 'NQ', 'NEW']);
  await client.subscribe('a', '/topic/tick/NEW');
  world.realtime.publish('/topic/tick/NEW', '1');
  await client.receive('MESSAGE');
  await client.end();
});
