// The door, what waits for a second person, accounts of staff, sites and the own security, with something to see in each.
import { createAdmin } from '@maru/contract/accounts/calls';
import { enterDayRate } from '@maru/contract/oversea/office';
import { expect } from '@playwright/test';
import { ask } from './ask.ts';
import { showOffice } from './office-pages.ts';
import type { OfficeScene } from './office-scenes.ts';
import { officeToken } from './office-sign-in.ts';

const RATE_REASON = '고시 환율을 확인했습니다';

export const matrixScenes: readonly OfficeScene[] = [
  {
    name: 'office-dashboard',
    async prepare(world) {
      const [operator, approver] = [
        await officeToken(world, world.operator),
        await officeToken(world, world.approver),
      ];
      const account = { username: 'nightdesk', name: '오야간', role: 'OPERATOR', reason: '야간 당직' };
      await ask(world, createAdmin, { body: account, token: operator });
      const rate = { base: 'USD', rate: '1391.2', reason: RATE_REASON };
      await ask(world, enterDayRate, { body: rate, token: approver });
    },
    async open(page) {
      await showOffice(page, '/', '대시보드');
      await expect(page.getByRole('cell', { name: RATE_REASON })).toBeVisible();
    },
  },
  {
    name: 'office-requests',
    async open(page) {
      await showOffice(page, '/requests', '2인 승인함');
      await page.getByRole('row').filter({ hasText: RATE_REASON }).click();
      const drawer = page.getByRole('complementary');
      await expect(drawer.getByRole('button', { name: /^승인/ })).toBeVisible();
      await expect(drawer.getByRole('region', { name: '무엇이 바뀌나' })).toBeVisible();
    },
  },
  {
    name: 'office-accounts',
    async open(page) {
      await showOffice(page, '/accounts', '운영자 계정');
      await page.getByRole('row').nth(1).click();
      await expect(page.getByRole('complementary')).toBeVisible();
    },
  },
  {
    name: 'office-security',
    async open(page) {
      await showOffice(page, '/security', '내 보안');
      await expect(page.getByRole('table', { name: '로그인 기록' }).getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    name: 'office-sites',
    async open(page) {
      await showOffice(page, '/sites', '사이트 설정');
      await expect(page.getByRole('textbox', { name: '이름', exact: true })).toBeVisible();
    },
  },
  { name: 'office-new-site', open: (page) => showOffice(page, '/sites/new', '새 사이트') },
];

/** Last: whoever walks the screens is signed out by it. */
export const doorScene: OfficeScene = {
  name: 'office-door',
  async open(page) {
    await page.evaluate(() => localStorage.removeItem('maru.office.accessToken'));
    await page.goto('/office/');
    await expect(page.getByRole('heading', { level: 1, name: '운영 로그인' })).toBeVisible();
  },
};
