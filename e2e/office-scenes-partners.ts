// The tree of partners, with the one that a first start makes.
import { expect } from '@playwright/test';
import { go } from './journey.ts';
import type { OfficeScene } from './office-scenes.ts';

export const partnerScenes: readonly OfficeScene[] = [
  {
    name: 'office-partners',
    async open(page) {
      await go(page, '/office/partners');
      await expect(page.getByRole('heading', { level: 1, name: '파트너' })).toBeVisible();
      await expect(page.getByRole('complementary', { name: '누리파트너' })).toBeVisible();
    },
  },
];
