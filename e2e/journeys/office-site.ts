// A new site from a form: asked for by one person, approved by another, and traded on at once under its own host.
import { expect } from '@playwright/test';
import { faultsOf, fillSignIn, newPerson } from '../journey.ts';
import { openOfficePage } from '../office-pages.ts';
import { FIRST, openTrade, placeOrder, test } from '../oversea.ts';
import { moveClock } from '../page-clock.ts';

/** Browsers take every name below `localhost` to this machine. */
const HOST = 'seoul.localhost';

test('a new site is opened without a restart, and somebody signs up and trades on it', async ({
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
