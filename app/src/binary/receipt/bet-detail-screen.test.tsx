import { tradeOptions } from '@maru/contract/binary/offers';
import { betReceipt, betReceiptTicks } from '@maru/contract/binary/receipt';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { bitcoin } from '../../server-double.ts';
import { createStand } from '../../stand-double.tsx';
import { BetDetailScreen } from './bet-detail-screen.tsx';
import { OPEN, type Settled, settledBall, settledBet, USUAL_TICKS } from './bet-receipt-double.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const { markPrice: _, ...coin } = bitcoin;

function standFor({ receipt, record }: Settled) {
  const stand = createStand({
    path: `/wallet/history/${receipt.bet.id}`,
    pattern: '/wallet/history/$id',
    screen: BetDetailScreen,
    now: OPEN + 120_000,
  });
  stand.server.answer(betReceipt, () => ({ reply: receipt }));
  stand.server.answer(betReceiptTicks, () => ({ reply: record }));
  stand.server.answer(tradeOptions, () => ({ reply: [{ ...coin, id: 11, type: 'B1', rate: '0.95' }] }));
  return stand;
}

const tap = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const verify = async (pass: (durationMs: number) => Promise<void>) => {
  await tap('직접 검증하기');
  await pass(100);
  return within(await screen.findByRole('dialog', { name: '직접 검증하기' }));
};

test('a hit shows its profit, the round, both prices and every step of the payment', async () => {
  const { open } = standFor(settledBet({ ticks: USUAL_TICKS }));
  await open();
  expect(screen.getByText('비트코인 1분')).toBeTruthy();
  expect(screen.getByText('642회차')).toBeTruthy();
  expect(screen.getByText('+47,500')).toBeTruthy();
  expect(screen.getByText(/50,000원 주문 → 97,500원 지급 · 11월 14일 \(금\) 10:42:02/)).toBeTruthy();
  expect(screen.getByRole('img', { name: '회차 가격. 기준가 95,447.10, 종료가 95,461.20' })).toBeTruthy();
  expect(screen.getByText('접수 뒤 첫 체결가')).toBeTruthy();
  expect(screen.getByText(/^모의 시세 BTC\/USDT · 틱 \d+개$/)).toBeTruthy();
  expect(screen.getByRole('img', { name: '기준가 95,447.10, 틱 시각 10:41:26' })).toBeTruthy();
  expect(screen.getByText('+14.10')).toBeTruthy();
  expect(screen.getByText('97,500.00')).toBeTruthy();
  expect(screen.getByText('0.00')).toBeTruthy();
});

test('a miss has the same place and size as a hit', async () => {
  const { open } = standFor(settledBet({ ticks: USUAL_TICKS, side: 'SHORT' }));
  await open();
  const loss = screen.getByText('−50,000');
  expect(loss.className).toContain('profit--hero');
  expect(screen.getByText('미적중')).toBeTruthy();
});

test('a tap on a computed figure explains it', async () => {
  const { open } = standFor(settledBet({ ticks: USUAL_TICKS }));
  await open();
  await tap('지급 97,500원, 계산 보기');
  const payout = within(await screen.findByRole('dialog', { name: '왜 97,500원인가요?' }));
  expect(payout.getByText(/50,000 × 1.95/)).toBeTruthy();
  await act(async () => fireEvent.click(payout.getByRole('button', { name: '닫기' })));
  await tap('기준가 95,447.10, 계산 보기');
  const price = within(await screen.findByRole('dialog', { name: '왜 95,447.10인가요?' }));
  expect(price.getByText('10:41:26.530')).toBeTruthy();
});

test('after verification the values of the server and of this device are shown side by side', async () => {
  const { open, pass } = standFor(settledBet({ ticks: USUAL_TICKS }));
  await open();
  const panel = await verify(pass);
  expect(await panel.findByText('영수증이 맞습니다')).toBeTruthy();
  expect(panel.getByText('틱 11개를 받았습니다')).toBeTruthy();
  expect(panel.getByText('50,000 × 1.95 = 97,500')).toBeTruthy();
  expect(panel.getByRole('row', { name: '기준가 95,447.10 95,447.10 같음' })).toBeTruthy();
  expect(panel.getByRole('row', { name: '결과 적중 적중 같음' })).toBeTruthy();
  expect(panel.getByRole('row', { name: '지급 97,500 97,500 같음' })).toBeTruthy();
  expect(panel.getByText('node verify.mjs receipt.json ticks.json')).toBeTruthy();
});

test('one value that differs changes the head to 다름 and marks its row', async () => {
  const settled = settledBet({ ticks: USUAL_TICKS });
  const result = { ...settled.receipt.result, credit: '97000' };
  const { open, pass } = standFor({ ...settled, receipt: { ...settled.receipt, result } });
  await open();
  const panel = await verify(pass);
  const head = await panel.findByRole('status');
  expect(within(head).getByText('다름')).toBeTruthy();
  expect(panel.getByRole('row', { name: '지급 97,000 97,500 다름' })).toBeTruthy();
  expect(panel.queryByText('영수증이 맞습니다')).toBeNull();
});

test('a record that is not sealed yet is reported, and trying again later verifies it', async () => {
  const settled = settledBet({ ticks: USUAL_TICKS });
  const { open, pass, server } = standFor({ ...settled, record: { ...settled.record, complete: false } });
  await open();
  const panel = await verify(pass);
  expect(await panel.findByText('틱 기록을 봉인하는 중입니다')).toBeTruthy();
  server.answer(betReceiptTicks, () => ({ reply: settled.record }));
  await act(async () => fireEvent.click(panel.getByRole('button', { name: '다시 검증하기' })));
  await pass(100);
  expect(await panel.findByText('영수증이 맞습니다')).toBeTruthy();
});

test('a void bet shows the reason, and its stake is paid back', async () => {
  const { open } = standFor(settledBet({ ticks: USUAL_TICKS, acceptedOffset: 30_000 }));
  await open();
  expect(screen.getByText('접수 뒤 3초 안에 시세가 없었습니다')).toBeTruthy();
  expect(screen.getByRole('button', { name: '지급 50,000원, 계산 보기' })).toBeTruthy();
});

test('a ball bet shows its balls, and its draw is recomputed', async () => {
  const settled = settledBall();
  const { open, pass } = standFor(settled);
  await open();
  expect(screen.getByText('합 오버')).toBeTruthy();
  expect(screen.getByText(`합 ${settled.receipt.ball?.sum}`)).toBeTruthy();
  const panel = await verify(pass);
  expect(await panel.findByText('영수증이 맞습니다')).toBeTruthy();
  expect(panel.getByRole('row', { name: /^공 .* 같음$/ })).toBeTruthy();
});

test('a bet in progress shows only its terms', async () => {
  const { receipt, record } = settledBet({ ticks: USUAL_TICKS });
  const result = { ...receipt.result, status: 0 as const, credit: null, paidMillis: null };
  const { open, server } = standFor({ receipt: { ...receipt, result, entry: null, exit: null }, record });
  await open();
  expect(screen.getByText('50,000원 주문 · 적중 시 97,500원')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '직접 검증하기' })).toBeNull();
  expect(server.asked.some(({ path }) => path === betReceiptTicks.path)).toBe(false);
});

test('the receipt and the ticks are saved with the file names of the command, and the script is a file of the app', async () => {
  const { open } = standFor(settledBet({ ticks: USUAL_TICKS }));
  await open();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await tap('영수증');
  await tap('틱 기록');
  expect(saved).toEqual(['receipt.json', 'ticks.json']);
  expect(screen.getByRole('link', { name: '검증 프로그램' }).getAttribute('href')).toBe('/verify.mjs');
});

test('a receipt that could not be fetched is shown as failed, and a tap fetches it again', async () => {
  const settled = settledBet({ ticks: USUAL_TICKS });
  const { open, server, pass } = standFor(settled);
  server.answer(betReceipt, () => ({ refusal: 'BET_NOT_FOUND' }));
  await open();
  expect(screen.getByText('거래를 불러오지 못했습니다')).toBeTruthy();
  expect(screen.getByText('존재하지 않는 투자 내역입니다.')).toBeTruthy();
  server.answer(betReceipt, () => ({ reply: settled.receipt }));
  await tap('다시 시도');
  await pass(100);
  expect(screen.getByText('+47,500')).toBeTruthy();
});
