import { myTerms, termsText } from '@maru/contract/identity/member-calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { serverDouble, storedTokens } from '../server-double.ts';
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
  expect(screen.getByText(/^예시 글입니다/)).toBeTruthy();
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

test('a version that the member accepted is read again as it was, and the present one is first', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(myTerms, () => ({
    reply: {
      accepted: [
        { kind: 'TERMS', version: 2, atMillis: Date.UTC(2026, 10, 16) },
        { kind: 'TERMS', version: 1, atMillis: Date.UTC(2026, 10, 15) },
        { kind: 'PRIVACY', version: 1, atMillis: Date.UTC(2026, 10, 15) },
      ],
      due: [],
    },
  }));
  server.answer(termsText, () => {
    const { query } = server.asked.findLast(({ path }) => path === termsText.path)!;
    const version = Number(query['version'] ?? 3);
    return {
      reply: {
        kind: 'TERMS',
        version,
        fromMillis: Date.UTC(2026, 10, 13 + version),
        title: '이용약관',
        content: `<p>${version}판의 글</p><script>alert(1)</script>`,
      },
    };
  });
  openScreen('/more/terms', { signedIn: true, server });
  expect(await screen.findByText('3판의 글')).toBeTruthy();
  expect(screen.getByText('제3판 · 2026.11.16 시행')).toBeTruthy();
  const mine = await screen.findByRole('region', { name: '내가 동의한 판' });
  expect(mine.querySelectorAll('li')).toHaveLength(2);
  await tap(/제2판/, 'link');
  expect(await screen.findByText('2판의 글')).toBeTruthy();
  expect(document.querySelector('script[src=""], .rich-text script')).toBeNull();
});
