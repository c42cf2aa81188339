import { expect, test } from 'vitest';
import { deskHeapMb } from './machine-memory.ts';

test('the desk may take half of the machine, and never less than it needs to start', () => {
  expect(deskHeapMb(8 * 2 ** 30)).toBe(4_096);
  expect(deskHeapMb(100 * 2 ** 20)).toBe(256);
  expect(deskHeapMb()).toBeGreaterThanOrEqual(256);
});
