import { expect } from '@playwright/test';
import { dock, toast } from '../journey.ts';
import { accountOf, BALLS, comeToRound, LOW, liveThrough, numberOf, roundOf, test } from '../rounds.ts';

test('a ball bet is placed and drawn, and the device computes the same balls again', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(120_000);
  prices.setPrice(LOW);
  const round = await comeToRound(world, BALLS, { secondsLeft: 40 });
  await page.goto(`/exchange/${BALLS}`);
  await dock(page).getByRole('spinbutton', { name: '주문 금액' }).fill('10000');
  await page.getByRole('button', { name: /^홀 / }).click();
  await dock(page)
    .getByRole('button', { name: /^홀 주문/ })
    .click();
  const question = page.getByRole('alertdialog', { name: /합 홀, 10,000원/ });
  await question.getByRole('button', { name: '주문', exact: true }).click();
  await expect(toast(page)).toContainText('합 홀 주문을 접수했습니다');
  await expect(page.getByText('이번 회차 주문 1건')).toBeVisible();

  await liveThrough(world, round.betEndMillis, { page });
  await expect(dock(page)).toContainText('주문을 마감했습니다');
  // The salt of the draw is the price five seconds before it.
  await liveThrough(world, round.openMillis - 5_000, { page });
  await liveThrough(world, round.openMillis, { page });
  await page.getByRole('button', { name: /결과 보기/ }).click();
  const result = page.getByRole('dialog', { name: `${numberOf(round)}회차 추첨` });
  await expect(result.getByText('이 기기에서 다시 계산했습니다')).toBeVisible();

  const { ball } = await roundOf(world, round.id);
  const balls = [...(ball?.balls ?? []), ball?.powerBall].map(String);
  expect(balls).toHaveLength(6);
  await expect(result.getByRole('status').locator('.ball')).toHaveText(balls);
  const isOdd = (ball?.sum ?? 0) % 2 === 1;
  await expect(result.getByRole('link', { name: /합 홀/ })).toContainText(isOdd ? '적중' : '미적중');
  const { waiting, bets } = await accountOf(world, trader);
  expect(waiting).toBe('0');
  expect(bets).toHaveLength(1);
  expect(bets[0]?.status).toBe(isOdd ? 1 : 2);
});
