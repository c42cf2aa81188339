// Every screen beside its design, at both sizes and in every appearance, under the audit.
import { stockChartPage } from '@maru/contract/market';
import { expect } from '@playwright/test';
import { captureAtBothSizes } from '../capture.ts';
import { holdLine } from '../held-line.ts';
import { test } from '../journey.ts';
import { SIZES } from '../pictures.ts';
import { guestScenes, memberScenes } from '../scenes.ts';

test.describe.configure({ mode: 'parallel' });

test("a guest's screens are as designed", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/signin');
  await page.getByRole('textbox', { name: '아이디' }).waitFor();
  await captureAtBothSizes(page, guestScenes);
});

test("a member's screens are as designed", async ({ memberPage: page }) => {
  test.setTimeout(360_000);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await holdLine(page);
  await page.goto('/welcome');
  await page.getByRole('button', { name: '연습 시작' }).waitFor();
  await captureAtBothSizes(page, memberScenes);
});

test('a chart whose bars are on their way shows no axis of an empty chart', async ({ page }) => {
  await page.setViewportSize(SIZES[1]);
  await page.route(`**${stockChartPage.path}?**`, () => new Promise(() => {}));
  await page.goto('/future/BTCUSDT');
  await expect(page.locator('.chart-canvas__ground canvas').first()).toBeAttached();
  const cover = page.locator('.chart-canvas__cover');
  await expect(cover).toBeVisible();
  // Elements at these places, from the top one down: the cover is above every layer of the drawing.
  const above = await cover.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [middle, places] = [(top + bottom) / 2, [left + 8, (left + right) / 2, right - 8]];
    return places.map((x) => element.contains(document.elementFromPoint(x, middle)));
  });
  expect(above).toEqual([true, true, true]);
});
