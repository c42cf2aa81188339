import { expect } from '@playwright/test';
import { dock, go, toast } from '../journey.ts';
import { openOffice } from '../office.ts';
import {
  accountOf,
  available,
  HIGH,
  LOW,
  liveThrough,
  MINUTE,
  openTable,
  placeBet,
  roundOf,
  test,
} from '../rounds.ts';

test.beforeEach(async ({ prices }) => {
  test.setTimeout(120_000);
  prices.setPrice(LOW);
});

test('an offer that staff halt accepts no bets, and the round under way ends by its prices', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  const office = await openOffice(world);
  const round = await openTable(page, world, { offer: MINUTE, secondsLeft: 30 });
  await placeBet(page, '상승', '10000');
  await liveThrough(world, round.openMillis, { page, after: () => prices.setPrice(HIGH) });

  await office.halt(MINUTE, '시세 점검을 위해 거래를 멈춥니다.');
  try {
    await expect(dock(page)).toContainText('거래를 잠시 멈췄습니다');
    await expect(dock(page)).toContainText('시세 점검을 위해 거래를 멈춥니다.');
    await expect(dock(page).getByRole('button')).toHaveCount(0);
  } finally {
    await office.resume(MINUTE);
  }
  await expect(dock(page).getByText('주문 가능 9,990,000원')).toBeVisible();

  await liveThrough(world, round.closeMillis, { page });
  await expect(toast(page)).toBeVisible();
  const { waiting, bets } = await accountOf(world, trader);
  expect(waiting).toBe('0');
  expect(bets).toMatchObject([{ voidReason: null }]);
});

test('a round is voided by two people, and the player gets the stake back and sees the reason', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  const office = await openOffice(world);
  const round = await openTable(page, world, { offer: MINUTE, secondsLeft: 30 });
  await placeBet(page, '하락', '10000');
  await liveThrough(world, round.openMillis, { page, after: () => prices.setPrice(HIGH) });
  await liveThrough(world, round.closeMillis, { page });
  await expect(toast(page)).toContainText('회차 미적중');
  await expect(available(page)).toHaveText('주문 가능 9,990,000원');

  const request = await office.requestVoid(round.id, '시세 오류를 확인했습니다.');
  expect(await office.refusedApproval(request)).toBe('SECOND_PERSON_NEEDED');
  expect((await roundOf(world, round.id)).status).toBe(1);
  await office.approveVoid(request);

  await expect(available(page)).toHaveText('주문 가능 10,000,000원');
  const { free, waiting, bets } = await accountOf(world, trader);
  expect({ free, waiting }).toEqual({ free: '10000000', waiting: '0' });
  await go(page, `/wallet/history/${bets[0]?.id}`);
  await expect(page.getByRole('article')).toContainText('시세 오류를 확인했습니다.');
});
