// Before the first leveraged order: a notice and three questions, from whatever screen the order came.
import { expect } from '@playwright/test';
import { captureSizes } from '../capture.ts';
import { alertDialog, toast } from '../journey.ts';
import { FIRST, openTrade, placeOrder, test } from '../oversea.ts';
import { SIZES } from '../pictures.ts';

test.use({ worldSettings: { prices: 'pushed', settings: { RISK_QUIZ: 'ask' } } });

test('a new member answers the questions about leverage before the first order, and once', async ({
  memberPage: page,
  prices,
}) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await prices.setPrice(FIRST);
  await openTrade(page);
  await placeOrder(page, '매수');
  await expect(alertDialog(page)).toContainText('확인 문제를 풀어 주세요');
  await alertDialog(page).getByRole('button', { name: '문제 풀기' }).click();

  await expect(page).toHaveURL('/quiz');
  await page.getByRole('button', { name: '문제 풀기' }).click();
  const answer = async (option: string) => {
    await page.getByRole('group').getByText(option, { exact: true }).click();
    await page.getByRole('button', { name: '확인하기' }).click();
  };
  await answer('100만 원');
  await expect(page.getByText('다시 골라 보세요.')).toBeVisible();
  await answer('2,000만 원');
  await page.getByRole('button', { name: '다음 문제' }).click();
  await answer('증거금을 거의 다 잃고 강제 청산됩니다');
  await expect(page.getByText('맞습니다.')).toBeVisible();
  await captureSizes(page, { name: '48c-risk-quiz', appearances: ['dark', 'light'] });
  await page.setViewportSize(SIZES[0]);
  await page.getByRole('button', { name: '다음 문제' }).click();
  await answer('손절 가격과 하루 손실 한도를 정합니다');
  await page.getByRole('button', { name: '거래 시작하기' }).click();

  await expect(page).toHaveURL(/\/oversea\/\d+$/);
  await placeOrder(page, '매수');
  await expect(toast(page).filter({ hasText: '오더 체결완료' })).toBeVisible();
});
