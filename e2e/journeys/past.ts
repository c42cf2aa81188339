// The account at moments of the past: what the page shows is what the account was, and its file can be checked.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PastAccount } from '@maru/contract/past/calls';
import { expect, type Page } from '@playwright/test';
import { go, test, title } from '../journey.ts';

const total = (page: Page) => page.locator('.past-screen__total');
const balances = (page: Page) => page.getByRole('region', { name: '잔액' });

async function refill(page: Page, choice: string, start: string): Promise<void> {
  await go(page, '/more/mypage');
  // The page before may offer the same.
  await expect(title(page)).toHaveText('내 정보');
  await page.getByText('연습 다시 시작').click();
  await page.getByRole('button', { name: choice, exact: true }).click();
  await page.getByRole('button', { name: start }).click();
}

test('the account of every event can be seen again, by steps, by slider and by link, and exported', async ({
  memberPage: page,
}) => {
  await page.goto('/oversea');
  await refill(page, '1억', '1억 원으로 새 연습');

  await go(page, '/wallet/asset');
  await expect(title(page)).toHaveText('지갑');
  await expect(page.getByRole('region', { name: '해외선물', exact: true })).toContainText('100,000,000');
  await expect(page.locator('.asset__figure')).toHaveText(/^1\d\d,\d{3},\d{3}원$/);
  await page.getByRole('button', { name: '금액 숨기기' }).click();
  await expect(page.locator('.asset__figure')).toHaveText('••••••원');
  await page.getByRole('button', { name: '금액 보기' }).click();

  await page.getByRole('link', { name: /^자산 추이/ }).click();
  await expect(title(page)).toHaveText('그때 내 계좌');
  await expect(balances(page)).toContainText('100,000,000원');
  await expect(total(page)).toHaveText(/^1\d\d,\d{3},\d{3}원$/);

  // Now is after the last event: the first step leads to that event, the second to the one before.
  await page.getByRole('button', { name: /^앞 사건 연습 시작/ }).click();
  await page.getByRole('button', { name: /^앞 사건 계좌 개설/ }).click();
  await expect(page.getByRole('button', { name: /^앞 사건/ })).toBeDisabled();
  await expect(balances(page)).not.toContainText('100,000,000');
  await expect(balances(page)).toContainText('10,000,000원');
  await expect(page.getByRole('button', { name: /^뒤 사건 연습 시작/ })).toBeEnabled();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '이 시점 내보내기' }).click();
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
    readonly format: string;
    readonly account: PastAccount;
  };
  expect(file).toMatchObject({ format: 'maru-past-1', account: { seq: 1, since: { seq: 1 } } });
  expect(file.account.digest).toHaveLength(createHash('sha256').update('').digest('hex').length);
  expect(file.account.wallets.find(({ type }) => type === 'BINARY')?.purses.free).toBe('10000000');

  await page.getByRole('button', { name: /^뒤 사건/ }).click();
  await expect(balances(page)).toContainText('100,000,000원');

  // By the slider, from the keyboard, to the first moment; then by a link to it.
  const slider = page.getByRole('slider', { name: '볼 시점' });
  await slider.press('Home');
  await expect(balances(page)).not.toContainText('100,000,000');
  await page.goto(`/wallet/past?at=${file.account.atMillis}`);
  await expect(balances(page)).toContainText('10,000,000원');
  await expect(balances(page)).not.toContainText('100,000,000');
  await page.getByRole('button', { name: '지금으로' }).click();
  await expect(balances(page)).toContainText('100,000,000원');
});
