import { Bug } from '@maru/engine/assert';
import { emptyBook } from '@maru/engine/book';
import { EVENTS_PER_SHARD, EVENTS_RESERVED, SHARDS } from '@maru/engine/shard';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { decideAll } from './decide-all.ts';
import { createRefusedKeys } from './refused-keys.ts';

test.each([0, 1, SHARDS - 1])('nothing is decided once the numbers of shard %i are used up', (shard) => {
  const around = {
    ...{ clock: millis(0), clockToleranceMs: 0, recall: () => undefined },
    refused: createRefusedKeys(1),
  };
  const book = emptyBook(shard);
  book.lastEvent += EVENTS_PER_SHARD - EVENTS_RESERVED - 1;
  expect(decideAll(book, [], around).events).toEqual([]);
  book.lastEvent += 1;
  expect(() => decideAll(book, [], around)).toThrow(Bug);
});
