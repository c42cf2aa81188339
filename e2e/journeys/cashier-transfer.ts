// Money sent to another member: who it is for is read first, it arrives once, and a lost answer sends it no second time.
import { dnwList, transferMoney } from '@maru/contract/cashier/calls';
import { expect } from '@playwright/test';
import { ask } from '../ask.ts';
import { dropAnswers, newTrader, signedIn, test, toast } from '../journey.ts';

test('money is sent to another member once, although the answer was lost', async ({
  memberPage: page,
  world,
}) => {
  test.setTimeout(120_000);
  const friend = await newTrader(world);
  await page.goto('/balances/list');
  await page.getByRole('button', { name: /해외선물/ }).click();
  await page.getByRole('button', { name: /다른 회원에게 보내기/ }).click();
  await page.getByRole('textbox', { name: '얼마를 보낼까요?' }).fill('250000');
  const name = page.getByRole('textbox', { name: '받는 회원 아이디' });
  const send = page.getByRole('button', { name: '250,000원 보내기' });

  await name.fill('nobody-of-this-name');
  await send.click();
  await expect(page.getByText('받을 회원을 찾을 수 없습니다.')).toBeVisible();

  await name.fill(friend.username);
  const lost = await dropAnswers(page, transferMoney.path);
  await send.click();
  const question = page.getByRole('alertdialog', { name: /님에게 보낼까요\?$/ });
  await expect(question).toContainText(friend.username);
  await question.getByRole('button', { name: '보내기' }).click();
  await expect.poll(lost.dropped).toBeGreaterThan(0);
  await lost.end();
  await expect(toast(page)).toContainText('님에게 보냈습니다');
  await expect(page.getByText('보낼 수 있는 금액 9,750,000원')).toBeVisible();

  const { content } = await ask(world, dnwList, { token: await signedIn(world, friend) });
  expect(content.map(({ type, point }) => [type, point])).toEqual([['TI', '250000']]);
});
