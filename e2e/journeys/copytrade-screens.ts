// The screens of copy trading beside their designs, at both sizes and in every appearance, under the audit.
import { type Browser, devices, expect, type Page } from '@playwright/test';
import { audit } from '../audit.ts';
import { captureAtBothSizes, showToasts } from '../capture.ts';
import { secondPhone } from '../copytrade.ts';
import { openCopying } from '../copytrade-cast.ts';
import { followerScenes, newcomerScenes, traderScenes } from '../copytrade-scenes.ts';
import { test } from '../futures.ts';
import { arriveAt, type Trader } from '../journey.ts';
import { koreanOn } from '../korean-on.ts';
import { applyAppearance, SIZES, type Size, takePicture } from '../pictures.ts';
import type { World } from '../world.ts';

/** Members name themselves, and the first letter of a name is its avatar. */
const NAMES = /느린손|새벽세시에일어나는고래|밤샘차트|파도타기|[고솔해]\*+|^[가-힣]$/g;

/** Pages with everything on them: their words are longer than the Korean ones. */
async function auditInEnglish(page: Page, names: readonly string[]): Promise<void> {
  await setLanguage(page, 'English');
  await page.setViewportSize(SIZES[1]);
  for (const name of names) {
    const path = `/copytrade/${name}`.replace(/\/$/, '');
    await arriveAt(page, path);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await takePicture(page, {
      name: `english${path.replaceAll('/', '-')}`,
      appearance: 'dark',
      size: SIZES[1],
    });
    const left = (await koreanOn(page)).filter((text) => /[가-힣]/.test(text.replace(NAMES, '')));
    expect.soft(left, `Korean on ${path}`).toEqual([]);
    await audit(page, { at: `${path} in English`, axe: 'nothing' });
  }
  await page.setViewportSize(SIZES[0]);
  await setLanguage(page, '한국어');
}

async function setLanguage(page: Page, language: 'English' | '한국어'): Promise<void> {
  await arriveAt(page, '/more/setting');
  await page.getByRole('button', { name: /^(언어|Language)/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: language }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

const WIDE: Size = { width: 1_440, height: 900 };

/** Coin futures in columns, where copy trading closes something to this member. */
async function auditWide(browser: Browser, world: World, whose: Trader, name: string): Promise<void> {
  const device = { ...devices['Desktop Chrome'], viewport: WIDE };
  const { page, context, faults } = await secondPhone(browser, world, whose, device);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/future/BTCUSDT');
  await expect(page.getByRole('link', { name: '카피 탭에서 청산' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: '카피 탭 열기' })).toBeVisible();
  await showToasts(page, false);
  for (const appearance of ['light', 'dark'] as const) {
    await applyAppearance(page, appearance);
    await takePicture(page, { name: `41-desktop-futures.${name}`, appearance, size: WIDE });
  }
  await audit(page, { at: `coin futures at 1440 for the ${name}`, pointer: 'mouse' });
  expect(faults).toEqual([]);
  await context.close();
}

test.use({ ownWorld: 'copytrade-screens' });

test('the screens of copy trading are as designed', async ({
  memberPage: page,
  world,
  trader,
  prices,
  browser,
}) => {
  test.setTimeout(300_000);
  const cast = await openCopying({ world, page, prices });
  await auditWide(browser, world, cast.lead, 'trader');
  await auditWide(browser, world, cast.follower, 'follower');
  const phones = [
    [trader, [], newcomerScenes(cast)],
    [cast.lead, ['trading'], traderScenes(world, cast)],
    [cast.follower, ['', 'mine'], followerScenes(world, cast)],
  ] as const;
  for (const [whose, english, scenes] of phones) {
    const phone = await secondPhone(browser, world, whose);
    await phone.page.setViewportSize(SIZES[0]);
    await phone.page.emulateMedia({ reducedMotion: 'reduce' });
    await phone.page.goto('/copytrade');
    if (english.length > 0) await auditInEnglish(phone.page, english);
    await captureAtBothSizes(phone.page, scenes);
    expect(phone.faults).toEqual([]);
    await phone.context.close();
  }
});
