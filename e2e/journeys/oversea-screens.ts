// The screens of overseas futures beside their designs, at both sizes and in every appearance, under the audit.

import { captureAtBothSizes } from '../capture.ts';
import { FIRST, test } from '../oversea.ts';
import { givePast } from '../oversea-past.ts';
import { openPositions, overseaScenes } from '../oversea-scenes.ts';
import { SIZES } from '../pictures.ts';

test('the screens of overseas futures are as designed', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(240_000);
  await prices.setPrice(FIRST);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await givePast(page, () => Date.now() + world.aheadMs());
  const stand = { world, trader, prices };
  await openPositions(stand);
  await page.goto('/oversea');
  await page.getByRole('main').getByRole('listitem').nth(5).waitFor();
  await captureAtBothSizes(page, overseaScenes(stand));
});
