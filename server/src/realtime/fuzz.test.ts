// docs/reliability.md B-16: mutated frames over many connections. Nothing may throw, hang or leak.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawClient, startWorld, type World } from './test-world.ts';

const FRAMES = 20_000;
const CONNECTIONS = 25;
const plenty = { burst: 1e9, perSecond: 1e9 };

let world: World;
const uncaught: unknown[] = [];
const note = (fault: unknown) => uncaught.push(fault);
beforeAll(async () => {
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
  world = await startWorld({
    limits: {
      messagesPerSecondToClose: 1_000_000,
      sendsPerSecondToClose: 1_000_000,
      connectionFrames: plenty,
      connectionBytes: plenty,
      connectionRefusals: plenty,
    },
  });
});
afterAll(async () => {
  process.off('uncaughtException', note);
  process.off('unhandledRejection', note);
  await world.close();
});

/** Small and seeded (mulberry32), so that a failure can be reproduced. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const commands = [
  'CONNECT',
  'STOMP',
  'SEND',
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'ACK',
  'BEGIN',
  'DISCONNECT',
  'MESSAGE',
  '',
];
const headers = [
  'id:1',
  'id:2',
  'destination:/ping',
  'destination:/topic/notice',
  'destination:/user/queue/point',
  'since:1',
  'since:x',
  'receipt:r',
  'content-length:3',
  'content-length:99999',
  'token:token-1',
  'accept-version:1.2',
  'heart-beat:1,1',
  'a\\cb:c\\n',
  '\\x:y',
  ':',
  'x',
];
const noise = ['\0', '\n', '\r', '\\', ':', 'é', '\u{1f600}', '\ud800', 'x'.repeat(1100), '[', '"'];

function fuzzFrame(roll: (sides: number) => number): string {
  const pick = <Item>(list: readonly Item[]) => list[roll(list.length)]!;
  const lines = Array.from({ length: roll(6) }, () => pick(headers));
  let text = `${pick(commands)}\n${lines.join('\n')}${roll(8) === 0 ? '' : '\n'}\n${roll(3) === 0 ? 'abc' : ''}\0`;
  for (let cuts = roll(3); cuts > 0; cuts -= 1) {
    const at = roll(text.length + 1);
    text = text.slice(0, at) + (roll(2) === 0 ? pick(noise) : '') + text.slice(at + roll(3));
  }
  return text;
}

/** A new connection, half of them signed in, over the plain socket or in SockJS's wrapping. */
function open(roll: (sides: number) => number): { client: RawClient; wrapped: boolean } {
  const wrapped = roll(3) === 0;
  const client = world.open(wrapped ? '/ws/000/abc/websocket' : '/ws/websocket');
  const hello = `CONNECT\naccept-version:1.2\n${roll(2) === 0 ? 'token:token-1\n' : ''}\n\0`;
  if (roll(4) !== 0) client.raw(wrapped ? JSON.stringify([hello]) : hello);
  return { client, wrapped };
}

test(`${FRAMES} mutated frames do not change the server’s state`, async () => {
  const roll = dice(20_260);
  const lanes = Array.from({ length: CONNECTIONS }, () => open(roll));
  for (let sent = 0; sent < FRAMES; sent += 1) {
    const at = roll(lanes.length);
    let lane = lanes[at]!;
    if (lane.client.socket.readyState > 1) {
      lane = open(roll);
      lanes[at] = lane;
    }
    const text = fuzzFrame(roll);
    lane.client.raw(lane.wrapped && roll(20) !== 0 ? JSON.stringify([text]) : text);
    if (sent % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(lanes.map(({ client }) => client.end()));
  const witness = await world.connect('token-2');
  await witness.settled();
  while (world.realtime.stats().sessions > 1) await witness.settled();
  expect(world.realtime.stats()).toMatchObject({
    sessions: 1,
    players: 1,
    subscriptions: 0,
    backlogBytes: 0,
  });
  expect(uncaught).toEqual([]);
  expect(world.faults).toEqual([]);
});
