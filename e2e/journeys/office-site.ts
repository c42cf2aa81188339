// A new site from a form: asked for by one person, approved by another, entered by its head, and traded on at once under
// its own host.
import { firstPassword, listAdmins } from '@maru/contract/accounts/calls';
import { officeSites } from '@maru/contract/site/office';
import { type Browser, expect } from '@playwright/test';
import { ask } from '../ask.ts';
import { faultsOf, fillSignIn, newPerson } from '../journey.ts';
import { DESK_SIZE, openOfficePage } from '../office-pages.ts';
import { codeOf, officeToken, STEP_MS } from '../office-sign-in.ts';
import { FIRST, openTrade, placeOrder, test } from '../oversea.ts';
import { moveClock } from '../page-clock.ts';
import type { World } from '../world.ts';

/** Browsers take every name below `localhost` to this machine. */
const HOST = 'seoul.localhost';

/** What each of the two who opened the site sees of the first password of its head. */
async function firstPasswordOf(world: World, username: string): Promise<string> {
  const tokens = [await officeToken(world, world.operator), await officeToken(world, world.approver)];
  const sites = await ask(world, officeSites, { token: tokens[0] });
  const siteInfoId = sites.content.find(({ code }) => code === 'seoul')?.id ?? 0;
  const admins = await ask(world, listAdmins, { token: tokens[0], query: { siteInfoId } });
  const id = admins.content.find((each) => each.username === username)?.id;
  const halves: string[] = [];
  for (const token of tokens)
    halves.push((await ask(world, firstPassword, { token, body: { id, siteInfoId } })).text);
  return halves.join('-');
}

/** The first sign-in of the head of the new site, to its list of members. */
async function enterAsHead(browser: Browser, world: World): Promise<void> {
  const context = await browser.newContext({
    ...{ baseURL: world.address.replace('127.0.0.1', HOST), viewport: DESK_SIZE },
    ...{ isMobile: false, hasTouch: false },
  });
  await moveClock(context, world.aheadMs());
  const page = await context.newPage();
  const faults = faultsOf(page);
  const [first, own] = [await firstPasswordOf(world, 'head'), 'known to the head alone'];
  await page.goto('/office/members');
  await page.getByRole('heading', { name: '운영 로그인' }).waitFor();
  await page.getByLabel('아이디').fill('head');
  await page.getByLabel('비밀번호').fill(first);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByRole('heading', { name: '비밀번호 바꾸기' }).waitFor();
  await page.getByLabel('현재 비밀번호').fill(first);
  await page.getByLabel('새 비밀번호', { exact: true }).fill(own);
  await page.getByLabel('새 비밀번호 한 번 더').fill(own);
  await page.getByRole('button', { name: '바꾸기', exact: true }).click();
  await page.getByRole('heading', { name: '2단계 인증 설정' }).waitFor();
  await page.getByLabel('현재 비밀번호').fill(own);
  await page.getByRole('button', { name: '인증 앱으로 설정' }).click();
  const secret = (await page.locator('.own-form__secret').innerText()).replaceAll(' ', '');
  const step = Math.floor((Date.now() + world.aheadMs()) / STEP_MS);
  await page.getByLabel('인증 앱의 번호 6자리').fill(codeOf(secret, step));
  await page.getByRole('button', { name: '확인', exact: true }).click();
  await page.getByRole('button', { name: '적어 두었습니다' }).click();
  await page.getByRole('navigation', { name: '메뉴' }).waitFor();
  // Nobody but its first partner has an account there.
  const rows = page.getByRole('table', { name: '회원' }).getByRole('row');
  await expect(rows.filter({ hasText: '본사' })).toHaveCount(1);
  await expect(rows).toHaveCount(2);
  expect(faults).toEqual([]);
  await context.close();
}

test('a new site is opened without a restart, its head comes in, and somebody signs up and trades on it', async ({
  browser,
  world,
  prices,
}) => {
  await prices.setPrice(FIRST);
  const { page: office, faults } = await openOfficePage(browser, world, {
    who: world.operator,
    path: '/sites',
  });
  await office.getByRole('button', { name: '새 사이트' }).click();
  await office.getByRole('textbox', { name: '코드', exact: true }).fill('seoul');
  await office.getByRole('textbox', { name: '이름', exact: true }).fill('서울 거래소');
  await office.getByRole('textbox', { name: '주소 (호스트)' }).fill(HOST);
  await office.getByRole('checkbox', { name: '비트볼' }).uncheck({ force: true });
  await office.getByRole('combobox', { name: '처음 테마' }).selectOption({ label: '밝게' });
  await office.getByRole('button', { name: /새 사이트 승인 요청/ }).click();
  const dialog = office.getByRole('dialog', { name: '새 사이트 승인 요청' });
  await dialog.getByRole('textbox').fill('두 번째 사이트');
  await dialog.getByRole('button', { name: /새 사이트 승인 요청/ }).click();
  await expect(office.getByText('다른 사람의 승인을 기다립니다.')).toBeVisible();

  const second = await openOfficePage(browser, world, { who: world.approver, path: '/requests' });
  const waiting = second.page.getByRole('row').filter({ hasText: '두 번째 사이트' });
  await waiting.click();
  await second.page.getByRole('complementary').getByRole('button', { name: /^승인/ }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: /승인/ }).click();
  await expect(waiting).toHaveCount(0);
  await second.context.close();
  await enterAsHead(browser, world);

  const context = await browser.newContext({ baseURL: world.address.replace('127.0.0.1', HOST) });
  await moveClock(context, world.aheadMs());
  await context.addInitScript(() => {
    localStorage.setItem('maru.door', 'form');
    localStorage.setItem('maru.tour', 'seen');
  });
  const page = await context.newPage();
  const pageFaults = faultsOf(page);
  await page.goto('/signin');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const person = newPerson();
  const status = await page.evaluate(async (body) => {
    const answer = await fetch('/api/player', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.status;
  }, person);
  expect(status).toBe(200);
  await fillSignIn(page, person);
  await page.getByRole('button', { name: '전체 메뉴' }).waitFor();
  await openTrade(page);
  await placeOrder(page, '매수', { type: '지정가', price: '24900' });
  await expect(page.getByRole('tab', { name: /미체결/ })).toContainText('1');
  expect([faults, second.faults, pageFaults]).toEqual([[], [], []]);
  await context.close();
  await office.context().close();
});
