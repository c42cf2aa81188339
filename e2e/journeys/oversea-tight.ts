// Figures that are longer than those of the designs, on the narrowest screen and in both languages: nothing is clipped,
// and nothing overlaps.
import { expect, type Page } from '@playwright/test';
import { audit } from '../audit.ts';
import { go } from '../journey.ts';
import { FIRST, NASDAQ, orderPastApp, test } from '../oversea.ts';
import { givePast, giveTradedDays } from '../oversea-past.ts';
import { SIZES } from '../pictures.ts';

const LANGUAGE_KEY = 'maru.language';
const tabs = (page: Page) => page.getByRole('tablist', { name: /거래 화면|Trade screen/ });
const tab = (page: Page, place: number) => tabs(page).getByRole('tab').nth(place);

async function box(page: Page, selector: string) {
  const bounds = await page.locator(selector).first().boundingBox();
  if (bounds === null) throw new Error(`${selector} is not drawn`);
  return { ...bounds, right: bounds.x + bounds.width, bottom: bounds.y + bounds.height };
}

test('millions of won and many contracts fit a narrow screen in Korean and in English', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(SIZES[1]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await prices.setPrice(FIRST);
  await givePast(page, () => Date.now() + world.aheadMs());
  await giveTradedDays(page, () => Date.now() + world.aheadMs(), 25_678);
  await orderPastApp(world, trader, { qty: 15, tpTick: 1_000, slTick: 900 });
  await orderPastApp(world, trader, { qty: 2, marketType: 'LIMIT', price: '24980' });
  await prices.setPrice('24990');

  for (const language of ['ko', 'en']) {
    await test.step(language, async () => {
      const auditPart = (what: string) => audit(page, { at: `${what} in ${language}`, axe: 'nothing' });
      await page.goto(`/oversea/${NASDAQ}`);
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
        LANGUAGE_KEY,
        language,
      ] as const);
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('.chart-canvas canvas').first()).toBeVisible();
      await expect(page.locator('.direction-pair__side').first()).toBeEnabled();
      await page.locator('.count-row').getByRole('button', { name: '10', exact: true }).click();
      await auditPart('the order form');

      await tab(page, 1).click();
      await expect(page.locator('.position-card')).toContainText('−4,454,325');
      // The time axis of the chart is not covered by the tabs.
      expect((await box(page, '.trade-chart')).bottom).toBeLessThanOrEqual((await box(page, '.tabs')).y);
      await auditPart('the position');
      await page.locator('.position-dock').getByRole('button').nth(1).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await auditPart('closing a part');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await tab(page, 4).click();
      await expect(page.locator('.profit-panel .trade-row').first()).toBeVisible();
      await auditPart('the days of the instrument');

      await go(page, '/wallet/history');
      await expect(page.locator('.profit-chart__halo')).toBeVisible();
      const figure = await box(page, '.profit-chart__figure');
      expect((await box(page, '.profit-chart__halo')).right).toBeLessThanOrEqual(figure.x);
      await auditPart('the history');
    });
  }
});
