// An inquiry with a picture: asked in the app, answered by staff, told live, read and opened again. Whatever anybody
// writes or calls a file stays text.
import { expect } from '@playwright/test';
import { go, test } from '../journey.ts';
import { openOffice } from '../office.ts';

const SCRIPT = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
const FILE_NAME = '<img src=x onerror=window.ran=1>.png';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.beforeEach(() => test.setTimeout(120_000));

test('a question with a picture is answered live, read, and asked again', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const office = await openOffice(world);
  await page.goto('/more/contact');
  await page.getByRole('link', { name: '문의하기' }).click();
  await page.getByRole('textbox', { name: '문의 내용' }).fill(`출금 계좌를 바꾸고 싶습니다.\n${SCRIPT}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: FILE_NAME, mimeType: 'image/png', buffer: PICTURE });
  await expect(page.getByText('img src=x onerror=window.ran=1.webp')).toBeVisible();
  await page.getByRole('button', { name: '보내기' }).click();
  await expect(page.getByText(SCRIPT)).toBeVisible();
  await expect(page).toHaveURL(/\/more\/contact\/\d+$/);

  await page.getByRole('button', { name: /\.webp 보기$/ }).click();
  const picture = page.getByRole('img', { name: /\.webp$/ });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await page.getByRole('button', { name: '닫기' }).last().click();

  await go(page, '/oversea');
  await expect(page.getByRole('link', { name: '메시지', exact: true })).toBeVisible();
  const { inquiry, entries } = await office.readInquiry(trader.id);
  expect(entries[0]?.files).toHaveLength(1);
  await office.answerInquiry(inquiry.id, `바꾸어 두었습니다. ${SCRIPT}`);
  await page.getByRole('link', { name: '메시지, 읽지 않음 1' }).click();
  await page
    .getByRole('button', { name: /문의에 답변했습니다/ })
    .first()
    .click();
  await expect(page.getByText('바꾸어 두었습니다.')).toBeVisible();
  await expect(page.getByText('· 읽음')).toBeVisible();

  await office.answerInquiry(inquiry.id, '24시간 뒤 출금해 주세요.');
  await expect(page.getByText('24시간 뒤 출금해 주세요.')).toBeVisible();
  await page.getByRole('textbox', { name: '추가로 물어보기' }).fill('네, 감사합니다.');
  await page.getByRole('button', { name: '보내기' }).click();
  await expect(page.getByText('네, 감사합니다.')).toBeVisible();
  expect((await office.readInquiry(trader.id)).inquiry.status).toBe('OPEN');

  await go(page, '/oversea');
  await expect(page.getByRole('link', { name: '메시지', exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});
