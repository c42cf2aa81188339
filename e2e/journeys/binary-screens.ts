// The screens of rounds and receipts beside their designs, at both sizes and in every appearance, under the audit.

import { captureAtBothSizes } from '../capture.ts';
import { dock } from '../journey.ts';
import { SIZES } from '../pictures.ts';
import { roundScenes, showFullDay } from '../round-scenes.ts';
import { LOW, MINUTE, test } from '../rounds.ts';

test('the screens of rounds and receipts are as designed', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(400_000);
  prices.wanderAround(LOW);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showFullDay(page);
  await page.goto(`/exchange/${MINUTE}`);
  await dock(page).waitFor();
  await captureAtBothSizes(page, roundScenes({ world, trader }));
});
