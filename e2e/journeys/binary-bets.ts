import { placeBet as placeBetCall } from '@maru/contract/binary/calls';
import { expect } from '@playwright/test';
import { alertDialog, dock, dropAnswers, keysOf, toast } from '../journey.ts';
import { accountOf, HALF_MINUTE, LOW, liveThrough, MINUTE, openTable, proposeBet, test } from '../rounds.ts';

const { path: BET_PATH } = placeBetCall;

test.beforeEach(async ({ prices }) => {
  prices.setPrice(LOW);
});

test('a double tap places one bet', async ({ memberPage: page, world, trader }) => {
  await openTable(page, world, { offer: MINUTE, secondsLeft: 40 });
  const send = await proposeBet(page, '상승', '10000');
  await send.dblclick({ delay: 0 });
  await expect(toast(page)).toContainText('주문을 접수했습니다');
  await expect(dock(page).getByText('주문 가능 9,990,000원')).toBeVisible();
  const { free, waiting, bets } = await accountOf(world, trader);
  expect({ free, waiting, count: bets.length }).toEqual({ free: '9990000', waiting: '10000', count: 1 });
});

test('a bet whose answer was lost is retried until its result is known, and is placed once', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const keys = keysOf(page, BET_PATH);
  const answers = await dropAnswers(page, BET_PATH);
  await openTable(page, world, { offer: MINUTE, secondsLeft: 45 });
  const send = await proposeBet(page, '하락', '10000');
  await send.click();
  await expect(dock(page).getByText('확인 중 · 주문이 접수됐는지 확인하고 있습니다.')).toBeVisible();
  await answers.end();
  await expect(toast(page)).toContainText('주문을 접수했습니다');
  await expect(dock(page).getByText('주문 가능 9,990,000원')).toBeVisible();

  expect(answers.dropped()).toBeGreaterThan(0);
  expect(keys.length).toBeGreaterThan(answers.dropped());
  expect(new Set(keys).size).toBe(1);
  expect((await accountOf(world, trader)).bets).toHaveLength(1);
});

test("the dock closes by the server time, whatever the phone's clock shows", async ({
  memberPage: page,
  context,
  world,
}) => {
  await context.addInitScript(() => {
    window.journeyAheadMs -= 3_600_000;
  });
  const round = await openTable(page, world, { offer: HALF_MINUTE, secondsLeft: 12 });
  await expect(dock(page).getByRole('timer')).toHaveText(/ 00:[01]\d$/);
  await expect(dock(page).getByRole('button', { name: /^상승 / })).toBeEnabled();
  await expect(dock(page).getByText(/회차 주문을 마감했습니다$/)).toBeVisible({ timeout: 15_000 });
  const lateMs = Date.now() + world.aheadMs() - round.betEndMillis;
  expect(lateMs).toBeGreaterThan(-300);
  await expect(dock(page).getByRole('button', { name: /^상승/ })).toBeDisabled();
});

test('a bet that arrives after the cut-off is refused, and no stake is taken', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const round = await openTable(page, world, { offer: MINUTE, secondsLeft: 30 });
  const send = await proposeBet(page, '상승', '10000');
  await page.route(`**${BET_PATH}`, async (route) => {
    await liveThrough(world, round.betEndMillis, { page });
    await route.continue();
  });
  await send.click();
  await expect(alertDialog(page)).toContainText('투자 가능 시간이 종료되었습니다.');
  await page.getByRole('button', { name: '확인', exact: true }).click();
  await expect(dock(page).getByText(/회차 주문을 마감했습니다$/)).toBeVisible();
  const { free, bets } = await accountOf(world, trader);
  expect({ free, count: bets.length }).toEqual({ free: '10000000', count: 0 });
  await liveThrough(world, round.openMillis, { page });
});
