// R types are ordered before they start, so bets in two rounds are open at once: the page distinguishes them, and the
// strike, the chart and the main clock always belong to the round that runs.
import { expect, type Page } from '@playwright/test';
import { alertDialog, dock, toast } from '../journey.ts';
import {
  accountOf,
  available,
  comeToRound,
  HIGH,
  LOW,
  liveThrough,
  MINUTE,
  numberOf,
  openTable,
  placeBet,
  type Round,
  test,
} from '../rounds.ts';

const mainClock = (page: Page, round: Round, what: '시작' | '결과') =>
  page.getByRole('main').getByRole('timer', { name: `${numberOf(round)}회차 ${what}까지` });
const rows = (page: Page) =>
  page.getByRole('main').getByRole('list', { name: '내 주문' }).getByRole('listitem');
const picture = (page: Page) => page.getByRole('main').getByRole('img', { name: /비트코인 현재가/ });

test.beforeEach(async ({ prices }) => {
  prices.setPrice(LOW);
});

test('bets in two rounds at once are shown separately from the order to the result', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(150_000);
  const first = await openTable(page, world, { offer: MINUTE, secondsLeft: 30 });
  await placeBet(page, '상승', '10000');
  // It is waiting: its round has a start and no strike yet.
  await expect(mainClock(page, first, '시작')).toBeVisible();
  await expect(dock(page).getByRole('timer', { name: '주문 마감까지', exact: true })).toBeVisible();
  await expect(rows(page)).toHaveText([
    new RegExp(`상승\\s*10,000원\\s*${numberOf(first)}회차 · \\d\\d:\\d\\d 시작`),
  ]);
  await expect(picture(page)).toHaveAccessibleName(/기준가는 아직 없습니다$/);
  await expect(page.getByText(/기준가 대비/)).toHaveCount(0);

  await dock(page)
    .getByRole('button', { name: /^하락 / })
    .click();
  await expect(alertDialog(page)).toContainText('같은 회차에 상승·하락을 함께 주문할 수 없습니다.');
  await page.getByRole('button', { name: '확인', exact: true }).click();

  await liveThrough(world, first.openMillis, { page, after: () => prices.setPrice(HIGH) });
  await expect(mainClock(page, first, '결과')).toBeVisible();
  await expect(page.getByText(`${numberOf(first)}회차 기준가 대비`)).toContainText('+100.0');
  await expect(rows(page)).toHaveText([/지금 끝나면 적중 \+8,700원/]);

  const second = await comeToRound(world, MINUTE, { secondsLeft: 40, page });
  expect(second.openMillis).toBe(first.closeMillis);
  await expect(
    dock(page).getByRole('timer', { name: `${numberOf(second)}회차 주문 마감까지` }),
  ).toBeVisible();
  await placeBet(page, '하락', '10000');
  await expect(rows(page)).toHaveText([
    new RegExp(`상승\\s*1만\\s*${numberOf(first)}회차.*지금 끝나면 적중 \\+8,700원`),
    new RegExp(`하락\\s*1만\\s*${numberOf(second)}회차.*\\d\\d:\\d\\d 시작 대기`),
  ]);
  await expect(mainClock(page, first, '결과')).toBeVisible();

  await liveThrough(world, second.openMillis, { page, after: () => prices.setPrice(LOW) });
  await expect(toast(page)).toContainText(`${numberOf(first)}회차 적중`);
  await expect(mainClock(page, second, '결과')).toBeVisible();
  await expect(page.getByText(`${numberOf(second)}회차 기준가 대비`)).toContainText('−100.0');
  await expect(rows(page)).toHaveText([/하락.*지금 끝나면 적중 \+8,700원/]);
  await expect(available(page)).toHaveText('주문 가능 9,998,700원');

  await liveThrough(world, second.closeMillis, { page });
  await expect(toast(page)).toContainText(`${numberOf(second)}회차 적중`);
  await expect(available(page)).toHaveText('주문 가능 10,017,400원');
  await expect(rows(page)).toHaveCount(0);
  const { free, waiting, bets } = await accountOf(world, trader);
  expect({ free, waiting }).toEqual({ free: '10017400', waiting: '0' });
  expect(bets.map(({ strikePrice, closePrice, status }) => [strikePrice, closePrice, status])).toEqual([
    [HIGH, LOW, 1],
    [LOW, HIGH, 1],
  ]);
});
