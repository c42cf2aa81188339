import { expect } from '@playwright/test';
import { dock, fillSignIn, go, signInAs, toast } from '../journey.ts';
import { downloadFiles, runVerify, verifyHere } from '../receipt-files.ts';
import {
  accountOf,
  available,
  comeToRound,
  HALF_MINUTE,
  HIGH,
  LOW,
  liveThrough,
  MINUTE,
  numberOf,
  openTable,
  passUntil,
  placeBet,
  roundOf,
  test,
} from '../rounds.ts';

/** Ticks are sealed by the minute, a few seconds after its end. */
const SEALED_AFTER_MS = 75_000;

test.beforeEach(({ prices }) => prices.setPrice(LOW));

test('a 30-second bet is paid, and its receipt can be verified in the app and outside of it', async ({
  page,
  world,
  trader,
  prices,
}, testInfo) => {
  test.setTimeout(150_000);
  await signInAs(page, trader);
  await expect(page).not.toHaveURL('/signin');
  await go(page, '/exchange');
  await page.getByRole('button', { name: '비트코인 30초' }).click();
  await expect(page).toHaveURL(`/exchange/${HALF_MINUTE}`);
  const round = await comeToRound(world, HALF_MINUTE, { secondsLeft: 20, page });
  await expect(available(page)).toHaveText('주문 가능 10,000,000원');
  await placeBet(page, '상승', '10000');
  await expect(page.getByRole('main').getByRole('list', { name: '내 주문' })).toContainText('10,000원');
  await expect(available(page)).toHaveText('주문 가능 9,990,000원');
  await page.getByRole('button', { name: '내 주문', exact: true }).click();
  const bets = page.getByRole('dialog', { name: '내 주문' });
  await expect(bets.getByRole('button', { name: /^상승 10,000원 .*진행 중/ })).toHaveCount(1);
  await bets.getByRole('button', { name: '닫기' }).click();

  await liveThrough(world, round.openMillis, { page, after: () => prices.setPrice(HIGH) });
  await expect(page.getByRole('main').getByText('지금 끝나면 적중 +8,700원')).toBeVisible();
  await liveThrough(world, round.closeMillis, { page });
  await expect(toast(page)).toContainText(`${numberOf(round)}회차 적중`);
  await expect(toast(page)).toContainText('+8,700원');
  await expect(available(page)).toHaveText('주문 가능 10,008,700원');

  await page.getByRole('button', { name: '내 주문', exact: true }).click();
  await bets.getByRole('button', { name: /^상승 10,000원 .*적중$/ }).click();
  await page
    .getByRole('dialog', { name: '왜 적중인가요?' })
    .getByRole('link', { name: '영수증 보기' })
    .click();
  await expect(page).toHaveURL(/\/wallet\/history\/\d+$/);
  const detail = page.url();
  await go(page, '/wallet/history?product=binary');
  const rows = page.getByRole('region', { name: '바이너리 거래내역' }).getByRole('link');
  await expect(rows).toHaveCount(1);
  await rows.click();
  await expect(page).toHaveURL(detail);
  await expect(page.getByRole('article')).toContainText('10,000원 주문 → 18,700원 지급');

  await passUntil(world, round.closeMillis + SEALED_AFTER_MS, page);
  const verification = await verifyHere(page);
  const files = await downloadFiles(verification, (name) => testInfo.outputPath(name));
  expect(await runVerify(files)).toBe(0);
  expect(
    await runVerify(files, (receipt) => ({ ...receipt, result: { ...receipt.result, credit: '18701' } })),
  ).toBe(1);
});

test('a server that is killed in the middle of a round settles it once after the restart, and its receipt is correct', async ({
  page,
  world,
  trader,
  prices,
}, testInfo) => {
  test.setTimeout(180_000);
  await signInAs(page, trader);
  await expect(page).not.toHaveURL('/signin');
  const round = await openTable(page, world, { offer: MINUTE, secondsLeft: 30 });
  await placeBet(page, '하락', '20000');
  prices.setPrice(HIGH);
  await liveThrough(world, round.openMillis, { page, after: () => prices.setPrice(LOW) });
  // Received ticks are written every second.
  await liveThrough(world, round.openMillis + 4_000, { page });

  await world.kill();
  await expect(page.getByText('연결이 불안정합니다')).toBeVisible({ timeout: 15_000 });
  await world.startAgain();
  await expect(page.getByText('연결이 불안정합니다')).toBeHidden({ timeout: 40_000 });

  await liveThrough(world, round.closeMillis, { page });
  await expect(toast(page)).toContainText(`${numberOf(round)}회차 적중`);
  await expect(available(page)).toHaveText('주문 가능 10,017,400원', { timeout: 15_000 });
  await expect.poll(async () => (await roundOf(world, round.id)).status).toBe(2);
  const { free, waiting, bets } = await accountOf(world, trader);
  expect({ free, waiting }).toEqual({ free: '10017400', waiting: '0' });
  expect(bets).toHaveLength(1);
  expect(bets[0]).toMatchObject({ status: 1, credit: '37400', strikePrice: HIGH, closePrice: LOW });

  await passUntil(world, round.closeMillis + SEALED_AFTER_MS, page);
  await go(page, `/wallet/history/${bets[0]?.id}`);
  await expect(page.getByRole('article')).toContainText('20,000원 주문 → 37,400원 지급');
  const verification = await verifyHere(page);
  const files = await downloadFiles(verification, (name) => testInfo.outputPath(name));
  expect(await runVerify(files)).toBe(0);
});

test('a guest can watch, and is on the same page as a member after signing in', async ({ page, trader }) => {
  await page.goto(`/exchangeView/${MINUTE}`);
  await expect(page.getByRole('region', { name: '로그인 안내' })).toContainText('시세를 둘러보는 중입니다');
  await expect(page.getByRole('img', { name: /비트코인 현재가/ })).toBeVisible();
  await expect(dock(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: '내 주문', exact: true })).toHaveCount(0);

  await page.getByRole('link', { name: '로그인하고 거래하기' }).click();
  await fillSignIn(page, trader);
  await expect(page).toHaveURL(`/exchange/${MINUTE}`);
  await expect(dock(page)).toBeVisible();
});
