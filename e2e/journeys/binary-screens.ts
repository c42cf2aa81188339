// The screens of rounds and receipts beside their designs, at both sizes and in every colour, under the audit.

import { captureAndAudit } from '../capture.ts';
import { carrySession } from '../journey.ts';
import { SIZES } from '../pictures.ts';
import { roundScenes, showFullDay } from '../round-scenes.ts';
import { dock, LOW, MINUTE, test } from '../rounds.ts';

test.use({ deviceScaleFactor: 2 });

test('the screens of rounds and receipts are as designed', async ({
  page,
  context,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(400_000);
  prices.wanderAround(LOW);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await carrySession(context, world, trader);
  await showFullDay(page);
  await page.goto(`/exchange/${MINUTE}`);
  await dock(page).waitFor();
  // A scene is opened once and looked at in both sizes: what it shows took minutes of the server's time.
  for (const scene of roundScenes({ world, trader })) {
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
