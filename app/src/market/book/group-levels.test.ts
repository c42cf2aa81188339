import { expect, test } from 'vitest';
import { groupLevels, groupOf } from './group-levels.ts';

const level = (price: string, size: string) => ({ price, size });

test('levels within a step are one row with the sum of their sizes, best first', () => {
  const book = groupLevels(
    {
      asks: [level('95482.4', '1.49'), level('95482.9', '0.983'), level('95483.2', '1.32')],
      bids: [level('95482.2', '0.662'), level('95481.9', '1.177'), level('95481.1', '0.1')],
    },
    '1',
  );
  expect(book.asks).toEqual([level('95483', '2.473'), level('95484', '1.32')]);
  expect(book.bids).toEqual([level('95482', '0.662'), level('95481', '1.277')]);
});

test('a price on the step is its own row on both sides, and a row is never better than its levels', () => {
  expect(groupOf('95482', '1', 'ask')).toBe('95482');
  expect(groupOf('95482', '1', 'bid')).toBe('95482');
  expect(groupOf('95482.1', '1', 'ask')).toBe('95483');
  expect(groupOf('95482.9', '1', 'bid')).toBe('95482');
});
