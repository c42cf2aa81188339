import type { AnyEvent } from '@maru/engine/products';
import { HOUSE, playerId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { createLastBatches } from './last-batches.ts';

const placed = (player: number) =>
  ({ kind: 'BET_PLACED', steps: [{ player, seq: 1 }] }) as unknown as AnyEvent;
const paid = (...players: readonly number[]) =>
  ({
    kind: 'ROUND_PAID',
    steps: [],
    shares: {
      players: players.length,
      text: players.map((each) => `${each},9;BINARY,KRW,,,,,1,;7:2:0`).join('/'),
    },
  }) as unknown as AnyEvent;

test('a player waits for their own newest batch, whether it pays one player or thousands', () => {
  let passed = 0;
  const last = createLastBatches(() => passed);
  last.note({ batch: 1, events: [placed(1), placed(2)] });
  last.note({ batch: 2, events: [placed(11)] });
  last.note({ batch: 3, events: [paid(1, 11)] });
  last.note({ batch: 4, events: [paid(2), paid(12)] });
  last.note({ batch: 5, events: [placed(2)] });
  const seen = () => [1, 2, 11, 12, 13].map((id) => last.of(playerId(id)));
  expect(seen()).toEqual([3, 5, 3, 4, undefined]);
  passed = 3;
  // Batches that the tables have passed do not make a player wait: the numbers named here have been passed.
  expect(seen()).toEqual([1, 5, 2, 4, undefined]);
  last.note({ batch: 6, events: [paid(13)] });
  expect(seen()).toEqual([1, 5, 2, 4, 6]);
  last.forget(playerId(2), 5);
  expect(last.of(playerId(2))).toBe(4);
});

test('a batch that is noted again, after newer ones, shortens no player’s wait', () => {
  const last = createLastBatches(() => 0);
  last.note({ batch: 1, events: [placed(1)] });
  last.note({ batch: 2, events: [placed(1)] });
  last.note({ batch: 1, events: [placed(1)] });
  expect(last.of(playerId(1))).toBe(2);
  last.note({ batch: 3, events: [paid(1)] });
  last.note({ batch: 4, events: [paid(1)] });
  last.note({ batch: 3, events: [paid(1)] });
  expect(last.of(playerId(1))).toBe(4);
});

test('what touches no player is waited for in the name of the house', () => {
  const last = createLastBatches(() => 0);
  const salted = { kind: 'ROUND_SALTED', steps: [] } as unknown as AnyEvent;
  last.note({ batch: 1, events: [placed(1)] });
  expect(last.of(HOUSE)).toBeUndefined();
  last.note({ batch: 2, events: [salted] });
  last.note({ batch: 3, events: [placed(1)] });
  expect(last.of(HOUSE)).toBe(2);
});
