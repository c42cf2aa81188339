import { keyValue } from '@maru/contract/market';
import { placeOverseaOrder, setOverseaTpsl } from '@maru/contract/oversea/calls';
import { tickTopic } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openOversea, orderOf, positionOf, START, termsOf, tradedNasdaq } from '../../oversea-double.ts';
import { tap } from '../../screen-double.tsx';

afterEach(cleanup);

type Opening = Parameters<typeof openOversea>[1];

/** The page of 나스닥 with a new price and a book. */
async function openTicket(opening: Opening = {}, path = '/oversea/1') {
  const page = await openOversea(path, opening);
  page.server.answer(keyValue, () => ({
    reply: {
      stock: 'NQ',
      time: START,
      asks: [25413, 25413.25, 25413.5, 25413.75, 25414].map((price) => [String(price), '12']),
      bids: [25412.5, 25412.25, 25412, 25411.75, 25411.5].map((price) => [String(price), '30']),
    },
  }));
  const tick = (part: Record<string, unknown> = {}) =>
    act(async () =>
      page.server.push(tickTopic('NQ'), {
        stock: 'NQ',
        lastPrice: '25412.75',
        bid: '25412.5',
        ask: '25413',
        markPrice: '25412.75',
        priceChangePercent: 0.82,
        time: page.timers.now(),
        ...part,
      }),
    );
  await waitFor(async () => {
    await page.pass(0);
    screen.getByRole('tab', { name: '주문' });
  });
  await tick();
  await page.pass(200);
  return { ...page, tick };
}

const dock = () => within(screen.getByRole('region', { name: '주문' }));
const buy = () => dock().getByRole('button', { name: /^매수/ });
const sell = () => dock().getByRole('button', { name: /^매도/ });
const sheet = async (name: string) => within(await screen.findByRole('dialog', { name }));
const fact = (name: string) => screen.getByText(name).nextSibling?.textContent;
const choose = (name: string) => tap(name, 'radio');
const press = (button: HTMLElement) => act(async () => fireEvent.click(button));
const keysOf = (asked: readonly { path: string; headers: Record<string, string> }[]) =>
  asked
    .filter(({ path }) => path === placeOverseaOrder.path)
    .map(({ headers }) => headers['idempotency-key']);
const noQuestions = async ({ device }: Awaited<ReturnType<typeof openTicket>>) =>
  act(async () => device.preferences.change({ confirmOrders: false }));

test('a limit order is confirmed with all its costs, and sent once', async () => {
  const { sent, pass } = await openTicket();
  expect(buy().textContent).toContain('25,412.75');
  expect(sell().textContent).toContain('25,412.75');
  await press(buy());
  const question = await sheet('매수 주문을 넣을까요?');
  expect(question.getByText('필요 증거금').nextSibling?.textContent).toBe('650,000원');
  expect(question.getByText('수수료').nextSibling?.textContent).toBe('3,500원');
  expect(question.getByText('익절 · 손절').nextSibling?.textContent).toBe('10틱 · 10틱');
  await press(question.getByRole('button', { name: '매수 1계약 주문' }));
  await pass(10);
  expect(sent(placeOverseaOrder)).toEqual([
    {
      overseaOptionId: 1,
      tradeType: 'LONG',
      marketType: 'LIMIT',
      qty: 1,
      price: '25412.75',
      tpTick: 10,
      slTick: 10,
    },
  ]);
});

test('the buttons of a limit and of a trigger show the order’s price, those of a market order the market’s', async () => {
  await openTicket();
  await choose('지정가');
  await tap('한 틱 내리기');
  const mine = (screen.getByRole('spinbutton', { name: '주문 가격' }) as HTMLInputElement).value;
  for (const side of [buy, sell]) expect(side().textContent).toContain(mine);
  expect(buy().getAttribute('aria-label')).toBe(`매수 ${mine}, 지정가`);
  await choose('MIT');
  for (const side of [buy, sell]) expect(side().textContent).toContain(mine);
  await choose('시장가');
  expect(buy().textContent).toContain('25,413.00');
  expect(sell().textContent).toContain('25,412.50');
});

test('the margin, the contracts left, the fee and the distance to the loss-cut are shown before an order', async () => {
  await openTicket();
  expect(fact('필요 증거금')).toBe('650,000원');
  // 10,000,000 won divided by 653,500.
  expect(fact('주문 가능')).toBe('15계약');
  expect(fact('수수료')).toBe('3,500원');
  await press(dock().getByRole('button', { name: '10' }));
  expect(fact('필요 증거금')).toBe('6,500,000원');
  await choose('시장가');
  // The spread of one tick on ten contracts is an immediate loss.
  expect(fact('로스컷 여유')).toBe('100% → 99%');
  expect(screen.getByRole('meter', { name: '로스컷 여유' }).getAttribute('aria-valuetext')).toBe(
    '지금 100%, 체결 뒤 99%',
  );
});

test('take-profit and stop-loss show what their ticks are worth, and can be changed or left out', async () => {
  const page = await openTicket();
  await noQuestions(page);
  await tap('익절 10틱 +62,000원 바꾸기');
  const ticks = await sheet('익절·손절');
  expect(ticks.getByText('+62,000원')).toBeTruthy();
  await press(ticks.getByRole('button', { name: '익절 틱 늘리기' }));
  await press(ticks.getByRole('button', { name: '적용' }));
  expect(screen.getByRole('button', { name: '익절 11틱 +68,900원 바꾸기' })).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '손절' })));
  await press(buy());
  await page.pass(10);
  expect(page.sent(placeOverseaOrder)).toMatchObject([{ tpTick: 11, slTick: 0 }]);
});

test('a row of the book fills in the price, and never sends anything', async () => {
  const { sent, pass } = await openTicket();
  await pass(2_000);
  await choose('시장가');
  const book = screen.getByRole('listbox', { name: '호가' });
  await act(async () => fireEvent.click(within(book).getByText('25,411.50')));
  expect(screen.getByRole('spinbutton', { name: '주문 가격' })).toHaveProperty('value', '25,411.50');
  fireEvent.keyDown(book, { key: 'ArrowDown' });
  fireEvent.keyDown(book, { key: 'Enter' });
  await waitFor(() =>
    expect(screen.getByRole('spinbutton', { name: '주문 가격' })).toHaveProperty('value', '25,412.50'),
  );
  expect(sent(placeOverseaOrder)).toEqual([]);
});

test('the price steps from tick to tick, and a price off the grid is not sent', async () => {
  const { sent } = await openTicket();
  const price = () => screen.getByRole('spinbutton', { name: '주문 가격' });
  await tap('한 틱 올리기');
  expect(price()).toHaveProperty('value', '25,413.00');
  await act(async () => fireEvent.change(price(), { target: { value: '25413.1' } }));
  expect(screen.getByText('0.25 단위로 입력해 주세요.')).toBeTruthy();
  await press(buy());
  expect(within(screen.getByRole('alertdialog')).getByText('0.25 단위로 입력해 주세요.')).toBeTruthy();
  expect(sent(placeOverseaOrder)).toEqual([]);
});

test('where prices may be negative a minus can be typed, elsewhere not', async () => {
  const terms = termsOf({ mayBeNegative: true });
  const page = await openTicket({ instruments: [{ ...tradedNasdaq, terms }] });
  await noQuestions(page);
  const price = screen.getByRole('spinbutton', { name: '주문 가격' });
  await act(async () => fireEvent.change(price, { target: { value: '-37.5' } }));
  await press(buy());
  await page.pass(10);
  expect(page.sent(placeOverseaOrder)).toMatchObject([{ price: '-37.5' }]);
  cleanup();
  await openTicket();
  const other = screen.getByRole('spinbutton', { name: '주문 가격' });
  await act(async () => fireEvent.change(other, { target: { value: '-37.5' } }));
  expect(other).toHaveProperty('value', '37.5');
});

test('a trigger at the last price is refused in the form, and any other shows when it fires', async () => {
  await openTicket();
  await choose('MIT');
  await press(buy());
  expect(
    within(screen.getByRole('alertdialog')).getByText('현재가와 다른 가격을 입력해 주세요.'),
  ).toBeTruthy();
  await tap('확인');
  await tap('한 틱 올리기');
  await press(buy());
  expect((await sheet('매수 주문을 넣을까요?')).getByText('25,413.00 이상이면 시장가')).toBeTruthy();
});

test('the counts are those of the settings, and any other can be typed', async () => {
  const page = await openTicket();
  await act(async () => page.device.preferences.change({ orderCnt: [2, 4, 6, 8], confirmOrders: false }));
  expect(dock().getByRole('button', { name: '2' }).getAttribute('aria-pressed')).toBe('true');
  await press(dock().getByRole('button', { name: '직접' }));
  const own = await sheet('주문 계약 수');
  await act(async () => fireEvent.change(own.getByRole('spinbutton'), { target: { value: '7' } }));
  await press(own.getByRole('button', { name: '적용' }));
  expect(dock().getByRole('button', { name: '직접 7' }).getAttribute('aria-pressed')).toBe('true');
  await press(sell());
  await page.pass(10);
  expect(page.sent(placeOverseaOrder)).toMatchObject([{ tradeType: 'SHORT', qty: 7 }]);
});

test('a double tap is one order, also when the first was answered between the taps', async () => {
  const page = await openTicket();
  await noQuestions(page);
  await press(buy());
  await press(buy());
  await page.pass(100);
  await press(buy());
  await page.pass(10);
  expect(page.sent(placeOverseaOrder)).toHaveLength(1);
  await page.pass(400);
  await page.tick();
  await press(buy());
  await page.pass(10);
  expect(page.sent(placeOverseaOrder)).toHaveLength(2);
  expect(new Set(keysOf(page.server.asked)).size).toBe(2);
});

test('an order whose answer was lost is checked with its own key until the outcome is known', async () => {
  const page = await openTicket();
  await noQuestions(page);
  let isLost = true;
  page.server.answer(placeOverseaOrder, () => (isLost ? 'lost' : { refusal: 'ABOVE_HOLDINGS' }));
  await press(buy());
  await page.pass(1_100);
  expect(dock().getByText(/^확인 중/)).toBeTruthy();
  expect(buy().getAttribute('aria-busy')).toBe('true');
  expect(sell()).toHaveProperty('disabled', true);
  isLost = false;
  await page.pass(2_100);
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  expect(dock().queryByText(/^확인 중/)).toBeNull();
  expect(new Set(keysOf(page.server.asked)).size).toBe(1);
});

test('a refusal is shown with the server’s message', async () => {
  const page = await openTicket();
  await noQuestions(page);
  page.server.answer(placeOverseaOrder, () => ({ refusal: 'TOO_MANY_CONTRACTS' }));
  await press(buy());
  await page.pass(10);
  expect(within(screen.getByRole('alertdialog')).getByText(/계약/)).toBeTruthy();
});

test('with a stale price only a limit can be pressed', async () => {
  const { pass } = await openTicket();
  await pass(6_000);
  expect(buy()).toHaveProperty('disabled', false);
  await choose('시장가');
  expect(dock().getByText('새 시세를 기다리고 있습니다')).toBeTruthy();
  expect(buy()).toHaveProperty('disabled', true);
});

test('ten minutes before the end only the side that closes can be pressed, and it opens nothing', async () => {
  const session = { ...termsOf().session!, closesMillis: START + 500_000, endsMillis: START + 500_000 };
  const page = await openTicket({
    instruments: [{ ...tradedNasdaq, terms: termsOf({ session }) }],
    positions: [positionOf({ qty: 3 })],
  });
  await noQuestions(page);
  expect(dock().getByText('22:08 장 마감 전 · 줄이는 주문만 받습니다')).toBeTruthy();
  await press(dock().getByRole('button', { name: '10' }));
  await press(buy());
  await press(sell());
  await page.pass(10);
  expect(page.sent(placeOverseaOrder)).toMatchObject([{ tradeType: 'SHORT', qty: 3, reduceOnly: true }]);
});

test('no order is sent when the session ends while the confirmation is open', async () => {
  const session = { ...termsOf().session!, closesMillis: START + 601_500, endsMillis: START + 601_500 };
  const { pass, sent } = await openTicket({
    instruments: [{ ...tradedNasdaq, terms: termsOf({ session }) }],
  });
  await press(buy());
  await pass(2_000);
  const question = await sheet('매수 주문을 넣을까요?');
  expect(question.getByRole('button', { name: '지금은 주문할 수 없습니다' })).toHaveProperty(
    'disabled',
    true,
  );
  expect(sent(placeOverseaOrder)).toEqual([]);
});

test('an order that adds to a position keeps the position’s exits, not those of the settings', async () => {
  const page = await openTicket({ positions: [positionOf({ tpTick: 40, slTick: 0 })] });
  await noQuestions(page);
  await press(buy());
  await page.pass(10);
  expect(page.sent(placeOverseaOrder)).toMatchObject([{ tpTick: 40, slTick: 0 }]);
  expect(page.sent(setOverseaTpsl)).toEqual([]);
});

test('the tabs show how many orders and positions are open', async () => {
  await openTicket({ positions: [positionOf()] });
  expect(screen.getByRole('tab', { name: /^포지션/ }).textContent).toBe('포지션1');
});

test('a position is shown at once though it has the same id as the order that opened it', async () => {
  const { pushTrade } = await openTicket();
  const order = orderOf({ id: 93, marketType: 'MARKET', status: 'FILLED', price: null });
  await pushTrade('ORDER_FILLED', { orders: [order] });
  await pushTrade('POSITION_OPEN', { positions: [positionOf({ id: 93 })] });
  expect(screen.getByRole('tab', { name: /^포지션/ }).textContent).toBe('포지션1');
});

test('a guest sees the form and the margin of one contract, and a link to sign in', async () => {
  await openTicket({ signedIn: false }, '/overseaView/1');
  expect(fact('1계약 증거금')).toBe('650,000원');
  expect(screen.queryByRole('region', { name: '주문' })).toBeNull();
  expect(screen.getByRole('link', { name: '로그인하고 거래하기' })).toBeTruthy();
  await tap(/^포지션/, 'tab');
  expect(await screen.findByText('로그인하면 볼 수 있습니다')).toBeTruthy();
});
