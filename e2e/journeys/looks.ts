import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { alertDialog, live, signInAs, test } from '../journey.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];

async function complaints(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Fingers need 44 pixels each way. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { width, height } = button.getBoundingClientRect();
        return width < 44 || height < 44;
      })
      .map((button) => button.outerHTML),
  );

for (const viewport of sizes) {
  for (const colorScheme of ['dark', 'light'] as const) {
    test(`axe has no complaint at ${viewport.width}×${viewport.height} in ${colorScheme}`, async ({
      page,
      trader,
    }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });

      await signInAs(page, { ...trader, password: 'not the password' });
      await expect(alertDialog(page)).toBeVisible();
      expect(await complaints(page)).toEqual([]);
      await page.getByRole('button', { name: '확인' }).click();
      expect(await complaints(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);

      await signInAs(page, trader);
      await expect(live(page)).toBeVisible();
      await expect(page.getByRole('listitem').first()).toBeVisible();
      expect(await complaints(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    });
  }
}
