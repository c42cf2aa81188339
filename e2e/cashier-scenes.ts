// The screens of the cashier that are compared with their design.
import { applyDeposit, makeQuote } from '@maru/contract/cashier/calls';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { registerBankAccount, typeAmount } from './cashier.ts';
import { go, signedIn, type Trader } from './journey.ts';
import type { Appearance } from './pictures.ts';
import { closeDialog, type Scene } from './scenes.ts';
import type { World } from './world.ts';

const PLAIN: readonly Appearance[] = ['dark', 'light'];
const MINUTE_MS = 60_000;

/** Before the page is opened: a deposit on its way, and an account for withdrawals. */
export async function prepareCashier(world: World, trader: Trader): Promise<void> {
  await registerBankAccount(world, trader);
  const token = await signedIn(world, trader);
  await ask(world, applyDeposit, { body: { point: '500000' }, token });
}

/** The screen before stays until the next one is there, with a pad of its own. */
async function goToEntry(page: Page, path: string, question: string): Promise<void> {
  await go(page, path);
  await expect(page.getByRole('textbox', { name: question })).toBeVisible();
}

/** A quote lasts ten seconds, the audit of a screen longer. */
async function holdQuotes(page: Page): Promise<void> {
  await page.route(`**${makeQuote.path}`, async (route) => {
    const answer = await route.fetch();
    const quote = (await answer.json()) as { readonly untilMillis: number };
    await route.fulfill({ json: { ...quote, untilMillis: quote.untilMillis + MINUTE_MS } });
  });
}

export const cashierScenes: readonly Scene[] = [
  {
    name: '08-deposit',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/dnw');
      await page.getByRole('button', { name: '+100만' }).click();
      await expect(page.getByRole('link', { name: /확인 중/ })).toBeVisible();
    },
  },
  {
    name: '08b-withdraw',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('tab', { name: '출금' }).click();
      await expect(page.getByText(/^출금 가능/)).toBeVisible();
      await typeAmount(page, '15000000');
      await expect(page.getByText('출금신청금액이 보유금액을 초과합니다.')).toBeVisible();
    },
  },
  {
    name: '33-convert',
    appearances: PLAIN,
    async open(page) {
      await holdQuotes(page);
      await goToEntry(page, '/wallet/convert/USDT_BTC', '얼마를 전환할까요?');
      await typeAmount(page, '500');
      await expect(page.getByRole('button', { name: /BTC 받기$/ })).toBeVisible();
    },
    leave: (page) => page.unrouteAll(),
  },
  {
    name: '33b-coin-deposit',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/wallet/deposit/XRP');
      await expect(page.getByRole('img', { name: '입금 주소 QR 코드' })).toBeVisible();
    },
  },
  {
    name: '34a-p2p-request',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/wallet/p2p');
      await page.getByRole('button', { name: '+100만' }).click();
      await expect(page.getByRole('button', { name: /USDT 구매 신청$/ })).toBeEnabled();
    },
    async leave(page) {
      await page.getByRole('button', { name: /USDT 구매 신청$/ }).click();
      await expect(page.getByText(/USDT를 보관하고 있습니다/)).toBeVisible();
    },
  },
  {
    name: '34-p2p',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('textbox', { name: '메시지 쓰기' }).fill('네, 지금 이체하겠습니다.');
      await page.getByRole('button', { name: '보내기' }).click();
      await expect(page.getByText('네, 지금 이체하겠습니다.')).toBeVisible();
    },
  },
  {
    name: '10-dnw-history',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/wallet/dnw_history');
      await expect(page.getByRole('listitem').getByRole('button').nth(1)).toBeVisible();
    },
  },
  {
    name: '10-dnw-history.steps',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('listitem').getByRole('button', { name: /^입금/ }).click();
      await expect(page.getByRole('dialog', { name: '입금' })).toBeVisible();
    },
    leave: closeDialog('입금'),
  },
  {
    name: 'wallet-list',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/balances/list');
      await expect(page.getByRole('button', { name: /비트코인 현물/ })).toBeVisible();
    },
  },
  {
    name: 'wallet-drawer',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('button', { name: /비트코인 현물/ }).click();
      await expect(page.getByRole('dialog', { name: /무엇을 할까요/ })).toBeVisible();
    },
    leave: closeDialog('무엇을 할까요'),
  },
  {
    name: 'coupon-sheet',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('button', { name: '쿠폰 등록' }).click();
      await page.getByRole('textbox', { name: '쿠폰 코드' }).fill('WELCOME-2026');
    },
    leave: closeDialog('쿠폰 등록'),
  },
  {
    name: 'coin-buy',
    appearances: PLAIN,
    async open(page) {
      await goToEntry(page, '/wallet/buy/BTC', '얼마어치를 살까요?');
      await typeAmount(page, '500000');
      await expect(page.getByRole('button', { name: /BTC 구매 신청$/ })).toBeEnabled();
    },
  },
  {
    name: 'coin-sell',
    appearances: PLAIN,
    async open(page) {
      await goToEntry(page, '/wallet/sell/USDT', '얼마를 팔까요?');
      await typeAmount(page, '250.5');
      await expect(page.getByRole('button', { name: /USDT 판매 신청$/ })).toBeEnabled();
    },
  },
  {
    name: 'transfer',
    appearances: PLAIN,
    async open(page) {
      await goToEntry(page, '/wallet/transfer/BINARY', '얼마를 보낼까요?');
      await page.getByRole('textbox', { name: '얼마를 보낼까요?' }).fill('250000');
      await page.getByRole('textbox', { name: '받는 회원 아이디' }).fill('maru_friend');
      await expect(page.getByRole('button', { name: '250,000원 보내기' })).toBeEnabled();
    },
  },
  {
    name: 'coin-withdraw',
    appearances: PLAIN,
    async open(page) {
      await goToEntry(page, '/wallet/withdraw/BTC', '얼마를 출금할까요?');
      await typeAmount(page, '0.01');
    },
  },
  {
    name: 'payouts',
    appearances: PLAIN,
    async open(page) {
      await go(page, '/wallet/payouts');
      await expect(page.getByText(/부터 사용$/)).toBeVisible();
    },
  },
];
