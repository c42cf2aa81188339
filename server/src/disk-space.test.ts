import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { watchDisk } from './disk-space.ts';

const GIB = 1024 ** 3;

test('a disk that fills up is reported once, and once more when there is space again', async () => {
  const told: string[] = [];
  let free = 10 * GIB;
  const disk = watchDisk({
    folder: '/data',
    onLow: (bytes) => told.push(`low ${bytes / GIB}`),
    onEnough: (bytes) => told.push(`enough ${bytes / GIB}`),
    freeIn: () => Promise.resolve(free),
  });
  expect(disk.freeBytes()).toBeUndefined();
  for (free of [10 * GIB, GIB, GIB / 2, 3 * GIB]) await disk.measure();
  expect(told).toEqual(['low 1', 'enough 3']);
  expect(disk.isLow()).toBe(false);
});

test('the free space of a real folder is read', async () => {
  const disk = watchDisk({ folder: tmpdir(), onLow: () => undefined, onEnough: () => undefined });
  await disk.measure();
  expect(disk.freeBytes()).toBeGreaterThan(0);
});
