// Keeping the account safe: the second factor set up in the app, asked for at sign-in and by a withdrawal, recovery codes,
// and a passkey of a real browser.
import { serverTimeOffset } from '@maru/contract/market';
import { beginTotp, confirmTotp } from '@maru/contract/security/calls';
import { expect, type Page } from '@playwright/test';
import { ask } from '../ask.ts';
import { codeShown } from '../authenticator.ts';
import { readReceived, registerBankAccount, typeAmount } from '../cashier.ts';
import { alertDialog, fillSignIn, go, signedIn, type Trader, test, title, toast } from '../journey.ts';
import type { World } from '../world.ts';

const HOUR_MS = 3_600_000;
const STEP_MS = 30_000;

// A withdrawal waits for a day.
test.use({ ownWorld: 'security' });
test.beforeEach(() => test.setTimeout(120_000));

/** What the app on the other phone shows now. */
const codeNow = (world: World, key: string): string => codeShown(key, Date.now() + world.aheadMs());

const giveCode = async (page: Page, code: string, field = '6자리 번호') => {
  const sheet = page.getByRole('dialog', { name: field });
  await sheet.getByRole('textbox', { name: field }).fill(code);
  await sheet.getByRole('button', { name: '확인' }).click();
};

/** As after a sign-out on this phone; on a page without the app, which would leave for the sign-in page by itself. */
async function leave(page: Page, home = ''): Promise<void> {
  // The app may be on its way to another page, which would take this one's place.
  await expect(() => page.goto(`${home}${serverTimeOffset.path}`)).toPass();
  await page.evaluate(() => {
    for (const name of ['accessToken', 'refreshToken', 'expiresAt', 'visit'])
      localStorage.removeItem(`maru.${name}`);
  });
  await page.goto(`${home}/signin`);
}

test('the second factor is set up, and signs in with a code or once with a recovery code', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await page.goto('/more/security');
  await expect(page.getByText('4가지 가운데 2가지를 켰습니다')).toBeVisible();
  await page.getByRole('link', { name: /^2단계 인증/ }).click();
  await page.getByRole('button', { name: '비밀번호 확인하고 시작' }).click();
  const sheet = page.getByRole('dialog', { name: '2단계 인증' });
  await sheet.getByRole('textbox', { name: '비밀번호' }).fill(trader.password);
  await sheet.getByRole('button', { name: '확인', exact: true }).click();
  await expect(page.getByRole('img', { name: '인증 앱 등록 QR' })).toBeVisible();
  const key = (await page.locator('.totp__key .figure').textContent()) ?? '';
  await page.getByRole('textbox', { name: '6자리 번호' }).fill(codeNow(world, key));
  await page.getByRole('button', { name: '번호 확인하고 켜기' }).click();
  await expect(toast(page)).toContainText('2단계 인증을 켰습니다');
  const codes = await page.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: '적어 두었습니다' }).click();
  await expect(page.getByText('4가지 가운데 3가지를 켰습니다')).toBeVisible();
  await expect(page.getByText('10/10')).toBeVisible();

  // The code that turned it on is used up; the next one is not.
  await world.passTime(STEP_MS);
  await leave(page);
  await fillSignIn(page, trader);
  await giveCode(page, '000000');
  await expect(page.getByText('OTP 번호가 일치하지 않습니다.', { exact: false })).toBeVisible();
  await giveCode(page, codeNow(world, key));
  await expect(page.getByRole('dialog', { name: '6자리 번호' })).toBeHidden();
  await expect(page).not.toHaveURL('/signin');

  for (const isFirst of [true, false]) {
    await leave(page);
    await fillSignIn(page, trader);
    await page.getByRole('button', { name: '복구 코드 쓰기' }).click();
    await giveCode(page, codes[0] ?? '', '복구 코드');
    if (isFirst) await expect(page).not.toHaveURL('/signin');
    else await expect(page.getByText('OTP 번호가 일치하지 않습니다.', { exact: false })).toBeVisible();
  }
});

/** A member who has had the second factor for longer than withdrawals wait. */
async function protect(world: World, trader: Trader): Promise<string> {
  const token = await signedIn(world, trader);
  const { secret } = await ask(world, beginTotp, { body: { password: trader.password }, token });
  await ask(world, confirmTotp, { body: { code: codeNow(world, secret) }, token });
  return secret;
}

test('a withdrawal asks for the code', async ({ memberPage: page, context, world, trader }) => {
  await registerBankAccount(world, trader);
  const key = await protect(world, trader);
  await world.passTime(25 * HOUR_MS);
  await context.addInitScript((more) => {
    window.journeyAheadMs += more;
  }, 25 * HOUR_MS);
  await page.goto('/more');
  await expect(title(page)).toHaveText('더보기');
  await go(page, '/balances/withdraw');
  await expect(page.getByText('출금 가능 10,000,000원')).toBeVisible();
  await typeAmount(page, '50000');
  await page.getByRole('button', { name: '50,000원 출금 신청' }).click();
  await giveCode(page, '000000');
  await expect(page.getByText('OTP 번호가 일치하지 않습니다.', { exact: false })).toBeVisible();
  await giveCode(page, codeNow(world, key));
  await readReceived(page);
});

test('a passkey is added on this device and signs in without a password', async ({
  page,
  context,
  world,
  trader,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // A browser keeps passkeys for names, not for addresses.
  const home = world.address.replace('127.0.0.1', 'localhost');
  await page.goto(`${home}/signin`);
  await fillSignIn(page, trader);
  await expect(page).not.toHaveURL(`${home}/signin`);
  await page.goto(`${home}/more/security`);
  await page.getByRole('button', { name: '패스키 추가' }).click();
  const sheet = page.getByRole('dialog', { name: '패스키 추가' });
  await sheet.getByRole('textbox', { name: '비밀번호' }).fill(trader.password);
  await sheet.getByRole('button', { name: '확인', exact: true }).click();
  await expect(toast(page)).toContainText('패스키를 추가했습니다');
  await expect(page.getByText('패스키 1개')).toBeVisible();

  await leave(page, home);
  await page.getByRole('button', { name: '패스키로 로그인' }).click();
  await expect(page).not.toHaveURL(`${home}/signin`);
  await page.goto(`${home}/more/security`);
  const recent = page.getByRole('region', { name: '최근 로그인' });
  await expect(recent.getByRole('listitem').first()).toContainText('패스키');

  await page.getByRole('button', { name: '지금 계정 잠그기' }).click();
  const question = page.getByRole('alertdialog', { name: '계정을 잠글까요?' });
  await question.getByRole('button', { name: '잠그기', exact: true }).click();
  await expect(alertDialog(page)).toContainText('잠긴 계정입니다');
});
