import { myWallets } from '@maru/contract/account/calls';
import { dailySummary } from '@maru/contract/binary/calls';
import { tradeOptions } from '@maru/contract/binary/offers';
import { klines, serverTimeOffset } from '@maru/contract/market';
import { overseaRealised } from '@maru/contract/oversea/calls';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { topics } from '@maru/contract/realtime';
import { DAY_MS, koreanDay, millis } from '@maru/engine/time';
import { createMemoryHistory } from '@tanstack/history';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openApp } from '../../app-double.tsx';
import { offer } from '../../binary-double.ts';
import { crossOf, NOTHING_REALISED, openOversea, positionOf, START } from '../../oversea-double.ts';
import { hangSeng, nasdaq, type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';

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
const hongKong = { ...hangSeng, currency: 'HKD' };
const candle = (close: string) => ({ time: 1, open: '1', high: '1', low: '1', close, volume: 1 });

const SUNDAY = Date.parse('2026-11-15T09:41:00+09:00');
const games = [offer(101, 'R.5'), offer(102, 'R1'), offer(108, 'P1')];

interface Opened {
  readonly signedIn?: boolean;
  readonly instruments?: readonly unknown[];
  readonly binary?: readonly unknown[];
  /** What the device has stored. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly answers?: (server: ServerDouble) => void;
}

function open({
  signedIn = true,
  instruments = [kospi, nasdaq, oil, hongKong],
  binary = games,
  stored = {},
  answers,
}: Opened = {}) {
  const server = serverDouble(signedIn ? { storage: storedTokens() } : {});
  server.answer(overseaOptions, () => ({ reply: instruments }));
  server.answer(tradeOptions, () => ({ reply: binary }));
  server.answer(serverTimeOffset, () => ({ reply: { serverTime: SUNDAY, offset: 0 } }));
  server.answer(klines, () => ({ reply: { NQ: [candle('1'), candle('2'), candle('3')] } }));
  answers?.(server);
  const history = createMemoryHistory({ initialEntries: [signedIn ? '/oversea' : '/overseaView'] });
  return { history, ...openApp({ signedIn, history, server, stored: new Map(Object.entries(stored)) }) };
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

test('instruments that trade now come first over all products, those in won before the others, and coins too', async () => {
  open();
  const now = within(await screen.findByRole('region', { name: '지금 열린 시장' }));
  expect(namesIn(now.getByRole('list', { name: '코스피·코스닥 선물' }))).toEqual(['코스피200 미니']);
  expect(namesIn(now.getByRole('list', { name: '미국 선물' }))).toEqual(['나스닥', '크루드오일']);
  expect(namesIn(now.getByRole('list', { name: '코인' }))).toEqual(['비트코인']);
  const labels = [...rowOf('BTCUSDT').querySelectorAll('.text-badge')].map((each) => each.textContent);
  expect(labels).toEqual(['바이너리', '비트볼']);
  expect(within(rowOf('BTCUSDT')).getByRole('link').getAttribute('href')).toBe('/exchange/101');
});

test('a closed market is one line with its opening time; a tap shows its instruments', async () => {
  open({ instruments: [nasdaq, hongKong, { ...hongKong, id: 9, stock: 'MHI', koName: '미니 항셍' }] });
  const closed = await screen.findByRole('region', { name: '월요일 열리는 시장' });
  expect(rowOf('HSI')).toBeNull();
  const line = within(closed).getByRole('button', { name: /일본·홍콩·독일 선물/ });
  expect(line.textContent).toBe('일본·홍콩·독일 선물210:15 개장');
  expect(line.getAttribute('aria-expanded')).toBe('false');
  await tap(line);
  expect(rowOf('HSI').textContent).toContain('26,572');
  expect(within(closed).getByText('미니 항셍')).toBeTruthy();
});

test('on a Sunday the open markets come first, and the page shows that they trade today', async () => {
  open({ instruments: [hongKong] });
  await screen.findByRole('region', { name: '지금 열린 시장' });
  await screen.findByText('일요일에도 거래합니다');
  const page = screen.getByRole('main').textContent ?? '';
  expect(page.indexOf('비트코인')).toBeLessThan(page.indexOf('월요일 열리는 시장'));
});

test('favourites come first, the open ones before the others, and are not listed twice', async () => {
  open({ stored: { 'maru.favouriteStocks': '["HSI","CL"]' } });
  const favourites = await screen.findByRole('list', { name: '즐겨찾기' });
  expect(namesIn(favourites)).toEqual(['크루드오일', '항셍']);
  expect(document.querySelectorAll('[data-stock="CL"]')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /일본·홍콩·독일 선물/ })).toBeNull();
  const page = screen.getByRole('main').textContent ?? '';
  expect(page.indexOf('즐겨찾기')).toBeLessThan(page.indexOf('지금 열린 시장'));
});

test('favourites are set on the home page, and rows keep their places until editing is done', async () => {
  const { stored } = open();
  await tap(await screen.findByRole('button', { name: '즐겨찾기 추가' }));
  await tap(screen.getByRole('button', { name: '비트코인 즐겨찾기' }));
  expect(screen.getByRole('button', { name: '비트코인 즐겨찾기' }).getAttribute('aria-pressed')).toBe('true');
  expect(stored.get('maru.favouriteStocks')).toBe('["BTCUSDT"]');
  expect(namesIn(screen.getByRole('list', { name: '코인' }))).toEqual(['비트코인']);
  await tap(screen.getByRole('button', { name: '즐겨찾기 편집 완료' }));
  expect(namesIn(screen.getByRole('list', { name: '즐겨찾기' }))).toEqual(['비트코인']);
  expect(screen.queryByRole('list', { name: '코인' })).toBeNull();
  await tap(screen.getByRole('button', { name: '즐겨찾기 편집' }));
  await tap(screen.getByRole('button', { name: '비트코인 즐겨찾기' }));
  await tap(screen.getByRole('button', { name: '즐겨찾기 편집 완료' }));
  expect(stored.get('maru.favouriteStocks')).toBe('[]');
});

test('the wallet shows the server’s value in won, and is labelled practice money', async () => {
  open();
  const equity = await screen.findByRole('region', { name: '해외선물 평가금액' });
  expect(equity.querySelector('.equity__figure')?.textContent).toBe('10,000,000원');
  expect(within(equity).getByText('모의 자금')).toBeTruthy();
  fireEvent.click(within(equity).getByRole('button', { name: '연습 다시 시작' }));
  expect(await screen.findByRole('dialog', { name: '연습 다시 시작' })).toBeTruthy();
});

test('margin locked for positions counts before the server has sent their profit', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(myWallets, () => ({
    reply: { BINARY: { type: 'BINARY', currency: 'KRW', point: '8050000', gameWaitPoint: '1950000' } },
  }));
  openApp({ signedIn: true, server, history: createMemoryHistory({ initialEntries: ['/oversea'] }) });
  const equity = await screen.findByRole('region', { name: '해외선물 평가금액' });
  expect(equity.querySelector('.equity__figure')?.textContent).toBe('10,000,000원');
});

test('a guest sees the list without a wallet, and rows link to the guest pages', async () => {
  open({ signedIn: false });
  await screen.findByRole('region', { name: '지금 열린 시장' });
  expect(within(rowOf('NQ')).getByRole('link').getAttribute('href')).toBe('/overseaView/1');
  expect(within(rowOf('BTCUSDT')).getByRole('link').getAttribute('href')).toBe('/exchangeView/101');
  expect(screen.queryByRole('region', { name: '해외선물 평가금액' })).toBeNull();
});

test('a tick renders its own row and no other', async () => {
  const { server } = open();
  await screen.findByRole('region', { name: '지금 열린 시장' });
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

test('a market that rests today is not opened: the alert names it and its opening time', async () => {
  const { history } = open();
  await screen.findByRole('region', { name: '지금 열린 시장' });
  await tap(screen.getByRole('button', { name: /일본·홍콩·독일 선물/ }));
  expect(within(rowOf('HSI')).getByText('월 10:15 개장')).toBeTruthy();
  await tap(within(rowOf('HSI')).getByRole('button'));
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText('항셍종목이 현재 휴장중입니다.')).toBeTruthy();
  expect(within(alert).getByText('11월 16일 (월) 10:15')).toBeTruthy();
  expect(history.location.pathname).toBe('/oversea');
});

test('a filter shows its own kind, and only kinds that are in the list are offered', async () => {
  open();
  await screen.findByRole('region', { name: '지금 열린 시장' });
  const filters = within(screen.getByRole('group', { name: '종목 분류' }));
  expect(filters.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '전체',
    '지수',
    '원자재',
    '코인',
  ]);
  await tap(filters.getByRole('button', { name: '원자재' }));
  expect(namesIn(screen.getByRole('list', { name: '미국 선물' }))).toEqual(['크루드오일']);
  expect(screen.queryByRole('list', { name: '코스피·코스닥 선물' })).toBeNull();
  expect(screen.queryByRole('list', { name: '코인' })).toBeNull();
});

test('sorted by change, the largest rise comes first', async () => {
  open({ instruments: [oil, nasdaq, hongKong] });
  await screen.findByRole('region', { name: '지금 열린 시장' });
  await tap(screen.getByRole('button', { name: '기본순' }));
  await tap(await screen.findByRole('button', { name: '등락률순' }));
  expect(namesIn(screen.getByRole('list', { name: '미국 선물' }))).toEqual(['나스닥', '크루드오일']);
});

test('a list that could not be fetched is shown as failed, and a tap fetches it again', async () => {
  const page = serverDouble({ storage: storedTokens() });
  page.answer(overseaOptions, () => ({ refusal: 'TRY_AGAIN' }));
  page.answer(klines, () => ({ reply: {} }));
  openApp({ signedIn: true, history: createMemoryHistory({ initialEntries: ['/oversea'] }), server: page });
  expect(await screen.findByText('시세를 불러오지 못했습니다')).toBeTruthy();
  page.answer(overseaOptions, () => ({ reply: [nasdaq] }));
  await tap(screen.getByRole('button', { name: '다시 시도' }));
  expect(await screen.findByText('나스닥')).toBeTruthy();
});

test('a site without instruments is shown as such', async () => {
  open({ instruments: [], binary: [] });
  expect(await screen.findByText('아직 열린 종목이 없습니다')).toBeTruthy();
});

test('the wallet follows its open positions, and shows today’s profit and the distance to the loss-cut', async () => {
  const { pushCross, pass } = await openOversea('/oversea', { positions: [positionOf()] });
  await screen.findByRole('region', { name: '해외선물 평가금액' });
  await pushCross(crossOf({ playerPoint: '8050000', playerGameWaitPoint: '1950000', lastPnl: '952200' }));
  await pass(50);
  const equity = within(screen.getByRole('region', { name: '해외선물 평가금액' }));
  expect(equity.getByText('10,952,200')).toBeTruthy();
  // Less 3,500 won for each of three contracts, when they were opened and when they will be closed.
  await waitFor(() => expect(equity.getByText('+931,200')).toBeTruthy());
  expect(equity.getByText('100%')).toBeTruthy();
  await pushCross(crossOf({ lastPnl: '-11000000', equity: '-1000000' }));
  expect(equity.getByText('0', { selector: '.figure' })).toBeTruthy();
});

test('today’s profit is the sum of every product that the wallet pays for', async () => {
  const won = {
    bets: 2,
    won: 1,
    lost: 1,
    void: 0,
    open: 0,
    stake: '20000',
    credit: '18700',
    profit: '-1300',
  };
  open({
    answers(server) {
      const closed = { ...NOTHING_REALISED, trades: 1, gross: '13162', commission: '18000', net: '-4838' };
      server.answer(overseaRealised, () => ({ reply: closed }));
      const rounds = { up: 0, down: 0, void: 0, drawn: 0 };
      server.answer(dailySummary, () => ({ reply: { dateMillis: 0, rounds, mine: won } }));
    },
  });
  const equity = within(await screen.findByRole('region', { name: '해외선물 평가금액' }));
  await waitFor(() => expect(equity.getByText('−6,138')).toBeTruthy());
});

test('today’s profit is requested for the new day after midnight in Korea', async () => {
  const today = koreanDay(millis(START));
  const { server, pass } = await openOversea('/oversea', { at: today + DAY_MS - 5_000 });
  const lastAsked = () => {
    const asked = server.asked.filter(({ path }) => path === overseaRealised.path).at(-1);
    return Number(asked?.query['date']);
  };
  await waitFor(() => expect(lastAsked()).toBe(today));
  await pass(20_000);
  await waitFor(() => expect(lastAsked()).toBe(today + DAY_MS));
});

test('a row shows which month is traded and the member’s position in it', async () => {
  const short = positionOf({ tradeType: 'SHORT', qty: 3 });
  const { pushTrade, pass } = await openOversea('/oversea', { positions: [short] });
  await pass(50);
  expect(within(rowOf('NQ')).getByText('매도 3')).toBeTruthy();
  await pushTrade('POSITION_CLOSE', { positions: [{ ...short, qty: 0 }] });
  expect(within(rowOf('NQ')).queryByText('매도 3')).toBeNull();
  expect(within(rowOf('NQ')).getByText('12월물')).toBeTruthy();
});
