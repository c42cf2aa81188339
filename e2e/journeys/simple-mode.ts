// Simple and pro mode: an order in simple mode, and what was typed before is still there on the way back.
import { expect } from '@playwright/test';
import { captureSizes } from '../capture.ts';
import {
  accountOf,
  FIRST,
  fact,
  fillTicket,
  openTrade,
  setMark,
  showForm,
  showTab,
  test,
} from '../futures.ts';
import { dock, toast, visit } from '../journey.ts';
import { SIZES } from '../pictures.ts';

test('a new trader orders in simple mode, and pro mode still has the limit that was typed', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  await setMark({ world, page, prices }, FIRST);
  await openTrade(page);
  await fillTicket(page, { type: '지정가', price: '94000', qty: '0.1' });
  await page.getByRole('button', { name: '프로 모드, 간편 모드로 바꾸기' }).click();
  await expect(page.getByRole('listbox', { name: '호가' })).toBeHidden();
  const form = page.getByRole('main');
  await expect(page.getByRole('textbox', { name: '수량 BTC' })).toHaveValue('0.100');
  await expect(fact(form, '필요 증거금')).toHaveText('475.0005 USDT');
  await captureSizes(page, { name: 'simple-futures', appearances: ['dark', 'light'] });
  await page.setViewportSize(SIZES[0]);

  await dock(page)
    .getByRole('button', { name: /^매수·롱/ })
    .click();
  const question = page.getByRole('dialog', { name: '매수·롱 주문을 넣을까요?' });
  await expect(question).toContainText('시장가');
  await question.getByRole('button', { name: '매수·롱 0.100 BTC 주문' }).click();
  await expect(toast(page)).toContainText('오더 체결완료');
  await showTab(page, '포지션');
  expect((await accountOf(world, trader)).positions).toMatchObject([{ qty: '0.1' }]);

  await showForm(page);
  await page.getByRole('button', { name: '간편 모드, 프로 모드로 바꾸기' }).click();
  await expect(page.getByRole('spinbutton', { name: '주문 가격' })).toHaveValue('94,000.0');

  // The settings have both, and what is chosen there holds for every product.
  await visit(page, '/more/setting');
  await page.getByRole('radio', { name: /^간편/ }).check();
  await openTrade(page);
  await expect(page.getByRole('button', { name: '간편 모드, 프로 모드로 바꾸기' })).toBeVisible();
});
