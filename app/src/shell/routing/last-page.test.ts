import { expect, test } from 'vitest';
import type { StartPage } from '../device/preferences.ts';
import { createLastPage, FIRST_PAGE } from './last-page.ts';

function lastPage(kept?: string, start: StartPage = 'last') {
  const storage = new Map<string, string>(kept === undefined ? [] : [['lastPage', kept]]);
  return createLastPage(
    {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    },
    () => start,
  );
}

test('the app opens the page that was opened last', () => {
  const page = lastPage();
  page.remember('/more/setting');
  expect(page.landing()).toBe('/more/setting');
});

test.each(['/', '/signin', '/register', '/ref/NURI01'])('%s is never the last page', (path) => {
  const page = lastPage('/oversea/3');
  page.remember(path);
  expect(page.landing()).toBe('/oversea/3');
});

test('without a last page the quick-order list opens', () => {
  expect(lastPage().landing()).toBe(FIRST_PAGE);
});

test.each([
  ['quickOrder', '/oversea'],
  ['dnw', '/dnw'],
  ['search', '/search'],
  ['more', '/more'],
] as const)('a device that starts with %s opens %s whatever was open last', (start, path) => {
  expect(lastPage('/more/setting', start).landing()).toBe(path);
});

test('whoever signs in from a page returns to it, and not to the start screen', () => {
  const page = lastPage('/more/setting', 'dnw');
  page.remember('/wallet/asset');
  expect(page.landing()).toBe('/wallet/asset');
});

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/oversea?x=1',
  '/signin',
  '',
])('a storage that holds %s does not redirect elsewhere', (kept) => {
  expect(lastPage(kept).landing()).toBe(FIRST_PAGE);
});
