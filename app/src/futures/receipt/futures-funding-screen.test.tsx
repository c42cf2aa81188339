import {
  type FundingReceipt,
  futuresFundingReceipt,
  futuresFundingTicks,
} from '@maru/contract/futures/funding-receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerFutures } from '../../futures-double.ts';
import { hashOf } from '../../receipt/tick-record.ts';
import { createStand } from '../../stand-double.tsx';
import { FuturesFundingScreen } from './futures-funding-screen.tsx';
import { verifiedOutside } from './outside-double.ts';

afterEach(cleanup);

const DUE = Date.UTC(2023, 10, 15, 8);
const MINUTE = DUE - 60_000;

/** The second tick arrived after a newer one, so it was never live; the last one is after the funding. */
const minute = {
  stock: 'BTCUSDT',
  minuteMillis: MINUTE,
  ticks: '58000 1 95480 -0.1 0.1 0.5 12\n58500 2 95999 -0.1 0.1 0 2000\n59000 3 95482 -0.1 0.1 1 12',
  previousHash: '0'.repeat(64),
};
const next = {
  stock: 'BTCUSDT',
  minuteMillis: DUE,
  ticks: '100 4 95500 -0.1 0.1 0 12',
  previousHash: hashOf(minute),
};
const record: ReceiptTicks = {
  stock: 'BTCUSDT',
  complete: true,
  minutes: [
    { ...minute, hash: hashOf(minute) },
    { ...next, hash: hashOf(next) },
  ],
};

const receiptOf = (payment: Partial<FundingReceipt['payment']> = {}): FundingReceipt => ({
  rule: 'futures-funding-1',
  payment: {
    futuresPositionId: 41,
    futuresOptionId: 201,
    stock: 'BTCUSDT',
    walletType: 'FUTURES',
    currency: 'USDT',
    tradeType: 'LONG',
    qty: '0.25',
    markPrice: '95483',
    rate: '0.0003',
    amount: '-7.161225',
    fundingMillis: DUE,
    ...payment,
  },
  contract: { contractType: 'HYBRID', places: 8 },
  tick: {
    time: MINUTE + 59_000,
    seq: 3,
    mark: '95483',
    minuteMillis: MINUTE,
    hash: hashOf(minute),
    previousHash: minute.previousHash,
  },
  // A mean premium of 0.08 % over a second; the interest is 0.07 % away, and pulls it by 0.05 %.
  premium: {
    intervalMillis: 28_800_000,
    weighted: '800000000000',
    coveredMillis: 1_000,
    mostRate: '0.004',
  },
  ledger: { event: 90 },
});

async function open(receipt: FundingReceipt) {
  const stand = createStand({
    path: `/wallet/history/futures/funding/41/${DUE}`,
    pattern: '/wallet/history/futures/funding/$position/$time',
    screen: FuturesFundingScreen,
    now: DUE + 1_200_000,
  });
  answerFutures(stand.server);
  stand.server.answer(futuresFundingReceipt, () => ({ reply: receipt }));
  stand.server.answer(futuresFundingTicks, () => ({ reply: record }));
  await stand.open();
  return stand;
}

const figureOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

async function verify(receipt: FundingReceipt) {
  const { pass } = await open(receipt);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '직접 검증하기' })));
  await pass(100);
  return within(await screen.findByRole('dialog', { name: '직접 검증하기' }));
}

test('a payment shows what was paid, from which quantity, mark and rate', async () => {
  await open(receiptOf());
  expect(screen.getByText('낸 펀딩비')).toBeTruthy();
  expect(screen.getByText('−7.16122500')).toBeTruthy();
  expect(figureOf('정산 때 수량')).toBe('0.250 BTC');
  expect(figureOf('정산 때 마크가')).toBe('95,483.0');
  expect(figureOf('8시간 평균 지수 차이')).toBe('0.0800%');
  expect(figureOf('펀딩비율')).toBe('0.0300%');
  expect(figureOf('수량 × 마크가 × 펀딩비율')).toBe('−7.161225 USDT');
});

test('the ticks around the funding are shown with their marks, and the last one before it is ringed', async () => {
  await open(receiptOf());
  const strip = screen.getByRole('img', { name: '정산에 쓴 마크가 95,483.0' });
  expect(strip.querySelector('.tick-strip__tick--used')?.textContent).toBe('95,483.059.000');
  expect(strip.textContent).toContain('95,480.558.000');
});

test('the device finds the mark in the record, and computes the same rate and payment', async () => {
  const dialog = await verify(receiptOf());
  expect(dialog.getByText('영수증이 맞습니다')).toBeTruthy();
  expect(dialog.getByText('node futures-verify.mjs receipt.json ticks.json')).toBeTruthy();
  expect(verifiedOutside(receiptOf(), record)).toMatchObject({ status: 0 });
  const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toContain('마크가95,483.095,483.0같음');
  expect(rows).toContain('펀딩비율0.0300%0.0300%같음');
  expect(rows).toContain('펀딩비−7.161225−7.161225같음');
});

test.each([
  ['another amount', { amount: '-7.161224' }],
  ['another mark', { markPrice: '95999', amount: '-7.199925' }],
  ['another rate', { rate: '0.0004', amount: '-9.5483' }],
])('a receipt with %s is called different', async (_name, payment) => {
  const dialog = await verify(receiptOf(payment));
  expect(dialog.getByText('다름', { selector: 'b' })).toBeTruthy();
  expect(verifiedOutside(receiptOf(payment), record)).toMatchObject({ status: 1 });
});
