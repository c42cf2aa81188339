import { placeOverseaOrder } from '@maru/contract/oversea/calls';
import { tickTopic } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openOversea, orderOf, positionOf } from '../../oversea-double.ts';
import { field, tap } from '../../screen-double.tsx';

afterEach(cleanup);

async function open(visit: Parameters<typeof openOversea>[1] = {}, path = '/oversea/1') {
  const page = await openOversea(path, visit);
  await waitFor(async () => {
    await page.pass(0);
    screen.getByRole('tab', { name: '주문' });
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
  await page.pass(200);
  return page;
}

const toSimple = () => tap('프로 모드, 간편 모드로 바꾸기');
const toPro = () => tap('간편 모드, 프로 모드로 바꾸기');
const fact = (name: string) => screen.getByText(name).nextSibling?.textContent;
const dock = () => within(screen.getByRole('region', { name: '주문' }));

test('simple mode shows no book, ladder, order types, exits and chart tools', async () => {
  await open();
  const hidden = () => [
    screen.queryByRole('listbox', { name: '호가' }),
    screen.queryByRole('button', { name: '호가 주문' }),
    screen.queryByRole('button', { name: '주문 설정' }),
    screen.queryByRole('radiogroup', { name: '주문 유형' }),
    screen.queryByRole('checkbox', { name: '익절' }),
    screen.queryByRole('button', { name: '차트 도구' }),
  ];
  // The chart and the book are fetched.
  await waitFor(() => expect(hidden()).not.toContain(null));
  await toSimple();
  expect(hidden()).toEqual([null, null, null, null, null, null]);
  expect(screen.getByText('시장가로 바로 체결 · 익절 10틱 · 손절 10틱')).toBeTruthy();
});

test('its figures are those of the same market order in pro mode', async () => {
  await open();
  await tap('시장가', 'radio');
  const names = ['필요 증거금', '수수료', '주문 가능'];
  const inPro = names.map(fact);
  await toSimple();
  expect(names.map(fact)).toEqual(inPro);
  expect(fact('필요 증거금')).toBe('650,000원');
});

test('an order goes at the market with the exits of the settings, and the typed limit waits for pro mode', async () => {
  const { device, sent, pass } = await open();
  await act(async () => device.preferences.change({ confirmOrders: false }));
  await act(async () => fireEvent.change(field('주문 가격'), { target: { value: '25400' } }));
  await tap('익절', 'checkbox');
  await toSimple();
  await tap('3');
  await act(async () => fireEvent.click(dock().getByRole('button', { name: /^매수/ })));
  await pass(10);
  expect(sent(placeOverseaOrder)).toEqual([
    { overseaOptionId: 1, tradeType: 'LONG', marketType: 'MARKET', qty: 3, tpTick: 10, slTick: 10 },
  ]);
  await toPro();
  expect(field('주문 가격').value).toBe('25,400.00');
  expect(screen.getByRole('checkbox', { name: '익절' })).toHaveProperty('checked', false);
});

test('an order that adds to a position keeps the exits of the position', async () => {
  await open({ positions: [positionOf({ tpTick: 25, slTick: 0 })] });
  await toSimple();
  expect(screen.getByText('시장가로 바로 체결 · 익절 25틱 · 손절 없음')).toBeTruthy();
});

test('positions and open orders stay in their tabs', async () => {
  await open({ positions: [positionOf()], orders: [orderOf()] });
  await toSimple();
  expect(screen.getByRole('tab', { name: /^포지션/ }).textContent).toContain('1');
  expect(screen.getByRole('tab', { name: /^미체결/ }).textContent).toContain('1');
});

test('a wide screen shows everything, whatever the mode is', async () => {
  const { device } = await openOversea('/oversea/1', { isWide: true });
  await act(async () => device.preferences.change({ mode: 'simple' }));
  expect(await screen.findByRole('radiogroup', { name: '주문 유형' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /모드로 바꾸기$/ })).toBeNull();
});
