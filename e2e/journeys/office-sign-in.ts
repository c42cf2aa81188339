// The way into the office: a first sign-in sets the second factor up, later ones ask for it, and the trader's door is
// another one.
import { expect } from '@playwright/test';
import { newTrader, test } from '../journey.ts';
import { DESK_SIZE } from '../office-pages.ts';
import { codeOf, STEP_MS } from '../office-sign-in.ts';

// A world of its own: nobody of its staff has set a second factor up.
test.use({ viewport: DESK_SIZE, worldSettings: { settings: { SUPPORT_HOURS: '09:00-18:00' } } });

test('a second factor is set up at the first sign-in and asked for at the next', async ({ page, world }) => {
  const door = async () => {
    // The page of before stays until the server has answered, and it has a search by 아이디 too.
    await page.getByRole('heading', { name: '운영 로그인' }).waitFor();
    await page.getByLabel('아이디').fill(world.approver.username);
    await page.getByLabel('비밀번호').fill(world.approver.password);
    await page.getByRole('button', { name: '로그인', exact: true }).click();
  };
  await page.goto('/office/members');
  await door();
  await expect(page.getByRole('heading', { name: '2단계 인증 설정' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByLabel('현재 비밀번호').fill(world.approver.password);
  await page.getByRole('button', { name: '인증 앱으로 설정' }).click();
  const secret = (await page.locator('.own-form__secret').innerText()).replaceAll(' ', '');
  const step = Math.floor((Date.now() + world.aheadMs()) / STEP_MS);
  await page.getByLabel('인증 앱의 번호 6자리').fill(codeOf(secret, step));
  await page.getByRole('button', { name: '확인', exact: true }).click();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: '적어 두었습니다' }).click();
  await expect(page.getByRole('navigation', { name: '메뉴' })).toBeVisible();

  await page.getByRole('button', { name: '로그아웃' }).click();
  await door();
  await page.getByLabel(/인증 번호/).fill('000000');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('일치하지');
  await page.getByLabel(/인증 번호/).fill(codeOf(secret, step + 1));
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page.getByRole('navigation', { name: '메뉴' })).toBeVisible();
});

test('a trader does not come in, and staff do not come in by the door of traders', async ({
  page,
  world,
}) => {
  const trader = await newTrader(world);
  await page.goto('/office');
  await page.getByLabel('아이디').fill(trader.username);
  await page.getByLabel('비밀번호').fill(trader.password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});
