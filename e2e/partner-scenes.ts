// The screen of a partner beside its design. What it shows is made up: a tree, a month of shares, and one in which more
// was taken back than earned, under names as long as names may be.
import type { ReplyOf } from '@maru/contract/call';
import { myProfits, type ProfitRow, partnerDashboard } from '@maru/contract/partner/profit-calls';
import { expect, type Page } from '@playwright/test';
import type { Appearance } from './pictures.ts';
import { closeDialog, type Scene } from './scenes.ts';

type Dashboard = ReplyOf<typeof partnerDashboard>;
type Node = Dashboard['tree'][number];

const PLAIN: readonly Appearance[] = ['dark', 'light'];
const DAY_MS = 86_400_000;
const LONG = '가나다라마바사아자차카타파하 가나다라마바사아자차카타파하 총판 영업';
const NEXT_DAY = Date.parse('2026-09-24T00:30:00+09:00') + DAY_MS;
const DATES = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.parse('2026-08-26') + index * DAY_MS).toISOString().slice(0, 10),
);
const TODAY = DATES.at(-1) ?? '';
const EARNED = [
  ...[56, 64, 30, 58, 44, 43, 39, 37, 33, 65, 33, 45, 20, 18, 36, 65, 47, 45, 70, 43, 36, 59, 57, 49, 55, 36],
  ...[41, 12, 68, 62],
];

const rates = (rate: string) => [{ product: 'futures', base: 'FEE' as const, rate }];
const node = (place: number, level: number, name: string, more: readonly [number, string, string]): Node => ({
  ...{ id: 1_000 + place, parentId: null, level, name, code: `K2${100 + place}`, members: more[0] },
  ...{ rates: rates(more[1]), amounts: [{ currency: 'KRW', amount: more[2] }] },
});
const row = (id: number, more: Partial<ProfitRow>): ProfitRow => ({
  ...{ id, date: TODAY, type: 'DIRECT', product: 'futures', base: 'FEE', baseAmount: '160000', rate: '0.3' },
  ...{ amount: '48000', currency: 'KRW', status: 'ACCRUED', isRunning: false, partnerId: 1_000 },
  ...{ partnerName: '마루지점', partnerCode: 'K2094', lineId: null, lineName: null, lineCode: null },
  ...{ players: 3, voidReason: null },
  ...more,
});

interface Made {
  readonly dashboard: Dashboard;
  readonly rows: readonly ProfitRow[];
}

function madeOf(isTakenBack: boolean): Made {
  const name = (usual: string) => (isTakenBack ? LONG : usual);
  const amount = isTakenBack ? '-9876543210' : '1322500';
  const days = DATES.map((date, index) => ({
    date,
    amount: String((EARNED[index] ?? 0) * (isTakenBack && index % 4 === 3 ? -9_000_000 : 1_000)),
    isRunning: date === TODAY,
  }));
  const fees = isTakenBack ? '-32921810700' : '6840000';
  const line = { lineId: 1_001, lineName: name('강남총판'), lineCode: 'K2101' };
  return {
    dashboard: {
      ...{
        startDate: DATES[0] ?? '',
        endDate: TODAY,
        nextPayMillis: NEXT_DAY,
        countedMillis: NEXT_DAY - DAY_MS / 2,
      },
      currencies: [
        {
          currency: 'KRW',
          amount,
          receivable: isTakenBack ? '-115650' : '115650',
          fees,
          turnover: '0',
          days,
        },
      ],
      ...{ members: 24, membersBelow: isTakenBack ? 1_000 : 128, joinedThisMonth: 9 },
      rates: [{ product: 'futures', base: 'FEE', rate: '0.3', next: null }],
      ...{ code: 'K2094', referralLink: 'maru.example/ref/K2094', hasMoreNodes: false },
      tree: [
        node(0, 1, name('마루지점'), [128, '0.3', amount]),
        node(1, 2, name('강남총판'), [64, '0.22', isTakenBack ? '-4099751234' : '409975']),
        node(2, 3, name('역삼매장'), [31, '0.15', '185150']),
        node(3, 3, name('선릉매장'), [22, '0.12', '119025']),
        node(4, 2, name('부산총판'), [40, '0.2', '290950']),
      ],
    },
    rows: [
      row(9, {}),
      row(8, { ...line, type: 'DIFFERENCE', baseAmount: '165000', rate: '0.08', amount: '13200' }),
      row(7, { date: DATES[28]!, status: 'CONFIRMED', baseAmount: '181500', amount: '54450' }),
      row(6, {
        ...{ date: DATES[27]!, type: 'REVERSAL', status: 'PAID' },
        ...{
          baseAmount: isTakenBack ? '-32921810700' : '-12000',
          amount: isTakenBack ? '-9876543210' : '-3600',
        },
      }),
      row(5, { date: DATES[26]!, status: 'VOID', voidReason: name('같은 사람의 계정') }),
    ],
  };
}

async function show(page: Page, { dashboard, rows }: Made): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(`**${partnerDashboard.path}*`, (route) => route.fulfill({ json: dashboard }));
  const totals = { sum30: [], receivable: [], nextPayMillis: dashboard.nextPayMillis };
  const list = { content: rows, page: 0, size: 20, totalElements: rows.length, totalPages: 1, totals };
  await page.route(`**${myProfits.path}*`, (route) => route.fulfill({ json: list }));
  await page.goto('/partner');
  await expect(page.getByRole('region', { name: '정산 내역' }).getByRole('listitem')).toHaveCount(5);
}

export const partnerScenes: readonly Scene[] = [
  {
    name: '39-partner.empty',
    appearances: PLAIN,
    async open(page) {
      await page.goto('/partner');
      await expect(page.getByText('이 기간에 정산이 없습니다')).toBeVisible();
    },
  },
  {
    name: '39-partner.error',
    appearances: PLAIN,
    async open(page) {
      await page.route(`**${partnerDashboard.path}*`, (route) => route.abort());
      await page.goto('/partner');
      await expect(page.getByText('정산을 불러오지 못했습니다').first()).toBeVisible();
    },
  },
  { name: '39-partner', appearances: PLAIN, open: (page) => show(page, madeOf(false)) },
  {
    name: '39-partner.qr',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('button', { name: '추천 링크 QR' }).click();
      await expect(page.getByRole('img', { name: /QR 코드$/ })).toBeVisible();
    },
    leave: closeDialog('추천 링크 QR'),
  },
  { name: '39-partner.taken-back', appearances: PLAIN, open: (page) => show(page, madeOf(true)) },
  {
    name: '39-partner.below',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('tab', { name: /^하위/ }).click();
      await expect(page.getByRole('region', { name: '하위' }).getByRole('listitem')).toHaveCount(4);
    },
  },
  {
    name: '39-partner.members',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('tab', { name: /^회원/ }).click();
      await expect(page.getByRole('region', { name: '회원' }).getByRole('listitem')).toHaveCount(5);
    },
  },
];
