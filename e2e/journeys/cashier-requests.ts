// Money in and out by request: asked for in the app, decided by staff, seen in the app without a reload.
import { walletPast } from '@maru/contract/past/calls';
import { expect, type Locator, type Page } from '@playwright/test';
import { ask } from '../ask.ts';
import { readReceived, registerBankAccount, typeAmount } from '../cashier.ts';
import { go, keysOf, signedIn, type Trader, test, toast } from '../journey.ts';
import { openOffice } from '../office.ts';
import { DESK_SIZE, openOfficePage } from '../office-pages.ts';

const HOUR_MS = 3_600_000;

// A withdrawal waits for a day.
test.use({ ownWorld: 'cashier-requests' });
test.beforeEach(() => test.setTimeout(120_000));

/** Their row in the queue is chosen; A, or the button, decides about it. */
async function chooseInQueue(office: Page, { username }: Trader): Promise<Locator> {
  await office.getByRole('table', { name: '대기 중인 신청' }).getByText(username).click();
  const drawer = office.getByRole('complementary', { name: new RegExp(username) });
  await expect(drawer).toBeVisible();
  return drawer;
}

test('a deposit is asked for once, approved by staff in the office, and spent', async ({
  memberPage: page,
  browser,
  world,
  trader,
}) => {
  const keys = keysOf(page, '/api/dnw/deposit/apply');
  await page.goto('/dnw');
  await expect(page.getByText('10,000,000원')).toBeVisible();
  await page.getByRole('button', { name: '+50만' }).click();
  await page.getByRole('button', { name: '500,000원 입금 신청' }).dblclick({ delay: 0 });
  await readReceived(page);
  expect(new Set(keys).size).toBe(1);
  const pending = page.getByRole('link', { name: /확인 중.*500,000원 입금 신청/ });
  await expect(pending).toBeVisible();

  const desk = await openOfficePage(browser, world, { who: world.operator, path: '/cashier' });
  const office = desk.page;
  const drawer = await chooseInQueue(office, trader);
  await expect(drawer).toContainText('500,000원');
  await expect(drawer).toContainText('첫 입금');
  await office.keyboard.press('a');
  await expect(office.getByText('승인했습니다.')).toBeVisible();
  await desk.context.close();
  await expect(page.getByText('10,500,000원')).toBeVisible();
  await expect(pending).toBeHidden();

  await go(page, '/wallet/convert/BINARY_USDT');
  await page.getByRole('button', { name: '전액' }).click();
  await page.getByRole('button', { name: /USDT 받기$/ }).click();
  await expect(toast(page)).toContainText('전환했습니다');
  await expect(page.getByText('해외선물 보유 0원')).toBeVisible();
});

/** Staff write what they like: one word of it may be wider than a phone. */
const REASON = '등록하신계좌의예금주이름과신청하신분의이름이서로다릅니다. 다시 신청해 주세요.';

/** The newest withdrawal with its steps. */
async function openNewest(page: Page) {
  await go(page, '/wallet/dnw_history');
  await page.getByRole('listitem').getByRole('button', { name: /^출금/ }).first().click();
  return page.getByRole('dialog', { name: '출금' });
}

async function askForSixMillion(page: Page): Promise<void> {
  await go(page, '/balances/withdraw');
  await expect(page.getByText('출금 가능 10,000,000원')).toBeVisible();
  await typeAmount(page, '6000000');
  await page.getByRole('button', { name: '6,000,000원 출금 신청' }).click();
  await readReceived(page);
  await expect(page.getByText('출금 가능 3,999,000원')).toBeVisible();
}

test('a withdrawal is held, cancelled, rejected with its reason, and approved by two', async ({
  memberPage: page,
  context,
  browser,
  world,
  trader,
}) => {
  await registerBankAccount(world, trader);
  await world.passTime(25 * HOUR_MS);
  await context.addInitScript((more) => {
    window.journeyAheadMs += more;
  }, 25 * HOUR_MS);
  const office = await openOffice(world);
  await page.goto('/more');
  await expect(page.getByRole('heading', { level: 1, name: '더보기' })).toBeVisible();

  await askForSixMillion(page);
  // What is held is the member's until it has left: the page of assets, the time machine and the ledger agree.
  await go(page, '/wallet/asset');
  const wallet = page.getByRole('region', { name: '해외선물', exact: true });
  await expect(wallet).toContainText('10,000,000');
  await expect(wallet).toContainText('출금 대기 6,001,000');
  const { wallets } = await ask(world, walletPast, { token: await signedIn(world, trader) });
  expect(wallets.find(({ type }) => type === 'BINARY')).toMatchObject({
    purses: { free: '3999000', withdrawHold: '6001000' },
    worth: '10000000',
  });
  const cancelled = await openNewest(page);
  await cancelled.getByRole('button', { name: '신청 취소' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '신청 취소' }).click();
  await expect(toast(page)).toContainText('신청을 취소했습니다');

  await askForSixMillion(page);
  await office.rejectRequest(await office.openRequest(trader.id), REASON);
  await expect(page.getByText('출금 가능 10,000,000원')).toBeVisible();
  const rejected = await openNewest(page);
  await expect(rejected.getByText(REASON).first()).toBeVisible();
  await expect(rejected.getByText(/^W-\d+$/)).toBeInViewport({ ratio: 1 });
  await rejected.getByRole('button', { name: '닫기' }).click();
  await expect(rejected).toBeHidden();

  await askForSixMillion(page);
  const number = await office.openRequest(trader.id);
  const approved = await openNewest(page);
  await office.takeRequest(number);
  await expect(approved.getByText('처리 중')).toBeVisible();
  await expect(approved.getByRole('button', { name: '신청 취소' })).toBeHidden();
  const first = await openOfficePage(browser, world, { who: world.operator, path: '/cashier' });
  const drawer = await chooseInQueue(first.page, trader);
  await expect(drawer).toContainText('이름 일치');
  await expect(drawer).toContainText('고액');
  await drawer.getByRole('button', { name: /1차 승인/ }).click();
  await expect(drawer).toContainText('내가 1차 승인했습니다');
  await expect(drawer.getByRole('button', { name: /2차 승인/ })).toBeDisabled();
  await first.context.close();
  await expect(approved.getByText('처리 중')).toBeVisible();
  const second = await openOfficePage(browser, world, { who: world.approver, path: '/cashier' });
  // Away from the desk: as narrow as a phone.
  await second.page.setViewportSize({ ...DESK_SIZE, width: 390 });
  await second.page.reload();
  await (await chooseInQueue(second.page, trader)).getByRole('button', { name: /2차 승인/ }).click();
  await expect(second.page.getByText('승인했습니다.', { exact: true })).toBeVisible();
  expect([...first.faults, ...second.faults]).toEqual([]);
  await second.context.close();
  await expect(approved.getByText('처리 중')).toBeHidden();
  await expect(approved.getByText('−6,001,000원')).toBeVisible();
});
