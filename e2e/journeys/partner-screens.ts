// The screen of a partner beside its design, at both sizes and in both themes, under the audit.
import { captureAtBothSizes } from '../capture.ts';
import { carrySession, test } from '../journey.ts';
import { partnerScenes } from '../partner-scenes.ts';
import { SIZES } from '../pictures.ts';
import { PARTNER } from '../world.ts';

test('the screen of a partner is as designed', async ({ page, context, world }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await carrySession(context, world, PARTNER);
  await captureAtBothSizes(page, partnerScenes);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
