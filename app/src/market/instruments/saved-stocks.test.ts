import { expect, test } from 'vitest';
import { createSavedStocks } from './saved-stocks.ts';

function memory(saved: Record<string, string> = {}) {
  const storage = new Map(Object.entries(saved));
  return {
    storage,
    edges: {
      storage: {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
      },
      prefix: 'maru.',
    },
  };
}

test('the newest search comes first, and each instrument once', () => {
  const { edges } = memory();
  const saved = createSavedStocks(edges);
  for (const stock of ['GC', 'CL', 'GC']) saved.addRecent(stock);
  expect(saved.recent.get()).toEqual(['GC', 'CL']);
  saved.forget('GC');
  expect(saved.recent.get()).toEqual(['CL']);
});

test('only the last ten searches are kept', () => {
  const { edges } = memory();
  const saved = createSavedStocks(edges);
  for (let each = 1; each <= 12; each++) saved.addRecent(`S${each}`);
  expect(saved.recent.get()).toHaveLength(10);
  expect(saved.recent.get()[0]).toBe('S12');
});

test('a star is still set after the page was opened again, and a second tap removes it', () => {
  const { edges } = memory();
  createSavedStocks(edges).toggleFavourite('GC');
  const again = createSavedStocks(edges);
  expect(again.favourites.get()).toEqual(['GC']);
  again.toggleFavourite('GC');
  expect(createSavedStocks(edges).favourites.get()).toEqual([]);
});

test('invalid text in the storage is ignored', () => {
  for (const junk of ['{', '"GC"', '[1,null,"<b>","gc",["GC"]]', 'null']) {
    const { edges } = memory({ 'maru.recentStocks': junk, 'maru.favouriteStocks': junk });
    expect(createSavedStocks(edges).recent.get()).toEqual([]);
  }
  const { edges } = memory({ 'maru.recentStocks': '["GC","GC","CL"]' });
  expect(createSavedStocks(edges).recent.get()).toEqual(['GC', 'CL']);
});
