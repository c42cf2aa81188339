import {
  contentReach,
  officeContent,
  officeContentList,
  publishContent,
  saveContent,
} from '@maru/contract/content/office';
import { importEconomic } from '@maru/contract/economic/calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type OfficeDouble, officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const row = {
  ...{ id: 318, kind: 'notice', name: null, status: 'DRAFT', category: 'SYSTEM', isForced: true },
  ...{ isPushed: false, isPinned: false, audience: 'ALL', partnerCode: null },
  ...{ titleKo: '시스템 점검 안내', titleEn: '', version: 1, shownVersion: null },
  ...{ fromMillis: null, toMillis: null, announcedMillis: null, changedMillis: 1_763_124_067_000 },
};
const text = {
  ...row,
  contentKo: '<p>서버를 점검합니다.</p>',
  contentEn: '',
  versions: [{ version: 1, savedMillis: 1, staff: 3 }],
};
const reach = { members: 20_000, hasMore: true, online: 318, ordering: 94, forced: 1, forcedMost: 2 };

function double(): OfficeDouble {
  const office = officeDouble();
  office.on(officeContentList, {
    reply: { content: [row], page: 0, size: 100, totalElements: 1, totalPages: 1 },
  });
  office.on(officeContent, { reply: text });
  office.on(contentReach, { reply: reach });
  return office;
}

test('a text of the list is opened in its editor, with whom it would reach and a phone beside it', async () => {
  const office = double();
  office.open('/content');
  fireEvent.click(await screen.findByRole('button', { name: '시스템 점검 안내' }));
  expect(office.path()).toBe('/content/edit?id=318');
  const editor = await screen.findByRole('textbox', { name: '내용' });
  expect(editor.innerHTML).toBe('<p>서버를 점검합니다.</p>');
  expect(await screen.findByText('20,000+명')).toBeDefined();
  expect(screen.getByText('94명')).toBeDefined();
  expect(screen.getByText(/1 \/ 2회/)).toBeDefined();
  const phone = screen.getByRole('complementary', { name: '회원 화면' });
  expect(within(phone).getByText('서버를 점검합니다.')).toBeDefined();
  expect(screen.getByRole('list', { name: '쓰기 점검' }).textContent).toContain('보상 안내 없음');
});

test('what is written is saved and then published with a reason', async () => {
  const office = double();
  const written: unknown[] = [];
  office.on(saveContent, (body) => {
    written.push(body);
    return { reply: text };
  });
  office.on(publishContent, { reply: { ...text, status: 'PUBLISHED', shownVersion: 1, fromMillis: 1 } });
  office.open('/content/edit?kind=notice');
  fireEvent.change(await screen.findByRole('textbox', { name: '제목' }), {
    target: { value: '시스템 점검 안내' },
  });
  const editor = screen.getByRole('textbox', { name: '내용' });
  editor.innerHTML = '<p onclick="x()">서버를 점검합니다.</p><script>alert(1)</script>';
  fireEvent.input(editor);
  fireEvent.click(screen.getByRole('switch', { name: '강제 공지' }));
  fireEvent.click(screen.getByRole('button', { name: '게시' }));
  const dialog = await screen.findByRole('dialog', { name: '게시' });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '정기 점검' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '게시' }));
  await waitFor(() => expect(office.sentTo(publishContent)).toHaveLength(1));
  expect(written).toMatchObject([
    {
      kind: 'notice',
      isForced: true,
      audience: 'ALL',
      ko: { title: '시스템 점검 안내', content: '<p>서버를 점검합니다.</p>' },
    },
  ]);
  expect(office.sentTo(publishContent)).toMatchObject([{ contentId: 318, version: 1, reason: '정기 점검' }]);
  // Reading it again would answer the draft of before the publication.
  expect(await screen.findByRole('button', { name: '고친 내용 게시' })).toBeDefined();
  expect(office.path()).toBe('/content/edit?id=318');
  expect(screen.getByRole('textbox', { name: '내용' })).toBeDefined();
});

test('a CSV that cannot be read keeps its text and says which line', async () => {
  const office = double();
  office.on(importEconomic, { refusal: 'ECONOMIC_CSV_INVALID' });
  office.open('/content/indicators');
  const csv = await screen.findByRole('textbox', { name: 'CSV 내용' });
  fireEvent.change(csv, { target: { value: 'time,country\nx' } });
  fireEvent.click(screen.getByRole('button', { name: '가져오기' }));
  const dialog = await screen.findByRole('dialog', { name: '가져오기' });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '11월 지표' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '가져오기' }));
  expect(await screen.findByText(/읽을 수 없는 줄/)).toBeDefined();
  expect((csv as HTMLTextAreaElement).value).toBe('time,country\nx');
});
