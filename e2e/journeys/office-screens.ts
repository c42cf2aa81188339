// The screens of the office beside their designs, on a desk in both themes and on a phone, under the audit.
import { expect } from '@playwright/test';
import { audit } from '../audit.ts';
import { test } from '../journey.ts';
import { DESK_SIZE, openOfficePage } from '../office-pages.ts';
import { officeScenes } from '../office-scenes.ts';
import { applyAppearance, arePicturesTaken, SIZES, takePicture } from '../pictures.ts';

// A world of its own: its scenes let a day pass, halt an offer and leave a void waiting.
test.use({ ownWorld: 'office-screens', worldSettings: { settings: { SUPPORT_HOURS: '08:00-20:00' } } });

/** The pictures of the second phone and of the other theme are only for review. */
const ON_PHONES = [
  { appearance: 'dark', size: SIZES[0] },
  ...(arePicturesTaken
    ? ([
        { appearance: 'light', size: SIZES[0] },
        { appearance: 'dark', size: SIZES[1] },
      ] as const)
    : []),
] as const;

test('the screens of the office are as designed', async ({ browser, world }) => {
  test.setTimeout(420_000);
  for (const { prepare } of officeScenes) await prepare?.(world);
  const { page, faults } = await openOfficePage(browser, world, { who: world.operator });
  for (const { name, open } of officeScenes) {
    await test.step(name, async () => {
      await page.setViewportSize(DESK_SIZE);
      await open(page, world);
      for (const appearance of ['dark', 'light'] as const) {
        await applyAppearance(page, appearance);
        await takePicture(page, { name, appearance, size: DESK_SIZE });
        const isFirst = appearance === 'dark';
        await audit(page, {
          at: `${name} in ${appearance}`,
          axe: isFirst ? 'everything' : 'contrast',
          layout: isFirst,
          pointer: 'mouse',
          keyboard: isFirst,
        });
      }
      for (const { appearance, size } of ON_PHONES) {
        await applyAppearance(page, appearance);
        await page.setViewportSize(size);
        await takePicture(page, { name, appearance, size });
      }
    });
  }
  expect(faults).toEqual([]);
});
