// Two browsers, a trader and staff: an inquiry answered on the office's screen, and an account blocked and thrown out,
// which two people then open again.
import { createContact } from '@maru/contract/contact/calls';
import { expect } from '@playwright/test';
import { ask } from '../ask.ts';
import { alertDialog, fillSignIn, signedIn, test } from '../journey.ts';
import { openOfficePage } from '../office-pages.ts';

test('an inquiry is answered in the office and read in the app', async ({
  memberPage: page,
  browser,
  world,
  trader,
}) => {
  const token = await signedIn(world, trader);
  const question = `수수료는 언제 바뀌나요? ${trader.username}`;
  await ask(world, createContact, { body: { playerId: trader.id, question }, token });
  const { page: office, faults } = await openOfficePage(browser, world, {
    who: world.operator,
    path: '/inquiries',
  });
  await office.getByRole('row').filter({ hasText: trader.username }).click();
  const talk = office.getByRole('complementary');
  await expect(talk).toContainText(question);
  await talk.getByRole('textbox', { name: '내부 메모' }).fill('지난주에도 물었음');
  await talk.getByRole('button', { name: '메모 남기기' }).click();
  await expect(talk.getByRole('article').filter({ hasText: '지난주에도 물었음' })).toBeVisible();
  await talk.getByRole('textbox', { name: '답변' }).fill('다음 공지에서 알려 드립니다.');
  await talk.getByRole('button', { name: '답변 보내기' }).click();
  await expect(talk.getByRole('article').filter({ hasText: '다음 공지에서' })).toBeVisible();

  await page.goto('/more/contact');
  await page.getByRole('link', { name: /수수료는 언제/ }).click();
  await expect(page.getByText('다음 공지에서 알려 드립니다.')).toBeVisible();
  await expect(page.getByText('지난주에도 물었음')).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('a blocked account is thrown out at once, and two people open it again', async ({
  memberPage: page,
  browser,
  world,
  trader,
}) => {
  test.setTimeout(120_000);
  await page.goto('/more');
  await expect(page.getByRole('heading', { level: 1, name: '더보기' })).toBeVisible();
  const path = `/members?id=${trader.id}`;
  const first = await openOfficePage(browser, world, { who: world.operator, path });
  const member = first.page.getByRole('complementary');
  await member.getByRole('button', { name: '거래 정지' }).click();
  const reason = first.page.getByRole('dialog', { name: '거래 정지' });
  await reason.getByRole('button', { name: '이상 거래 의심' }).click();
  await reason.getByRole('button', { name: '거래 정지' }).click();
  await expect(alertDialog(page)).toBeVisible();
  await alertDialog(page).getByRole('button', { name: '확인' }).click();
  await page.goto('/signin');
  await fillSignIn(page, trader);
  await expect(page.getByRole('alertdialog')).toContainText('계정이 이용이 불가능합니다');

  await member.getByRole('button', { name: /정지 풀기/ }).click();
  const lifting = first.page.getByRole('dialog', { name: '정지 풀기' });
  await lifting.getByRole('textbox', { name: '이유' }).fill('본인 확인을 마쳤습니다');
  await lifting.getByRole('button', { name: /정지 풀기/ }).click();
  await expect(member).toContainText('다른 사람의 승인을 기다립니다');

  const second = await openOfficePage(browser, world, { who: world.approver, path: '/requests' });
  await second.page.getByRole('row').filter({ hasText: '본인 확인을 마쳤습니다' }).click();
  await second.page.getByRole('complementary').getByRole('button', { name: /^승인/ }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: /승인/ }).click();
  await expect(second.page.getByRole('row').filter({ hasText: '본인 확인을 마쳤습니다' })).toHaveCount(0);
  await page.getByRole('alertdialog').getByRole('button', { name: '확인' }).click();
  await fillSignIn(page, trader);
  await expect(page).not.toHaveURL(/signin/);
  expect([...first.faults, ...second.faults]).toEqual([]);
});
