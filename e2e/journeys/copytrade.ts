// Copy trading on two phones: what the trader does on one is seen on the other, down to the share of the profit.
import { unfollow } from '@maru/contract/copytrade/follows';
import { expect, type Page } from '@playwright/test';
import { refusalOf } from '../ask.ts';
import {
  areSharesPaid,
  becomeTrader,
  copiesOf,
  followPastApp,
  type SecondPhone,
  secondPhone,
  sharesOf,
} from '../copytrade.ts';
import {
  accountOf,
  fact,
  openTrade,
  orderPastApp,
  pass,
  placeOrder,
  type Stage,
  setMark,
  test,
} from '../futures.ts';
import { newTrader, signedIn, toast, visit } from '../journey.ts';
import { passTime, wake } from '../page-clock.ts';
import type { World } from '../world.ts';

const DAY_MS = 24 * 3_600_000;
const KST_OFFSET_MS = 9 * 3_600_000;

test.use({ ownWorld: 'copytrade' });

const copyCard = (page: Page) => page.getByRole('article', { name: 'BTCUSDT' });

/** The clock of the second phone is brought to that of the world. */
async function bringAlong({ page }: SecondPhone, world: World): Promise<void> {
  const behind = await page.evaluate((ahead) => ahead - window.journeyAheadMs, world.aheadMs());
  await passTime(page, behind);
  await wake(page);
}

/** The price, on both phones. */
async function setPrice(stage: Stage, other: SecondPhone, price: string): Promise<void> {
  await setMark(stage, price);
  await bringAlong(other, stage.world);
}

/** As screens show sums, without its sign. */
const shownShare = (share: string): RegExp =>
  new RegExp(Math.abs(Number(share)).toFixed(4).replace('.', '\\.').slice(0, -2));

async function closeLead(page: Page, part: '절반' | '모두', qty: string): Promise<void> {
  await copyCard(page)
    .getByRole('button', { name: `BTCUSDT ${part} 청산` })
    .click();
  const sheet = page.getByRole('dialog', { name: `${part} 청산` });
  await expect(fact(sheet, '함께 청산되는 수량')).toContainText('BTC');
  await sheet.getByRole('button', { name: `${qty} BTC 청산` }).click();
  await expect(sheet).toBeHidden();
}

test('a follower sees what the trader opens, closes with the trader, pays a share above the old high alone, and stops', async ({
  memberPage: page,
  world,
  trader,
  prices,
  browser,
}) => {
  test.setTimeout(240_000);
  const stage = { world, page, prices };
  await setMark(stage, '95000');
  await becomeTrader(world, trader);
  const follower = await newTrader(world);
  const phone = await secondPhone(browser, world, follower);
  const { page: second } = phone;

  // To follow, from the list.
  await second.goto('/copytrade');
  await second.getByRole('link', { name: /여정/ }).first().click();
  await second.getByRole('button', { name: '팔로우하기' }).click();
  const sheet = second.getByRole('dialog', { name: / 팔로우$/ });
  await sheet.getByRole('textbox', { name: '최대 투자' }).fill('1000');
  await sheet.getByRole('textbox', { name: '한 번에 최대' }).fill('5');
  await expect(sheet).toContainText('한 번 한도는 10 USDT 이상이어야 합니다.');
  await expect(sheet.getByRole('button', { name: '팔로우 시작' })).toBeDisabled();
  await sheet.getByRole('textbox', { name: '한 번에 최대' }).fill('500');
  const multiply = sheet.getByRole('spinbutton', { name: '주문 배율' });
  await multiply.fill('50');
  await sheet.getByRole('button', { name: '팔로우 시작' }).click();
  await expect(sheet).toBeHidden();
  const { follow: begun } = await copiesOf(world, follower);
  expect(begun).toMatchObject({ state: 'ACTIVE', multiplyPer: 50, maxBet: '1000', oneMaxBet: '500' });

  // The trader opens; half as much opens for the follower.
  await visit(second, '/copytrade/mine');
  await openTrade(page);
  await placeOrder(page, '매수·롱', {});
  await expect(copyCard(second)).toContainText('롱');
  await expect(copyCard(second)).toContainText('교차 20x');
  expect((await copiesOf(world, follower)).positions).toMatchObject([{ qty: '0.05', tradeType: 'LONG' }]);

  // Half of it closes with the trader.
  await visit(page, '/copytrade/trading');
  await expect(copyCard(page)).toContainText('1 / 1');
  await expect(copyCard(second)).toContainText('증거금 237.50');
  await closeLead(page, '절반', '0.050');
  await expect(copyCard(second)).toContainText('증거금 118.75');
  await second.getByRole('radio', { name: '체결' }).click();
  await expect(second.getByRole('list', { name: '체결' })).toContainText('청산');
  expect((await copiesOf(world, follower)).positions).toMatchObject([{ qty: '0.025' }]);

  // What is open cannot be left behind.
  const token = await signedIn(world, follower);
  expect(
    await refusalOf(world, unfollow, { body: { traderFollowerId: begun!.traderFollowerId }, token }),
  ).toBe('FOLLOW_POSITIONS_OPEN');
  await second.getByRole('button', { name: '그만 따라가기' }).click();
  const stop = second.getByRole('dialog', { name: / 그만 따라가기$/ });
  await expect(stop).toContainText('열린 카피가 1개 있습니다. 어떻게 할까요?');
  await stop.getByRole('button', { name: '계속 따라가기' }).click();
  await expect(stop).toBeHidden();

  // The rest closes at a profit, and the next day a tenth of what was earned is paid.
  await setPrice(stage, phone, '96000');
  await closeLead(page, '모두', '0.050');
  await expect(second.getByText('열린 카피가 없습니다.')).toBeVisible();
  const { follow: won } = await copiesOf(world, follower);
  expect(Number(won!.total)).toBeGreaterThan(15);
  const passed = (Date.now() + world.aheadMs() + KST_OFFSET_MS) % DAY_MS;
  await pass(stage, Math.ceil((DAY_MS - passed) / 60_000) + 11);
  await setPrice(stage, phone, '96000');
  await areSharesPaid(world, trader);
  const { content: shares } = await sharesOf(world, trader);
  expect(shares).toHaveLength(1);
  const paid = shares[0]!;
  expect(paid).toMatchObject({ kind: 'DAILY', total: won!.total });
  // Rounded down at eight places.
  expect(BigInt(paid.share.replace('.', ''))).toBeLessThanOrEqual(BigInt(won!.total.replace('.', '')));
  expect(Math.abs(Number(paid.share) - Number(won!.total) / 10)).toBeLessThan(0.00000001);
  await visit(page, '/copytrade/trading');
  await page.getByRole('tab', { name: '분배 수익' }).click();
  const fees = page.getByRole('list', { name: '분배 수익' });
  await expect(fees).toContainText('하루 정산');
  await expect(fees).toContainText(shownShare(paid.share));

  // A loss after it, which the follower closes alone.
  await orderPastApp(world, trader);
  await expect.poll(async () => (await copiesOf(world, follower)).copies).toHaveLength(1);
  await setPrice(stage, phone, '95500');
  await visit(second, '/copytrade/mine');
  await second.getByRole('button', { name: 'BTCUSDT 내 것만 청산' }).click();
  const close = second.getByRole('dialog', { name: '내 것만 청산' });
  await close.getByRole('button', { name: '시장가로 청산' }).click();
  await expect(close).toBeHidden();
  await expect(second.getByText('열린 카피가 없습니다.')).toBeVisible();
  expect((await accountOf(world, trader)).positions).toMatchObject([{ qty: '0.1' }]);
  const { follow: fallen } = await copiesOf(world, follower);
  expect(Number(fallen!.total)).toBeLessThan(Number(won!.total) - 20);

  // Then a profit that is larger than the loss: a tenth of what is above the old high is paid, not of the profit.
  await visit(page, '/copytrade/trading');
  await closeLead(page, '모두', '0.100');
  await orderPastApp(world, trader);
  await expect.poll(async () => (await copiesOf(world, follower)).copies).toHaveLength(1);
  await setPrice(stage, phone, '96900');
  await closeLead(page, '모두', '0.100');
  await expect.poll(async () => (await copiesOf(world, follower)).copies).toHaveLength(0);
  const { follow: higher } = await copiesOf(world, follower);
  expect(Number(higher!.total)).toBeGreaterThan(Number(won!.total) + 10);
  await pass(stage, DAY_MS / 60_000);
  await setPrice(stage, phone, '96900');
  await areSharesPaid(world, trader, 2);
  const [above] = (await sharesOf(world, trader)).content;
  const risen = Number(higher!.total) - Number(won!.total);
  expect(Math.abs(Number(above!.share) - risen / 10)).toBeLessThan(0.0000001);
  expect(Number(above!.share)).toBeLessThan((Number(higher!.total) - Number(fallen!.total)) / 10 - 2);
  await visit(second, '/copytrade/mine');
  const causes = second.getByRole('region', { name: /^차이 .*어디서 왔나요/ });
  await expect(causes).toContainText('수익 분배 10%');

  // Nothing more is due, and the end pays nothing.
  await second.getByRole('button', { name: '그만 따라가기' }).click();
  await expect(fact(stop, '이미 낸 분배')).toHaveText(
    shownShare(String(-Number(paid.share) - Number(above!.share))),
  );
  await expect(fact(stop, /^정산할 수익 분배 10%/)).toHaveText(/^[-−+]?0\.0000/);
  await stop.getByRole('button', { name: '끝내기' }).click();
  await expect(toast(second)).toContainText('팔로우를 끝냈습니다');
  await expect(second.getByRole('region', { name: '지난 팔로우' })).toContainText('내가 끝냄');
  expect((await sharesOf(world, trader)).content).toHaveLength(2);
  expect(phone.faults).toEqual([]);
  await phone.context.close();
});

test('a trader who is liquidated is followed no longer, and the follower closes what is left', async ({
  memberPage: page,
  world,
  trader,
  prices,
  browser,
}) => {
  test.setTimeout(120_000);
  const stage = { world, page, prices };
  await setMark(stage, '95000');
  // The page is the follower's.
  const lead = await newTrader(world);
  await becomeTrader(world, lead);
  const phone = await secondPhone(browser, world, lead);
  const { page: second } = phone;
  await followPastApp(world, trader, lead, { maxLeverage: 10 });
  await page.goto('/copytrade/mine');
  await orderPastApp(world, lead, { leverage: 100, marginType: 'ISOLATED' });
  // Half of the trader's margin, with a tenth of the leverage.
  await expect(copyCard(page)).toContainText('격리 10x');
  expect((await copiesOf(world, trader)).positions).toMatchObject([{ qty: '0.005', leverage: 10 }]);
  await second.goto('/copytrade/trading');
  await expect(copyCard(second)).toContainText('1 / 1');

  await setPrice(stage, phone, '94427.8');
  await expect(copyCard(second)).toBeHidden();
  await expect(second.getByText('강제 청산').first()).toBeVisible();
  await expect(page.getByRole('region', { name: '이제 따라가지 않습니다' })).toBeVisible();
  await expect(copyCard(page)).toBeVisible();
  await page.getByRole('button', { name: '모두 청산' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '모두 청산' }).click();
  await expect(page.getByText('트레이더를 팔로우하지 않습니다')).toBeVisible();
  await expect(page.getByRole('region', { name: '지난 팔로우' })).toContainText('정리되어 끝남');
  expect(await copiesOf(world, trader)).toMatchObject({
    copies: [],
    positions: [],
    follow: { state: 'ENDED', endedBy: 'PLATFORM' },
  });
  // The liquidation is an event of the trader alone, and the centre of the follower has it all the same.
  await visit(page, '/more/notifications');
  await page.getByRole('link', { name: /이제 트레이더를 따라가지 않습니다/ }).click();
  await expect(page).toHaveURL(/\/copytrade\/mine$/);
  expect(phone.faults).toEqual([]);
  await phone.context.close();
});
