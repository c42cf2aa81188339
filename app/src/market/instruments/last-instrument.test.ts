import { expect, test } from 'vitest';
import { lastUsed, recentOptions, rememberOption } from './last-instrument.ts';

function deviceWith(kept: string | null = null) {
  let value = kept;
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

test('of the options of one instrument the one used last is found again', () => {
  const device = deviceWith();
  for (const id of [101, 202, 102, 101]) rememberOption(device, id);
  const recent = recentOptions(device);
  expect(recent).toEqual([101, 102, 202]);
  expect(lastUsed([{ id: 102 }, { id: 101 }], recent)).toEqual({ id: 101 });
  expect(lastUsed([{ id: 201 }, { id: 202 }], recent)).toEqual({ id: 202 });
  expect(lastUsed([{ id: 301 }], recent)).toBeUndefined();
});

test('what is kept is bounded, and nonsense in it is forgotten', () => {
  const device = deviceWith('3,x,-1,,1.5,7');
  expect(recentOptions(device)).toEqual([3, 7]);
  for (let id = 1; id <= 200; id++) rememberOption(device, id);
  expect(recentOptions(device)).toHaveLength(60);
  expect(recentOptions(device)[0]).toBe(200);
});
