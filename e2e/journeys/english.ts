// The app in English: no Korean on its screens besides the name of the other language, and nothing is clipped.
import { expect, type Page } from '@playwright/test';
import { audit } from '../audit.ts';
import { arriveAt, carrySession, test } from '../journey.ts';
import { koreanOn } from '../korean-on.ts';
import { SIZES, takePicture } from '../pictures.ts';

/** Names stay in their own script: the other language, and the member's own, whose first letter is their avatar. */
const NAMES = /한국어|김여정|여정\d+|^김$/g;

/** A chart is drawn later than its page. */
const WITH_CHART: ReadonlySet<string> = new Set(['trade', 'futures']);

async function auditPaths(page: Page, paths: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    await test.step(path, async () => {
      await arriveAt(page, path);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      if (WITH_CHART.has(name)) {
        await expect(page.locator('.chart-canvas canvas').first()).toBeAttached();
        await expect(page.locator('.chart-canvas__skeleton')).toHaveCount(0);
      }
      await takePicture(page, { name: `english-${name}`, appearance: 'dark', size: SIZES[1] });
      const left = (await koreanOn(page)).filter((text) => /[가-힣]/.test(text.replace(NAMES, '')));
      expect.soft(left, `Korean on ${path}`).toEqual([]);
      await audit(page, { at: `${path} in English`, axe: 'nothing' });
    });
  }
}

test('there is no Korean on the English screens, and nothing on them is clipped', async ({
  page,
  context,
  world,
  trader,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize(SIZES[1]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/signin');
  await page.getByRole('button', { name: 'English' }).click();
  await auditPaths(page, {
    signin: '/signin',
    signup: '/register',
    'home-guest': '/oversea',
    terms: '/terms',
  });
  await carrySession(context, world, trader);
  await page.goto('/oversea');
  await page.getByRole('main').first().waitFor();
  await auditPaths(page, {
    home: '/oversea',
    trade: '/oversea/304',
    ladder: '/oversea/304?view=ladder',
    futures: '/future/BTCUSDT',
    copytrade: '/copytrade',
    copies: '/copytrade/mine',
    trading: '/copytrade/trading',
    options: '/exchange',
    search: '/search/oversea',
    more: '/more',
    setting: '/more/setting',
    mypage: '/more/mypage',
    history: '/wallet/history',
    receipts: '/wallet/receipts',
    rounds: '/wallet/rounds',
    asset: '/wallet/asset',
    past: '/wallet/past',
    deposits: '/wallet/dnw_history',
    p2p: '/wallet/p2p',
    wallets: '/balances/list',
    transfer: '/wallet/transfer/BINARY',
    convert: '/wallet/convert/USDT_BTC',
    limits: '/more/limits',
    solvency: '/wallet/solvency',
    terms: '/more/terms',
  });
});
