import { type EquityPoint, walletEquity } from '@maru/contract/past/calls';
import { exchangeRateMap } from '@maru/contract/rates/calls';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openFutures, positionOf } from '../futures-double.ts';
import { openScreen, tap } from '../screen-double.tsx';
import { serverDouble, storedTokens } from '../server-double.ts';

afterEach(cleanup);

const NOON = Date.parse('2026-11-17T12:00:00+09:00');
const DAY = 86_400_000;

const LINE = [0, 1].map((day) => ({ atMillis: NOON + day * DAY, won: '20000000', isPartial: false }));

function open({ isStale = false, points = LINE as readonly EquityPoint[] } = {}) {
  const server = serverDouble({ storage: storedTokens() });
  const rate = (text: string) => ({ rate: text, source: 'SIMULATED', atMillis: NOON, ageMs: 4_000, isStale });
  server.answer(exchangeRateMap, () => ({
    reply: { counter: 'KRW', rates: { KRW: rate('1'), USDT: rate('1385.5') } },
  }));
  server.answer(walletEquity, () => ({
    reply: {
      stepMs: DAY,
      points: [...points],
    },
  }));
  return openScreen('/wallet/asset', { signedIn: true, server });
}

const total = () => document.querySelector('.asset__figure')?.textContent;

test('the total is the sum of the wallets in won, and each can be explained', async () => {
  open();
  const oversea = within(await screen.findByRole('region', { name: '해외선물' }));
  expect(oversea.getByText('보유금')).toBeTruthy();
  await screen.findByText('자산 구성');
  expect(total()).toMatch(/^[\d,]+원$/);
  await tap('총 자산 (원화 환산)');
  expect(await screen.findByText(/모든 지갑을 지금 환율로/)).toBeTruthy();
  expect(screen.getByText(/모의 환율 · 4초 전/)).toBeTruthy();
});

test('without rates the total is what needs none, says that it lacks the others, and is no loss', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(exchangeRateMap, () => ({ refusal: 'TRY_AGAIN' }));
  server.answer(walletEquity, () => ({ reply: { stepMs: DAY, points: LINE } }));
  openScreen('/wallet/asset', { signedIn: true, server });
  expect(await screen.findByText('환율이 없는 지갑은 총 자산에 넣지 않았습니다.')).toBeTruthy();
  expect(total()).toBe('10,000,000원');
  expect(screen.queryByText('최근 30일')).toBeNull();
});

test('the eye hides every amount and stays shut on this device', async () => {
  open();
  await screen.findByText('자산 구성');
  await tap('금액 숨기기');
  expect(total()).toBe('••••••원');
  expect(document.body.textContent).not.toMatch(/\d{1,3},\d{3}/);
  await tap('금액 보기');
  expect(total()).toMatch(/\d/);
});

test('the line leads to the time machine, and a rate that is too old is named so', async () => {
  open({ isStale: true });
  const line = await screen.findByRole('link', { name: /^자산 추이/ });
  expect(line.getAttribute('href')).toBe('/wallet/past');
  expect(await screen.findByText(/환율이 1분 넘게/)).toBeTruthy();
});

test('an isolated position is in the total with its margin and its profit at the mark', async () => {
  const isolated = positionOf({ marginType: 'ISOLATED', margin: '1000', funding: '-1.5' });
  const { server, tick, pass } = await openFutures('/wallet/asset', { free: '5000', positions: [isolated] });
  server.answer(exchangeRateMap, () => ({ reply: { counter: 'KRW', rates: {} } }));
  await pass(10_000);
  await screen.findByText('보유 자산');
  const wallet = within(await screen.findByRole('region', { name: '코인선물' }));
  // 0.25 of bitcoin from 95,000 to 95,100: 25 more.
  await tick({ markPrice: '95100' });
  await pass(1_000);
  expect(await wallet.findByText('6,023.5')).toBeTruthy();
  expect(wallet.getByText('+25')).toBeTruthy();
});

test('an account that has no line yet is told so, and can still look back', async () => {
  open({ points: [{ atMillis: NOON, won: null, isPartial: true }, ...LINE.slice(1)] });
  expect(await screen.findByText(/아직 그릴 자산 추이가 없습니다/)).toBeTruthy();
  expect(document.querySelector('.asset__line svg.equity-line')).toBeNull();
  expect(screen.getByText('그때 내 계좌 보기').closest('a')?.getAttribute('href')).toBe('/wallet/past');
});

test('the proof of balances is one tap away', async () => {
  open();
  const link = await screen.findByText('내 잔액 증명');
  expect(link.closest('a')?.getAttribute('href')).toBe('/wallet/solvency');
});
