// The screens of overseas futures beside their designs, at both sizes and in every colour, under the audit.

import { captureAndAudit } from '../capture.ts';
import { carrySession } from '../journey.ts';
import { FIRST, test } from '../oversea.ts';
import { givePast } from '../oversea-past.ts';
import { openPositions, overseaScenes } from '../oversea-scenes.ts';
import { SIZES } from '../pictures.ts';

test.use({ deviceScaleFactor: 2 });

test('the screens of overseas futures are as designed', async ({ page, context, world, trader, prices }) => {
  test.setTimeout(240_000);
  await prices.setPrice(FIRST);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await carrySession(context, world, trader);
  await givePast(page, () => Date.now() + world.aheadMs());
  const stand = { world, trader, prices };
  await openPositions(stand);
  await page.goto('/oversea');
  await page.getByRole('main').getByRole('listitem').nth(5).waitFor();
  // A scene is opened once and looked at in both sizes: what it shows was traded for it.
  for (const scene of overseaScenes(stand)) {
    await test.step(scene.name, async () => {
      await scene.open(page);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        // What is fixed to the bottom is drawn there a frame later.
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        );
        await captureAndAudit(page, scene, size);
      }
      await page.setViewportSize(SIZES[0]);
      await scene.leave?.(page);
    });
  }
});
