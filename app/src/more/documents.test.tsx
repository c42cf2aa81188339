import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { documents as en } from '../text/documents/en.ts';
import { documents as ko } from '../text/documents/ko.ts';

afterEach(cleanup);

const headings = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

test.each([
  ['terms', '이용약관'],
  ['privacy', '개인정보 처리방침'],
] as const)('%s is shown in Korean under its title, and the back arrow leads back', async (name, title) => {
  const { at } = openScreen(`/more/${name}`, { signedIn: true });
  await screen.findByRole('heading', { level: 1, name: title });
  await waitFor(() => expect(headings()).toEqual(ko[name].sections.map(({ heading }) => heading)));
  expect(screen.getByText(ko[name].since)).toBeTruthy();
  await tap('뒤로');
  await waitFor(() => expect(at()).toBe('/more'));
});

test.each(['terms', 'privacy'] as const)('%s is in English where the app is', async (name) => {
  openScreen(`/more/${name}`, { signedIn: true, language: 'en' });
  await waitFor(() => expect(headings()).toEqual(en[name].sections.map(({ heading }) => heading)));
});

test.each(['terms', 'privacy', 'risk'] as const)('%s has as many sections in both languages', (name) => {
  expect(en[name].sections).toHaveLength(ko[name].sections.length);
});
