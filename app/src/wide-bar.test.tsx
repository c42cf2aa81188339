import { tradeOptions } from '@maru/contract/binary/offers';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerOversea } from './oversea-double.ts';
import { openScreen } from './screen-double.tsx';
import { nasdaq, serverDouble, storedTokens } from './server-double.ts';

afterEach(cleanup);

const bitcoin = {
  ...nasdaq,
  stock: 'BTCUSDT',
  koName: '비트코인',
  enName: 'Bitcoin',
  kind: 'CRYPTO',
  rate: '0.95',
};

async function openWide(path: string, { signedIn = true, isWide = true } = {}) {
  const server = serverDouble(signedIn ? { storage: storedTokens() } : {});
  answerOversea(server);
  server.answer(tradeOptions, () => ({
    reply: [
      { ...bitcoin, id: 11, type: 'R1' },
      { ...bitcoin, id: 21, type: 'P1', rate: null },
    ],
  }));
  const page = openScreen(path, { signedIn, server, isWide });
  await screen.findByRole('main');
  return page;
}

const bar = async () => within(await screen.findByRole('navigation', { name: '주 메뉴' }));
const search = async () => (await bar()).getByRole('combobox', { name: '종목 검색' });
const type = (input: HTMLElement, value: string) =>
  act(async () => {
    input.focus();
    fireEvent.change(input, { target: { value } });
  });
const press = (target: Element, key: string) => act(async () => fireEvent.keyDown(target, { key }));

test('the bar links to every product of the site and marks the page’s own', async () => {
  await openWide('/more/setting');
  const { findByRole, getAllByRole } = await bar();
  await waitFor(async () =>
    expect((await findByRole('link', { name: '비트볼' })).getAttribute('href')).toBe('/exchange/21'),
  );
  const links = within(getAllByRole('list')[0]!).getAllByRole('link');
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    '빠른주문 /oversea',
    '해외선물 /oversea/1',
    '바이너리 /exchange/11',
    '비트볼 /exchange/21',
    '지갑 /wallet/history',
  ]);
});

test('under the bar a page has no tabs and no second brand', async () => {
  await openWide('/oversea');
  expect((await bar()).getByRole('link', { current: 'page' }).textContent).toBe('빠른주문');
  expect(screen.getAllByRole('navigation', { name: '주 메뉴' })).toHaveLength(1);
  expect(screen.getAllByText('마루')).toHaveLength(1);
});

test('a phone has the tabs and no bar', async () => {
  await openWide('/oversea', { isWide: false });
  const tabs = within(await screen.findByRole('navigation', { name: '주 메뉴' }));
  expect(tabs.getByRole('link', { name: '더보기' })).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('signing in has no bar', async () => {
  await openWide('/signin', { signedIn: false });
  expect(screen.queryByRole('navigation', { name: '주 메뉴' })).toBeNull();
});

test('a guest finds the lists for guests, no wallet, and the link to sign in', async () => {
  await openWide('/overseaView', { signedIn: false });
  const { findByRole, queryByRole, getByRole } = await bar();
  await waitFor(async () =>
    expect((await findByRole('link', { name: '해외선물' })).getAttribute('href')).toBe('/overseaView/1'),
  );
  expect(queryByRole('link', { name: '지갑' })).toBeNull();
  expect(getByRole('link', { name: '로그인' }).getAttribute('href')).toBe('/signin');
});

test('the key / moves to the search, and Enter opens what was found', async () => {
  const { at } = await openWide('/more/setting');
  const input = await search();
  await press(document.body, '/');
  expect(document.activeElement).toBe(input);
  await type(input, 'ㅂㅌㅋㅇ');
  const found = await screen.findByRole('option', { name: /비트코인/ });
  expect(found.getAttribute('aria-selected')).toBe('true');
  await press(input, 'Enter');
  await waitFor(() => expect(at()).toBe('/exchange/11'));
});

test('a market that rests is explained and not opened', async () => {
  const { at } = await openWide('/more/setting');
  const input = await search();
  await type(input, '항셍');
  await screen.findByRole('option', { name: /항셍/ });
  await press(input, 'Enter');
  expect((await screen.findByRole('alertdialog', { name: '알림' })).textContent).toContain('휴장');
  expect(at()).toBe('/more/setting');
});

test('nothing found is said, and Escape leaves the search', async () => {
  await openWide('/more/setting');
  const input = await search();
  await type(input, '없는종목');
  expect(await screen.findByText('찾는 종목이 없습니다')).toBeTruthy();
  await press(input, 'Escape');
  expect(screen.queryByText('찾는 종목이 없습니다')).toBeNull();
  expect(document.activeElement).not.toBe(input);
});
