// The books, the audit log and the incidents: scenes with something in them.
import { openFairnessIncident } from '@maru/contract/fairness/calls';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { go } from './journey.ts';
import type { OfficeScene } from './office-scenes.ts';
import { officeToken } from './office-sign-in.ts';
import type { World } from './world.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opening accounts has moved money already; what staff tell is in the log, too. */
async function tellIncidents(world: World): Promise<void> {
  const token = await officeToken(world, world.operator);
  for (const [kind, textKo] of [
    ['SLOW', '해외선물 주문이 늦게 체결되었습니다.'],
    ['PAYMENTS', '은행 점검으로 입금 확인이 늦습니다.'],
  ] as const)
    await ask(world, openFairnessIncident, {
      body: { kind, startedMillis: Date.now() + world.aheadMs() - 600_000, textKo, reason: '회원에게 알림' },
      token,
    });
}

const bookAt = (name: string, chip: string, table: string): OfficeScene => ({
  name,
  async open(page) {
    await go(page, '/office/books');
    await expect(heading(page, '장부')).toBeVisible();
    await page.getByRole('button', { name: chip, exact: true }).click();
    await expect(page.getByRole('table', { name: table }).getByRole('row').nth(1)).toBeVisible();
  },
});

export const booksScenes: readonly OfficeScene[] = [
  {
    name: 'office-books',
    async open(page) {
      await go(page, '/office/books');
      await expect(page.getByText('KRW').first()).toBeVisible();
    },
  },
  {
    name: 'office-books-income',
    async open(page) {
      await go(page, '/office/books');
      await page.getByRole('button', { name: '손익계산서', exact: true }).click();
      await expect(page.getByLabel('시작일')).toBeVisible();
    },
  },
  bookAt('office-books-report', '보고서', '보고서'),
  bookAt('office-ledger', '원장', '원장'),
  {
    name: 'office-incidents',
    prepare: tellIncidents,
    async open(page) {
      await go(page, '/office/incidents');
      await expect(heading(page, '장애 알림')).toBeVisible();
      await expect(page.getByRole('table', { name: '장애' }).getByRole('row').nth(2)).toBeVisible();
    },
  },
  {
    name: 'office-audit',
    async open(page) {
      await go(page, '/office/audit');
      await expect(heading(page, '감사 기록')).toBeVisible();
      await expect(page.getByRole('table').first().getByRole('row').nth(1)).toBeVisible();
    },
  },
];
