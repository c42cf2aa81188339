// A share from the link to the wallet: a member joins by the code of a partner and trades, the day ends while the server
// is down, two of staff confirm what was accrued and pay it in the office, and the partner reads all of it in the app.
import { myWallets } from '@maru/contract/account/calls';
import { changePartner, listPartners } from '@maru/contract/partner/calls';
import { myProfits, partnerDashboard } from '@maru/contract/partner/profit-calls';
import { settlementDays } from '@maru/contract/partner/settlement';
import { approveStaffRequest } from '@maru/contract/staff/calls';
import { type Browser, expect, type Page } from '@playwright/test';
import { ask } from '../ask.ts';
import { secondPhone } from '../copytrade.ts';
import { accountOf, openTrade, pass, placeOrder, setMark, test } from '../futures.ts';
import { newPerson, signedIn, visit } from '../journey.ts';
import { openOfficePage } from '../office-pages.ts';
import { officeToken } from '../office-sign-in.ts';
import { passTime, wake } from '../page-clock.ts';
import { PARTNER, type World } from '../world.ts';

const DAY_MS = 86_400_000;
const KST_OFFSET_MS = 32_400_000;
/** 30 % of the fee, in hundred millionths. */
const sharePer = (fee: bigint): bigint => (fee * 30n) / 100n;
const unitsOf = (text: string): bigint => {
  const [whole = '0', places = ''] = text.split('.');
  return BigInt(whole + places.padEnd(8, '0'));
};
const textOf = (units: bigint): string => String(Number(units) / 1e8);
const nowOf = (world: World): number => Date.now() + world.aheadMs();
const dayStart = (now: number): number => now - ((now + KST_OFFSET_MS) % DAY_MS);
const dateAt = (now: number): string => new Date(now + KST_OFFSET_MS).toISOString().slice(0, 10);

test.use({ ownWorld: 'partner' });

/** From the next Korean day on. */
async function giveRates(world: World): Promise<void> {
  const token = await officeToken(world, world.operator);
  const { content } = await ask(world, listPartners, { query: {}, token });
  const rates = [{ product: 'futures', base: 'FEE', rate: '0.3' }];
  const body = { partnerId: content[0]!.id, rates, reason: '계약' };
  const { waiting } = await ask(world, changePartner, { body, token });
  const second = await officeToken(world, world.approver);
  await ask(world, approveStaffRequest, { body: { staffRequestId: waiting }, token: second });
}

async function joinByLink(page: Page, world: World) {
  const person = newPerson();
  await page.goto(`/ref/${world.partnerCode}`);
  await page.getByRole('textbox', { name: '아이디' }).fill(person.username);
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill(person.password);
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill(person.password);
  await page.getByRole('textbox', { name: '닉네임' }).fill(person.nick);
  await expect(page.getByText('사용할 수 있는 아이디입니다.')).toBeVisible();
  const next = page.getByRole('button', { name: '다음' });
  await next.click();
  await page.getByRole('textbox', { name: '이름' }).fill(person.name);
  await page.getByRole('textbox', { name: '휴대폰 번호' }).pressSequentially(person.phone);
  await page.getByRole('textbox', { name: '이메일' }).fill(person.email);
  await next.click();
  await page.getByRole('checkbox', { name: '모두 동의' }).check();
  await page.getByRole('button', { name: '가입 신청' }).click();
  await expect(page).toHaveURL('/welcome');
  return { id: 0, username: person.username, password: person.password };
}

/** In the office: asked for by one, approved by the other, paid by the first. */
async function settleInOffice(browser: Browser, world: World, date: string): Promise<void> {
  const first = await openOfficePage(browser, world, { who: world.operator, path: '/settlement' });
  await first.page.getByRole('row').filter({ hasText: date }).click();
  const day = first.page.getByRole('complementary', { name: date });
  await day.getByRole('button', { name: /^확정 요청/ }).click();
  const asking = first.page.getByRole('dialog', { name: `${date}까지 쌓인 몫 확정 요청` });
  await asking.getByRole('textbox', { name: '이유' }).fill('11월 정산');
  await asking.getByRole('button', { name: /^확정 요청/ }).click();
  await expect(day).toContainText('이미 요청했습니다');

  const second = await openOfficePage(browser, world, { who: world.approver, path: '/requests' });
  await second.page.getByRole('row').filter({ hasText: '11월 정산' }).click();
  await second.page.getByRole('complementary').getByRole('button', { name: /^승인/ }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: /승인/ }).click();
  await expect(second.page.getByRole('row').filter({ hasText: '11월 정산' })).toHaveCount(0);

  await first.page.reload();
  await first.page.getByRole('button', { name: '확정·지급' }).click();
  const share = first.page.getByRole('table', { name: '확정된 몫' }).getByRole('row').nth(1);
  await expect(share).toContainText('확정');
  await first.page.getByRole('button', { name: /^모두 지급/ }).click();
  const paying = first.page.getByRole('dialog', { name: '확정된 몫 지급' });
  await paying.getByRole('textbox', { name: '이유' }).fill('정산 지급');
  await paying.getByRole('button', { name: '지급', exact: true }).click();
  await expect(paying).toBeHidden();
  await expect(share).toContainText('지급');
  expect([...first.faults, ...second.faults]).toEqual([]);
  await first.context.close();
  await second.context.close();
}

test('a share goes from the link of a partner to the partner’s wallet', async ({
  page,
  browser,
  world,
  prices,
}) => {
  test.setTimeout(300_000);
  const stage = { world, page, prices };
  await giveRates(world);
  // The rates count from the next day on.
  const noon = dayStart(nowOf(world)) + 1.5 * DAY_MS;
  await pass(stage, Math.ceil((noon - nowOf(world)) / 60_000));
  await setMark(stage, '95000');
  const member = await joinByLink(page, world);
  await openTrade(page);
  await placeOrder(page, '매수·롱', {});
  await expect.poll(async () => (await accountOf(world, member)).fills).toHaveLength(1);
  const { fee } = (await accountOf(world, member)).fills[0]!;
  const share = textOf(sharePer(unitsOf(fee)));
  expect(Number(share)).toBeGreaterThan(2);
  const date = dateAt(nowOf(world));

  // The day ends while the server is down.
  await prices.pause();
  await world.kill();
  const passed = dayStart(nowOf(world)) + DAY_MS + 31 * 60_000 - nowOf(world);
  await passTime(page, passed);
  await world.startAgain({ afterMs: passed });
  await prices.setPrice('95000');
  await wake(page);
  const operator = async () => officeToken(world, world.operator);
  await expect
    .poll(
      async () => {
        const query = { fromDate: date, toDate: date };
        return (await ask(world, settlementDays, { query, token: await operator() })).content;
      },
      { timeout: 60_000 },
    )
    .toMatchObject([{ date, currency: 'USDT', partners: 1, accrued: share, isRunning: false }]);

  const { page: phone, context, faults } = await secondPhone(browser, world, PARTNER);
  await visit(phone, '/partner');
  const row = phone.getByRole('region', { name: '정산 내역' }).getByRole('listitem').first();
  await expect(row).toContainText('코인선물');
  await expect(row).toContainText('쌓는 중');
  await expect(row).toContainText('2.28');
  await expect(phone.getByRole('region', { name: '30일 정산' })).toContainText(/받을 금액 2.28 USDT/);

  await settleInOffice(browser, world, date);

  await phone.reload();
  await expect(row).toContainText('지급');
  const own = await signedIn(world, PARTNER);
  expect((await ask(world, myProfits, { query: {}, token: own })).totals.receivable).toEqual([]);
  const { currencies } = await ask(world, partnerDashboard, { query: {}, token: own });
  expect(currencies.find(({ currency }) => currency === 'USDT')).toMatchObject({
    ...{ amount: share, receivable: '0', fees: textOf(unitsOf(fee)) },
  });
  // What came of futures is in the wallet of futures.
  const wallets = await ask(world, myWallets, { token: own });
  expect(wallets['FUTURES']?.point).toBe(share);
  await visit(phone, '/wallet/dnw_history');
  await expect(phone.getByRole('listitem').first()).toContainText('2.28');
  expect(faults).toEqual([]);
  await context.close();
});
