import { expect, test } from 'vitest';
import { createSavedStocks } from './saved-stocks.ts';

function memory(saved: Record<string, string> = {}) {
  const stored = new Map(Object.entries(saved));
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

test('the newest search comes first, and each instrument once', () => {
  const storage = memory();
  const saved = createSavedStocks(storage);
  for (const stock of ['GC', 'CL', 'GC']) saved.addRecent(stock);
  expect(saved.recent.get()).toEqual(['GC', 'CL']);
  saved.forget('GC');
  expect(saved.recent.get()).toEqual(['CL']);
});

test('only the last ten searches are kept', () => {
  const storage = memory();
  const saved = createSavedStocks(storage);
  for (let each = 1; each <= 12; each++) saved.addRecent(`S${each}`);
  expect(saved.recent.get()).toHaveLength(10);
  expect(saved.recent.get()[0]).toBe('S12');
});

test('a star is still set after the page was opened again, and a second tap removes it', () => {
  const storage = memory();
  createSavedStocks(storage).toggleFavourite('GC');
  const again = createSavedStocks(storage);
  expect(again.favourites.get()).toEqual(['GC']);
  again.toggleFavourite('GC');
  expect(createSavedStocks(storage).favourites.get()).toEqual([]);
});

test('invalid text in the storage is ignored', () => {
  for (const junk of ['{', '"GC"', '[1,null,"<b>","gc",["GC"]]', 'null']) {
    const storage = memory({ recentStocks: junk, favouriteStocks: junk });
    expect(createSavedStocks(storage).recent.get()).toEqual([]);
  }
  const storage = memory({ recentStocks: '["GC","GC","CL"]' });
  expect(createSavedStocks(storage).recent.get()).toEqual(['GC', 'CL']);
});
