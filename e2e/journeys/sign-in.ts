import { expect } from '@playwright/test';
import { alertDialog, balance, live, signInAs, test } from '../journey.ts';

test('the demo trader signs in and sees prices move', async ({ page, world }) => {
  await signInAs(page, world.demo);
  await expect(live(page)).toBeVisible();

  const coins = page.getByRole('list', { name: '코인', exact: true }).getByRole('listitem');
  await expect(coins.first()).toBeVisible();
  const before = await coins.allInnerTexts();
  await expect.poll(() => coins.allInnerTexts(), { timeout: 15_000 }).not.toEqual(before);
});

test('a page that is opened again is still signed in, until the trader leaves', async ({ page, trader }) => {
  await signInAs(page, trader);
  await expect(live(page)).toBeVisible();
  await page.reload();
  await expect(live(page)).toBeVisible();

  await page.getByRole('button', { name: '로그아웃' }).click();
  await expect(page.getByLabel('아이디')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('아이디')).toBeVisible();
});

test('a wrong password is refused in Korean', async ({ page, trader }) => {
  await signInAs(page, { ...trader, password: 'not the password' });
  await expect(alertDialog(page)).toContainText('아이디 또는 비밀번호가 일치하지 않습니다.');
  await page.getByRole('button', { name: '확인' }).click();
  await expect(alertDialog(page)).toBeHidden();
  await expect(page.getByRole('textbox', { name: '비밀번호' })).toHaveValue('');
});

test('where no WebSocket gets through, sockjs carries the pushes', async ({ page, trader }) => {
  await page.addInitScript(() => {
    const { WebSocket } = window;
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(String(url).replace('/ws/websocket', '/nowhere'));
      }
    };
  });
  const overHttp = page.waitForRequest(/\/ws\/.*\/xhr_streaming/);
  await signInAs(page, trader);
  await overHttp;
  await expect(live(page)).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: '1억 원' }).click();
  await expect(balance(page)).toHaveText('100,000,000원');
});
