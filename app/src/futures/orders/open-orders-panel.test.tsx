import { cancelFuturesOrder, cancelFuturesOrders } from '@maru/contract/futures/calls';
import { openFuturesOrders } from '@maru/contract/futures/history';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exitOf, openFutures, orderOf } from '../../futures-double.ts';
import { tradedEther } from '../../futures-market-double.ts';
import { tap } from '../../screen-double.tsx';

afterEach(cleanup);

const elsewhere = orderOf({
  id: 9,
  futuresOptionId: tradedEther.id,
  stock: 'ETHUSDT',
  tradeType: 'SHORT',
  qty: '2.5',
  price: '3200',
});

async function open(orders = [orderOf(), exitOf(), elsewhere]) {
  const page = await openFutures('/future/BTCUSDT', { orders });
  await screen.findByRole('listbox', { name: '호가' });
  await tap(/^미체결/, 'tab');
  await screen.findByRole('tabpanel', { name: /^미체결/ });
  await page.pass(20);
  return page;
}

test('orders of this instrument come first, each with what it waits for and what it holds back', async () => {
  await open();
  const mine = within(await screen.findByRole('region', { name: '이 종목의 주문' }));
  expect(mine.getByText(/^지정가 · 증거금 482.6 USDT/)).toBeTruthy();
  expect(mine.getByText(/^익절주문 · 현재가 97,000.0 이상 · 줄이기만/)).toBeTruthy();
  expect(mine.getByText('전량')).toBeTruthy();
  const others = within(screen.getByRole('region', { name: '다른 종목의 주문' }));
  expect(others.getByText(/^ETHUSDT · 지정가/)).toBeTruthy();
  expect(others.getByText('2.50 ETH')).toBeTruthy();
});

test('a trailing stop shows how far the price has to come back', async () => {
  const trailing = { callbackRate: '0.015', activationPrice: null, extremePrice: null };
  await open([exitOf({ marketType: 'TRAILINGSTOP', stopPrice: null, fires: null, trailing })]);
  expect(await screen.findByText('1.5% 되돌리면')).toBeTruthy();
});

test('one tap cancels one order', async () => {
  const { sent } = await open();
  await tap('매수 0.100 BTC 95,000.0 주문 취소');
  expect(sent(cancelFuturesOrder)).toMatchObject([{ id: orderOf().id }]);
});

test('all orders of the instrument are cancelled after a question, and nothing without it', async () => {
  const { sent } = await open();
  await tap('모두 취소');
  const question = within(await screen.findByRole('alertdialog', { name: '주문 2건을 모두 취소할까요?' }));
  await act(async () => fireEvent.click(question.getByRole('button', { name: '그대로 두기' })));
  expect(sent(cancelFuturesOrders)).toEqual([]);
  await tap('모두 취소');
  const again = within(await screen.findByRole('alertdialog', { name: '주문 2건을 모두 취소할까요?' }));
  await act(async () => fireEvent.click(again.getByRole('button', { name: '모두 취소' })));
  expect(sent(cancelFuturesOrders)).toMatchObject([{ futuresOptionId: 201 }]);
});

test('an order that has ended in between is refused aloud, and the list is read again', async () => {
  const { server } = await open();
  server.answer(cancelFuturesOrder, () => ({ refusal: 'ORDER_FINISHED' }));
  server.answer(openFuturesOrders, () => ({ reply: [] }));
  await tap('매수 0.100 BTC 95,000.0 주문 취소');
  expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
  expect(await screen.findByText('미체결 주문이 없습니다')).toBeTruthy();
});
