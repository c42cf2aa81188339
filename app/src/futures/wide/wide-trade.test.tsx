import { cancelFuturesOrder, placeFuturesOrder } from '@maru/contract/futures/calls';
import { futuresHistory } from '@maru/contract/futures/history';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exitOf, fillOf, openFutures, orderOf, positionOf } from '../../futures-double.ts';
import { tradedEther } from '../../futures-market-double.ts';
import { field, tap } from '../../screen-double.tsx';

afterEach(cleanup);

/** The page of BTCUSDT on a wide screen, with a new price and a book. */
async function openWide(visit: Parameters<typeof openFutures>[1] = {}, path = '/future/BTCUSDT') {
  const page = await openFutures(path, { ...visit, isWide: true });
  await waitFor(async () => {
    await page.pass(0);
    screen.getByRole('region', { name: '주문서' });
  });
  await page.tick();
  await page.pass(1_000);
  return page;
}

const panel = (name: string) => within(screen.getByRole('region', { name }));
const pressKey = (key: string, target: Element = document.body) =>
  act(async () => fireEvent.keyDown(target, { key, code: `Key${key.toUpperCase()}` }));
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(field(label), { target: { value } }));
const fact = (name: string) => panel('주문서').getByText(name).nextSibling?.textContent;
const question = () => screen.queryByRole('dialog', { name: /주문을 넣을까요/ });

test('list, book, ticket and holdings are beside each other, and the head has the mark, index and funding', async () => {
  await openWide();
  for (const name of ['코인선물', '호가', '주문서', '내 코인선물', 'BTCUSDT 차트'])
    expect(screen.getByRole('region', { name })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('BTCUSDT');
  const [current] = panel('코인선물').getAllByRole('link', { current: true });
  expect(current?.getAttribute('href')).toBe('/future/BTCUSDT');
  const head = panel('BTCUSDT 차트');
  expect(head.getByText('마크가').nextSibling?.textContent).toBe('95,479.6');
  expect(head.getByText('당일 고가').nextSibling?.textContent).toBe('95,700.0');
  expect(head.getByText('펀딩비').nextSibling?.textContent).toBe('0.0100%');
  expect(head.getByText('정산까지').nextSibling?.textContent).toMatch(/^03:12:/);
});

test('the keys B and S order what the buttons order, and a key in a field orders nothing', async () => {
  const { sent, pass } = await openWide();
  await type('수량 BTC', '0.25');
  await pressKey('b', field('수량 BTC'));
  expect(sent(placeFuturesOrder)).toEqual([]);
  await pressKey('b');
  await pass(1_000);
  await pressKey('s');
  await pass(10);
  expect(sent(placeFuturesOrder)).toMatchObject([
    { tradeType: 'LONG', marketType: 'LIMIT', qty: '0.25' },
    { tradeType: 'SHORT', marketType: 'LIMIT', qty: '0.25' },
  ]);
});

test('a price that is pressed in the book is the price of the ticket', async () => {
  await openWide();
  await act(async () => fireEvent.click(panel('호가').getAllByText('95,482.2').at(-1) as Element));
  expect(field('주문 가격').value).toBe('95,482.2');
});

test('levels of the book are joined by the chosen step, and the row of an own order is still marked', async () => {
  const { pass } = await openWide({ orders: [orderOf({ price: '95481.9' })] });
  const row = (price: string) => panel('호가').getByRole('option', { name: new RegExp(`^${price} `) });
  expect(row('95,481.9').className).toContain('mine');
  await tap('호가 간격 0.1, 바꾸기');
  await tap('1');
  await pass(10);
  // 95,481.9, 95,481.6, 95,481.3 and 95,481.0.
  expect(row('95,481.0').textContent).toContain('5.484');
  expect(row('95,481.0').className).toContain('mine');
  expect(row('95,482.0').className).not.toContain('mine');
});

test('the ticket shows what the order takes, what its exits bring and what is left', async () => {
  const { sent } = await openWide();
  await type('수량 BTC', '0.25');
  expect(fact('필요 증거금')).toBe('1,193.5287');
  expect(fact('청산가')).toMatch(/롱 46,.*숏 144,/);
  expect(fact('주문 뒤 사용 가능')).toMatch(/^11,19/);
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '익절·손절' })));
  await type('익절 가격 USDT', '97000');
  await type('손절 가격 USDT', '94000');
  const exits = [...document.querySelectorAll('.futures-ticket__worth')].map(
    ({ textContent }) => textContent,
  );
  expect(exits[0]).toMatch(/^\+3\d\d/);
  expect(exits[1]).toMatch(/^−4\d\d/);
  await pressKey('b');
  expect(sent(placeFuturesOrder)).toMatchObject([{ takeProfit: '97000', stopLoss: '94000' }]);
});

test('margin, liquidation and the result of an exit are explained with the figures of the ticket', async () => {
  await openWide();
  await type('수량 BTC', '0.25');
  await tap('증거금 1,193.5287, 왜?');
  const sheet = within(await screen.findByRole('dialog', { name: '왜 1,193.5287 USDT인가요?' }));
  expect(sheet.getByText('새로 여는 수량 × 가격 ÷ 레버리지')).toBeTruthy();
  expect(sheet.getByText('0.25 × 95,482.3 ÷ 20')).toBeTruthy();
  await tap('닫기');
  await tap(/^청산가 롱 46,.*왜\?$/);
  expect(screen.getByRole('dialog', { name: /^왜 46,/ }).textContent).toContain('진입 금액 − 받치는 금액');
  await tap('닫기');
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '익절·손절' })));
  await type('익절 가격 USDT', '97000');
  await tap(/^익절 \+3\d\d.*왜\?$/);
  const exit = within(await screen.findByRole('dialog', { name: /^왜 \+3\d\d.* USDT인가요/ }));
  expect(exit.getByText('0.25 × (97,000.0 − 95,482.3)')).toBeTruthy();
  expect(exit.getByText('청산 수수료 0.08%').parentElement?.textContent).toContain('−19.4');
});

test('a stop-loss that orders bring by themselves is shown for both sides, until one is entered', async () => {
  const page = await openWide();
  page.device.preferences.change({ defaultStop: { isOn: true, lossPercent: 50 } });
  await type('수량 BTC', '0.25');
  // At 20x half of the margin is 2.5 % of the limit, 95,482.3.
  expect(fact('기본 손절 −50%')).toBe('롱 93,095.2숏 97,869.4');
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '익절·손절' })));
  await type('손절 가격 USDT', '94000');
  expect(panel('주문서').queryByText('기본 손절 −50%')).toBeNull();
  await pressKey('b');
  expect(page.sent(placeFuturesOrder)).toMatchObject([{ stopLoss: '94000' }]);
});

test('positions are listed by risk with the distance to their liquidation, and a close is asked for', async () => {
  const near = positionOf({
    id: 42,
    futuresOptionId: tradedEther.id,
    stock: tradedEther.stock,
    tradeType: 'SHORT',
    qty: '2.5',
    entryPrice: '3160',
    leverage: 75,
    marginType: 'ISOLATED',
    margin: '105.33',
  });
  const { sent, pass } = await openWide({ positions: [positionOf(), near] });
  const [, first, second] = panel('내 코인선물').getAllByRole('row');
  expect(first?.textContent).toContain('ETHUSDT');
  expect(second?.textContent).toContain('BTCUSDT');
  expect(second?.textContent).toMatch(/교차 20x0\.250 BTC95,000\.095,479\.6/);
  expect(second?.textContent).toContain('+119.90000000');
  await tap('BTCUSDT 청산');
  await screen.findByRole('button', { name: '0.250 BTC 청산' });
  await tap('0.250 BTC 청산');
  await pass(10);
  expect(sent(placeFuturesOrder)).toMatchObject([{ tradeType: 'SHORT', qty: '0.25', reduceOnly: true }]);
});

test('orders are cancelled from their row, fills link to their receipts, wallets are a tab', async () => {
  const page = await openWide({ positions: [positionOf()], orders: [orderOf(), exitOf()] });
  page.server.answer(futuresHistory, () => ({
    reply: { content: [fillOf({ id: 1952 })], totalElements: 1, totalPages: 1, page: 0, size: 20 },
  }));
  await tap(/^미체결/, 'tab');
  expect(panel('내 코인선물').getByText('현재가 97,000.0 이상')).toBeTruthy();
  await tap('매수 0.100 BTC 95,000.0 주문 취소');
  await page.pass(10);
  expect(page.sent(cancelFuturesOrder)).toMatchObject([{ id: orderOf().id }]);
  await tap('체결', 'tab');
  await page.pass(50);
  const fill = await panel('내 코인선물').findByRole('link', { name: /매수 BTCUSDT/ });
  expect(fill.getAttribute('href')).toBe('/wallet/history/futures/1952');
  await tap('자산', 'tab');
  expect(panel('내 코인선물').getByRole('row', { name: /^USDT 12,405\.2219/ })).toBeTruthy();
});

test('a guest sees the book and the form, and is invited to sign in', async () => {
  await openWide({ signedIn: false }, '/futureView/BTCUSDT');
  expect(screen.getByRole('listbox', { name: '호가' })).toBeTruthy();
  const ticket = panel('주문서');
  expect(ticket.getByRole('link', { name: '로그인하고 거래하기' }).getAttribute('href')).toBe('/signin');
  await pressKey('b');
  expect(question()).toBeNull();
});
