// The fairness board as it is designed: ninety days of figures, which no journey could make.
import { fairnessBoard, type WireFairnessBoard } from '@maru/contract/fairness/calls';
import { expect, type Page } from '@playwright/test';
import { go } from './journey.ts';
import type { Scene } from './scenes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const KOREA_MS = 9 * 3_600_000;

const none = { takesStakes: false, promisedShare: null, takenPerContract: null, takenShare: null };

function boardAt(now: number): WireFairnessBoard {
  const today = Math.floor((now + KOREA_MS) / DAY_MS);
  const downOn = new Map([
    [38, 26],
    [51, 4],
  ]);
  const round = { product: 'BINARY', type: 'B1', number: 1_279, reason: 'STAFF', text: '시세 9.2초 끊김' };
  const incident = { isDetected: false, textEn: '' };
  return {
    isPractice: true,
    checkedMillis: now,
    state: 'GOOD',
    parts: [{ part: 'DESK', state: 'GOOD' }],
    up: Array.from({ length: 60 }, (_, place) => ({
      day: today - 59 + place,
      minutes: 1_440,
      up: 1_440 - (downOn.get(place) ?? 0),
      troubled: 0,
    })),
    upShare: '99.96',
    leastAccounts: 10,
    products: [
      {
        ...none,
        product: 'A',
        nameKo: '바이너리',
        nameEn: 'Binary',
        takesStakes: true,
        winningShare: '47.8',
        takenShare: '2.61',
      },
      {
        ...none,
        product: 'B',
        nameKo: '비트볼',
        nameEn: 'Bit-ball',
        winningShare: '41.2',
        takenShare: '2.47',
        promisedShare: '2.50',
      },
      {
        ...none,
        product: 'C',
        nameKo: '코인선물',
        nameEn: 'Coin futures',
        winningShare: '28.6',
        takenShare: '0.08',
      },
      {
        ...none,
        product: 'D',
        nameKo: '해외선물',
        nameEn: 'Overseas futures',
        winningShare: '31.9',
        takenPerContract: '1800',
      },
    ],
    refusedShare: { UP: '0.31', DOWN: '0.30' },
    fill: { medianMs: 42, p99Ms: 310 },
    payout: { medianMinutes: 9, p95Minutes: 24, rejectedShare: '1.20' },
    rounds: 38_412,
    voidedRounds: 2,
    voided: [
      { ...round, roundId: 1, nameKo: '비트코인', nameEn: 'Bitcoin', closedMillis: now - 3 * DAY_MS },
      {
        ...round,
        roundId: 2,
        nameKo: '리플',
        nameEn: 'Ripple',
        closedMillis: now - 19 * DAY_MS,
        reason: 'FEW_TICKS',
        text: null,
      },
    ],
    incidents: [
      {
        ...incident,
        id: 2,
        kind: 'SLOW',
        startedMillis: now - 12 * DAY_MS,
        endedMillis: now - 12 * DAY_MS + 4 * MINUTE_MS,
        textKo: '해외선물 · 주문 38건 보상',
      },
      {
        ...incident,
        id: 1,
        kind: 'UNREACHABLE',
        startedMillis: now - 25 * DAY_MS,
        endedMillis: now - 25 * DAY_MS + 26 * MINUTE_MS,
        textKo: '모든 상품 · 청산은 계속 처리',
      },
    ],
  };
}

export const fairnessScene: Scene = {
  name: '47-fairness',
  appearances: ['dark', 'light'],
  async open(page: Page) {
    const now = await page.evaluate(() => Date.now());
    await page.route(`**${fairnessBoard.path}*`, (route) => route.fulfill({ json: boardAt(now) }));
    await go(page, '/fairness');
    await expect(page.getByText('모두 정상입니다')).toBeVisible();
  },
  leave: (page) => page.unroute(`**${fairnessBoard.path}*`),
};
