import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exitOf, fillOf, openFutures, orderOf, positionOf } from '../../futures-double.ts';
import { tap } from '../../screen-double.tsx';
import { audioDouble } from '../../shell/device/audio-double.ts';

afterEach(cleanup);

const toast = () => document.querySelector('.toast:not(.toast--leaving)')?.textContent ?? '';

async function open(visit: Parameters<typeof openFutures>[1] = {}, path = '/more') {
  const audio = audioDouble();
  const page = await openFutures(path, { openAudio: audio.open, ...visit });
  await act(async () => fireEvent.pointerUp(document.body));
  const tones = async (happen: () => Promise<void>) => {
    const before = audio.tones();
    audio.pass(5);
    await happen();
    await page.pass(50);
    return audio.tones() - before;
  };
  // The notices are a separate chunk, loaded after the first screen.
  let lastId = 7_000;
  await waitFor(async () => {
    await page.pass(0);
    await page.pushTrade('ORDER_FILLED', { fills: [fillOf({ id: ++lastId })] });
    await page.pass(20);
    expect(toast()).not.toBe('');
  });
  await waitFor(async () => {
    await page.pass(2_000);
    expect(toast()).toBe('');
  });
  return { ...page, tones };
}

test('an accepted order is shown for a second and a half, with the units of its instrument', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade('ORDER_SUCCESS', { orders: [orderOf()] });
  await pass(20);
  expect(toast()).toContain('주문을 접수했습니다매수 BTCUSDT 0.100 BTC · 95,000.0');
  await pass(1_400);
  expect(toast()).not.toBe('');
  await pass(100);
  expect(toast()).toBe('');
});

test('a fill has the words of the spec, and a close its profit after fees', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade('ORDER_FILLED', { fills: [fillOf({ id: 8_001 })] });
  await pass(20);
  expect(toast()).toContain('오더 체결완료매수 BTCUSDT 0.250 BTC · 95,482.4');
  await pass(2_000);
  const close = { tradeType: 'SHORT', openedQty: '0', closedQty: '0.25', net: '-12.5' } as const;
  await pushTrade('POSITION_CLOSE', { fills: [fillOf({ id: 8_002, ...close })] });
  await pass(20);
  expect(toast()).toBe('청산했습니다BTCUSDT · 순손익−12.5 USDT');
});

test('several pushes of one event are one notice, and a changed order is not accepted again', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade('ORDER_UPDATE', { orders: [orderOf({ id: 5, price: '94000' })] });
  await pass(20);
  expect(toast()).toBe('');
  const fill = fillOf({ id: 8_003 });
  await pushTrade('ORDER_FILLED', { fills: [fill] });
  await pushTrade('POSITION_OPEN', { fills: [fill], positions: [positionOf()] });
  await pass(2_020);
  expect(toast()).toBe('');
});

test('exits that a fill brought, or that ended with the position, are no notices of their own', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade('ORDER_SUCCESS', { orders: [exitOf()] });
  await pushTrade('POSITION_CLOSE', {
    orders: [exitOf({ status: 'CANCELED', cancelReason: 'POSITION_GONE' })],
  });
  await pass(20);
  expect(toast()).toBe('');
});

test('a cancelled order says why, unless the member did it', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade('ORDER_CANCEL', {
    orders: [orderOf({ id: 6, status: 'CANCELED', cancelReason: 'INSUFFICIENT_BALANCE' })],
  });
  await pass(20);
  expect(toast()).toContain('주문 취소 · 증거금 부족');
});

const warning = {
  wallet: 'FUTURES',
  marginType: 'ISOLATED',
  positions: [{ futuresPositionId: 41, futuresOptionId: 201, stock: 'BTCUSDT', markPrice: '90800' }],
  ratio: '0.8123',
  balance: '112',
  maintenance: '91',
} as const;

test('a risk replaces the toast of an order and is heard; a liquidation replaces the risk', async () => {
  const { pushTrade, pass, tones } = await open();
  await pushTrade('ORDER_SUCCESS', { orders: [orderOf()] });
  await pass(20);
  expect(await tones(() => pushTrade('POSITION_WARN', { warning }))).toBeGreaterThan(0);
  expect(toast()).toContain('청산 위험 · BTCUSDT 격리증거금 비율 81.23%');
  const cut = { marketType: 'LIQUIDATION', tradeType: 'SHORT', closedQty: '0.25', net: '-1190' } as const;
  await pushTrade('POSITION_LIQUID', {
    fills: [fillOf({ id: 8_004, openedQty: '0', ...cut })],
    orders: [orderOf({ status: 'CANCELED', cancelReason: 'LIQUIDATION' })],
  });
  await pass(20);
  expect(toast()).toContain('강제 청산되었습니다BTCUSDT 롱−1,190 USDT');
});

test('a tap on the toast of a liquidation opens its report', async () => {
  const { pushTrade, pass, at } = await open();
  const cut = { marketType: 'LIQUIDATION', tradeType: 'SHORT', closedQty: '0.25', net: '-1190' } as const;
  await pushTrade('POSITION_LIQUID', { fills: [fillOf({ id: 8_064, openedQty: '0', ...cut })] });
  await pass(20);
  await tap(/강제 청산되었습니다/);
  await pass(20);
  expect(at()).toBe('/wallet/history/futures/8064');
  expect(toast()).toBe('');
});

test('a changed leverage is shown', async () => {
  const { pushTrade, pass } = await open();
  await pushTrade('LEVERAGE_UPDATE', {
    leverage: { futuresOptionId: 201, stock: 'BTCUSDT', leverage: 50, marginType: 'ISOLATED' },
  });
  await pass(20);
  expect(toast()).toContain('레버리지를 바꿨습니다BTCUSDT · 격리 50x');
});

test('waiting orders are heard when accepted or cancelled, fills always, each by its own switch', async () => {
  const { device, pushTrade, tones } = await open();
  const order = (id: number, marketType: 'LIMIT' | 'STOPLIMIT' | 'STOPMARKET') =>
    tones(() => pushTrade('ORDER_SUCCESS', { orders: [orderOf({ id, marketType })] }));
  expect(await order(1, 'LIMIT')).toBeGreaterThan(0);
  expect(await order(2, 'STOPLIMIT')).toBeGreaterThan(0);
  expect(await order(3, 'STOPMARKET')).toBeGreaterThan(0);
  const fill = (id: number) => tones(() => pushTrade('ORDER_FILLED', { fills: [fillOf({ id })] }));
  expect(await fill(8_005)).toBeGreaterThan(0);
  device.preferences.change({ sound: { SUCCESS: false, CANCEL: true, FILLED: false } });
  expect(await order(4, 'LIMIT')).toBe(0);
  expect(await fill(8_006)).toBe(0);
  const cancel = orderOf({ id: 4, status: 'CANCELED', cancelReason: 'PLAYER' });
  expect(await tones(() => pushTrade('ORDER_CANCEL', { orders: [cancel] }))).toBeGreaterThan(0);
});

test('the danger stays on the dock until it is over, and offers more margin, whose sheet outlives it', async () => {
  const isolated = { marginType: 'ISOLATED', margin: '1187.5', warnedMillis: 1 } as const;
  const { tick, pass } = await open({ positions: [positionOf(isolated)] }, '/future/BTCUSDT');
  await screen.findByRole('listbox', { name: '호가' });
  expect(screen.queryByText(/청산 위험/)).toBeNull();
  await tick({ markPrice: '90650', lastPrice: '90650', bid: '90649.9', ask: '90650.1' });
  await pass(400);
  expect(screen.getByText('청산 위험 · BTCUSDT 롱')).toBeTruthy();
  await tap('증거금 추가');
  expect(await screen.findByRole('dialog', { name: '증거금' })).toBeTruthy();
  await tick({ markPrice: '95000' });
  await pass(400);
  expect(screen.queryByText(/청산 위험/)).toBeNull();
  expect(screen.getByRole('dialog', { name: '증거금' })).toBeTruthy();
});
