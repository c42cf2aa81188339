// The first minutes of somebody who has never been here: a round without an account, then an account that keeps it.
import { expect, type Page } from '@playwright/test';
import { captureSizes } from '../capture.ts';
import { newPerson, test } from '../journey.ts';
import { SIZES } from '../pictures.ts';

test.use({ isStranger: true, hasServiceWorker: true });

async function signUp(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  const next = page.getByRole('button', { name: '다음' });
  await page.getByRole('textbox', { name: '아이디' }).fill(person.username);
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill(person.password);
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill(person.password);
  await page.getByRole('textbox', { name: '닉네임' }).fill(person.nick);
  await next.click();
  await page.getByRole('textbox', { name: '이름' }).fill(person.name);
  await page.getByRole('textbox', { name: '휴대폰 번호' }).pressSequentially(person.phone);
  await page.getByRole('textbox', { name: '이메일' }).fill(person.email);
  await next.click();
  await page.getByRole('checkbox', { name: '모두 동의' }).check();
  await page.getByRole('button', { name: '가입 신청' }).click();
}

test('a guest tries a round, checks it, signs up, and the account has the result with its receipt', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/연습 돈으로 거래하고/);
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeHidden();
  const up = page.getByRole('button', { name: /상승/ });
  await expect(up).toBeEnabled();
  await expect(page.locator('.trial-card__price')).toHaveText(/\d,\d{3}/);
  await captureSizes(page, { name: '01b-guest-first', appearances: ['dark', 'light'] });
  await page.setViewportSize(SIZES[0]);

  await up.click();
  await expect(page.getByText('상승 선택')).toBeVisible();
  const again = page.getByRole('button', { name: '다시 해 보기' });
  await expect(again).toBeVisible({ timeout: 40_000 });
  const outcome = await page.locator('.trial-card__state strong').innerText();
  expect(outcome).toMatch(/^(적중 \+9,000원|미적중 −10,000원|무효)/);
  await captureSizes(page, { name: 'trial-result', appearances: ['dark', 'light'] });
  await page.setViewportSize(SIZES[0]);

  await page.getByRole('link', { name: '결과를 직접 확인' }).click();
  await expect(page).toHaveURL('/trial');
  await expect(page.getByText('마루 지수 100 체험 회차').first()).toBeVisible();
  await captureSizes(page, { name: 'trial-receipt', appearances: ['dark'] });
  await page.setViewportSize(SIZES[0]);
  await page.goBack();

  await page.getByRole('link', { name: '회원가입' }).click();
  await signUp(page, newPerson());
  await expect(page).toHaveURL('/welcome');
  const kept = page.getByRole('link', { name: /체험 결과/ });
  await expect(kept).toBeVisible();
  await captureSizes(page, { name: '48-practice-welcome', appearances: ['dark', 'light'] });
  await page.setViewportSize(SIZES[0]);
  await kept.click();
  await expect(page.getByText('마루 지수 100 체험 회차').first()).toBeVisible();
  // Sealed a few seconds after the minute is over; then this device computes the result again.
  await expect(async () => {
    await page.getByRole('button', { name: '직접 검증하기' }).click();
    const panel = page.getByRole('dialog', { name: '직접 검증하기' });
    await expect(
      panel.getByText('영수증이 맞습니다').or(panel.getByText('봉인하는 중')).first(),
    ).toBeVisible();
    const isRight = await panel.getByText('영수증이 맞습니다').isVisible();
    await panel.getByRole('button', { name: '닫기' }).first().click();
    expect(isRight).toBe(true);
  }).toPass({ intervals: [5_000], timeout: 80_000 });
});
