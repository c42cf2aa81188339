// The screens of the office that are compared with their design.
import { expect, type Page } from '@playwright/test';
import { go } from './journey.ts';
import { booksScenes } from './office-scenes-books.ts';
import { controlScenes } from './office-scenes-control.ts';
import { deskScenes } from './office-scenes-desk.ts';
import { doorScene, matrixScenes } from './office-scenes-matrix.ts';
import { partnerScenes } from './office-scenes-partners.ts';
import type { World } from './world.ts';

export interface OfficeScene {
  /** The name of the design, or of the screen where there is none. */
  readonly name: string;
  /** Before the page is opened: what there is to see, made by calls. */
  prepare?(world: World): Promise<void>;
  open(page: Page, world: World): Promise<void>;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A screen that is reached by its path alone. */
const sceneAt = (name: string, path: string, title: string): OfficeScene => ({
  name,
  async open(page) {
    await go(page, `/office${path}`);
    await expect(heading(page, title)).toBeVisible();
  },
});

export const officeScenes: readonly OfficeScene[] = [
  // First: they let a day pass, and what the others prepare must not be older.
  ...deskScenes,
  ...matrixScenes,
  ...controlScenes,
  sceneAt('office-letters', '/content/letters', '전체 쪽지'),
  sceneAt('office-indicators', '/content/indicators', '경제지표'),
  sceneAt('office-terms', '/content/terms', '약관 게시'),
  ...booksScenes,
  ...partnerScenes,
  doorScene,
];
