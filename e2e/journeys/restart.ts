import { expect } from '@playwright/test';
import { alertDialog, balance, live, newTrader, signInAs, test } from '../journey.ts';
import { startWorld } from '../world.ts';

test('a server that is killed and comes back finds the page waiting, and the balance right', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const world = await startWorld();
  const page = await browser.newPage({ baseURL: world.address });
  try {
    await signInAs(page, await newTrader(world));
    await expect(live(page)).toBeVisible();
    await page.getByRole('button', { name: '1억 원' }).click();
    await expect(balance(page)).toHaveText('100,000,000원');

    await world.kill();
    await expect(page.getByText('연결이 불안정합니다')).toBeVisible();
    await expect(alertDialog(page)).toContainText('재연결에 실패했습니다. 새로고침 후 다시 시도해주세요.');

    await world.startAgain();
    await expect(live(page)).toBeVisible({ timeout: 15_000 });
    await expect(alertDialog(page)).toBeHidden();
    await expect(balance(page)).toHaveText('100,000,000원');

    await page.getByRole('button', { name: '100만 원' }).click();
    await expect(balance(page)).toHaveText('1,000,000원');
  } finally {
    await page.close();
    await world.end();
  }
});
