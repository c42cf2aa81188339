import { describe, expect, test } from 'vitest';
import { price } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import { playerId } from '../purse.ts';
import { millis } from '../time.ts';
import { createLegs } from './legs.ts';
import { createLevels, isLevelReached, type Level } from './levels.ts';
import { createPlacements } from './placements.ts';
import type { Placement } from './rules.ts';

const at = (last: string, mark?: string): Quote => ({
  ts: millis(1),
  seq: 1,
  last: price(last),
  bid: price(last),
  ask: price(last),
  ...(mark === undefined ? undefined : { mark: price(mark) }),
});

const below = (id: number, by: Level['by'], level: string): Level => ({
  id,
  by,
  fires: 'AT_OR_BELOW',
  level: price(level),
});

describe('a level', () => {
  test('fires by the price that it watches and by no other', () => {
    const levels = createLevels();
    levels.put(below(1, 'last', '100'));
    levels.put(below(2, 'mark', '100'));
    expect(levels.fired(at('101', '101'))).toEqual([]);
    expect(levels.fired(at('101', '100'))).toEqual([2]);
    expect(levels.fired(at('100', '101'))).toEqual([1]);
    expect(levels.fired(at('1', '1'))).toEqual([]);
  });

  test('that waits for a mark is not reached by a quote without one', () => {
    const levels = createLevels();
    levels.put(below(1, 'mark', '100'));
    expect(levels.fired(at('1'))).toEqual([]);
    expect(isLevelReached(below(1, 'mark', '100'), at('1'))).toBe(false);
    levels.remove(1);
    expect(levels.fired(at('1', '1'))).toEqual([]);
  });
});

describe('the levels of a player', () => {
  const player = playerId(1);
  const wanted = (level: Level): ReadonlyMap<number, Placement> =>
    new Map([[level.id, { instrument: 7, level }]]);

  test('may come to watch another price, or the same from the other side', () => {
    const levels = createLevels();
    const placements = createPlacements(() => levels);
    placements.update(player, wanted(below(4, 'last', '100')));
    expect(placements.update(player, wanted(below(4, 'last', '100')))).toEqual([]);
    expect(placements.update(player, wanted(below(4, 'mark', '100')))).toHaveLength(1);
    expect(levels.fired(at('1', '101'))).toEqual([]);
    expect(
      placements.update(player, wanted({ ...below(4, 'mark', '100'), fires: 'AT_OR_ABOVE' })),
    ).toHaveLength(1);
    expect(levels.fired(at('1', '99'))).toEqual([]);
    expect(levels.fired(at('1', '100'))).toEqual([4]);
  });

  test('that are submitted are watched again where they then belong, once they are refused', () => {
    const levels = createLevels();
    const placements = createPlacements(() => levels);
    placements.update(player, wanted(below(4, 'last', '100')));
    expect(levels.fired(at('100'))).toEqual([4]);
    placements.markAsked(player, 4);
    placements.update(player, wanted(below(4, 'mark', '90')));
    expect(levels.fired(at('1', '1'))).toEqual([]);
    placements.putBack(player, 4);
    expect(levels.fired(at('1', '91'))).toEqual([]);
    expect(levels.fired(at('91', '90'))).toEqual([4]);
  });
});

test('the number of a leg says which leg of which order or position it is', () => {
  const legs = createLegs({
    STOP: 'ORDER',
    LIMIT: 'ORDER',
    TP: 'POSITION',
    SL: 'POSITION',
    WARNING: 'POSITION',
  });
  const names = ['STOP', 'LIMIT', 'TP', 'SL', 'WARNING'] as const;
  const ids = [1, 2, 1_000_003].flatMap((owner) =>
    names.map((leg) => ({ owner, leg, id: legs.idOf(owner, leg) })),
  );
  expect(ids.map(({ id }) => ({ owner: legs.ownerOf(id), leg: legs.legOf(id), id }))).toEqual(ids);
  expect(names.map((leg) => legs.kindOf(legs.idOf(9, leg)))).toEqual([
    'ORDER',
    'ORDER',
    'POSITION',
    'POSITION',
    'POSITION',
  ]);
  const sorted = ids.map(({ id }) => id);
  expect(sorted).toEqual([...new Set(sorted)].sort((a, b) => a - b));
});
