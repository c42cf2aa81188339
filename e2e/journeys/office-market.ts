// A trader and staff, each in a browser of their own: an offer halted under an open order form, a round voided by two.
import { type Browser, expect, type Page } from '@playwright/test';
import { dock, toast } from '../journey.ts';
import { openOfficePage } from '../office-pages.ts';
import {
  accountOf,
  available,
  HIGH,
  LOW,
  liveThrough,
  MINUTE,
  openTable,
  placeBet,
  test,
} from '../rounds.ts';
import type { Credentials, World } from '../world.ts';

test.beforeEach(async ({ prices }) => {
  test.setTimeout(120_000);
  prices.setPrice(LOW);
});

const openDesk = async (browser: Browser, world: World, who: Credentials, path: string): Promise<Page> =>
  (await openOfficePage(browser, world, { who, path })).page;

test('staff halt an offer under an open order form, and the trader sees why at once', async ({
  memberPage: page,
  browser,
  world,
}) => {
  await openTable(page, world, { offer: MINUTE, secondsLeft: 40 });
  const desk = await openDesk(browser, world, world.operator, '/market');
  await desk.getByRole('searchbox').fill('BTCUSDT');
  await desk.getByRole('button', { name: '회차 1분 중지' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '시세 점검' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '중지', exact: true }).click();
  try {
    await expect(dock(page)).toContainText('거래를 잠시 멈췄습니다');
    await expect(dock(page)).toContainText('시세 점검');
    await expect(dock(page).getByRole('button')).toHaveCount(0);
  } finally {
    await desk.getByRole('button', { name: '회차 1분 다시 받기' }).click();
  }
  await expect(dock(page).getByText('주문 가능 10,000,000원')).toBeVisible();
  await desk.context().close();
});

test('a round is voided by two people who saw what it moves, and the trader has the stake back', async ({
  memberPage: page,
  browser,
  world,
  trader,
  prices,
}) => {
  const round = await openTable(page, world, { offer: MINUTE, secondsLeft: 30 });
  await placeBet(page, '하락', '10000');
  await liveThrough(world, round.openMillis, { page, after: () => prices.setPrice(HIGH) });
  await liveThrough(world, round.closeMillis, { page });
  await expect(toast(page)).toContainText('회차 미적중');

  const path = `/rounds/void?id=${round.id}`;
  const first = await openDesk(browser, world, world.operator, path);
  await expect(first.getByRole('region', { name: '돌려받는 회원' })).toContainText('+10,000');
  await first.getByRole('button', { name: '시세 오류' }).click();
  await first.getByRole('button', { name: /무효 요청/ }).click();
  await expect(first.getByRole('button', { name: /무효 승인/ })).toHaveCount(0);

  const second = await openDesk(browser, world, world.approver, path);
  for (const name of [/끊긴 구간을/, /모자란/, /이유 글을/]) await second.getByLabel(name).check();
  await second.getByRole('button', { name: /무효 승인/ }).click();

  await expect(available(page)).toHaveText('주문 가능 10,000,000원');
  const { free, waiting, bets } = await accountOf(world, trader);
  expect({ free, waiting }).toEqual({ free: '10000000', waiting: '0' });
  expect(bets).toMatchObject([{ status: 3, voidReason: 'STAFF' }]);
  await first.context().close();
  await second.context().close();
});
