// The screens of the cashier beside their designs, at both sizes and in both themes, under the audit.
import { captureAtBothSizes } from '../capture.ts';
import { cashierScenes, prepareCashier } from '../cashier-scenes.ts';
import { test } from '../journey.ts';
import { SIZES } from '../pictures.ts';

test('the screens of the cashier are as designed', async ({ memberPage: page, world, trader }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await prepareCashier(world, trader);
  await page.goto('/more');
  await page.getByRole('heading', { level: 1, name: '더보기' }).waitFor();
  await captureAtBothSizes(page, cashierScenes);
});
