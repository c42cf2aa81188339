import { expect } from '@playwright/test';
import { alertDialog, signInAs, test } from '../journey.ts';

// A page that is opened again is answered by the service worker.
test.use({ hasServiceWorker: true });

test('the demo trader signs in, gets to the quick-order list and sees prices change', async ({
  page,
  world,
}) => {
  await signInAs(page, world.demo);
  await expect(page).toHaveURL('/oversea');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const before = await rows.allInnerTexts();
  await expect.poll(() => rows.allInnerTexts(), { timeout: 15_000 }).not.toEqual(before);
});

test('a page that is opened again is where it was, until the trader signs out', async ({
  memberPage: page,
}) => {
  await page.goto('/more/privacy');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('개인정보 처리방침');
  await page.reload();
  await expect(title).toHaveText('개인정보 처리방침');
  await page.goto('/');
  await expect(page).toHaveURL('/more/privacy');

  await page.getByRole('button', { name: '뒤로' }).click();
  // The app reloads itself after a sign-out; a second load before that would interfere.
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('main').getByText('로그아웃', { exact: true }).click(),
  ]);
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/signin');
});

test('a wrong password is refused in Korean', async ({ page, trader }) => {
  await signInAs(page, { ...trader, password: 'not the password' });
  await expect(alertDialog(page)).toContainText('아이디 또는 비밀번호가 일치하지 않습니다.');
  await page.getByRole('button', { name: '확인' }).click();
  await expect(alertDialog(page)).toBeHidden();
  await expect(page.getByRole('textbox', { name: '비밀번호' })).toHaveValue('');
});

test('where no WebSocket connects, sockjs delivers the prices', async ({ memberPage: page }) => {
  await page.addInitScript(() => {
    const { WebSocket } = window;
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(String(url).replace('/ws/websocket', '/nowhere'));
      }
    };
  });
  const overHttp = page.waitForRequest(/\/ws\/.*\/xhr_streaming/);
  await page.goto('/oversea');
  await overHttp;
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const before = await rows.allInnerTexts();
  await expect.poll(() => rows.allInnerTexts(), { timeout: 15_000 }).not.toEqual(before);
});
