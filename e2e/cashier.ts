// Steps at the cashier that its journeys share.
import { confirmPayout, generateWallet } from '@maru/contract/cashier/payouts';
import { bankList } from '@maru/contract/site';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { signedIn, type Trader } from './journey.ts';
import { passTime, wake } from './page-clock.ts';
import type { World } from './world.ts';

/** Presses the keys of the pad that write this amount. */
export async function typeAmount(page: Page, amount: string): Promise<void> {
  const pad = page.getByRole('group', { name: '숫자판' });
  for (const key of amount)
    await pad.getByRole('button', { name: key === '.' ? '소수점' : key, exact: true }).click();
}

/** The alert that a request was received is read and closed. */
export async function readReceived(page: Page): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: '알림' });
  await expect(alert).toContainText('신청이 완료되었습니다.');
  await alert.getByRole('button', { name: '확인' }).click();
  await expect(alert).toBeHidden();
}

/** A bank account that was registered and confirmed; it can be used a day later. */
export async function registerBankAccount(world: World, trader: Trader): Promise<void> {
  const token = await signedIn(world, trader);
  const [bank] = await ask(world, bankList);
  const payout = await ask(world, generateWallet, {
    body: { coinName: 'BINARY', bankInfo: { bankId: bank?.id, accountNumber: '110-123-456789' } },
    token,
  });
  await ask(world, confirmPayout, { body: { payoutId: payout.id, password: trader.password }, token });
}

/** The server and the page live through this time. */
export async function letTimePass(world: World, page: Page, ms: number): Promise<void> {
  await world.passTime(ms);
  await passTime(page, ms);
  await wake(page);
}
