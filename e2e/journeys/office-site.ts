// A new site from a form: asked for by one person, approved by another, and traded on at once under its own host.
import { approveStaffRequest, staffRequests } from '@maru/contract/staff/calls';
import { expect } from '@playwright/test';
import { ask } from '../ask.ts';
import { faultsOf, fillSignIn, newPerson } from '../journey.ts';
import { openOfficePage } from '../office-pages.ts';
import { officeToken } from '../office-sign-in.ts';
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
  await office.getByRole('textbox', { name: '코드' }).fill('seoul');
  await office.getByRole('textbox', { name: '이름' }).fill('서울 거래소');
  await office.getByRole('textbox', { name: '주소 (호스트)' }).fill(HOST);
  await office.getByRole('checkbox', { name: '비트볼' }).uncheck({ force: true });
  await office.getByRole('combobox', { name: '처음 테마' }).selectOption({ label: '밝게' });
  await office.getByRole('button', { name: /새 사이트 승인 요청/ }).click();
  const dialog = office.getByRole('dialog', { name: '새 사이트 승인 요청' });
  await dialog.getByRole('textbox').fill('두 번째 사이트');
  await dialog.getByRole('button', { name: /새 사이트 승인 요청/ }).click();
  await expect(office.getByText('다른 사람의 승인을 기다립니다.')).toBeVisible();

  const approver = await officeToken(world, world.approver);
  const { content } = await ask(world, staffRequests, { token: approver });
  const asked = content.find(({ kind }) => kind === 'SITE_NEW');
  await ask(world, approveStaffRequest, { body: { staffRequestId: asked?.id }, token: approver });

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
  expect([faults, pageFaults]).toEqual([[], []]);
  await context.close();
  await office.context().close();
});
