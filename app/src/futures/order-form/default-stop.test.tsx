import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exitOf, openFutures, positionOf } from '../../futures-double.ts';
import { tap } from '../../screen-double.tsx';

afterEach(cleanup);

async function open(visit: Parameters<typeof openFutures>[1] = {}) {
  const page = await openFutures('/future/BTCUSDT', visit);
  await screen.findByRole('listbox', { name: '호가' });
  page.device.preferences.change({ defaultStop: { isOn: true, lossPercent: 50 } });
  await page.tick();
  await page.pass(300);
  await tap('시장가', 'radio');
  await act(async () =>
    fireEvent.change(screen.getByLabelText('수량 BTC', { selector: 'input' }), { target: { value: '0.01' } }),
  );
  return page;
}

const buy = () => tap(/^매수·롱, /);
const sell = () => tap(/^매도·숏, /);

test('each side has the stop at which half of its margin is lost', async () => {
  const { sent } = await open();
  // At 20x half of the margin is 2.5 % of the price: 95,482.4 to buy, 95,482.2 to sell.
  expect(screen.getByText('기본 손절 −50%').nextSibling?.textContent).toBe('롱 93,095.3숏 97,869.3');
  await buy();
  await sell();
  expect(sent(placeFuturesOrder)).toEqual([
    expect.objectContaining({ tradeType: 'LONG', stopLoss: '93095.3', isMarkSl: true }),
    expect.objectContaining({ tradeType: 'SHORT', stopLoss: '97869.3', isMarkSl: true }),
  ]);
});

test('where the position is liquidated before, the stop is at three quarters of the way there', async () => {
  const leverages = [
    { futuresOptionId: 201, stock: 'BTCUSDT', leverage: 125, marginType: 'ISOLATED' },
  ] as const;
  const { sent } = await open({ leverages });
  await buy();
  const [order] = sent(placeFuturesOrder) as unknown as readonly { readonly stopLoss: string }[];
  // Half of the margin is 0.4 % of the price, as far as its liquidation price: the stop is at 0.3 %.
  expect(Number(order?.stopLoss)).toBeCloseTo(95_482.4 * 0.997, -1);
});

test('a position that has a stop keeps it when more is bought, and a sale that reduces it brings none', async () => {
  const stop = exitOf({ marketType: 'STOPLOSS', stopPrice: '94000', fires: 'AT_OR_BELOW' });
  const { sent } = await open({ positions: [positionOf()], orders: [stop] });
  await buy();
  await sell();
  for (const order of sent(placeFuturesOrder)) expect(order).not.toHaveProperty('stopLoss');
});

test('a position without a stop gets one with what is added to it, from its mean entry', async () => {
  const { sent } = await open({ positions: [positionOf()] });
  await buy();
  // 0.25 at 95,000 and 0.01 at 95,482.4 are 95,018.55 on average.
  expect(sent(placeFuturesOrder)).toEqual([expect.objectContaining({ stopLoss: '92643.1' })]);
});
