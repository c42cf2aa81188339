import { keyValue } from '@maru/contract/market';
import { cancelOverseaOrder, overseaRealised, placeOverseaOrder } from '@maru/contract/oversea/calls';
import { tickTopic } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  crossOf,
  fillOf,
  NOTHING_REALISED,
  openOversea,
  orderOf,
  positionOf,
  START,
} from '../../oversea-double.ts';
import { field, tap } from '../../screen-double.tsx';

afterEach(cleanup);

type Opening = Parameters<typeof openOversea>[1];

/** The page of 나스닥 on a wide screen, with a new price and a book. */
async function openWide(opening: Opening = {}, path = '/oversea/1') {
  const page = await openOversea(path, { ...opening, isWide: true });
  page.server.answer(keyValue, () => ({
    reply: { stock: 'NQ', time: START, asks: [['25413', '12']], bids: [['25412.5', '30']] },
  }));
  await waitFor(async () => {
    await page.pass(0);
    screen.getByRole('region', { name: '주문서' });
  });
  await act(async () =>
    page.server.push(tickTopic('NQ'), {
      stock: 'NQ',
      lastPrice: '25412.75',
      bid: '25412.5',
      ask: '25413',
      markPrice: '25412.75',
      priceChangePercent: 0.82,
      time: page.timers.now(),
    }),
  );
  await page.pass(1_000);
  return page;
}

const panel = (name: string) => within(screen.getByRole('region', { name }));
const pressKey = (key: string, target: Element = document.body) =>
  act(async () => fireEvent.keyDown(target, { key, code: `Key${key.toUpperCase()}` }));
const question = () => screen.queryByRole('dialog', { name: /주문을 넣을까요/ });

test('the page has its list, ladder, ticket, positions, orders and the profit of the day beside each other', async () => {
  await openWide();
  for (const name of ['해외선물', '호가 주문', '주문서', '포지션', '미체결과 체결', '오늘 손익'])
    expect(screen.getByRole('region', { name })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('나스닥');
  const [current] = panel('해외선물').getAllByRole('link', { current: true });
  expect(current?.getAttribute('href')).toBe('/oversea/1');
  expect(screen.queryByRole('tab', { name: '주문' })).toBeNull();
});

test('the keys B and S ask what the buttons ask', async () => {
  const { sent, pass } = await openWide();
  await pressKey('b');
  expect(question()?.textContent).toContain('매수');
  await tap('매수 1계약 주문');
  await pass(500);
  await waitFor(() => expect(question()).toBeNull());
  await pressKey('s');
  expect(question()?.textContent).toContain('매도');
  expect(sent(placeOverseaOrder)).toMatchObject([{ tradeType: 'LONG', marketType: 'LIMIT' }]);
});

test('without the confirmation a key sends the order, and one held down sends it once', async () => {
  const { sent, pass, device } = await openWide();
  await act(async () => device.preferences.change({ confirmOrders: false }));
  await pressKey('s');
  await act(async () => fireEvent.keyDown(document.body, { key: 's', code: 'KeyS', repeat: true }));
  await pass(10);
  expect(sent(placeOverseaOrder)).toMatchObject([{ tradeType: 'SHORT' }]);
});

test('typing into a field is no order', async () => {
  await openWide();
  await pressKey('b', field('주문 가격'));
  await pressKey('b', screen.getByRole('combobox', { name: '종목 검색' }));
  expect(question()).toBeNull();
});

test('the ticket shows the fees of both ways and what it takes to beat them', async () => {
  await openWide();
  const fact = (name: string) => panel('주문서').getByText(name).nextSibling?.textContent;
  expect(fact('필요 증거금')).toBe('650,000원');
  expect(fact('수수료 · 진입과 청산')).toBe('7,000원');
  // A tick is worth 6,900 won.
  expect(fact('수수료를 넘기려면')).toBe('2틱 이상');
});

test('positions show what closing now would bring after fees, and are closed after a question', async () => {
  const { sent, pass } = await openWide({ positions: [positionOf()] });
  const row = within(panel('포지션').getByRole('row', { name: /나스닥/ }));
  expect(row.getByText('+931,500')).toBeTruthy();
  expect(row.getByText('−21,000')).toBeTruthy();
  expect(row.getByText('+910,500')).toBeTruthy();
  await tap('나스닥 3계약 청산');
  await tap('청산');
  await pass(10);
  expect(sent(placeOverseaOrder)).toMatchObject([{ tradeType: 'SHORT', qty: 3, reduceOnly: true }]);
});

test('the sum below several positions is that of its rows', async () => {
  await openWide({
    positions: [positionOf(), positionOf({ id: 42, qty: 1, entryCommission: '3500', tradeType: 'SHORT' })],
  });
  const rows = panel('포지션').getAllByRole('row');
  const netOf = (row: HTMLElement | undefined) =>
    Number(row?.children[4]?.textContent?.replace('−', '-').replaceAll(/[,원+]/g, ''));
  const [first, second] = rows.slice(1).map(netOf);
  expect(netOf(rows.at(-1))).toBe((first ?? 0) + (second ?? 0));
});

test('a resting order is cancelled from its row, and fills link to their receipts', async () => {
  const { sent, pass } = await openWide({ orders: [orderOf({ id: 51 })], fills: [fillOf({ id: 1952 })] });
  const fills = within(screen.getByRole('list', { name: '체결' }));
  expect(fills.getByRole('link').getAttribute('href')).toBe('/wallet/history/oversea/1952');
  await tap('매수 2계약 25,390.00 취소');
  await pass(10);
  expect(sent(cancelOverseaOrder)).toMatchObject([{ id: 51 }]);
});

test('the profit of the day is what was closed and what is open, after fees', async () => {
  const page = await openWide({ positions: [positionOf()] });
  page.server.answer(overseaRealised, () => ({
    reply: { ...NOTHING_REALISED, trades: 2, gross: '43000', commission: '48000', net: '-5000' },
  }));
  await page.pushTrade('ORDER_UPDATE', { fills: [fillOf()] });
  await page.pushCross(crossOf({ lastPnl: '30000' }));
  await page.pass(50);
  const today = panel('오늘 손익');
  await waitFor(() => expect(today.getByText('+43,000')).toBeTruthy());
  expect(today.getByText('−48,000')).toBeTruthy();
  expect(today.getByText('+9,000')).toBeTruthy();
  expect(today.getByText('+4,000원')).toBeTruthy();
});

test('a guest sees the book and the form, and is invited to sign in', async () => {
  await openWide({ signedIn: false }, '/overseaView/1');
  expect(screen.getByRole('listbox', { name: '호가' })).toBeTruthy();
  const ticket = panel('주문서');
  expect(ticket.getByRole('link', { name: '로그인하고 거래하기' }).getAttribute('href')).toBe('/signin');
  await pressKey('b');
  expect(question()).toBeNull();
});
