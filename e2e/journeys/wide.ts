// The app on a wide screen with mouse and keyboard: until there is a desktop layout it is a column, in which nothing is
// clipped, unreachable by keyboard, or without a hover style.
import { devices, expect, type Page } from '@playwright/test';
import { audit } from '../audit.ts';
import { hoverComplaints } from '../audit-hover.ts';
import { go, test } from '../journey.ts';
import { type Appearance, applyAppearance, type Size, takePicture } from '../pictures.ts';

const WIDE: Size = { width: 1_440, height: 900 };
test.use({ ...devices['Desktop Chrome'], viewport: WIDE });

const APPEARANCES: readonly Appearance[] = ['dark', 'light'];

async function auditPaths(page: Page, paths: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    await test.step(path, async () => {
      await go(page, path);
      await expect(page.getByRole('main').first()).toBeVisible();
      // Everything is loaded, or shows that it is not.
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const appearance of APPEARANCES) {
        await applyAppearance(page, appearance);
        await takePicture(page, { name, appearance, size: WIDE });
      }
      await applyAppearance(page, 'dark');
      await audit(page, { at: `${path} at 1440`, axe: 'nothing', keyboard: true });
      expect.soft(await hoverComplaints(page), `${path} under the mouse`).toEqual([]);
    });
  }
}

test('a guest finds nothing clipped, unreachable or without a hover style at 1440 px', async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/signin');
  await page.getByRole('textbox', { name: '아이디' }).waitFor();
  await auditPaths(page, {
    'wide-signin': '/signin',
    'wide-signup': '/register',
    'wide-home-guest': '/overseaView',
    'wide-oversea-guest': '/overseaView/304',
    'wide-options-guest': '/exchangeView',
  });
});

test('a member finds nothing clipped, unreachable or without a hover style at 1440 px', async ({
  memberPage: page,
}) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/oversea');
  await page.getByRole('main').first().waitFor();
  await auditPaths(page, {
    'wide-home': '/oversea',
    'wide-oversea': '/oversea/304',
    'wide-ladder': '/oversea/304?view=ladder',
    'wide-more': '/more',
    'wide-setting': '/more/setting',
    'wide-mypage': '/more/mypage',
    'wide-history': '/wallet/history',
    'wide-password': '/more/change_password',
    'wide-options': '/exchange',
    'wide-search': '/search/oversea',
    'wide-receipts': '/wallet/receipts',
    'wide-rounds': '/wallet/rounds',
    'wide-terms': '/more/terms',
  });
});
