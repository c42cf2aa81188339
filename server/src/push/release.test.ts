import { amount } from '@maru/engine/amount';
import type { PaidEvent, Shares } from '@maru/engine/payment/shares';
import type { AnyEvent } from '@maru/engine/products';
import { type PlayerId, playerId, siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { createEventPushes, type PushesOf } from './event-pushes.ts';
import { createRelease } from './release.ts';

const PLAYERS = 2_000;

/** A payment of many players, each with one bet won. Counts how often its lines are unpacked. */
function payment(): { readonly event: AnyEvent; readonly unpackings: () => number } {
  const lines = Array.from(
    { length: PLAYERS },
    (_, at) => `${at + 1},7;BINARY,KRW,5000,4500,,,9500,;${at + 10}@0`,
  );
  let unpackings = 0;
  const shares: Shares = {
    players: PLAYERS,
    free: amount('0'),
    wait: amount('0'),
    debt: amount('0'),
    text: lines.join('/'),
    get outcomes() {
      unpackings += 1;
      return ':1:9500';
    },
  };
  const event = {
    kind: 'ROUND_PAID',
    id: 100,
    at: millis(1_767_614_410_000),
    site: siteId(1),
    steps: [],
    transfers: [],
    after: [],
    round: 202_601_051_200_001,
    isLast: true,
    bets: [],
    shares,
  } as unknown as PaidEvent;
  return { event, unpackings: () => unpackings };
}

/** Two products, each with one push for every player of an event. */
const products: readonly { readonly pushesOf: PushesOf }[] = [
  {
    pushesOf: () => [
      { queue: 'point', type: 'POINT', data: { type: '', currency: '', point: '', gameWaitPoint: '' } },
    ],
  },
  { pushesOf: () => [{ queue: 'message', type: 'MESSAGE', data: { kind: '', unread: 1 } }] },
];

function world(connected: readonly number[]) {
  const pushed: { readonly player: PlayerId; readonly queue: string }[] = [];
  const online = new Set(connected.map(playerId));
  const release = createRelease(
    {
      push: (player, queue) => pushed.push({ player, queue }),
      isConnected: (player) => online.has(player),
    },
    createEventPushes(products, []),
  );
  return { release, pushed };
}

test('a payment of 2,000 players, none of them connected, unpacks no line and makes no push', () => {
  const { release, pushed } = world([]);
  const { event, unpackings } = payment();
  release([event]);
  expect(pushed).toEqual([]);
  expect(unpackings()).toBe(0);
});

test('pushes are made only for players who are connected', () => {
  const { release, pushed } = world([3, 1_999, 5_000]);
  const { event, unpackings } = payment();
  release([event]);
  expect(pushed).toEqual([
    { player: 3, queue: 'point' },
    { player: 3, queue: 'message' },
    { player: 1_999, queue: 'point' },
    { player: 1_999, queue: 'message' },
  ]);
  expect(unpackings()).toBe(1);
});

test('a follower receives every event in order, no matter who is connected', () => {
  const { release } = world([]);
  const heard: number[] = [];
  release.join({ onEvent: ({ id }) => heard.push(id) });
  const { event } = payment();
  release([event, { ...event, id: 101 }]);
  expect(heard).toEqual([100, 101]);
});
