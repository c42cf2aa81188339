import { expect, test } from 'vitest';
import { decode, encode } from './record.ts';

test('an event with an amount named share is no line of a payment', () => {
  const event = { kind: 'COPY_SHARED', id: 7, share: 1_205_000_000n, total: -1n, trader: 3 };
  expect(decode(encode(event))).toEqual(event);
});
