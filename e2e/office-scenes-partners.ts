// Partners in the office: the tree with whoever stands below the one that a first start makes, and a settlement. What is
// settled is made up: a month of shares, under names and sums as long as they may be.
import type { ReplyOf } from '@maru/contract/call';
import { createPartner, listPartners } from '@maru/contract/partner/calls';
import {
  previewSettlement,
  type SettlementLine,
  settlementDays,
  settlementRows,
  settlementShares,
} from '@maru/contract/partner/settlement';
import { approveStaffRequest } from '@maru/contract/staff/calls';
import { expect } from '@playwright/test';
import { ask } from './ask.ts';
import { go } from './journey.ts';
import { showOffice } from './office-pages.ts';
import type { OfficeScene } from './office-scenes.ts';
import { officeToken } from './office-sign-in.ts';
import type { World } from './world.ts';

const LONG = '선릉역 사거리 두번째 건물 지하 일층 총판';

async function addBranch(world: World): Promise<void> {
  const token = await officeToken(world, world.operator);
  const { content } = await ask(world, listPartners, { query: {}, token });
  const body = {
    ...{ username: 'gangnam', name: LONG, nick: '강남지사', code: 'K2101', parentId: content[0]?.id },
    ...{ rates: [], reason: '새 지사' },
  };
  const { waiting } = await ask(world, createPartner, { body, token });
  const second = await officeToken(world, world.approver);
  await ask(world, approveStaffRequest, { body: { staffRequestId: waiting }, token: second });
}

const line = (place: number, amount: string): SettlementLine => ({
  ...{
    partnerId: 100 + place,
    name: place % 2 === 0 ? LONG : '부산지사',
    code: `K21${10 + place}`,
    level: 3,
  },
  ...{ wallet: 'FUTURES', currency: 'USDT', fromDate: '2026-09-26', throughDate: '2026-10-21', rows: 26 },
  ...{ amount, isHeld: false },
});
const AMOUNTS = ['327.11785612', '325.20426007', '138.1664', '30.2075', '8.6218', '4.13846433'];
const SUM = '833.45628052';
const day = {
  ...{ currency: 'USDT', partners: 6, rows: 9, confirmed: '0', paid: '0', voided: '0', isRunning: false },
};
const days: ReplyOf<typeof settlementDays> = {
  content: [
    { ...day, date: '2026-10-22', accrued: '10.37530075', isRunning: true },
    { ...day, date: '2026-10-21', accrued: '38.87184211' },
    { ...day, date: '2026-10-20', accrued: '0', paid: '31.356' },
  ],
  ...{ accruedDate: '2026-10-21', daysBehind: 0, nextMillis: Date.parse('2026-10-23T00:30:00+09:00') },
};
const preview: ReplyOf<typeof previewSettlement> = {
  content: AMOUNTS.map((amount, place) => line(place, amount)),
  ...{ hasMore: false, sums: [{ currency: 'USDT', amount: SUM, partners: 6 }], held: [], waiting: null },
};
const rows: ReplyOf<typeof settlementRows> = {
  content: AMOUNTS.map((amount, id) => ({
    ...{ id, date: '2026-10-21', type: 'DIFFERENCE', product: 'futures', base: 'FEE', rate: '0.08' },
    ...{ baseAmount: '3132.48312', amount, currency: 'USDT', status: 'ACCRUED', isRunning: false },
    ...{ partnerId: 100 + id, partnerName: LONG, partnerCode: `K21${10 + id}`, players: 3 },
    ...{ lineId: 200, lineName: '강남지사', lineCode: 'K2101', voidReason: null },
  })),
  next: null,
};
const shares: ReplyOf<typeof settlementShares> = {
  content: [],
  next: null,
  unpaid: [{ currency: 'USDT', amount: SUM, partners: 6 }],
  unpaidPartners: 6,
};
const MADE = [
  [settlementDays, days],
  [previewSettlement, preview],
  [settlementRows, rows],
  [settlementShares, shares],
] as const;

export const partnerScenes: readonly OfficeScene[] = [
  {
    name: 'office-partners',
    prepare: addBranch,
    async open(page) {
      await go(page, '/office/partners');
      await expect(page.getByRole('heading', { level: 1, name: '파트너' })).toBeVisible();
      const drawer = page.getByRole('complementary', { name: '누리파트너' });
      await drawer.getByRole('button', { name: /^아래 보기/ }).click();
      await expect(page.getByRole('complementary', { name: '강남지사' })).toBeVisible();
      await expect(page.getByRole('table', { name: '파트너' })).toContainText('NURI01');
    },
  },
  {
    name: 'office-settlement',
    async open(page) {
      for (const [call, json] of MADE)
        await page.route(`**${call.path}*`, (route) => route.fulfill({ json }));
      await showOffice(page, '/settlement', '파트너 정산');
      const drawer = page.getByRole('complementary', { name: '2026-10-21' });
      await expect(drawer.getByText('327.11785612 USDT').first()).toBeInViewport();
      await expect(drawer.getByRole('button', { name: /^확정 요청/ })).toBeEnabled();
    },
  },
];
