// Every screen beside its design, at both sizes and in every colour, under the audit.
import type { Page } from '@playwright/test';
import { captureAndAudit } from '../capture.ts';
import { holdLine } from '../held-line.ts';
import { carrySession, test } from '../journey.ts';
import { SIZES, type Size } from '../pictures.ts';
import { guestScenes, memberScenes, type Scene } from '../scenes.ts';

test.use({ deviceScaleFactor: 2 });

async function captureScenes(page: Page, scenes: readonly Scene[], size: Size): Promise<void> {
  for (const scene of scenes) {
    await test.step(scene.name, async () => {
      await scene.open(page);
      await captureAndAudit(page, scene, size);
      await scene.leave?.(page);
    });
  }
}

for (const size of SIZES) {
  test(`a guest's screens are as designed at ${size.width}×${size.height}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/signin');
    await page.getByRole('textbox', { name: '아이디' }).waitFor();
    await captureScenes(page, guestScenes, size);
  });

  test(`a member's screens are as designed at ${size.width}×${size.height}`, async ({
    page,
    context,
    world,
    trader,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await carrySession(context, world, trader);
    await holdLine(page);
    await page.goto('/welcome');
    await page.getByRole('button', { name: '연습 시작' }).waitFor();
    await captureScenes(page, memberScenes, size);
  });
}
