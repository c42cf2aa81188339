import { klines, overseaOptions } from '@maru/contract/market';
import { createMemoryHistory } from '@tanstack/history';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openApp } from '../app-double.tsx';
import { hangSeng, keptTokens, nasdaq, serverDouble } from '../server-double.ts';

afterEach(cleanup);

const gold = { ...nasdaq, id: 5, stock: 'GC', koName: '골드', enName: 'Gold', lastPrice: '4087.4' };

function open(path = '/search/oversea') {
  const server = serverDouble({ storage: keptTokens() });
  server.answer(overseaOptions, () => ({ reply: [nasdaq, gold, hangSeng] }));
  server.answer(klines, () => ({ reply: {} }));
  const history = createMemoryHistory({ initialEntries: [path] });
  return { history, ...openApp({ signedIn: true, history, server }) };
}

const tap = (element: HTMLElement) => act(async () => fireEvent.click(element));
const type = async (value: string) => {
  const field = await screen.findByRole('searchbox', { name: '종목 검색' });
  await screen.findByRole('region', { name: '즐겨찾기' });
  await act(async () => fireEvent.change(field, { target: { value } }));
};
const found = () => within(screen.getByRole('region', { name: /^종목 \d/ }));
const star = (name: string) => screen.getAllByRole('button', { name: `${name} 즐겨찾기` })[0]!;

test('initials find an instrument and the match is marked', async () => {
  open();
  await type('ㄴㅅㄷ');
  expect(found().getAllByRole('listitem')).toHaveLength(1);
  expect(found().getByText('나스닥').tagName).toBe('MARK');
});

test('a code and an English name find an instrument', async () => {
  open();
  await type('gc');
  expect(found().getByText('골드')).toBeTruthy();
  await type('gold');
  expect(found().getByText('골드')).toBeTruthy();
});

test('what nobody is called is said', async () => {
  open();
  await type('우라늄');
  expect(screen.getByText('찾는 종목이 없습니다')).toBeTruthy();
});

test('a star keeps an instrument at hand, and a second tap lets it go', async () => {
  const { kept } = open();
  await screen.findByText('별표를 누른 종목이 여기에 모입니다.');
  await tap(star('골드'));
  const favourites = () => within(screen.getByRole('region', { name: '즐겨찾기' }));
  expect(favourites().getByText('골드')).toBeTruthy();
  expect(star('골드').getAttribute('aria-pressed')).toBe('true');
  expect(kept.get('maru.favouriteStocks')).toBe('["GC"]');
  await tap(star('골드'));
  expect(favourites().queryByText('골드')).toBeNull();
});

test('an instrument that was opened is found again under the recent ones, and can be forgotten', async () => {
  const { history, kept } = open();
  await type('골드');
  await tap(found().getByRole('link', { name: /골드/ }));
  expect(kept.get('maru.recentStocks')).toBe('["GC"]');
  await act(async () => history.push('/search/oversea'));
  const recent = within(await screen.findByRole('region', { name: '최근 찾은 종목' }));
  await tap(recent.getByRole('button', { name: '골드' }));
  expect(found().getByText('골드')).toBeTruthy();
  await tap(recent.getByRole('button', { name: '최근 찾은 종목에서 골드 지우기' }));
  expect(screen.queryByRole('region', { name: '최근 찾은 종목' })).toBeNull();
});

test('deposit and withdrawal are not built, and the tab says so', async () => {
  const { history } = open();
  await tap(await screen.findByRole('link', { name: '입출금' }));
  await waitFor(() => expect(history.location.pathname).toBe('/search/dnw'));
  expect(await screen.findByText('입출금은 준비중입니다')).toBeTruthy();
});
