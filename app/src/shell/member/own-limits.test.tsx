// Every dock says before the tap that an own limit would refuse the order, and is silent while nothing is set.
import { myLimits, type WireLimits } from '@maru/contract/limits/calls';
import { playerQueues, tickTopic } from '@maru/contract/realtime';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openBalls } from '../../balls-double.ts';
import { openTable } from '../../binary-double.ts';
import { openFutures } from '../../futures-double.ts';
import { openOversea, positionOf } from '../../oversea-double.ts';
import { tap, write } from '../../screen-double.tsx';
import { noLimits, type ServerDouble } from '../../server-double.ts';

afterEach(cleanup);

const dock = () => within(screen.getByRole('region', { name: '주문' }));
const note = (text: string | RegExp) => dock().findByText(text);
const YEAR_MS = 365 * 86_400_000;

type Kind = WireLimits['limits'][number]['kind'];

interface Page {
  readonly server: ServerDouble;
  readonly timers: { now(): number };
  pass(ms: number): Promise<unknown>;
}

let seq = 100;

/** Set on another phone: the page hears of it by a push. */
async function limit(page: Page, values: Partial<Record<Kind, string>>, more: Partial<WireLimits> = {}) {
  const dayEndsMillis = page.timers.now() + 3_600_000;
  const limits = noLimits.limits.map((each) => ({ ...each, value: values[each.kind] ?? null }));
  const reply = { ...noLimits, sinceMillis: 1, dayEndsMillis, limits, ...more };
  page.server.answer(myLimits, () => ({ reply }));
  await waitFor(async () => {
    await page.pass(50);
    expect(page.server.connections().length).toBe(1);
  });
  const push = { type: 'LIMITS', seq: ++seq, at: page.timers.now(), data: { cause: 'SET' } };
  await act(async () => page.server.push(playerQueues.limits, push));
  await page.pass(3_000);
}

test('a bet of a round: nothing without limits, then the limit of one order, with the way to it', async () => {
  const page = await openTable();
  expect(dock().queryByText(/한도/)).toBeNull();
  await limit(page, { STAKE: '20000' });
  expect(dock().queryByText(/한도/)).toBeNull();
  await tap('+5만');
  expect(await note('한 번 주문 한도를 넘습니다.')).toBeTruthy();
  expect(dock().getByRole('link', { name: '한도 보기' }).getAttribute('href')).toBe('/more/limits');
});

test('a ball round: what is lost and open today counts with the stake', async () => {
  const { open, ...page } = await openBalls();
  await open();
  await limit(page, { LOSS: '50000' }, { result: '-30000', openStake: '10000' });
  expect(dock().queryByText(/한도/)).toBeNull();
  await tap('10,000원 더하기');
  expect(await note('하루 손실 한도를 넘을 수 있습니다.')).toBeTruthy();
});

async function openNasdaq(positions: Parameters<typeof openOversea>[1] = {}) {
  const page = await openOversea('/oversea/1', positions);
  await waitFor(async () => {
    await page.pass(0);
    screen.getByRole('tab', { name: '주문' });
  });
  return page;
}

const tickNasdaq = (page: Page) =>
  act(async () =>
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

test('overseas futures: margin and fee of what an order opens; a side that closes is not named', async () => {
  const page = await openNasdaq();
  await limit(page, { STAKE: '600000' });
  await tickNasdaq(page);
  await page.pass(200);
  expect(await note('한 번 주문 한도를 넘습니다.')).toBeTruthy();
  cleanup();

  const held = await openNasdaq({ positions: [positionOf({ tradeType: 'LONG', qty: 1 })] });
  await limit(held, {}, { pause: { state: 'COOLING_OFF', untilMillis: held.timers.now() + YEAR_MS } });
  await tickNasdaq(held);
  await held.pass(200);
  expect(await note('매수: 쉬어 가는 중입니다.')).toBeTruthy();
});

test('the price ladder: the market orders below it, and only those that open something', async () => {
  const page = await openOversea('/oversea/1?view=ladder', {
    positions: [positionOf({ tradeType: 'SHORT', qty: 1 })],
  });
  await waitFor(async () => {
    await page.pass(0);
    screen.getByRole('group', { name: '호가 주문' });
  });
  await tickNasdaq(page);
  await page.pass(300);
  expect(dock().queryByText(/한도/)).toBeNull();
  await limit(page, { STAKE: '600000' });
  await tickNasdaq(page);
  await page.pass(300);
  expect(await note('매도: 한 번 주문 한도를 넘습니다.')).toBeTruthy();
  expect(dock().getByRole('link', { name: '한도 보기' }).getAttribute('href')).toBe('/more/limits');
});

test('coin futures: counted in won at the rate of the desk, and a break also while nothing is entered', async () => {
  const page = await openFutures('/future/BTCUSDT');
  await screen.findByRole('listbox', { name: '호가' });
  await page.tick();
  await page.pass(300);
  const rates = [{ currency: 'USDT', rate: '1400' }];
  await limit(page, { STAKE: '1000000' }, { rates });
  await page.tick();
  expect(dock().queryByText(/한도/)).toBeNull();
  // 0.25 × 95,482.3 / 20 are 1,193 USDT, about 1.7 million won.
  await write('수량 BTC', '0.25');
  expect(await note('한 번 주문 한도를 넘습니다.')).toBeTruthy();
  await write('수량 BTC', '0.1');
  expect(dock().queryByText(/한도/)).toBeNull();
  await write('수량 BTC', '');
  const until = { state: 'EXCLUDED' as const, untilMillis: page.timers.now() + YEAR_MS };
  await limit(page, {}, { rates, pause: until });
  expect(await note('이용 제한 기간입니다.')).toBeTruthy();
});
