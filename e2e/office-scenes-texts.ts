// What is sent to all members, and the forms that change what everybody reads, filled in.
import { certificateEmail, certificatePhone } from '@maru/contract/identity/calls';
import { sendMessageToAll } from '@maru/contract/message/calls';
import { expect } from '@playwright/test';
import { ask } from './ask.ts';
import { showOffice } from './office-pages.ts';
import type { OfficeScene } from './office-scenes.ts';
import { officeToken } from './office-sign-in.ts';
import type { World } from './world.ts';

const LETTER = '추석 연휴 입출금 안내';

const INDICATORS = [
  'time,country,code,importance,name_ko,name_en,previous,forecast,actual,unit',
  '2026-11-25 22:30,US,GDP,3,국내총생산,Gross domestic product,2.8,2.9,,%',
  '2026-11-25 24:00,US,HOME_SALES,2,신규 주택 판매,New home sales,738,725,,천',
].join('\n');

async function sendLetter(world: World): Promise<void> {
  const content = '연휴에는 은행 점검으로 입금 확인이 늦을 수 있습니다.';
  await ask(world, sendMessageToAll, {
    body: { title: LETTER, content, reason: '연휴 안내' },
    token: await officeToken(world, world.operator),
  });
}

async function sendCodes(world: World): Promise<void> {
  await ask(world, certificateEmail, { body: { certificateValue: 'maru@example.com' } });
  await ask(world, certificatePhone, { body: { certificateValue: '01012344417' } });
}

export const textScenes: readonly OfficeScene[] = [
  {
    name: 'office-letters',
    prepare: sendLetter,
    async open(page) {
      await showOffice(page, '/content/letters', '전체 쪽지');
      await expect(page.getByRole('cell', { name: LETTER })).toBeVisible();
    },
  },
  {
    name: 'office-indicators',
    async open(page) {
      await showOffice(page, '/content/indicators', '경제지표');
      await page.getByRole('textbox', { name: /^CSV 내용/ }).fill(INDICATORS);
      await page.getByRole('button', { name: '가져오기' }).click();
      const question = page.getByRole('dialog');
      await question.getByRole('textbox').fill('이번 주 지표');
      await question.getByRole('button', { name: '가져오기' }).click();
      // One of its times does not exist, and the line is named.
      await expect(page.getByText(/3줄 time/)).toBeVisible();
    },
  },
  {
    name: 'office-terms',
    async open(page) {
      await showOffice(page, '/content/terms', '약관 게시');
      await page.getByRole('textbox', { name: /한국어/ }).fill('출금 확인 시간을 24시간으로 적었습니다.');
      await page.getByRole('textbox', { name: /영어/ }).fill('Withdrawals are checked within 24 hours.');
    },
  },
  {
    name: 'office-outbox',
    prepare: sendCodes,
    async open(page) {
      await showOffice(page, '/outbox', '보낸 메일·문자');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    },
  },
];
