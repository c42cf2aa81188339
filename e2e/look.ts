// A screen that is open, in every colour of its scene, as a picture and under the audit.
import type { Page } from '@playwright/test';
import { audit } from './audit.ts';
import { SIZES, type Size, takePicture, wear } from './pictures.ts';
import type { Scene } from './scenes.ts';

export async function lookAt(
  page: Page,
  scene: Pick<Scene, 'name' | 'looks' | 'isPassing' | 'isWalkedElsewhere'>,
  size: Size,
): Promise<void> {
  const isFirstSize = size === SIZES[0];
  const isAudited = scene.isPassing !== true;
  for (const [place, worn] of scene.looks.entries()) {
    await wear(page, worn);
    await takePicture(page, { name: scene.name, look: worn, size });
    const isFirstLook = place === 0;
    if (isAudited && (isFirstSize || isFirstLook))
      await audit(page, {
        at: `${scene.name} in ${worn} at ${size.width}×${size.height}`,
        axe: isFirstSize ? (isFirstLook ? 'everything' : 'contrast') : 'nothing',
        layout: isFirstLook,
        keyboard: isFirstSize && isFirstLook && scene.isWalkedElsewhere !== true,
      });
  }
  await wear(page, 'dark');
}
