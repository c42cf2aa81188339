// A limit reached in the middle of a trade: nothing new opens, and closing stays possible.
import { expect, type Locator, type Page } from '@playwright/test';
import { accountOf, FIRST, openTrade, placeOrder, positionDock, showTab, test } from '../oversea.ts';
import { SIZES } from '../pictures.ts';

test.beforeEach(async ({ prices }) => {
  await prices.setPrice(FIRST);
});

/** The note above the buttons leaves the chart the least room on a small phone: its time axis stays above the tabs. */
async function expectChartAboveTabs(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(SIZES[1]);
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box === null ? undefined : box.y + box.height;
  };
  const overlap = async () => {
    const [chart, tab] = [
      page.locator('.chart-canvas'),
      page.getByRole('tab', { name: '주문', exact: true }),
    ];
    return Math.round(((await bottomOf(chart)) ?? Infinity) - ((await tab.boundingBox())?.y ?? 0));
  };
  await expect.poll(overlap).toBeLessThanOrEqual(0);
  if (before !== null) await page.setViewportSize(before);
}

test('a loss limit and a break refuse new orders while a position is open, and never its close', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await openTrade(page);
  await placeOrder(page, '매수');
  await expect.poll(async () => (await accountOf(world, trader)).positions).toMatchObject([{ qty: 1 }]);

  // One contract is at stake already; the limit leaves no room for another.
  await page.goto('/more/limits');
  await page.getByRole('button', { name: /^하루 손실.*한도 바꾸기$/ }).click();
  const sheet = page.getByRole('dialog', { name: '하루 손실' });
  for (const key of ['4', '00', '00', '0'])
    await sheet.getByRole('button', { name: key, exact: true }).click();
  await sheet.getByRole('button', { name: '적용' }).click();
  await expect(page.getByText('오늘 더 잃을 수 있는 금액')).toBeVisible();
  await expect(page.getByText(/열린 주문과 포지션 [\d,]+원 포함/)).toBeVisible();

  await openTrade(page);
  await expect(page.getByText('하루 손실 한도를 넘을 수 있습니다.')).toBeVisible();
  await expectChartAboveTabs(page);
  await placeOrder(page, '매수');
  const refused = page.getByRole('alertdialog');
  await expect(refused).toContainText('직접 정한 하루 손실 한도를 넘을 수 있는 주문입니다.');
  await refused.getByRole('button', { name: '한도 보기' }).click();
  await expect(page).toHaveURL(/\/more\/limits$/);

  await page.getByRole('button', { name: '1시간', exact: true }).click();
  await page.getByRole('button', { name: '1시간 쉬기' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '1시간 쉬기' }).click();
  await expect(page.getByText(/쉬어 가는 중 · /)).toBeVisible();

  await openTrade(page);
  await placeOrder(page, '매수');
  await expect(page.getByRole('alertdialog')).toContainText('쉬어 가는 중입니다.');
  await page.getByRole('alertdialog').getByRole('button', { name: '확인' }).click();
  await showTab(page, '포지션');
  await positionDock(page).getByRole('button', { name: '1계약 시장가 청산' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '청산', exact: true }).click();
  await expect.poll(async () => (await accountOf(world, trader)).positions).toEqual([]);
});
