import { expect } from '@playwright/test';
import { balance, live, signInAs, test } from '../journey.ts';

test('a refill is heard by push, also in the second tab', async ({ page, context, trader }) => {
  await signInAs(page, trader);
  await expect(balance(page)).toHaveText('10,000,000원');
  const secondTab = await context.newPage();
  await secondTab.goto('/');
  await expect(live(secondTab)).toBeVisible();
  await expect(balance(secondTab)).toHaveText('10,000,000원');

  await page.getByRole('button', { name: '1억 원' }).click();
  await expect(balance(page)).toHaveText('100,000,000원');
  await expect(balance(secondTab)).toHaveText('100,000,000원');

  await secondTab.getByRole('button', { name: '100만 원' }).click();
  await expect(balance(page)).toHaveText('1,000,000원');
});

test('a hurried double tap is one refill', async ({ page, trader }) => {
  const refills: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/practice/refill'))
      refills.push(request.headers()['idempotency-key'] ?? null);
  });
  await signInAs(page, trader);
  await expect(live(page)).toBeVisible();
  await page.getByRole('button', { name: '100만 원' }).dblclick({ delay: 0 });
  await expect(balance(page)).toHaveText('1,000,000원');
  expect(new Set(refills).size).toBe(refills.length);
});
