// A screen that is open, in every colour of its scene, as a picture and under the audit.
import type { Page } from '@playwright/test';
import { audit } from './audit.ts';
import { applyAppearance, SIZES, type Size, takePicture } from './pictures.ts';
import type { Scene } from './scenes.ts';

export async function captureAndAudit(
  page: Page,
  scene: Pick<Scene, 'name' | 'appearances' | 'isPassing' | 'isWalkedElsewhere'>,
  size: Size,
): Promise<void> {
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
