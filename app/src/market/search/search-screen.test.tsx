import { tradeOptions } from '@maru/contract/binary/offers';
import { klines, popularStocks } from '@maru/contract/market';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { createMemoryHistory } from '@tanstack/history';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openApp } from '../../app-double.tsx';
import { offer } from '../../binary-double.ts';
import { hangSeng, nasdaq, serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const gold = {
  ...nasdaq,
  id: 5,
  stock: 'GC',
  koName: '골드',
  enName: 'Gold',
  lastPrice: '4087.4',
  nicknames: ['금'],
};

function open(path = '/search/oversea') {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(overseaOptions, () => ({ reply: [nasdaq, gold, hangSeng] }));
  server.answer(tradeOptions, () => ({
    reply: [offer(101, 'R.5'), offer(108, 'P1')].map((each) => ({ ...each, nicknames: ['비트'] })),
  }));
  server.answer(popularStocks, () => ({ reply: { stocks: ['BTCUSDT', 'GONE', 'GC'] } }));
  server.answer(klines, () => ({ reply: {} }));
  const history = createMemoryHistory({ initialEntries: [path] });
  return { history, ...openApp({ signedIn: true, history, server }) };
}

const tap = (element: HTMLElement) => act(async () => fireEvent.click(element));
const type = async (value: string) => {
  const field = await screen.findByRole('searchbox', { name: '종목 검색' });
  await screen.findByRole('tab', { name: /전체/ });
  await act(async () => fireEvent.change(field, { target: { value } }));
};
const results = () => within(screen.getByRole('region', { name: /^종목 \d/ }));
const star = (name: string) => screen.getAllByRole('button', { name: `${name} 즐겨찾기` })[0]!;

test('initials find an instrument and the match is marked', async () => {
  open();
  await type('ㄴㅅㄷ');
  expect(results().getAllByRole('listitem')).toHaveLength(1);
  expect(results().getByText('나스닥').tagName).toBe('MARK');
});

test('a code and an English name find an instrument', async () => {
  open();
  await type('gc');
  expect(results().getByText('골드')).toBeTruthy();
  await type('gold');
  expect(results().getByText('골드')).toBeTruthy();
});

test('a nickname finds an instrument and is shown; every product is searched and a result opens its own screen', async () => {
  const { history } = open();
  await type('금');
  expect(results().getAllByRole('listitem')).toHaveLength(1);
  expect(results().getByText('골드')).toBeTruthy();
  expect(results().getByText('금')).toBeTruthy();
  await type('비트');
  expect(results().getByText('바이너리')).toBeTruthy();
  expect(results().getByText('비트볼')).toBeTruthy();
  await tap(results().getByRole('link', { name: /코인/ }));
  await waitFor(() => expect(history.location.pathname).toBe('/exchange/101'));
});

test('the tabs count the results in each product, and filter by it', async () => {
  open();
  await type('ㅂㅌ');
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(tabs).toEqual(['전체1', '빠른주문', '바이너리1', '비트볼1']);
  await tap(screen.getByRole('tab', { name: /비트볼/ }));
  expect(results().getByRole('link').getAttribute('href')).toBe('/exchange/108');
  await tap(screen.getByRole('tab', { name: /빠른주문/ }));
  expect(screen.getByText('찾는 종목이 없습니다')).toBeTruthy();
});

test('the most traded instruments are those the server counted, without those no longer offered', async () => {
  open();
  const popular = within(await screen.findByRole('region', { name: '많이 거래하는 종목' }));
  const names = popular.getAllByRole('link').map((row) => row.querySelector('.list-row__title')?.textContent);
  expect(names).toEqual(['비트코인', '골드']);
});

test('all instruments are listed below, those that can be traded now first', async () => {
  open();
  const all = within(await screen.findByRole('region', { name: '모든 종목' }));
  const names = all.getAllByRole('listitem').map((row) => row.querySelector('.list-row__title')?.textContent);
  expect(names).toEqual(['나스닥', '골드', '비트코인', '항셍']);
});

test('a search without a result shows that there is none', async () => {
  open();
  await type('우라늄');
  expect(screen.getByText('찾는 종목이 없습니다')).toBeTruthy();
});

test('a star adds an instrument to the favourites, and a second tap removes it', async () => {
  const { stored } = open();
  await screen.findByText('별표를 누른 종목이 여기에 모입니다.');
  await tap(star('골드'));
  const favourites = () => within(screen.getByRole('region', { name: '즐겨찾기' }));
  expect(favourites().getByText('골드')).toBeTruthy();
  expect(star('골드').getAttribute('aria-pressed')).toBe('true');
  expect(stored.get('maru.favouriteStocks')).toBe('["GC"]');
  await tap(star('골드'));
  expect(favourites().queryByText('골드')).toBeNull();
});

test('an instrument that was opened is listed under the recent ones, and can be removed', async () => {
  const { history, stored } = open();
  await type('골드');
  await tap(results().getByRole('link', { name: /골드/ }));
  expect(stored.get('maru.recentStocks')).toBe('["GC"]');
  await act(async () => history.push('/search/oversea'));
  const recent = within(await screen.findByRole('region', { name: '최근 찾은 종목' }));
  await tap(recent.getByRole('button', { name: '골드' }));
  expect(results().getByText('골드')).toBeTruthy();
  await tap(recent.getByRole('button', { name: '최근 찾은 종목에서 골드 지우기' }));
  expect(screen.queryByRole('region', { name: '최근 찾은 종목' })).toBeNull();
});
