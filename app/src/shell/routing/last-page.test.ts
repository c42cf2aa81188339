import { expect, test } from 'vitest';
import { createLastPage, FIRST_PAGE } from './last-page.ts';

function lastPage(kept?: string) {
  const storage = new Map<string, string>(kept === undefined ? [] : [['lastPage', kept]]);
  return createLastPage({
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
  });
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
