import { formatSignedMoney } from '@maru/client/format-amount';
import {
  cancelOverseaOrder,
  deleteOverseaTpsl,
  placeOverseaOrder,
  setOverseaTpsl,
} from '@maru/contract/oversea/calls';
import { setOrderGuard } from '@maru/contract/oversea/guard';
import { tickTopic } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openOversea, orderOf, positionOf, tradedNasdaq } from '../../oversea-double.ts';
import { tap } from '../../screen-double.tsx';
import type { LadderTap } from '../../shell/device/preferences.ts';
import { netNow } from '../position/contract-money.ts';

afterEach(cleanup);

interface Opening extends NonNullable<Parameters<typeof openOversea>[1]> {
  readonly ladderTap?: LadderTap;
}

const GUARD = { once: 5, ticks: 20, total: 10, outside: 'REFUSE' } as const;

async function openLadder({ ladderTap, ...rest }: Opening = {}) {
  // Ordering by one tap is only for an account with a guard.
  const opening = ladderTap === 'instant' ? { guard: GUARD, ...rest } : rest;
  const page = await openOversea('/oversea/1?view=ladder', opening);
  await waitFor(async () => {
    await page.pass(0);
    screen.getByRole('group', { name: '호가 주문' });
  });
  await act(async () => {
    if (ladderTap) page.device.preferences.change({ ladderTap });
    page.server.push(tickTopic('NQ'), {
      stock: 'NQ',
      lastPrice: '25412.75',
      bid: '25412.5',
      ask: '25413',
      markPrice: '25412.75',
      priceChangePercent: 0.82,
      time: page.timers.now(),
    });
  });
  await page.pass(300);
  return page;
}

const dock = () => within(screen.getByRole('region', { name: '주문' }));
const dialogText = (text: string) => within(screen.getByRole('alertdialog')).getByText(text);

/** Presses the chip, moves it by so many pixels and releases it. */
async function drag(name: RegExp, by: { readonly x?: number; readonly y?: number }) {
  const chip = screen.getByRole('button', { name });
  const at = (type: string, share: number) =>
    act(async () =>
      fireEvent(
        chip,
        new MouseEvent(type, {
          bubbles: true,
          clientX: 100 + (by.x ?? 0) * share,
          clientY: 100 + (by.y ?? 0) * share,
        }),
      ),
    );
  Object.defineProperty(MouseEvent.prototype, 'isPrimary', { value: true, configurable: true });
  await at('pointerdown', 0);
  await at('pointermove', 0.5);
  await at('pointermove', 1);
  await at('pointerup', 1);
  await act(async () => fireEvent.click(chip));
}

test('on a new device a tap orders nothing: the price goes into the form', async () => {
  const { sent } = await openLadder();
  await tap('25,411.00 지정가 매수');
  expect(await screen.findByRole('tab', { name: '주문' })).toBeTruthy();
  expect(screen.getByRole('spinbutton', { name: '주문 가격' })).toHaveProperty('value', '25,411.00');
  expect(sent(placeOverseaOrder)).toEqual([]);
});

test('with two taps the first only marks the cell, and the second orders', async () => {
  const { sent, pass } = await openLadder({ ladderTap: 'twice' });
  await tap('25,411.00 지정가 매수');
  expect(sent(placeOverseaOrder)).toEqual([]);
  await tap('25,411.00 지정가 매수, 한 번 더');
  await pass(10);
  expect(sent(placeOverseaOrder)).toEqual([
    { overseaOptionId: 1, tradeType: 'LONG', marketType: 'LIMIT', qty: 1, price: '25411' },
  ]);
});

test('a first tap expires when another cell is tapped, and after a while', async () => {
  const { sent, pass } = await openLadder({ ladderTap: 'twice' });
  await tap('25,411.00 지정가 매수');
  await tap('25,410.75 지정가 매수');
  await tap('25,411.00 지정가 매수');
  await pass(3_100);
  expect(screen.queryByRole('button', { name: /한 번 더$/ })).toBeNull();
  expect(sent(placeOverseaOrder)).toEqual([]);
});

test('one tap orders a limit on its own side of the market and a trigger beyond it', async () => {
  const { sent, pass } = await openLadder({ ladderTap: 'instant' });
  expect(screen.getByText('원터치 켜짐')).toBeTruthy();
  await tap('25,413.50 MIT 매수');
  await pass(400);
  await tap('25,413.50 지정가 매도');
  await pass(10);
  expect(sent(placeOverseaOrder)).toMatchObject([
    { tradeType: 'LONG', marketType: 'STOPMARKET', price: '25413.5' },
    { tradeType: 'SHORT', marketType: 'LIMIT', price: '25413.5' },
  ]);
});

const beyondReach = { refusal: 'GUARD_REACH' } as const;

test('what the guard refuses is shown with the member’s own limits', async () => {
  const { server, pass } = await openLadder({ ladderTap: 'instant', guard: { ...GUARD, ticks: 4 } });
  server.answer(placeOverseaOrder, () => beyondReach);
  await tap('25,411.50 지정가 매수');
  await pass(10);
  expect(dialogText('현재가에서 4틱 안으로만 주문하도록 정했습니다.')).toBeTruthy();
});

test('with the guard set to ask, the member may order outside the limits by the primary button', async () => {
  const { sent, server, pass } = await openLadder({
    ladderTap: 'instant',
    guard: { ...GUARD, ticks: 4, outside: 'ASK' },
  });
  server.answer(placeOverseaOrder, ({ beyondGuard }) =>
    beyondGuard === true ? { reply: { ...orderOf({}), fill: null, wallet: {} } } : beyondReach,
  );
  await tap('25,411.50 지정가 매수');
  await pass(10);
  await tap('그만두기');
  await pass(400);
  expect(sent(placeOverseaOrder)).toHaveLength(1);
  await tap('25,411.50 지정가 매수');
  await pass(10);
  expect(screen.getByRole('button', { name: '그래도 주문' }).className).toContain('button--primary');
  await tap('그래도 주문');
  await pass(10);
  expect(sent(placeOverseaOrder).at(-1)).toMatchObject({ price: '25411.5', beyondGuard: true });
});

test('counts above the limit are shown and cannot be pressed', async () => {
  const { pushGuard } = await openLadder({ guard: GUARD });
  expect(dock().getByRole('button', { name: '10, 착오방지 범위 밖' })).toHaveProperty('disabled', true);
  expect(dock().getByRole('button', { name: '5' })).toHaveProperty('disabled', false);
  // Another device raises the limit.
  await pushGuard({ ...GUARD, once: 10 });
  expect(dock().getByRole('button', { name: '10' })).toHaveProperty('disabled', false);
});

test('an account without a guard is shown as such, and ordering takes two taps there', async () => {
  const { sent } = await openLadder({ ladderTap: 'instant', guard: null });
  expect(screen.getByRole('button', { name: /착오방지 정하지 않음/ })).toBeTruthy();
  await tap('25,411.00 지정가 매수');
  expect(screen.getByRole('button', { name: /한 번 더$/ })).toBeTruthy();
  expect(sent(placeOverseaOrder)).toEqual([]);
});

test('the limits are changed on their sheet, stored with the account, and can be switched off again', async () => {
  const { device, sent, pass } = await openLadder();
  const sheet = async () => {
    await tap('호가 주문 설정');
    return within(await screen.findByRole('dialog', { name: '착오방지' }));
  };
  const first = await sheet();
  await act(async () => fireEvent.click(first.getByRole('button', { name: '한 번에 최대 줄이기' })));
  const total = first.getByRole('spinbutton', { name: '모두 합쳐' });
  await act(async () => fireEvent.change(total, { target: { value: '15' } }));
  await act(async () => fireEvent.click(first.getByRole('radio', { name: '바로 주문' })));
  expect(first.getByText(/앱을 다시 열면 두 번 눌러 주문으로 돌아갑니다/)).toBeTruthy();
  await act(async () => fireEvent.click(first.getByRole('button', { name: '적용' })));
  await pass(10);
  // Reading the guard uses the same address.
  const set = () =>
    sent(setOrderGuard).filter((body) => typeof body === 'object' && body !== null && 'guard' in body);
  expect(set()).toEqual([{ guard: { once: 4, ticks: 20, total: 15, outside: 'REFUSE' } }]);
  expect(device.preferences.get().ladderTap).toBe('instant');
  expect(screen.getByRole('button', { name: /착오방지 한 번 4계약 · ±20틱 · 총 15계약/ })).toBeTruthy();
  const second = await sheet();
  await act(async () => fireEvent.click(second.getByRole('button', { name: '끄기' })));
  await pass(10);
  expect(set().at(-1)).toEqual({ guard: null });
  expect(device.preferences.get().ladderTap).toBe('twice');
});

test('an amendment beyond the reach is refused before the order is cancelled', async () => {
  const { sent, pass } = await openLadder({
    orders: [orderOf({ price: '25412.25' })],
    guard: { ...GUARD, ticks: 2 },
  });
  await drag(/^25,412.25 매수 2 지정가/, { y: 88 });
  await pass(10);
  expect(dialogText('현재가에서 2틱 안으로만 주문하도록 정했습니다.')).toBeTruthy();
  expect(sent(cancelOverseaOrder)).toEqual([]);
});

test('an order is dragged to another price: cancelled, and placed again there', async () => {
  const { sent, pass } = await openLadder({
    orders: [orderOf({ price: '25412.25', tpTick: 8, slTick: null })],
  });
  await drag(/^25,412.25 매수 2 지정가/, { y: 88 });
  await pass(10);
  expect(sent(cancelOverseaOrder)).toEqual([{ id: 51 }]);
  expect(sent(placeOverseaOrder)).toEqual([
    {
      overseaOptionId: 1,
      tradeType: 'LONG',
      marketType: 'LIMIT',
      qty: 2,
      price: '25411.75',
      reduceOnly: false,
      tpTick: 8,
    },
  ]);
  expect(screen.getByText('주문을 정정했습니다')).toBeTruthy();
});

test('with several orders at a price the label contains how many others there are', async () => {
  await openLadder({
    orders: [orderOf({ price: '25412.25' }), orderOf({ id: 53, price: '25412.25' })],
  });
  expect(
    screen.getByRole('button', { name: '25,412.25 매수 2 지정가, 정정하거나 취소 외 1건' }),
  ).toBeTruthy();
});

test('an order swiped aside is cancelled, one that is moved only a little stays', async () => {
  const { sent, pass } = await openLadder({ orders: [orderOf({ price: '25412.25' })] });
  await drag(/^25,412.25 매수 2 지정가/, { y: 15 });
  expect(sent(cancelOverseaOrder)).toEqual([]);
  await drag(/^25,412.25 매수 2 지정가/, { x: 90 });
  await pass(10);
  expect(sent(cancelOverseaOrder)).toEqual([{ id: 51 }]);
  expect(sent(placeOverseaOrder)).toEqual([]);
});

test('instead of dragging, a member can press the order and type the price', async () => {
  const { sent, pass } = await openLadder({ orders: [orderOf({ price: '25412.25' })] });
  await tap(/^25,412.25 매수 2 지정가/);
  const sheet = within(await screen.findByRole('dialog', { name: '주문을 정정할까요?' }));
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '한 틱 내리기' })));
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '정정' })));
  await pass(10);
  expect(sent(placeOverseaOrder)).toMatchObject([{ price: '25412' }]);
});

test('an order that cannot be placed again is reported as cancelled', async () => {
  const { server, pass } = await openLadder({ orders: [orderOf({ price: '25412.25' })] });
  server.answer(placeOverseaOrder, () => ({ refusal: 'ABOVE_HOLDINGS' }));
  await drag(/^25,412.25 매수 2 지정가/, { y: 44 });
  await pass(10);
  expect(
    within(screen.getByRole('alertdialog')).getByText(/^정정하지 못해 주문을 취소했습니다/),
  ).toBeTruthy();
});

const held = positionOf({
  entryPrice: '25410',
  qty: 2,
  tpTick: 16,
  tpPrice: '25414',
  slTick: 4,
  slPrice: '25409',
});

test('an exit is dragged in ticks from the entry, and removed when it is swiped aside', async () => {
  const { sent, pass, server } = await openLadder({ positions: [held] });
  server.answer(deleteOverseaTpsl, () => ({ reply: held }));
  await drag(/^25,414.00 매도 2 익절/, { y: -44 });
  await pass(10);
  expect(sent(setOverseaTpsl)).toEqual([
    { overseaPositionId: 41, overseaOptionId: 1, tpTick: 17, slTick: 4 },
  ]);
  await drag(/^25,409.00 매도 2 손절/, { x: -90 });
  await pass(10);
  expect(sent(deleteOverseaTpsl)).toEqual([{ id: 41, overseaOptionId: 1, value: 'SL' }]);
});

test('above the ladder the net profit of closing the position now is shown', async () => {
  await openLadder({ positions: [held] });
  const shown = netNow(tradedNasdaq, held, { bid: '25412.5', ask: '25413' });
  const position = document.querySelector('.price-ladder__profit');
  expect(position?.textContent).toContain(formatSignedMoney(shown!.net, 'KRW').figure);
});

test('an exit cannot be dragged past the entry', async () => {
  const { sent, pass } = await openLadder({ positions: [held] });
  await drag(/^25,409.00 매도 2 손절/, { y: -44 * 5 });
  await pass(10);
  expect(dialogText('진입가의 반대쪽으로는 정정할 수 없습니다.')).toBeTruthy();
  expect(sent(setOverseaTpsl)).toEqual([]);
});

test('the position is closed at the market, never by more than is held', async () => {
  const { sent, pass } = await openLadder({
    positions: [held],
    ladderTap: 'instant',
    guard: { ...GUARD, once: 1 },
  });
  await act(async () => fireEvent.click(dock().getByRole('button', { name: '청산 2계약 시장가' })));
  await pass(10);
  expect(sent(placeOverseaOrder)).toEqual([
    { overseaOptionId: 1, tradeType: 'SHORT', marketType: 'MARKET', qty: 2, reduceOnly: true },
  ]);
});

test('without one-tap ordering, a market order of the ladder is confirmed as elsewhere', async () => {
  const { sent } = await openLadder({ ladderTap: 'twice' });
  await act(async () => fireEvent.click(dock().getByRole('button', { name: '시장가 매수' })));
  expect(await screen.findByRole('dialog', { name: '매수 주문을 넣을까요?' })).toBeTruthy();
  expect(sent(placeOverseaOrder)).toEqual([]);
});

/** The height that a browser would measure: nine rows are in view. */
const VIEW_PX = 9 * 44;

async function tickAt(page: Awaited<ReturnType<typeof openLadder>>, lastPrice: string) {
  const [bid, ask] = [Number(lastPrice) - 0.25, Number(lastPrice) + 0.25].map(String);
  await act(async () =>
    page.server.push(tickTopic('NQ'), {
      ...{ stock: 'NQ', lastPrice, bid, ask, markPrice: lastPrice, priceChangePercent: 0.82 },
      time: page.timers.now(),
    }),
  );
  await page.pass(200);
}

async function openMeasuredLadder() {
  const page = await openLadder();
  const ladder = screen.getByRole('group', { name: '호가 주문' });
  Object.defineProperty(ladder, 'clientHeight', { value: VIEW_PX });
  ladder.scrollTop = 24 * 44 - 4 * 44;
  const firstRow = () => ladder.querySelector('.ladder-grid__row')?.textContent ?? '';
  return { page, ladder, firstRow };
}

test('the rows do not move under a finger and for two seconds after it, then the market is in the middle again', async () => {
  const { page, ladder, firstRow } = await openMeasuredLadder();
  const before = firstRow();
  const finger = (type: string) => act(async () => fireEvent(ladder, new Event(type, { bubbles: true })));
  await finger('pointerdown');
  await tickAt(page, '25414.5');
  await page.pass(5_000);
  await tickAt(page, '25415');
  expect(firstRow()).toBe(before);
  await finger('pointerup');
  await page.pass(1_900);
  expect(firstRow()).toBe(before);
  await page.pass(200);
  expect(firstRow()).not.toBe(before);
});

test('three asks and three bids stay in view: a market two rows from the middle is centred again', async () => {
  const { page, firstRow } = await openMeasuredLadder();
  const before = firstRow();
  await tickAt(page, '25413');
  expect(firstRow()).toBe(before);
  await tickAt(page, '25413.25');
  expect(firstRow()).not.toBe(before);
});

test('a market that has left the view while the rows are touched is centred by a button', async () => {
  const { page, ladder, firstRow } = await openMeasuredLadder();
  const before = firstRow();
  await act(async () => fireEvent(ladder, new Event('pointerdown', { bubbles: true })));
  await tickAt(page, '25415');
  expect(firstRow()).toBe(before);
  await tap('현재가로');
  expect(firstRow()).not.toBe(before);
  expect(screen.queryByRole('button', { name: '현재가로' })).toBeNull();
});

test('the rows do not move while the member moves through them by keyboard', async () => {
  const { page, ladder, firstRow } = await openMeasuredLadder();
  const before = firstRow();
  await act(async () => fireEvent.keyDown(ladder, { key: 'Tab' }));
  await tickAt(page, '25415');
  expect(firstRow()).toBe(before);
  await page.pass(2_000);
  expect(firstRow()).not.toBe(before);
});
