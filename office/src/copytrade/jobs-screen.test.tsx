import { copyJobs, copyState } from '@maru/contract/copytrade/office';
import { refusals } from '@maru/contract/refusals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { copytradeOffice, state } from './testing.ts';

afterEach(cleanup);

const sizing = {
  ...{ traderMargin: '500', multiplyPer: 50, maxBet: '1000', oneMaxBet: '100', guard: '0.005' },
  ...{ qtyStep: '0.001', qtyLeast: '0.001', notionalLeast: '5', feeRate: '0.0005', used: '950' },
  ...{ available: '300', leverage: 10 },
};
const filled = {
  ...{ id: 900, traderFollowerId: 11, kind: 'CLOSE', cause: 'LEAD', status: 'FILLED', futuresOptionId: 1 },
  ...{ stock: 'BTCUSDT', tradeType: 'LONG', futuresFillId: 70, qty: '0.01', price: '101000.5' },
  ...{ traderPrice: '101020', slippage: 0.02, fee: '0.5', net: '12.25', reason: null, found: null },
  ...{ allowed: null, detail: null, sizing: { ...sizing, held: '0.01' }, atMillis: Date.now() },
  ...{ playerId: 40, nick: '새벽', traderId: 31, traderNick: '바람길' },
};
const missed = (id: number, reason: string, more: object = {}) => ({
  ...{ ...filled, id, kind: 'OPEN', status: 'MISSED', futuresFillId: null, qty: null, price: null },
  ...{ slippage: null, fee: null, net: null, reason, sizing, ...more },
});

function jobs(content: readonly object[]) {
  const office = copytradeOffice();
  office.on(copyJobs, { reply: { content, next: null } });
  return office;
}

const drawerOf = async (id: number) =>
  within(await screen.findByRole('complementary', { name: `카피 작업 ${id}` }));

test('the state says what waits, what today brought, how late copies are and when shares were settled', async () => {
  const office = jobs([]);
  office.open('/copytrade/jobs');
  const figure = async (name: string) => (await screen.findByRole('region', { name })).textContent;
  expect(await figure('대기 카피')).toContain('기다리는 카피가 없습니다');
  expect(await figure('오늘 카피')).toContain('120건');
  expect(await figure('오늘 카피')).toContain('미체결 7건');
  expect(await figure('지연 (가운데)')).toContain('38 ms');
  expect(await figure('지연 (가운데)')).toContain('99% 1.2초');
  expect(await figure('마지막 수익 분배')).toContain('2026-11-17');
  expect(await figure('마지막 수익 분배')).toContain('다음 11.19 00:10');
  expect(screen.getByText('오늘 미체결 이유: 가격 차이 5 · 잔고 부족 2')).toBeDefined();
  expect(screen.getByText('이 조건의 카피가 없습니다.')).toBeDefined();
});

test('copies that wait beyond any patience are a warning', async () => {
  const office = jobs([]);
  const oldestPendingMillis = Date.now() - 95_000;
  office.on(copyState, { reply: { ...state, pending: 12, oldestPendingMillis, sharedDate: null } });
  office.open('/copytrade/jobs');
  expect(await screen.findByText(/10초 넘게 기다리고 있습니다/)).toBeDefined();
  expect(screen.getByText('가장 오래된 것 1분')).toBeDefined();
  expect(screen.getByRole('region', { name: '마지막 수익 분배' }).textContent).toContain('없음');
});

test('a copy is shown beside the fill of the trader that it followed', async () => {
  const office = jobs([filled]);
  office.open('/copytrade/jobs');
  fireEvent.click(await screen.findByText('새벽'));
  const drawer = await drawerOf(900);
  for (const text of ['101,000.5', '101,020', '0.02%', '+12.25', '트레이더를 따라', '70'])
    expect(drawer.getByText(text)).toBeDefined();
  expect(drawer.queryByText('미체결 이유')).toBeNull();
});

test.each([
  ['FAILED', { detail: 'TOO_MANY_ORDERS' }, '걸어 둔 주문이 너무 많았습니다.'],
  ['FAILED', { detail: 'SOMETHING_NEW' }, 'SOMETHING_NEW'],
  ['SLIPPAGE', { found: '0.0062', allowed: '0.005' }, '0.62% 불리 · 한도 0.5%'],
  ['CAP', { found: '0', allowed: '1000' }, '남은 금액 0 · 최대 1,000 USDT'],
  ['BALANCE', { found: '12.5', allowed: '50' }, '쓸 수 있는 돈 12.5 · 필요한 돈 50 USDT'],
  ['MIN_QTY', { found: '0.0004', allowed: '0.001' }, '계산한 수량 0.0004 · 최소 0.001'],
  ['OWN_POSITION', {}, '이 종목에 팔로워의 직접 포지션이나 주문이 있었습니다.'],
])('a copy that was missed for %s says why: %o', async (reason, figures, sentence) => {
  const office = jobs([missed(901, reason, figures)]);
  office.open('/copytrade/jobs');
  fireEvent.click(await screen.findByText('새벽'));
  const drawer = await drawerOf(901);
  expect(drawer.getByText(sentence)).toBeDefined();
  expect(drawer.getByText('트레이더 증거금').nextElementSibling?.textContent).toBe('500');
});

test('copies are found by outcome, reason, trader and member', async () => {
  const office = jobs([filled]);
  office.open('/copytrade/jobs?player=40');
  await screen.findByText('새벽');
  expect(office.sentTo(copyJobs).at(-1)).toMatchObject({ playerId: 40 });
  fireEvent.click(screen.getByRole('button', { name: '체결' }));
  fireEvent.change(screen.getByRole('combobox', { name: '미체결 이유' }), { target: { value: 'SLIPPAGE' } });
  fireEvent.change(screen.getByLabelText('트레이더 번호'), { target: { value: '31' } });
  fireEvent.change(screen.getByLabelText('회원 번호'), { target: { value: 'x' } });
  await waitFor(() =>
    expect(office.sentTo(copyJobs).at(-1)).toMatchObject({
      ...{ statusStrs: ['MISSED'], reasonStrs: ['SLIPPAGE'], traderId: 31 },
    }),
  );
  expect(office.sentTo(copyJobs).at(-1)).not.toHaveProperty('playerId');
  expect(screen.getByRole('option', { name: '가격 차이 5' })).toBeDefined();
});

test('a page on which nothing was found may have another behind it', async () => {
  const office = jobs([]);
  office.on(copyJobs, { reply: { content: [], next: 700 } });
  office.open('/copytrade/jobs');
  fireEvent.click(await screen.findByRole('button', { name: '더 보기' }));
  await waitFor(() => expect(office.sentTo(copyJobs).at(-1)).toMatchObject({ before: 700 }));
  office.on(copyJobs, { reply: { content: [filled], next: null } });
  fireEvent.click(screen.getByRole('button', { name: '더 보기' }));
  expect(await screen.findByText('새벽')).toBeDefined();
  expect(screen.queryByRole('button', { name: '더 보기' })).toBeNull();
});

test('J, K and Enter choose among the copies, and Escape closes the chosen one', async () => {
  const office = jobs([filled, missed(899, 'NO_PRICE')]);
  office.open('/copytrade/jobs');
  await screen.findAllByText('새벽');
  fireEvent.keyDown(document, { key: 'j' });
  await drawerOf(900);
  fireEvent.keyDown(document, { key: 'j' });
  await drawerOf(899);
  fireEvent.keyDown(document, { key: 'k' });
  await drawerOf(900);
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  const row = screen.getAllByRole('row').at(-1)!;
  row.focus();
  fireEvent.keyDown(row, { key: 'Enter' });
  await drawerOf(899);
});

test('a fault is told where the copies would be, and the state before it stays', async () => {
  const office = jobs([]);
  office.on(copyJobs, { refusal: 'FORBIDDEN' });
  office.open('/copytrade/jobs');
  expect((await screen.findByRole('region', { name: '오늘 카피' })).textContent).toContain('120건');
  expect(await screen.findByText(refusals.FORBIDDEN.ko)).toBeDefined();
});
