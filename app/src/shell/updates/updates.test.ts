import { createStore } from '@maru/client/store';
import { expect, test } from 'vitest';
import { fetchedUpdates, type Updates } from './updates.ts';

function fetchable() {
  const isReady = createStore(false);
  const asked: string[] = [];
  const updates: Updates = {
    isReady,
    check: () => void asked.push('check'),
    apply: async () => void asked.push('apply'),
  };
  return { isReady, asked, updates };
}

test('a check or apply before the import is executed after it, and a newer version is shown', async () => {
  const { isReady, asked, updates } = fetchable();
  const shown = fetchedUpdates(async () => updates);
  shown.check();
  await shown.apply();
  expect(asked).toEqual(['check', 'apply']);
  expect(shown.isReady.get()).toBe(false);
  isReady.set(true);
  expect(shown.isReady.get()).toBe(true);
});

test('a version that was newer already is shown as soon as it is known', async () => {
  const { isReady, updates } = fetchable();
  isReady.set(true);
  const shown = fetchedUpdates(async () => updates);
  await shown.apply();
  expect(shown.isReady.get()).toBe(true);
});

test('a failed import finds nothing newer and breaks nothing', async () => {
  const shown = fetchedUpdates(() => Promise.reject(new Error('no network')));
  shown.check();
  await expect(shown.apply()).resolves.toBeUndefined();
  expect(shown.isReady.get()).toBe(false);
});
