// Takes pictures of an open screen in every appearance of its scene, and audits it.
import { type Page, test } from '@playwright/test';
import { audit } from './audit.ts';
import { applyAppearance, SIZES, type Size, takePicture } from './pictures.ts';
import type { Scene } from './scenes.ts';

type Shown = Pick<Scene, 'name' | 'appearances' | 'isPassing' | 'isWalkedElsewhere'>;

async function captureAndAudit(page: Page, scene: Shown, size: Size): Promise<void> {
  const isFirstSize = size === SIZES[0];
  const isAudited = scene.isPassing !== true;
  for (const [place, appearance] of scene.appearances.entries()) {
    await applyAppearance(page, appearance);
    await takePicture(page, { name: scene.name, appearance, size });
    const isFirstAppearance = place === 0;
    if (isAudited && (isFirstSize || isFirstAppearance))
      await audit(page, {
        at: `${scene.name} in ${appearance} at ${size.width}×${size.height}`,
        axe: isFirstSize ? (isFirstAppearance ? 'everything' : 'contrast') : 'nothing',
        layout: isFirstAppearance,
        keyboard: isFirstSize && isFirstAppearance && scene.isWalkedElsewhere !== true,
      });
  }
  await applyAppearance(page, 'dark');
}

export async function captureSizes(page: Page, scene: Shown): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Elements fixed to the bottom move there a frame later.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await captureAndAudit(page, scene, size);
  }
}

/** A toast may come at any moment, such as for a round that ends, and is meant to cover the header while it stays. */
export const showToasts = (page: Page, isShown: boolean): Promise<void> =>
  page.evaluate(
    (visibility) => {
      const rails = document.querySelectorAll<HTMLElement>('.toast-rail');
      for (const rail of rails) rail.style.visibility = visibility;
    },
    isShown ? '' : 'hidden',
  );

/** A scene is opened once and captured in both sizes: opening it may take longer than that, or trade for its data. */
export async function captureAtBothSizes(page: Page, scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes) {
    await test.step(scene.name, async () => {
      await scene.open(page);
      await showToasts(page, scene.isPassing === true);
      await captureSizes(page, scene);
      await showToasts(page, true);
      await page.setViewportSize(SIZES[0]);
      await scene.leave?.(page);
    });
  }
}
