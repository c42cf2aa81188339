import { cancelOverseaOrder, cancelOverseaOrders } from '@maru/contract/oversea/calls';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerOversea, orderOf, START, tradedNasdaq } from '../../oversea-double.ts';
import { createStand } from '../../stand-double.tsx';
import { OpenOrdersPanel } from './open-orders-panel.tsx';

afterEach(cleanup);

const limit = orderOf({ id: 51 });
const mit = orderOf({
  id: 52,
  marketType: 'STOPMARKET',
  status: 'WAITING',
  tradeType: 'SHORT',
  fires: 'AT_OR_BELOW',
  price: '25380',
  reduceOnly: true,
  margin: '0',
});

async function open(orders = [limit, mit]) {
  const stand = createStand({
    path: '/oversea/1',
    pattern: '/oversea/$id',
    now: START,
    screen: () => <OpenOrdersPanel instrument={tradedNasdaq} />,
  });
  answerOversea(stand.server, { orders });
  await stand.open();
  const sent = (call: { readonly path: string }) =>
    stand.server.asked.filter(({ path }) => path === call.path).map(({ body }) => body);
  return { ...stand, sent };
}

const tap = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('an order shows what price it waits for and what margin it has locked', async () => {
  await open();
  const orders = within(screen.getByRole('region', { name: '미체결 주문' }));
  expect(orders.getByText('지정가 · 증거금 1,300,000원 · 21:59')).toBeTruthy();
  expect(orders.getByText('MIT · 25,380.00 이하이면 체결 · 청산 전용 · 21:59')).toBeTruthy();
});

test('an order that locks nothing because it closes shows no margin', async () => {
  await open([{ ...mit, reduceOnly: false }]);
  expect(screen.getByText('MIT · 25,380.00 이하이면 체결 · 21:59')).toBeTruthy();
});

test('one order is cancelled by one tap', async () => {
  const { sent } = await open();
  await tap('매수 2계약 25,390.00 취소');
  expect(sent(cancelOverseaOrder)).toEqual([{ id: 51 }]);
});

test('cancelling an order that has ended shows the refusal, and the list is read again', async () => {
  const { server } = await open();
  answerOversea(server, { orders: [mit] });
  server.answer(cancelOverseaOrder, () => ({ refusal: 'ORDER_FINISHED' }));
  await tap('매수 2계약 25,390.00 취소');
  expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
  expect(screen.queryByText(/1,300,000원/)).toBeNull();
});

test('all orders of the instrument are cancelled after a confirmation; those of others are not', async () => {
  const other = orderOf({ id: 53, overseaOptionId: 2, stock: 'HSI', price: '26000' });
  const { sent } = await open([limit, mit, other]);
  expect(
    within(screen.getByRole('region', { name: '다른 종목 주문' })).getByText(/항셍 · 지정가/),
  ).toBeTruthy();
  await tap('모두 취소');
  const question = await screen.findByRole('alertdialog', { name: '미체결 주문 2건을 모두 취소할까요?' });
  await act(async () => fireEvent.click(within(question).getByRole('button', { name: '모두 취소' })));
  expect(sent(cancelOverseaOrders)).toEqual([{ overseaOptionId: 1 }]);
});

test('a member without orders is shown what the list is for', async () => {
  await open([]);
  expect(screen.getByText('미체결 주문이 없습니다')).toBeTruthy();
});
