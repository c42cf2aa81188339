// The screens of the office that are compared with their design.
import type { Page } from '@playwright/test';
import { booksScenes } from './office-scenes-books.ts';
import { controlScenes } from './office-scenes-control.ts';
import { copytradeScenes } from './office-scenes-copytrade.ts';
import { deskScenes } from './office-scenes-desk.ts';
import { doorScene, matrixScenes } from './office-scenes-matrix.ts';
import { partnerScenes } from './office-scenes-partners.ts';
import { textScenes } from './office-scenes-texts.ts';
import type { World } from './world.ts';

export interface OfficeScene {
  /** The name of the design, or of the screen where there is none. */
  readonly name: string;
  /** Before the page is opened: what there is to see, made by calls. */
  prepare?(world: World): Promise<void>;
  open(page: Page, world: World): Promise<void>;
}

export const officeScenes: readonly OfficeScene[] = [
  // First: they let a day pass, and what the others prepare must not be older.
  ...deskScenes,
  ...matrixScenes,
  ...controlScenes,
  ...copytradeScenes,
  ...textScenes,
  ...booksScenes,
  ...partnerScenes,
  doorScene,
];
