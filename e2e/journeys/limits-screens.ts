// The screens of own limits and the card of a result beside their designs, at both sizes and in both themes, under the
// audit.
import { captureAtBothSizes } from '../capture.ts';
import { limitsScenes, tradeWithLimits } from '../limits-scenes.ts';
import { FIRST, test } from '../oversea.ts';
import { SIZES } from '../pictures.ts';

test('the screens of own limits and the card of a result are as designed', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(240_000);
  await prices.setPrice(FIRST);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const stand = { world, trader, prices };
  await tradeWithLimits(stand);
  await page.goto('/more');
  await page.getByRole('heading', { level: 1, name: '더보기' }).waitFor();
  await captureAtBothSizes(page, limitsScenes(stand));
});
