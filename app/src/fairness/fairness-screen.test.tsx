import { auditAnchors } from '@maru/contract/audit/calls';
import { fairnessBoard, fairnessData, type WireFairnessBoard } from '@maru/contract/fairness/calls';
import { solvencyRoots } from '@maru/contract/solvency/calls';
import { DAY_MS, HOUR_MS, koreanDate, MINUTE_MS } from '@maru/engine/time';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createStand } from '../stand-double.tsx';
import { FairnessScreen } from './fairness-screen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const NOW = Date.UTC(2026, 10, 17, 12, 41, 5);
const TODAY = koreanDate(NOW);
const none = {
  nameKo: '상품',
  nameEn: 'Product',
  takesStakes: false,
  winningShare: null,
  takenShare: null,
  promisedShare: null,
  takenPerContract: null,
};

const board: WireFairnessBoard = {
  isPractice: true,
  checkedMillis: NOW,
  state: 'GOOD',
  parts: [
    { part: 'DESK', state: 'GOOD' },
    { part: 'PRICES', state: 'GOOD' },
    { part: 'TABLES', state: 'GOOD' },
    { part: 'PAYOUTS', state: 'GOOD' },
  ],
  up: Array.from({ length: 60 }, (_, place) =>
    place < 10
      ? null
      : { day: TODAY - 59 + place, minutes: 1_440, up: place === 38 ? 1_414 : 1_440, troubled: 0 },
  ),
  upShare: '99.96',
  leastAccounts: 10,
  products: [
    { ...none, product: 'BINARY', winningShare: '47.81', takenShare: '2.61' },
    { ...none, product: 'BITBALL', winningShare: '41.20', takenShare: '2.47', promisedShare: '2.50' },
    { ...none, product: 'FUTURES', winningShare: '28.60', takenShare: '0.08' },
    { ...none, product: 'OVERSEA', takenPerContract: '1800' },
  ],
  refusedShare: { UP: '0.31', DOWN: '0.30' },
  fill: { medianMs: 42, p99Ms: 310 },
  payout: { medianMinutes: 9, p95Minutes: 130, rejectedShare: '1.20' },
  rounds: 38_412,
  voidedRounds: 1,
  voided: [
    {
      roundId: 5,
      product: 'BINARY',
      nameKo: '비트코인',
      nameEn: 'Bitcoin',
      type: 'B1',
      number: 1_279,
      closedMillis: NOW - 3 * DAY_MS,
      reason: 'STAFF',
      text: '시세 9.2초 끊김',
    },
  ],
  incidents: [
    {
      id: 2,
      kind: 'SLOW',
      isDetected: false,
      startedMillis: NOW - DAY_MS,
      endedMillis: NOW - DAY_MS + 4 * MINUTE_MS,
      textKo: '해외선물 · 주문 38건 보상',
      textEn: '',
    },
    {
      id: 1,
      kind: 'UNREACHABLE',
      isDetected: true,
      startedMillis: NOW - 2 * DAY_MS,
      endedMillis: null,
      textKo: '',
      textEn: '',
    },
  ],
};

function standAt(shown: Partial<WireFairnessBoard> | 'FAILED' = {}) {
  const stand = createStand({
    path: '/fairness',
    pattern: '/fairness',
    screen: FairnessScreen,
    now: NOW,
    header: { title: 'fairness', back: '/oversea' },
  });
  stand.server.answer(fairnessBoard, () =>
    shown === 'FAILED' ? { status: 400, refusal: 'INVALID_REQUEST' } : { reply: { ...board, ...shown } },
  );
  stand.server.answer(solvencyRoots, () => ({ reply: { roots: [], nextMillis: NOW + HOUR_MS } }));
  return stand;
}

test('the board shows every figure, and nothing of products with few accounts', async () => {
  await standAt().open();
  expect(await screen.findByText('모두 정상입니다')).toBeTruthy();
  for (const text of [
    '47.8%',
    '2.61%',
    '2.47%',
    '약속한 2.50%',
    '1,800원 / 계약',
    '0.31%',
    '0.30%',
    '42 ms',
    '9분',
  ])
    expect(screen.getByText(text), text).toBeTruthy();
  expect(screen.getByText('95%는 2시간 10분 안 · 반려 1.20%')).toBeTruthy();
  expect(screen.getByText('38,412회 가운데 1회')).toBeTruthy();
  expect(screen.getByText('비트코인 1분 1,279회차')).toBeTruthy();
  expect(screen.getByText('시세 9.2초 끊김 · 두 사람 승인')).toBeTruthy();
  expect(screen.getByText(/계정이 10개보다 적은 상품은 보이지 않습니다/)).toBeTruthy();
  const days = within(screen.getByRole('list', { name: '지난 60일의 가동 상태' })).getAllByRole('listitem');
  expect(days).toHaveLength(60);
  expect(days[38]?.getAttribute('aria-label')).toContain('중단 26분');
  expect(screen.getByText('해외선물 · 주문 38건 보상')).toBeTruthy();
  expect(screen.getByText('진행 중')).toBeTruthy();
});

test('what is wrong now is named', async () => {
  await standAt({ state: 'DOWN', parts: [{ part: 'PRICES', state: 'DOWN' }] }).open();
  expect(await screen.findByText('지금 중단된 곳이 있습니다')).toBeTruthy();
  expect(screen.getByText(/시세 중단/)).toBeTruthy();
});

test('a board that cannot be loaded can be asked for again', async () => {
  await standAt('FAILED').open();
  expect(await screen.findByText('공정성 자료를 불러오지 못했습니다')).toBeTruthy();
});

test('the data and the method are saved as a file', async () => {
  const stand = standAt();
  const rows = { days: [], orders: [], speeds: [], payouts: [], up: [], voided: [], incidents: [] };
  const reply = {
    madeMillis: NOW,
    isPractice: true,
    method: { ko: ['셈'], en: ['sum'] },
    leastAccounts: 10,
    ...rows,
  };
  const anchor = { date: '2026-11-16', number: 5, hash: 'a'.repeat(64), atMillis: NOW };
  stand.server.answer(fairnessData, () => ({ reply }));
  stand.server.answer(auditAnchors, () => ({ reply: { content: [anchor] } }));
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:data';
  });
  await stand.open();
  await screen.findByText('모두 정상입니다');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '자료와 계산 방법 내려받기' })));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.parse(await saved[0]!.text())).toEqual({ ...reply, auditAnchors: [anchor] });
});
