import {
  cancelFuturesOrder,
  closeFuturesPositions,
  moveFuturesMargin,
  placeFuturesOrder,
  setFuturesLeverage,
  setFuturesTpsl,
} from '@maru/contract/futures/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exitOf, openFutures, positionOf } from '../../futures-double.ts';
import { termsOf, tradedBitcoin, tradedEther } from '../../futures-market-double.ts';
import { tap } from '../../screen-double.tsx';

afterEach(cleanup);

/** 2.5 ETH at 50x: the isolated short of design 31b. */
const etherShort = () =>
  positionOf({
    id: 42,
    futuresOptionId: 202,
    stock: 'ETHUSDT',
    tradeType: 'SHORT',
    qty: '2.5',
    entryPrice: '3136.2',
    leverage: 50,
    marginType: 'ISOLATED',
    margin: '156.81',
    funding: '0.784',
    entryFee: '6.2724',
  });

async function open(visit: Parameters<typeof openFutures>[1] = {}) {
  const page = await openFutures('/future/BTCUSDT', { positions: [positionOf(), etherShort()], ...visit });
  await screen.findByRole('listbox', { name: '호가' });
  const price = async () => {
    await page.tick();
    await page.tick({
      stock: 'ETHUSDT',
      lastPrice: '3170.77',
      bid: '3170.7',
      ask: '3170.8',
      markPrice: '3170.77',
    });
    await page.pass(400);
  };
  await price();
  await act(async () => fireEvent.click(screen.getByRole('tab', { name: /^포지션/ })));
  await screen.findByRole('region', { name: 'BTCUSDT 포지션' });
  await price();
  return { ...page, price };
}

const card = (name: string) => within(screen.getByRole('region', { name: `${name} 포지션` }));
const type = (label: string | RegExp, value: string) =>
  act(async () =>
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } }),
  );
const press = (name: string, button: string | RegExp) =>
  act(async () => fireEvent.click(card(name).getByRole('button', { name: button })));

test('the position that is nearest to its liquidation comes first, outlined, with its close as the primary action', async () => {
  await open();
  const names = screen
    .getAllByRole('region', { name: / 포지션$/ })
    .map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual(['ETHUSDT 포지션', 'BTCUSDT 포지션']);
  const ether = screen.getByRole('region', { name: 'ETHUSDT 포지션' });
  expect(ether.className).toContain('near');
  // 3,186.50 is 0.49 % above the mark.
  expect(card('ETHUSDT').getByText('위험 · 청산까지 0.49%')).toBeTruthy();
  expect(card('ETHUSDT').getByText('3,186.50')).toBeTruthy();
  expect(card('ETHUSDT').getByText('−86.42500000')).toBeTruthy();
  expect(card('ETHUSDT').getByText('−55.12%')).toBeTruthy();
  expect(card('ETHUSDT').getByRole('button', { name: '청산' }).className).toContain('primary');
  expect(card('BTCUSDT').getByRole('button', { name: '청산' }).className).toContain('tonal');
});

test('only the position of this instrument is shown where that is chosen', async () => {
  await open();
  await tap('현재 종목만', 'checkbox');
  const names = screen
    .getAllByRole('region', { name: / 포지션$/ })
    .map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual(['BTCUSDT 포지션']);
});

test('a hypothetical price shows what would be liquidated, sends nothing, and is reset', async () => {
  const { price, server } = await open();
  await tap('만약에');
  const panel = within(await screen.findByRole('dialog', { name: '만약에 BTCUSDT' }));
  await price();
  const before = server.asked.length;
  await act(async () => fireEvent.click(panel.getByRole('button', { name: '+3%' })));
  // Ether rises by the same share, beyond 3,186.50: all of its margin is lost.
  expect(panel.getByText('청산', { selector: 'li .text-badge' })).toBeTruthy();
  expect(panel.getByText('−157.594')).toBeTruthy();
  expect(panel.getByRole('status').textContent).toBe('+3.00%');
  expect(panel.getByRole('slider').textContent).toContain('만약 98,344.0이라면');
  await act(async () => fireEvent.keyDown(panel.getByRole('slider'), { key: 'PageDown' }));
  expect(panel.getByRole('status').textContent).toBe('+2.00%');
  await tap('비트코인만', 'radio');
  expect(panel.queryByText('청산', { selector: 'li .text-badge' })).toBeNull();
  await act(async () => fireEvent.click(panel.getByRole('button', { name: '원래대로' })));
  expect(panel.getByRole('button', { name: '원래대로' })).toHaveProperty('disabled', true);
  expect(server.asked.slice(before).filter(({ body }) => body !== undefined)).toEqual([]);
});

test('all positions are closed by one call for each wallet, after a question', async () => {
  const { sent, server } = await open();
  server.answer(closeFuturesPositions, () => ({ reply: { fills: [], cancelled: [], wallet: null } }));
  await tap('모두 시장가 청산');
  const question = within(await screen.findByRole('alertdialog', { name: '포지션 2개를 모두 청산할까요?' }));
  await act(async () => fireEvent.click(question.getByRole('button', { name: '모두 청산' })));
  await waitFor(() => expect(sent(closeFuturesPositions)).toEqual([{ walletType: 'FUTURES' }]));
});

test('a part is closed with the quantity of the slider on its step, and its result after fees is shown before', async () => {
  const { sent, price } = await open();
  await press('BTCUSDT', 'BTCUSDT 더 보기');
  await screen.findByRole('dialog', { name: 'BTCUSDT' });
  await tap(/^일부 청산/);
  await price();
  const sheet = within(screen.getByRole('dialog', { name: '시장가 청산' }));
  expect(sheet.getByText('남는 수량').nextSibling?.textContent).toBe('0.125 BTC');
  // 0.125 × (95,482.2 − 95,000) less 9.5 of entry fee and 9.54822 of exit fee.
  expect(sheet.getByText('받는 순손익').nextSibling?.textContent).toBe('+41.2267 USDT');
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '0.125 BTC 청산' })));
  expect(sent(placeFuturesOrder)).toEqual([
    expect.objectContaining({ tradeType: 'SHORT', marketType: 'MARKET', qty: '0.125', reduceOnly: true }),
  ]);
});

test('reversing says what it closes and opens, and is one order of twice the quantity', async () => {
  const { sent, price } = await open();
  await press('BTCUSDT', 'BTCUSDT 더 보기');
  await screen.findByRole('dialog', { name: 'BTCUSDT' });
  await tap(/^반대로 전환/);
  await price();
  const sheet = within(screen.getByRole('dialog', { name: '반대로 전환' }));
  expect(sheet.getByText('롱 0.250 BTC')).toBeTruthy();
  expect(sheet.getByText('숏 0.250 BTC')).toBeTruthy();
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '숏으로 전환' })));
  const [order] = sent(placeFuturesOrder) as readonly Record<string, unknown>[];
  expect(order).toMatchObject({ tradeType: 'SHORT', qty: '0.5' });
  expect(order?.['reduceOnly']).toBeUndefined();
});

test('a stop-loss beyond the liquidation is refused in the sheet, and a good one is sent with its price', async () => {
  const { sent, price } = await open();
  await press('ETHUSDT', '익절·손절');
  await screen.findByRole('dialog', { name: '익절·손절' });
  await price();
  const dialog = () => screen.getByRole('dialog', { name: '익절·손절' });
  await type('손절 가격 USDT', '3190');
  const apply = () => within(dialog()).getByRole('button', { name: '적용' });
  expect(apply()).toHaveProperty('disabled', true);
  expect(
    within(dialog())
      .getByRole('textbox', { name: /손절 가격/ })
      .getAttribute('aria-invalid'),
  ).toBe('true');
  await type('손절 가격 USDT', '3180');
  await act(async () => fireEvent.click(apply()));
  expect(sent(setFuturesTpsl)).toEqual([
    { futuresPositionId: 42, takeProfit: null, stopLoss: '3180', isMarkTp: true, isMarkSl: true },
  ]);
});

test('exits of parts are listed with a button that deletes them, and a trailing stop can be added', async () => {
  const exits = [exitOf({ qty: '0.1', stopPrice: '98000', isMark: true })];
  const { sent, price } = await open({ orders: exits });
  await press('BTCUSDT', '익절·손절');
  await screen.findByRole('dialog', { name: '익절·손절' });
  await price();
  await tap('일부씩 청산 · 추적 손절');
  await tap('익절 마크가 98,000.0 삭제');
  expect(sent(cancelFuturesOrder)).toEqual([{ id: exits[0]!.id }]);
  await tap('추적 손절', 'radio');
  await type('되돌림 %', '2');
  await tap('추가');
  expect(sent(placeFuturesOrder)).toEqual([
    {
      futuresOptionId: 201,
      futuresPositionId: 41,
      tradeType: 'SHORT',
      marketType: 'TRAILINGSTOP',
      isMark: true,
      qty: '0.125',
      callbackRate: '0.02',
    },
  ]);
});

test('margin is added with the liquidation price before and after, and no more than is available', async () => {
  const { sent, server, price } = await open();
  server.answer(moveFuturesMargin, () => ({ reply: { ...etherShort(), wallet: null } }));
  await press('ETHUSDT', '증거금');
  await screen.findByRole('dialog', { name: '증거금' });
  await price();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  const sheet = within(screen.getByRole('dialog', { name: '증거금' }));
  await type('금액 USDT', '50');
  expect(sheet.getByText('청산가').nextSibling?.textContent).toBe('3,186.50 → 3,206.42');
  await type('금액 USDT', '99999');
  expect(sheet.getByRole('button', { name: /추가$/ })).toHaveProperty('disabled', true);
  await type('금액 USDT', '50');
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '증거금 50 USDT 추가' })));
  expect(sent(moveFuturesMargin)).toEqual([{ futuresPositionId: 42, amount: '50', type: 1 }]);
});

test('the liquidation price is explained in words and figures, with what more margin would change', async () => {
  const { price } = await open();
  await press('ETHUSDT', '청산가 3,186.50, 왜?');
  await screen.findByRole('dialog', { name: /^왜 / });
  await price();
  const sheet = within(screen.getByRole('dialog', { name: /^왜 3,186\.50 ?인가요\?$/ }));
  expect(sheet.getByText('진입 금액 + 증거금')).toBeTruthy();
  expect(sheet.getByText('7,840.5 + 157.594')).toBeTruthy();
  expect(sheet.getByText('2.5 × 1.004')).toBeTruthy();
  expect(sheet.getByText('3,206.42')).toBeTruthy();
  expect(sheet.getByRole('button', { name: '증거금 50 USDT 추가' })).toBeTruthy();
});

test('the leverage of an open position can be raised and not lowered, and the reason is shown', async () => {
  const { sent, price } = await open();
  await tap(/^포지션/, 'tab');
  await tap(/^레버리지 20x/);
  await screen.findByRole('dialog', { name: '레버리지' });
  await price();
  await tap('레버리지 낮추기');
  expect(screen.getByText('열린 포지션이 있어 20x 아래로는 낮출 수 없습니다.')).toBeTruthy();
  expect(screen.getByRole('button', { name: '19x로 변경' })).toHaveProperty('disabled', true);
  await tap('레버리지 높이기');
  await tap('레버리지 높이기');
  expect(screen.getByText('증거금의 21%')).toBeTruthy();
  await tap('21x로 변경');
  expect(sent(setFuturesLeverage)).toEqual([{ futuresOptionId: 201, leverage: 21 }]);
});

test('figures of an inverse contract are explained by quotients', async () => {
  const terms = termsOf({
    contractType: 'INVERSE',
    walletType: 'BTC',
    walletCurrency: 'BTC',
    quoteCurrency: 'USD',
    qtyStep: '1',
    qtyLeast: '1',
  });
  const inverse = positionOf({
    walletType: 'BTC',
    qty: '9500',
    marginType: 'ISOLATED',
    margin: '0.005',
    entryFee: '0.00008',
  });
  await open({ instruments: [{ ...tradedBitcoin, terms }, tradedEther], positions: [inverse] });
  await press('BTCUSDT', /^미실현 손익 .*왜\?$/);
  expect(await screen.findByText('수량 × (1 ÷ 진입가 − 1 ÷ 마크가)')).toBeTruthy();
  expect(screen.getByText('9,500 × (1 ÷ 95,000.0 − 1 ÷ 95,479.6)')).toBeTruthy();
  await tap('닫기');
  await press('BTCUSDT', /^청산가 .*왜\?$/);
  // (9,500 × 1.004) ÷ (0.1 + 0.005)
  expect(await screen.findByText('9,500 × 1.004')).toBeTruthy();
  expect(screen.getByText('0.1 + 0.005')).toBeTruthy();
  expect(screen.getAllByText('90,838.0').length).toBeGreaterThan(0);
  expect(screen.getByText('90,838.095238')).toBeTruthy();
});

test('the margin is explained without opening the sheet that moves it, which is one tap further', async () => {
  await open();
  await press('ETHUSDT', /^증거금 .*왜\?$/);
  await screen.findByRole('dialog', { name: /^왜 156\.81 ?인가요\?$/ });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await tap('증거금 이동');
  expect(await screen.findByRole('dialog', { name: '증거금' })).toBeTruthy();
});
