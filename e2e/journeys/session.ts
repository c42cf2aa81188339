import { signIn } from '@maru/contract/account/calls';
import { expect, type Page } from '@playwright/test';
import { alertDialog, test, title } from '../journey.ts';
import { openOffice } from '../office.ts';
import { passTime, wake } from '../page-clock.ts';
import { TOKEN_LIFE_MS } from '../world.ts';

/** The page's requests for a new pair of tokens. */
function refreshesOf(page: Page): string[] {
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(signIn.path))
      refreshes.push(request.postData() ?? '');
  });
  return refreshes;
}

test('a token that expires during use is renewed once, and the user does not notice', async ({
  memberPage: page,
  world,
}) => {
  const refreshes = refreshesOf(page);
  await page.goto('/more');
  await expect(title(page)).toHaveText('더보기');
  expect(refreshes).toHaveLength(0);

  // The server's clock is ahead of the page's: the page learns of the expiry by a refusal.
  await world.passTime(TOKEN_LIFE_MS);
  await page.getByText('내 정보', { exact: true }).click();
  const devices = page.getByText('로그인한 기기 1');
  await expect(devices).toBeVisible();
  expect(refreshes).toHaveLength(1);

  // The page's own clock shows the expiry: it renews before the calls, once for all of them.
  await passTime(page, TOKEN_LIFE_MS);
  await wake(page);
  await page.getByRole('button', { name: '뒤로' }).click();
  await page.getByText('내 정보', { exact: true }).click();
  await expect(devices).toBeVisible();
  await expect.poll(() => refreshes.length).toBe(2);
});

test('a member whose session staff end sees the reason on the sign-in page', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await page.goto('/more');
  await expect(title(page)).toHaveText('더보기');
  const office = await openOffice(world);
  await office.endSessions(trader.id);
  await expect(alertDialog(page)).toContainText('접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.');
  await page.getByRole('button', { name: '확인' }).click();
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/signin');
});

test('a blocked member sees the reason when the app opens', async ({ memberPage: page, world, trader }) => {
  const office = await openOffice(world);
  await office.block(trader.id);
  await page.goto('/more');
  await expect(alertDialog(page)).toContainText(
    '계정이 이용이 불가능합니다. 자세한 사항은 관리자에게 문의해주시기 바랍니다.',
  );
  await page.getByRole('button', { name: '확인' }).click();
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeVisible();
});

test('an account that may not be used on a phone sees that and is signed out', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const office = await openOffice(world);
  await office.blockDevice(trader.id, 'M');
  await page.goto('/more');
  await expect(alertDialog(page)).toContainText('모바일 디바이스 접속이 불가합니다.');
  await page.getByRole('button', { name: '확인' }).click();
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeVisible();
});
