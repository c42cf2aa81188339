// The screens of the office that are compared with their design.
import { expect, type Page } from '@playwright/test';
import { go } from './journey.ts';

export interface OfficeScene {
  /** The name of the design, or of the screen where there is none. */
  readonly name: string;
  open(page: Page): Promise<void>;
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

export const officeScenes: readonly OfficeScene[] = [sceneAt('office-dashboard', '/', '대시보드')];
