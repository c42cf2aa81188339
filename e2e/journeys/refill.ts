import { refillPractice } from '@maru/contract/account/calls';
import { expect, type Page } from '@playwright/test';
import { equity, go, keysOf, test, title } from '../journey.ts';

async function chooseRefill(page: Page, choice: string): Promise<void> {
  await go(page, '/more/mypage');
  // The page before may offer the same.
  await expect(title(page)).toHaveText('내 정보');
  await page.getByText('연습 다시 시작').click();
  await page.getByRole('button', { name: choice, exact: true }).click();
}

test('a new run of practice money is pushed, also to the second tab', async ({
  memberPage: page,
  context,
}) => {
  await page.goto('/oversea');
  await expect(equity(page)).toContainText('10,000,000원');
  const secondTab = await context.newPage();
  await secondTab.goto('/oversea');
  await expect(equity(secondTab)).toContainText('10,000,000원');

  await chooseRefill(page, '1억');
  await page.getByRole('button', { name: '1억 원으로 새 연습' }).click();
  await expect(equity(secondTab)).toContainText('100,000,000원');
  await go(page, '/oversea');
  await expect(equity(page)).toContainText('100,000,000원');
});

test('a double tap starts one new run', async ({ memberPage: page }) => {
  const keys = keysOf(page, refillPractice.path);
  await page.goto('/oversea');
  await expect(equity(page)).toContainText('10,000,000원');
  await chooseRefill(page, '100만');
  await page.getByRole('button', { name: '100만 원으로 새 연습' }).dblclick({ delay: 0 });
  await go(page, '/oversea');
  await expect(equity(page)).toContainText('1,000,000원');
  expect(keys.length).toBeGreaterThan(0);
  expect(new Set(keys).size).toBe(1);
});
