import { expect } from '@playwright/test';
import { test } from '../journey.ts';

test('theme, colours and language are changed without a reload, and kept', async ({ memberPage: page }) => {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/more/setting');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();

  await page.getByRole('radio', { name: '라이트' }).check();
  await expect(html).toHaveAttribute('data-theme', 'light');
  expect(await ground()).not.toBe(dark);
  await page.getByRole('radio', { name: '국내 방식' }).check();
  await expect(html).toHaveAttribute('data-updown', 'kr');

  await page.getByRole('main').getByText('언어', { exact: true }).click();
  await page.getByRole('dialog').getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('main')).not.toContainText(/[가-힣]/);
  expect(loads).toBe(1);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(html).toHaveAttribute('data-updown', 'kr');
});

test('the sign-in page changes to English at a tap', async ({ page }) => {
  await page.goto('/signin');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  await page.getByRole('button', { name: '한국어' }).click();
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeVisible();
});
