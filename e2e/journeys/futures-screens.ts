// The screens of coin futures beside their designs, at both sizes and in every appearance, under the audit.
import { captureAtBothSizes } from '../capture.ts';
import { test } from '../futures.ts';
import { FUTURES_MARKET, futuresScenes, openFuturesPositions } from '../futures-scenes.ts';
import { givePast } from '../oversea-past.ts';
import { SIZES } from '../pictures.ts';

test('the screens of coin futures are as designed', async ({ memberPage: page, world, trader, prices }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await givePast(page, () => Date.now() + world.aheadMs(), FUTURES_MARKET);
  const stage = { world, page, prices };
  await openFuturesPositions(stage, trader);
  await captureAtBothSizes(page, futuresScenes(stage, trader));
});
