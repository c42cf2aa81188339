import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openFutures, orderOf, positionOf } from '../../futures-double.ts';
import { tradedBitcoin } from '../../futures-market-double.ts';
import { field, tap } from '../../screen-double.tsx';

afterEach(cleanup);

async function open(visit: Parameters<typeof openFutures>[1] = {}) {
  const page = await openFutures('/future/BTCUSDT', visit);
  await screen.findByRole('listbox', { name: '호가' });
  await page.tick();
  await page.pass(300);
  return page;
}

const toSimple = () => tap('프로 모드, 간편 모드로 바꾸기');
const toPro = () => tap('간편 모드, 프로 모드로 바꾸기');
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(field(label), { target: { value } }));
const facts = () => document.querySelector('.futures-form__facts')?.textContent;

test('simple mode shows no book, order types, exits and settings, but the leverage that is used', async () => {
  await open();
  const hidden = () => [
    screen.queryByRole('listbox', { name: '호가' }),
    screen.queryByRole('radiogroup', { name: '주문 유형' }),
    screen.queryByRole('checkbox', { name: '포지션 줄이기만' }),
    screen.queryByRole('button', { name: '주문 설정' }),
    screen.queryByRole('button', { name: /^레버리지/ }),
  ];
  expect(hidden().every((part) => part !== null)).toBe(true);
  await toSimple();
  expect(hidden()).toEqual([null, null, null, null, null]);
  expect(screen.getByText('시장가로 바로 체결 · 교차 20x')).toBeTruthy();
});

test('its figures are those of the same market order in pro mode', async () => {
  await open();
  await tap('시장가', 'radio');
  await type('수량 BTC', '0.25');
  const inPro = facts();
  expect(inPro).toContain('필요 증거금1,193.');
  await toSimple();
  expect(facts()).toBe(inPro);
});

test('an order goes at the market with the amount alone, and the typed rest waits for pro mode', async () => {
  const { sent } = await open();
  await type('주문 가격', '95000');
  await tap('포지션 줄이기만', 'checkbox');
  await type('수량 BTC', '0.25');
  await toSimple();
  expect(field('수량 BTC').value).toBe('0.25');
  await tap(/^매수·롱, /);
  expect(sent(placeFuturesOrder)).toEqual([
    {
      futuresOptionId: tradedBitcoin.id,
      tradeType: 'LONG',
      marketType: 'MARKET',
      leverage: 20,
      marginType: 'CROSS',
      qty: '0.25',
    },
  ]);
  await toPro();
  expect(field('주문 가격').value).toBe('95,000.0');
  expect(screen.getByRole('checkbox', { name: '포지션 줄이기만' })).toHaveProperty('checked', true);
});

test('positions and open orders stay in their tabs, and the position above the dock', async () => {
  await open({ positions: [positionOf()], orders: [orderOf()] });
  await toSimple();
  expect(screen.getByRole('tab', { name: /^포지션/ }).textContent).toContain('1');
  expect(screen.getByRole('tab', { name: /^미체결/ }).textContent).toContain('1');
  expect(document.querySelector('.position-row')).not.toBeNull();
});

test('a default stop-loss of the settings is brought and shown', async () => {
  const { device, sent } = await open();
  await act(async () => device.preferences.change({ defaultStop: { isOn: true, lossPercent: 50 } }));
  await type('수량 BTC', '0.25');
  await toSimple();
  expect(facts()).toContain('손절');
  await tap(/^매수·롱, /);
  expect(sent(placeFuturesOrder)).toEqual([expect.objectContaining({ stopLoss: expect.any(String) })]);
});
