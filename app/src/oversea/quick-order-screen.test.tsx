import { myWallets } from '@maru/contract/account';
import { klines, overseaOptions } from '@maru/contract/market';
import { topics } from '@maru/contract/realtime';
import { createMemoryHistory } from '@tanstack/history';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openApp } from '../app-double.tsx';
import { crossOf, openOversea, positionOf } from '../oversea-double.ts';
import { hangSeng, keptTokens, nasdaq, serverDouble } from '../server-double.ts';

afterEach(cleanup);

const kospi = {
  ...nasdaq,
  id: 3,
  stock: 'K2',
  koName: '코스피200 미니',
  enName: 'Mini KOSPI 200',
  currency: 'KRW',
  lastPrice: '567.35',
  rateChange: 1.24,
};
const oil = { ...nasdaq, id: 4, stock: 'CL', koName: '크루드오일', lastPrice: '60.09', rateChange: -1.46 };
const candle = (close: string) => ({ time: 1, open: '1', high: '1', low: '1', close, volume: 1 });

function open({ signedIn = true, options = [kospi, nasdaq, oil, hangSeng] as readonly unknown[] } = {}) {
  const server = serverDouble(signedIn ? { storage: keptTokens() } : {});
  server.answer(overseaOptions, () => ({ reply: options }));
  server.answer(klines, () => ({ reply: { NQ: [candle('1'), candle('2'), candle('3')] } }));
  const history = createMemoryHistory({ initialEntries: [signedIn ? '/oversea' : '/overseaView'] });
  return { history, ...openApp({ signedIn, history, server }) };
}

const tap = (element: HTMLElement) => act(async () => fireEvent.click(element));
const namesIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('.list-row__title')?.textContent);
const rowOf = (stock: string) => document.querySelector<HTMLElement>(`[data-stock="${stock}"]`)!;
const quote = (lastPrice: string, priceChangePercent = 1) => ({
  lastPrice,
  priceChangePercent,
  markPrice: lastPrice,
});

test('instruments in won come first, then the others in the order of the server', async () => {
  open();
  expect(namesIn(await screen.findByRole('list', { name: '원화 종목' }))).toEqual(['코스피200 미니']);
  expect(namesIn(screen.getByRole('list', { name: '해외 종목' }))).toEqual(['나스닥', '크루드오일', '항셍']);
});

test('the wallet is worth what the server says, in won, and is called practice money', async () => {
  open();
  const equity = await screen.findByRole('region', { name: '해외선물 평가금액' });
  expect(equity.querySelector('.equity__figure')?.textContent).toBe('10,000,000원');
  expect(within(equity).getByText('모의 자금')).toBeTruthy();
  fireEvent.click(within(equity).getByRole('button', { name: '연습 다시 시작' }));
  expect(await screen.findByRole('dialog', { name: '연습 다시 시작' })).toBeTruthy();
});

test('what is locked for positions counts before the server has said what they bring', async () => {
  const server = serverDouble({ storage: keptTokens() });
  server.answer(myWallets, () => ({
    reply: { BINARY: { type: 'BINARY', currency: 'KRW', point: '8050000', gameWaitPoint: '1950000' } },
  }));
  openApp({ signedIn: true, server, history: createMemoryHistory({ initialEntries: ['/oversea'] }) });
  const equity = await screen.findByRole('region', { name: '해외선물 평가금액' });
  expect(equity.querySelector('.equity__figure')?.textContent).toBe('10,000,000원');
});

test('a guest sees the list without a wallet, and rows lead to the guest pages', async () => {
  open({ signedIn: false });
  const row = within(await screen.findByRole('list', { name: '해외 종목' })).getByRole('link', {
    name: /나스닥/,
  });
  expect(row.getAttribute('href')).toBe('/overseaView/1');
  expect(screen.queryByRole('region', { name: '해외선물 평가금액' })).toBeNull();
});

test('a tick paints its own row and touches no other', async () => {
  const { server } = open();
  await screen.findByRole('list', { name: '해외 종목' });
  await waitFor(() => expect(rowOf('NQ').querySelector('path')).toBeTruthy());
  await waitFor(() => expect(server.connections().length).toBe(1));
  const touched = new Set<string | null | undefined>();
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      touched.add(element?.closest('[data-stock]')?.getAttribute('data-stock'));
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  await act(async () => server.push(topics.futuresPrices.destination, { NQ: quote('25500.5', 1.5) }));
  await waitFor(() => expect(within(rowOf('NQ')).getByText('25,500.50')).toBeTruthy());
  expect(within(rowOf('NQ')).getByText('+1.50%')).toBeTruthy();
  expect(rowOf('NQ').querySelector('.live-price--up')).toBeTruthy();
  observer.disconnect();
  expect([...touched]).toEqual(['NQ']);
});

test('a market that rests today is not opened: the alert names it and says when it opens', async () => {
  const { history } = open();
  await screen.findByRole('list', { name: '해외 종목' });
  expect(within(rowOf('HSI')).getByText('휴장')).toBeTruthy();
  await tap(within(rowOf('HSI')).getByRole('button'));
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText('항셍종목이 현재 휴장중입니다.')).toBeTruthy();
  expect(within(alert).getByText('11월 16일 (월) 10:15')).toBeTruthy();
  expect(history.location.pathname).toBe('/oversea');
});

test('a filter shows its own kind, and only kinds that the list has are offered', async () => {
  open();
  await screen.findByRole('list', { name: '해외 종목' });
  const filters = within(screen.getByRole('group', { name: '종목 분류' }));
  expect(filters.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '전체',
    '지수',
    '원자재',
  ]);
  await tap(filters.getByRole('button', { name: '원자재' }));
  expect(namesIn(screen.getByRole('list', { name: '해외 종목' }))).toEqual(['크루드오일']);
  expect(screen.queryByRole('list', { name: '원화 종목' })).toBeNull();
});

test('sorted by change, the largest rise stands first', async () => {
  open({ options: [oil, nasdaq, hangSeng] });
  await screen.findByRole('list', { name: '해외 종목' });
  await tap(screen.getByRole('button', { name: '기본순' }));
  await tap(await screen.findByRole('button', { name: '등락률순' }));
  expect(namesIn(screen.getByRole('list', { name: '해외 종목' }))).toEqual(['나스닥', '크루드오일', '항셍']);
});

test('a list that could not be fetched says so, and the thumb fetches it again', async () => {
  const page = serverDouble({ storage: keptTokens() });
  page.answer(overseaOptions, () => ({ refusal: 'TRY_AGAIN' }));
  page.answer(klines, () => ({ reply: {} }));
  openApp({ signedIn: true, history: createMemoryHistory({ initialEntries: ['/oversea'] }), server: page });
  expect(await screen.findByText('시세를 불러오지 못했습니다')).toBeTruthy();
  page.answer(overseaOptions, () => ({ reply: [nasdaq] }));
  await tap(screen.getByRole('button', { name: '다시 시도' }));
  expect(await screen.findByText('나스닥')).toBeTruthy();
});

test('a site without instruments says so', async () => {
  open({ options: [] });
  expect(await screen.findByText('아직 열린 종목이 없습니다')).toBeTruthy();
});

test('the wallet follows its open positions, says what today brought and how far the loss-cut is', async () => {
  const { tellCross, pass } = await openOversea('/oversea', { positions: [positionOf()] });
  await screen.findByRole('region', { name: '해외선물 평가금액' });
  await tellCross(crossOf({ playerPoint: '8050000', playerGameWaitPoint: '1950000', lastPnl: '952200' }));
  await pass(50);
  const equity = within(screen.getByRole('region', { name: '해외선물 평가금액' }));
  expect(equity.getByText('10,952,200')).toBeTruthy();
  await waitFor(() => expect(equity.getByText('+952,200')).toBeTruthy());
  expect(equity.getByText('100%')).toBeTruthy();
  await tellCross(crossOf({ lastPnl: '-11000000', equity: '-1000000' }));
  expect(equity.getByText('0', { selector: '.figure' })).toBeTruthy();
});

test('a row says which month is traded and what I hold of it', async () => {
  const short = positionOf({ tradeType: 'SHORT', qty: 3 });
  const { tell, pass } = await openOversea('/oversea', { positions: [short] });
  await pass(50);
  expect(rowOf('NQ').textContent).toContain('12월물 · 매도 3');
  await tell('POSITION_CLOSE', { positions: [{ ...short, qty: 0 }] });
  expect(within(rowOf('NQ')).queryByText('매도 3')).toBeNull();
});
