import { signUp } from '@maru/contract/account/calls';
import { expect } from '@playwright/test';
import { newPerson, test } from '../journey.ts';

test('a visitor from a partner link signs up in three steps and starts practising', async ({
  page,
  world,
}) => {
  const person = newPerson();
  await page.goto(`/ref/${world.partnerCode}`);
  await expect(page.getByText('추천 파트너')).toBeVisible();
  await expect(page.getByText(world.partnerCode)).toBeVisible();

  const next = page.getByRole('button', { name: '다음' });
  await expect(next).toBeDisabled();
  await page.getByRole('textbox', { name: '아이디' }).fill(person.username);
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill(person.password);
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill(person.password);
  await page.getByRole('textbox', { name: '닉네임' }).fill(person.nick);
  await expect(page.getByText('사용할 수 있는 아이디입니다.')).toBeVisible();
  await next.click();

  await page.getByRole('textbox', { name: '이름' }).fill(person.name);
  await page.getByRole('textbox', { name: '휴대폰 번호' }).pressSequentially(person.phone);
  await page.getByRole('textbox', { name: '이메일' }).fill(person.email);
  await next.click();

  await page.getByRole('checkbox', { name: '모두 동의' }).check();
  const asked = page.waitForRequest((request) => request.url().endsWith(signUp.path));
  await page.getByRole('button', { name: '가입 신청' }).click();
  const sent = (await asked).postDataJSON() as Readonly<Record<string, string>>;
  expect(sent).toMatchObject({ username: person.username, partnerId: world.partnerCode });
  expect(sent['phone']?.replaceAll('-', '')).toBe(person.phone);

  await expect(page).toHaveURL('/welcome');
  await page
    .getByRole('button', { name: '연습 시작' })
    .or(page.getByRole('link', { name: '연습 시작' }))
    .click();
  await expect(page).toHaveURL('/oversea');
});

test('leaving a half-filled form asks for a confirmation', async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('textbox', { name: '닉네임' }).fill('반쯤쓴이름');
  await page.getByRole('button', { name: '회원가입 멈추기' }).click();
  const question = page.getByRole('alertdialog', { name: '회원가입을 멈추시겠습니까?' });
  await question.getByRole('button', { name: '계속 작성' }).click();
  await expect(page.getByRole('textbox', { name: '닉네임' })).toHaveValue('반쯤쓴이름');
  await page.getByRole('button', { name: '회원가입 멈추기' }).click();
  await question.getByRole('button', { name: '멈추기' }).click();
  await expect(page).toHaveURL('/signin');
});

test('an unknown partner code is reported, and signing up continues', async ({ page }) => {
  await page.goto('/ref/NOBODY');
  await expect(
    page.getByText('추천 코드를 확인하지 못했습니다. 코드 없이 가입할 수 있습니다.'),
  ).toBeVisible();
});
