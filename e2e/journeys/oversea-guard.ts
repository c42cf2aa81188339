import { orderGuard } from '@maru/contract/oversea/guard';
import { expect } from '@playwright/test';
import { ask } from '../ask.ts';
import { signedIn } from '../journey.ts';
import { accountOf, FIRST, NASDAQ, openTrade, placeOrder, positionDock, showTab, test } from '../oversea.ts';

test.beforeEach(async ({ prices }) => {
  await prices.setPrice(FIRST);
});

test('a guard that is set on one device limits the order form of another, and never closing', async ({
  memberPage: page,
  context,
  world,
  trader,
}) => {
  const other = await context.newPage();
  await openTrade(other);
  await page.goto(`/oversea/${NASDAQ}?view=ladder`);
  await page.getByRole('button', { name: /착오방지 정하지 않음/ }).click();
  const sheet = page.getByRole('dialog', { name: '착오방지' });
  await sheet.getByRole('spinbutton', { name: '한 번에 최대' }).fill('3');
  await sheet.getByRole('spinbutton', { name: '모두 합쳐' }).fill('3');
  await sheet.getByRole('button', { name: '적용' }).click();
  await expect(page.getByRole('button', { name: /한 번 3계약 · ±20틱 · 총 3계약/ })).toBeVisible();
  expect(await ask(world, orderGuard, { token: await signedIn(world, trader) })).toEqual({
    guard: { once: 3, ticks: 20, total: 3, outside: 'REFUSE' },
  });

  // The other device received the guard: quantities beyond it are disabled there, and the server enforces the total.
  await expect(other.getByRole('button', { name: '5, 착오방지 범위 밖' })).toBeDisabled();
  await other.getByRole('button', { name: '3', exact: true }).click();
  await placeOrder(other, '매수');
  await expect.poll(async () => (await accountOf(world, trader)).positions).toMatchObject([{ qty: 3 }]);
  await placeOrder(other, '매수');
  const refused = other.getByRole('alertdialog');
  await expect(refused).toContainText('포지션과 주문을 합쳐 3계약까지만 열도록 정했습니다.');
  await refused.getByRole('button', { name: '확인' }).click();

  await showTab(other, '포지션');
  await positionDock(other).getByRole('button', { name: '일부 청산' }).click();
  const part = other.getByRole('dialog', { name: /일부 청산/ });
  await part.getByRole('button', { name: '2계약', exact: true }).click();
  await part.getByRole('button', { name: '2계약 시장가 청산' }).click();
  await expect.poll(async () => (await accountOf(world, trader)).positions).toMatchObject([{ qty: 1 }]);
});

test('the practice mark stays over a chart that fills the screen', async ({ memberPage: page }) => {
  await openTrade(page);
  await page.getByRole('button', { name: '차트 크게 보기' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  const mark = page.locator('.floor-mark');
  await expect(mark).toBeVisible();
  const box = await mark.boundingBox();
  const drawn = () => page.screenshot(box === null ? {} : { clip: box });
  const withMark = await drawn();
  await mark.evaluate((element) => element.style.setProperty('visibility', 'hidden'));
  // With the mark hidden, the same place looks different: so it was drawn above the chart.
  expect((await drawn()).equals(withMark)).toBe(false);
});
