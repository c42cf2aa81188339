// An inquiry with a picture: asked in the app, answered by staff, told live, read and opened again. Whatever anybody
// writes, is called or calls a file stays text; and the screens beside their designs.
import { checkNick, me } from '@maru/contract/account/calls';
import { createContact } from '@maru/contract/contact/calls';
import { publishContent, saveContent, withdrawContent } from '@maru/contract/content/office';
import { sendMessage } from '@maru/contract/message/calls';
import { expect, type Page } from '@playwright/test';
import { ask, refusalOf } from '../ask.ts';
import { captureAtBothSizes } from '../capture.ts';
import { go, signedIn, test } from '../journey.ts';
import { openOffice } from '../office.ts';
import { officeToken } from '../office-sign-in.ts';
import { type Appearance, SIZES } from '../pictures.ts';

const PLAIN: readonly Appearance[] = ['dark', 'light'];
const SCRIPT = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
const FILE_NAME = '<img src=x onerror=window.ran=1>.png';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A bitmap of 1,500 by 1,500, which is seven megabytes without any compression. */
function largePicture(): Buffer {
  const side = 1_500;
  const file = Buffer.alloc(54 + side * side * 3);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, side],
    [22, side],
  ] as const)
    file.writeUInt32LE(value, at);
  file.set([1, 0, 24, 0], 26);
  return file;
}

declare global {
  interface Window {
    violations: string[];
  }
}

/** From the first page on: what the policy of contents stopped. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
}

/** Neither did a script run, nor was there one that the policy had to stop. */
async function expectNoScript(page: Page): Promise<void> {
  expect(await page.evaluate(() => ({ ran: 'ran' in window, violations: window.violations }))).toEqual({
    ran: false,
    violations: [],
  });
}

test.beforeEach(() => test.setTimeout(120_000));

test('a question with a picture is answered live, read, and asked again', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const office = await openOffice(world);
  await watchPolicy(page);
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

  await page.getByRole('button', { name: /\.webp .*보기$/ }).click();
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
  // As large as a photo of a phone: drawn smaller before it is sent.
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '통장사본.bmp', mimeType: 'image/bmp', buffer: largePicture() });
  await expect(page.getByText('통장사본.jpg')).toBeVisible();
  await page.getByRole('button', { name: '보내기' }).click();
  await expect(page.getByText('네, 감사합니다.')).toBeVisible();
  expect((await office.readInquiry(trader.id)).inquiry.status).toBe('OPEN');

  await go(page, '/oversea');
  await expect(page.getByRole('link', { name: '메시지', exact: true })).toBeVisible();
  await expectNoScript(page);
});

test('scripts in a nickname, a notice, a letter and a P2P message are text for everybody', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const office = await openOffice(world);
  const token = await officeToken(world, world.operator);
  await watchPolicy(page);

  // Nobody can take such a name; as if an older server had stored it, it is shown all the same.
  expect(await refusalOf(world, checkNick, { query: { nick: '<script>' } })).toBe('NICK_INVALID');
  await page.route(`**${me.path}*`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), nick: SCRIPT, name: SCRIPT } });
  });
  await page.goto('/more/mypage');
  await expect(page.getByText(SCRIPT).first()).toBeVisible();
  await go(page, '/more');
  await expect(page.getByRole('heading', { level: 1, name: '더보기' })).toBeVisible();

  await ask(world, sendMessage, {
    body: { playerId: trader.id, title: SCRIPT.slice(0, 34), content: `편지 ${SCRIPT}`, reason: '여정' },
    token,
  });
  await go(page, '/more/message');
  await page
    .getByRole('button', { name: SCRIPT.slice(0, 34) })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText(`편지 ${SCRIPT}`)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click();

  const { id: contentId } = await ask(world, saveContent, {
    body: {
      kind: 'notice',
      category: 'SYSTEM',
      ko: {
        title: `공지 ${SCRIPT}`,
        content: `<p>안내입니다.</p>${SCRIPT}<a href="javascript:window.ran=1">링크</a>`,
      },
    },
    token,
  });
  await ask(world, publishContent, { body: { contentId, version: 1 }, token });
  await go(page, '/more/notice');
  await page.getByRole('link', { name: /공지 <img/ }).click();
  await expect(page.getByText('안내입니다.')).toBeVisible();
  await expect(page.locator('article script, article [onerror], article a[href^="javascript"]')).toHaveCount(
    0,
  );
  await ask(world, withdrawContent, { body: { contentId }, token });

  await go(page, '/wallet/p2p');
  await page.getByRole('button', { name: '+100만' }).click();
  await page.getByRole('button', { name: /USDT 구매 신청$/ }).click();
  await page.getByRole('textbox', { name: '메시지 쓰기' }).fill(`나 ${SCRIPT}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: FILE_NAME, mimeType: 'image/png', buffer: PICTURE });
  await expect(page.getByText('img src=x onerror=window.ran=1.webp')).toBeVisible();
  await page.getByRole('button', { name: '보내기' }).click();
  await expect(page.getByRole('button', { name: /\.webp .*보기$/ })).toBeVisible();
  const request = await office.openRequest(trader.id);
  await office.writeAsCounterpart(request, `상대 ${SCRIPT}`);
  await expect(page.getByText(`상대 ${SCRIPT}`)).toBeVisible();
  await expectNoScript(page);

  // Support is one tap away and knows what it is about.
  await page.getByRole('link', { name: '문의하기' }).click();
  await expect(page.getByText(`입출금 ${request}`)).toBeVisible();
});

test.describe('pictures', () => {
  test('inquiries and letters are as designed', async ({ memberPage: page, world, trader }) => {
    const office = await openOffice(world);
    const token = await signedIn(world, trader);
    const create = async (question: string) =>
      (await ask(world, createContact, { body: { question }, token })).inquiry.id;
    await create('추천 파트너 코드를 잘못 입력했어요');
    await office.answerInquiry(await create('레버리지 변경이 안 됩니다'), '다시 해 주세요.');
    await create('USDT 입금이 아직 안 보입니다');
    const asked = await create('출금 계좌를 바꾸고 싶습니다.\n신한은행에서 국민은행으로 바꿀 수 있나요?');
    await office.answerInquiry(
      asked,
      '안녕하세요, 김마루 님.\n보내 주신 통장사본으로 이름을 확인했습니다. 국민은행 계좌로 바꾸어 두었습니다.',
    );
    await office.answerInquiry(asked, '안전을 위해 계좌를 바꾼 뒤 24시간 동안은 출금할 수 없습니다.');
    await page.setViewportSize(SIZES[0]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/more/message');
    await captureAtBothSizes(page, [
      {
        name: '35-inbox',
        appearances: PLAIN,
        async open() {
          await expect(page.getByRole('button', { name: /문의에 답변했습니다/ }).first()).toBeVisible();
        },
      },
      {
        name: '15-inquiry-list',
        appearances: PLAIN,
        async open() {
          await go(page, '/more/contact');
          await expect(page.getByRole('link', { name: /출금 계좌/ })).toBeVisible();
        },
      },
      {
        name: '15b-inquiry-thread',
        appearances: PLAIN,
        async open() {
          await page.getByRole('link', { name: /출금 계좌/ }).click();
          await page
            .locator('input[type=file]')
            .setInputFiles({ name: '통장사본.png', mimeType: 'image/png', buffer: PICTURE });
          await expect(page.getByText('통장사본.webp')).toBeVisible();
          await page.getByRole('textbox', { name: '추가로 물어보기' }).fill('네, 감사합니다.');
          await page.getByRole('button', { name: '보내기' }).click();
          await expect(page.getByText('네, 감사합니다.')).toBeVisible();
        },
      },
      {
        name: '15-inquiry-create',
        appearances: PLAIN,
        async open() {
          await go(page, '/more/contact/create');
          await page.route('**/api/file', (route) => route.abort());
          await page
            .locator('input[type=file]')
            .setInputFiles({ name: '통장사본.png', mimeType: 'image/png', buffer: PICTURE });
          await expect(page.getByRole('button', { name: '통장사본.png 다시 올리기' })).toBeVisible();
        },
        leave: () => page.unrouteAll({ behavior: 'ignoreErrors' }),
      },
    ]);
  });
});
