import { officeAnswerContact, officeContacts, officeReadContact } from '@maru/contract/contact/calls';
import { contactDesk, contactTools, removeContactTemplate } from '@maru/contract/contact/desk';
import { officeFile } from '@maru/contract/file/calls';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';
import { filled } from './blanks.ts';

afterEach(cleanup);

const NOW = Date.now();
const inquiry = {
  ...{ id: 5, playerId: 7, title: '출금이 늦습니다', status: 'OPEN', isRead: 1, isAnswer: 0, unread: 0 },
  ...{ createdMillis: NOW - 7_200_500, updatedMillis: NOW, waitingSinceMillis: NOW - 7_200_500, about: null },
  ...{ nick: '잔물결', username: 'maru_trader', assigned: null },
};
const entry = {
  id: 1,
  from: 'MEMBER',
  text: '언제 되나요?',
  atMillis: NOW,
  isSeen: true,
  files: [],
  staff: null,
};

test('an inquiry that waits is answered with a saved text, its blanks filled in', async () => {
  const office = officeDouble();
  office.on(officeContacts, {
    reply: {
      content: [inquiry],
      page: 0,
      size: 50,
      totalElements: 1,
      totalPages: 1,
      usualAnswerMs: 900_000,
      waiting: 1,
    },
  });
  office.on(officeReadContact, { reply: { inquiry, entries: [entry] } });
  office.on(contactDesk, {
    reply: {
      notes: [],
      assigned: null,
      member: { id: 7, name: '김마루', nick: '잔물결', username: 'maru_trader' },
    },
  });
  office.on(contactTools, {
    reply: {
      colleagues: [{ id: 3, name: '박운영' }],
      templates: [{ id: 1, name: '출금', text: '{이름} 님, 확인했습니다.' }],
    },
  });
  office.on(officeAnswerContact, {
    reply: { inquiry: { ...inquiry, status: 'ANSWERED' }, entries: [entry] },
  });
  office.open('/inquiries');
  expect((await screen.findByRole('row', { name: /출금이 늦습니다/ })).textContent).toContain('2시간');
  fireEvent.keyDown(document, { key: 'j' });
  const drawer = await screen.findByRole('complementary', { name: '1:1 문의 maru_trader' });
  expect(await within(drawer).findByText('언제 되나요?')).toBeDefined();
  await within(drawer).findByRole('option', { name: '출금' });
  fireEvent.change(within(drawer).getByLabelText('저장한 답변'), { target: { value: '1' } });
  fireEvent.click(within(drawer).getByRole('button', { name: '답변 보내기' }));
  expect(await screen.findByText('답변했습니다.')).toBeDefined();
  expect(office.sentTo(officeAnswerContact)).toMatchObject([{ id: 5, text: '김마루 님, 확인했습니다.' }]);
});

test('a picture is read with the token, and one that was changed says so', async () => {
  const office = officeDouble();
  const file = { name: '통장.webp', type: 'image/webp', size: 3, width: 4, height: 4, id: 'a'.repeat(32) };
  office.on(officeContacts, {
    reply: {
      ...{ content: [inquiry], page: 0, size: 50, totalElements: 1, totalPages: 1 },
      ...{ usualAnswerMs: null, waiting: 1 },
    },
  });
  office.on(officeReadContact, { reply: { inquiry, entries: [{ ...entry, files: [file] }] } });
  office.on(officeFile, { refusal: 'FILE_CHANGED' });
  const member = { id: 7, name: '김마루', nick: '잔물결', username: 'maru_trader' };
  office.on(contactDesk, { reply: { notes: [], assigned: null, member } });
  const template = { id: 4, name: '출금', text: '{이름} 님' };
  office.on(contactTools, { reply: { colleagues: [], templates: [template] } });
  office.on(removeContactTemplate, { reply: {} });
  office.open('/inquiries?id=5');
  const drawer = await screen.findByRole('complementary', { name: '1:1 문의 maru_trader' });
  expect(await within(drawer).findByText(/저장한 뒤에 바뀐 사진/)).toBeDefined();
  await within(drawer).findByRole('option', { name: '출금' });
  fireEvent.change(within(drawer).getByLabelText('저장한 답변'), { target: { value: '4' } });
  fireEvent.click(within(drawer).getByRole('button', { name: '저장한 답변 지우기' }));
  const dialog = await screen.findByRole('dialog', { name: '저장한 답변 지우기' });
  fireEvent.click(within(dialog).getByRole('button', { name: '저장한 답변 지우기' }));
  await expect.poll(() => office.sentTo(removeContactTemplate)).toEqual([{ id: 4 }]);
});

test('a blank that nobody knows stays in the text', () => {
  const member = { name: '김마루', nick: '잔물결', username: 'maru_trader' };
  expect(filled('{이름}({아이디}) {금액} {닉네임}', member)).toBe('김마루(maru_trader) {금액} 잔물결');
});
