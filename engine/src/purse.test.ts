import { describe, expect, test } from 'vitest';
import { housePurse, isHouse, playerId, playerPurse, siteId } from './purse.ts';

test('a purse is named by whose it is and what it is for', () => {
  expect(playerPurse(playerId(7), 'BINARY', 'free')).toBe('7:BINARY:free');
  expect(housePurse(siteId(1), 'practice', 'KRW')).toBe('house:1:practice:KRW');
});

test('only the house’s purses are the house’s', () => {
  expect(isHouse(housePurse(siteId(1), 'fee', 'USDT'))).toBe(true);
  expect(isHouse(playerPurse(playerId(1), 'house:1', 'free'))).toBe(false);
});

describe('an id is a positive whole number', () => {
  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('%d is none', (value) => {
    expect(() => playerId(value)).toThrow('a player id is a positive integer');
    expect(() => siteId(value)).toThrow('a site id is a positive integer');
  });
});
