import { stockChart } from '@maru/contract/market';
import { overseaFillReceipt, overseaReceiptTicks } from '@maru/contract/oversea/receipt';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerOversea } from '../../oversea-double.ts';
import { createStand } from '../../stand-double.tsx';
import { FillDetailScreen } from './fill-detail-screen.tsx';
import { type FilledReceipt, filledReceipt, lossCutReceipt, MINUTE } from './fill-receipt-double.ts';

afterEach(cleanup);

const candle = (minute: number, close: string, low = close) => ({
  time: MINUTE + minute * 60_000,
  open: close,
  high: close,
  low,
  close,
  volume: 1,
});

async function open({ receipt, record }: FilledReceipt, others: readonly FilledReceipt[] = []) {
  const stand = createStand({
    path: `/wallet/history/oversea/${receipt.fill.id}`,
    pattern: '/wallet/history/oversea/$id',
    screen: FillDetailScreen,
    now: MINUTE + 1_200_000,
  });
  answerOversea(stand.server);
  const known = [receipt, ...others.map((each) => each.receipt)];
  let asked = 0;
  stand.server.answer(overseaFillReceipt, () => ({ reply: known[Math.min(asked++, known.length - 1)] }));
  stand.server.answer(overseaReceiptTicks, () => ({ reply: record }));
  stand.server.answer(stockChart, () => ({
    reply: [
      candle(-80, '25400'),
      candle(-1, '25310'),
      candle(0, '25303'),
      candle(1, '25295', '25290.5'),
      candle(2, '25320'),
    ],
  }));
  await stand.open();
  return stand;
}

const figureOf = (name: string | RegExp) => screen.getByText(name).nextElementSibling?.textContent;
const tap = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('a close shows its profit, the tick it was filled on, and every step of the money', async () => {
  await open(filledReceipt());
  expect(screen.getByText('나스닥')).toBeTruthy();
  expect(screen.getByText('+889,800', { selector: '.profit--hero' })).toBeTruthy();
  expect(screen.getByText(/25,401\.25 → 25,412\.25 · 11월 14일 \(화\) 22:00:18/)).toBeTruthy();
  expect(screen.getByRole('img', { name: '체결에 쓴 틱 25,412.50, 시각 22:00:18' })).toBeTruthy();
  expect(screen.getByText(/^모의 시세 NQ · 틱 \d+개$/)).toBeTruthy();
  expect(figureOf('매수 / 매도 호가')).toBe('25,412.25 / 25,412.75');
  expect(figureOf('체결가')).toBe('매수호가 25,412.25');
  expect(figureOf('가격 차이')).toBe('25,401.25 → 25,412.25 +11.00');
  expect(figureOf('계약 × 승수')).toBe('3계약 × 20 USD');
  expect(figureOf('계산값')).toBe('910,800.00');
  expect(figureOf('원 미만 버림')).toBe('0.00');
  const parts = within(screen.getByRole('heading', { name: '순손익 계산' }).closest('section')!);
  const lines = parts.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    ...['+910,800', '−10,500', '−10,500', '+889,800'],
    ...['+910,800원', '−10,500원', '−10,500원', '2틱 이상', '+889,800원'],
  ]);
  expect(parts.getAllByText('3계약 × 3,500')).toHaveLength(2);
});

test('a trade with a price gain that the fees exceed is shown as such', async () => {
  await open(filledReceipt({ entrySum: '2541220000000', fill: { entryPrice: '25412.20' } }));
  expect(screen.getByText('−16,860', { selector: '.profit--hero' })).toBeTruthy();
  expect(screen.getByText('가격으로는 벌었지만 수수료가 더 컸습니다.')).toBeTruthy();
});

test('an opening has no profit: its price comes first', async () => {
  await open(filledReceipt({ fill: { tradeType: 'LONG', closedQty: 0, openedQty: 3 } }));
  expect(screen.getByText('25,412.75', { selector: 'b' })).toBeTruthy();
  expect(screen.getByText('수수료 3계약 × 3,500')).toBeTruthy();
  expect(screen.queryByText('가격 차이')).toBeNull();
});

test('a trigger shows the price that had to be reached', async () => {
  await open(
    filledReceipt({
      fill: { marketType: 'TAKEPROFIT' },
      condition: { level: '25412.5', fires: 'AT_OR_ABOVE', by: 'last' },
    }),
  );
  expect(figureOf('조건')).toBe('현재가 25,412.50 이상');
});

async function verify(filled: FilledReceipt) {
  const { pass } = await open(filled);
  await tap('직접 검증하기');
  await pass(100);
  return within(await screen.findByRole('dialog', { name: '직접 검증하기' }));
}

test('the device computes the same values, row by row', async () => {
  const dialog = await verify(lossCutReceipt());
  expect(dialog.getByText('영수증이 맞습니다')).toBeTruthy();
  const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toContain('체결가25,302.2525,302.25같음');
  expect(rows).toContain('손익−8,197,200−8,197,200같음');
  expect(rows).toContain('담보금323,500323,500같음');
  expect(rows.at(-1)).toMatch(/^해시/);
});

test('a receipt with another profit is called different', async () => {
  const { receipt, record } = filledReceipt();
  const dialog = await verify({ receipt: { ...receipt, fill: { ...receipt.fill, pnl: '910801' } }, record });
  expect(dialog.getByText('다름', { selector: 'b' })).toBeTruthy();
  expect(dialog.getByText('910,801').closest('tr')?.className).toContain('different');
});

test('the line of a loss-cut chart ends where the figures of its axis begin', async () => {
  const { pass } = await open(lossCutReceipt());
  await pass(50);
  const chart = await screen.findByRole('img', { name: /^진입 25,401.25부터/ });
  const places = [...chart.querySelectorAll('.report-chart__after, .report-chart__line')].flatMap((path) =>
    [...(path.getAttribute('d') ?? '').matchAll(/[ML]([\d.]+) /g)].map(([, x]) => Number(x)),
  );
  expect(Math.max(...places)).toBeLessThanOrEqual(310);
});

test('a loss-cut shows why it happened, where the money went, and what would have avoided it', async () => {
  const { pass } = await open(lossCutReceipt());
  await pass(50);
  expect(screen.getByText('더 갚을 금액은 없습니다.')).toBeTruthy();
  expect(
    await screen.findByRole('img', { name: '진입 25,401.25부터 청산 25,302.25까지의 가격' }),
  ).toBeTruthy();
  const steps = within(screen.getByRole('list', { name: '무슨 일이 있었나요' }));
  expect(steps.getByText('매수 3계약 진입 25,401.25')).toBeTruthy();
  expect(steps.getByText('평가 담보금 323,500원 도달')).toBeTruthy();
  expect(steps.getByText('로스컷 기준 390,000원 · 미체결 주문 1건 취소')).toBeTruthy();
  expect(steps.getByText('22:00:18.204')).toBeTruthy();
  expect(figureOf('남은 금액 + 증거금')).toBe('8,500,000원');
  expect(figureOf('나스닥 손익')).toBe('−8,197,200원');
  expect(figureOf('남은 금액')).toBe('292,300원');
  expect(
    screen.getByText('그 뒤 가장 불리한 값 25,290.50, 22:02에 25,320.00. 하나만 바꾸었을 때입니다.'),
  ).toBeTruthy();
  expect(screen.getByText('+1,060,101원')).toBeTruthy();
  expect(screen.getByText('2계약 이하')).toBeTruthy();
  expect(screen.getByText('손절 25,398.75')).toBeTruthy();
  expect(screen.getByText('−207,000원')).toBeTruthy();
});

test('a loss-cut of several instruments sums all of them, and what the insurance fund paid', async () => {
  const first = lossCutReceipt();
  const forced = { ...first.receipt.forced!, fillIds: [1_952, 1_953], topUp: '500000' };
  const second = filledReceipt({ fill: { id: 1_953, overseaOptionId: 2, stock: 'HSI', pnl: '-1000000' } });
  const { pass } = await open({ ...first, receipt: { ...first.receipt, forced } }, [second]);
  await pass(50);
  expect(screen.getByText('모자란 500,000원은 보험기금이 채웠습니다. 더 갚을 금액은 없습니다.')).toBeTruthy();
  expect(figureOf('항셍 손익')).toBe('−1,000,000원');
  expect(figureOf('보험기금에서')).toBe('500,000원');
  // 8,500,000 − 8,197,200 − 1,000,000 − 21,000 + 500,000.
  expect(figureOf('남은 금액')).toBe('−218,200원');
});

test('a position closed at the session’s end shows how it could have been kept', async () => {
  const forced = {
    reason: 'SESSION_END' as const,
    losscut: null,
    cancelledOrders: 0,
    topUp: '0',
    fillIds: [1_952],
  };
  const { pass } = await open(filledReceipt({ forced }));
  await pass(50);
  expect(await screen.findByText('장 마감 5분 전')).toBeTruthy();
  expect(screen.getByText('오버나이트 켜기')).toBeTruthy();
  expect(screen.getByText('5,850,000원')).toBeTruthy();
});
