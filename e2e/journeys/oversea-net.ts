// A trade with a price profit that is less than its commission is a loss on every screen, and always the same one.
import { expect } from '@playwright/test';
import { equity, go, toast } from '../journey.ts';
import { accountOf, fillRows, openTrade, placeOrder, positionDock, showTab, test } from '../oversea.ts';

/** Micro Nasdaq: a tick of a contract is 0.5 dollars, and it costs 3,000 won on each side. */
const MICRO = 304;

test('a losing trade with a positive price result is the same loss from the toast to the history', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  await prices.setPrice('25400', 'MNQ');
  await openTrade(page, MICRO);
  await placeOrder(page, '매수', { count: '3' });
  await expect(toast(page)).toContainText('오더 체결완료');
  await showTab(page, '포지션');
  const card = page.getByRole('region', { name: /나스닥 포지션$/ });
  // Bought at 25,400.25. The bid is 25,401.75: six ticks on three contracts are 12,469 won.
  await prices.setPrice('25402', 'MNQ');
  await expect(card).toContainText('−5,531원');
  await expect(card).toContainText('가격 손익 +12,469 · 수수료 −18,000');
  await expect(toast(page)).toBeHidden();

  await positionDock(page).getByRole('button', { name: '3계약 시장가 청산' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '청산', exact: true }).click();
  await expect(toast(page)).toContainText(/청산했습니다.*순손익.*−5,531/s);
  const { free, waiting, fills } = await accountOf(world, trader);
  expect({ free, waiting }).toEqual({ free: String(10_000_000 - 5_531), waiting: '0' });
  expect(fills[0]).toMatchObject({
    pnl: '12469',
    entryCommission: '9000',
    exitCommission: '9000',
    net: '-5531',
  });

  await showTab(page, '체결');
  await expect(fillRows(page).first()).toContainText('−5,531원');
  await showTab(page, '손익');
  await expect(page.getByRole('region', { name: /일별 손익$/ })).toContainText('−5,531원');
  await showTab(page, '체결');
  await fillRows(page).first().click();
  await expect(page.getByText('가격으로는 벌었지만 수수료가 더 컸습니다.')).toBeVisible();
  await expect(page.locator('.profit--hero')).toHaveText('−5,531원');
  await expect(page.getByText('9틱 이상')).toBeVisible();

  await go(page, '/wallet/history');
  const history = page.getByRole('region', { name: '해외선물 거래내역' });
  await expect(history.locator('.profit--hero')).toHaveText('−5,531원');
  await expect(history.locator('.day-section__head')).toContainText('−5,531원');
  await expect(history.getByRole('link').first()).toContainText('−5,531원');
  await expect(history).toContainText(/승률\s*0\.0%/);

  await go(page, '/oversea');
  await expect(equity(page)).toContainText('−5,531');
});
