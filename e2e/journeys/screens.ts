// Every screen beside its design, at both sizes and in every appearance, under the audit.
import { captureAtBothSizes } from '../capture.ts';
import { holdLine } from '../held-line.ts';
import { test } from '../journey.ts';
import { SIZES } from '../pictures.ts';
import { guestScenes, memberScenes } from '../scenes.ts';

test.use({ deviceScaleFactor: 2 });

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
