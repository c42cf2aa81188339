import { expect, test } from 'vitest';
import { lastUsed, recentOffers, rememberOffer } from './last-offers.ts';

function deviceWith(stored: string | null = null) {
  let value = stored;
  return {
    storage: {
      getItem: () => value,
      setItem: (_: string, next: string) => {
        value = next;
      },
      removeItem: () => {
        value = null;
      },
    },
  };
}

test('of the offers on one instrument the one used last is returned', () => {
  const device = deviceWith();
  for (const id of [101, 202, 102, 101]) rememberOffer(device, id);
  const recent = recentOffers(device);
  expect(recent).toEqual([101, 102, 202]);
  expect(lastUsed([{ id: 102 }, { id: 101 }], recent)).toEqual({ id: 101 });
  expect(lastUsed([{ id: 201 }, { id: 202 }], recent)).toEqual({ id: 202 });
  expect(lastUsed([{ id: 301 }], recent)).toBeUndefined();
});

test('the stored list is bounded, and invalid content is ignored', () => {
  const device = deviceWith('3,x,-1,,1.5,7');
  expect(recentOffers(device)).toEqual([3, 7]);
  for (let id = 1; id <= 200; id++) rememberOffer(device, id);
  expect(recentOffers(device)).toHaveLength(60);
  expect(recentOffers(device)[0]).toBe(200);
});
