// A member who forgot the password: the code is read from the outbox by the operator.
import { signIn, signUp } from '@maru/contract/account/calls';
import { certificateEmail, verifyEmail } from '@maru/contract/identity/calls';
import { outboxList } from '@maru/contract/outbox/calls';
import { expect } from '@playwright/test';
import { ask, refusalOf } from '../ask.ts';
import { alertDialog, carrySession, fillSignIn, newPerson, test } from '../journey.ts';
import { officeToken } from '../office-sign-in.ts';
import type { World } from '../world.ts';

async function codeSentTo(world: World, recipient: string): Promise<string> {
  const token = await officeToken(world, world.operator);
  const { content } = await ask(world, outboxList, { query: { recipient, size: 1 }, token });
  return /\d{6}/.exec(content[0]?.text ?? '')?.[0] ?? '';
}

test('a forgotten password is found, the old sessions end and the new password signs in', async ({
  page,
  browser,
  world,
}) => {
  const person = newPerson();
  const { key } = await ask(world, certificateEmail, { body: { certificateValue: person.email } });
  const secretCode = await codeSentTo(world, person.email);
  const { proof } = await ask(world, verifyEmail, { body: { key, secretCode } });
  await ask(world, signUp, { body: { ...person, emailProof: proof } });
  // A phone that is signed in, and stays open.
  const elsewhere = await browser.newContext({ baseURL: world.address });
  await carrySession(elsewhere, world, person);
  const phone = await elsewhere.newPage();
  await phone.goto('/more');
  await expect(phone.getByRole('heading', { level: 1, name: '더보기' })).toBeVisible();
  // One code a minute for one address.
  await world.passTime(61_000);

  await page.goto('/signin');
  await page.getByRole('link', { name: '비밀번호 찾기' }).click();
  // The page before has a field of the same name.
  await expect(page.getByRole('heading', { name: '비밀번호를 새로 정합니다' })).toBeVisible();
  await page.getByRole('textbox', { name: '아이디' }).fill(person.username);
  await page.getByRole('textbox', { name: '이메일' }).fill(person.email);
  await page.getByRole('button', { name: '인증번호 받기' }).click();
  const code = page.getByRole('textbox', { name: '인증번호 6자리' });
  await expect(code).toBeVisible();
  await code.fill(await codeSentTo(world, person.email));
  await page.getByRole('button', { name: '확인' }).click();

  const password = `${person.password} again`;
  await page.getByRole('textbox', { name: '새 비밀번호' }).fill(password);
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill(password);
  await page.getByRole('button', { name: '비밀번호 정하기' }).click();
  await expect(alertDialog(page)).toContainText('비밀번호를 새로 정했습니다.');
  await page.getByRole('button', { name: '확인' }).click();

  await expect(phone).toHaveURL('/signin');
  await elsewhere.close();
  const { username } = person;
  expect(await refusalOf(world, signIn, { body: { username, password: person.password } })).toBe(
    'WRONG_CREDENTIALS',
  );
  await fillSignIn(page, { username, password });
  await expect(page).toHaveURL('/oversea');
});
