import { contactList, createContact, readContact, writeContact } from '@maru/contract/contact/calls';
import { playerQueues } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';
import { aboutIn } from './about.ts';

afterEach(cleanup);

const AT = 1_700_000_000_000;
const inquiry = (more: object = {}) => ({
  id: 5,
  playerId: 1,
  title: '출금 계좌를 바꾸고 싶습니다',
  status: 'OPEN',
  isRead: 1,
  isAnswer: 0,
  unread: 0,
  createdMillis: AT,
  updatedMillis: AT,
  waitingSinceMillis: AT,
  about: null,
  ...more,
});
const entry = (id: number, more: object = {}) => ({
  id,
  from: 'MEMBER',
  text: '<script>alert(1)</script>',
  atMillis: AT,
  isSeen: true,
  files: [],
  ...more,
});
const picture = {
  id: '0'.repeat(32),
  name: '통장사본.webp',
  type: 'image/webp',
  size: 1_200_000,
  width: 4,
  height: 3,
};

let server: ServerDouble;
let answerHours: { from: string; to: string } | null;
beforeEach(() => {
  answerHours = null;
  server = serverDouble({ storage: storedTokens() });
  const rows = [inquiry({ id: 6, status: 'ANSWERED', isRead: 0, isAnswer: 1, unread: 1 }), inquiry()];
  const list = () => ({
    content: rows,
    page: 0,
    size: 20,
    totalElements: 2,
    totalPages: 1,
    usualAnswerMs: 1_790_000,
    answerHours,
  });
  server.answer(contactList, () => ({ reply: list() }) as never);
  const thread = { inquiry: inquiry(), entries: [entry(1, { files: [picture] })] };
  for (const call of [readContact, createContact, writeContact])
    server.answer(call, () => ({ reply: thread }) as never);
});

test('inquiries are listed with their states and how long an answer takes', async () => {
  openScreen('/more/contact', { signedIn: true, server });
  expect(await screen.findByText('보통 30분 안에 답변합니다.')).toBeTruthy();
  expect(await screen.findByText('답변 대기')).toBeTruthy();
  expect(screen.getByText('답변 완료')).toBeTruthy();
  const [unread] = screen.getAllByRole('link', { name: /출금 계좌/ });
  expect(unread?.textContent).toContain('읽지 않은 답변');
  expect(screen.getByRole('link', { name: '문의하기' }).getAttribute('href')).toBe('/more/contact/create');
});

test('the hours of answers are told where the operator has set them', async () => {
  answerHours = { from: '09:00', to: '02:00' };
  openScreen('/more/contact', { signedIn: true, server });
  expect(await screen.findByText('매일 09:00–02:00, 보통 30분 안에 답변합니다.')).toBeTruthy();
});

test('a question is sent with what it is about, and its conversation is shown', async () => {
  const { sent, at } = openScreen('/more/contact/create?about=BET-7', { signedIn: true, server });
  const question = await screen.findByLabelText('문의 내용');
  expect(screen.getByText('거래 7')).toBeTruthy();
  expect(screen.getByRole('button', { name: '보내기' }).hasAttribute('disabled')).toBe(true);
  await act(async () => fireEvent.change(question, { target: { value: ' 왜 졌나요? ' } }));
  await tap('보내기');
  await waitFor(() => expect(at()).toBe('/more/contact/5'));
  expect(sent(createContact)).toEqual([
    { question: '왜 졌나요?', fileIds: [], about: { kind: 'BET', id: 7 }, writeKey: expect.any(String) },
  ]);
});

test('a question about a verification that differed is begun already', async () => {
  openScreen('/more/contact/create?about=FUTURES_FUNDING-9&why=MISMATCH', { signedIn: true, server });
  const question = await screen.findByLabelText<HTMLTextAreaElement>('문의 내용');
  expect(question.value).toBe('직접 검증한 결과가 서버와 다릅니다. 확인해 주세요.');
  expect(screen.getByText('펀딩비 9')).toBeTruthy();
});

test('a conversation is text, shows its pictures by name, and grows by pushes and by writing', async () => {
  const { sent } = openScreen('/more/contact/5', { signedIn: true, server });
  expect(await screen.findByText('<script>alert(1)</script>')).toBeTruthy();
  expect(document.querySelector('.contact-thread script')).toBeNull();
  expect(screen.getByRole('button', { name: '통장사본.webp 1.2 MB 보기' })).toBeTruthy();
  await waitFor(() => expect(server.connections()).toHaveLength(1));
  const answered = [entry(1), entry(2, { from: 'STAFF', text: '바꾸어 두었습니다.' })];
  server.answer(
    readContact,
    () =>
      ({
        reply: { inquiry: inquiry({ status: 'ANSWERED', waitingSinceMillis: null }), entries: answered },
      }) as never,
  );
  await act(async () =>
    server.push(playerQueues.message, { type: 'MESSAGE', at: 0, data: { kind: 'CONTACT', unread: 1 } }),
  );
  expect(await screen.findByText('바꾸어 두었습니다.')).toBeTruthy();
  expect(screen.getByText('더 물어보면 다시 열립니다.')).toBeTruthy();
  await act(async () =>
    fireEvent.change(screen.getByLabelText('추가로 물어보기'), { target: { value: '네, 감사합니다.' } }),
  );
  await tap('보내기');
  const written = { id: 5, text: '네, 감사합니다.', fileIds: [], writeKey: expect.any(String) };
  await waitFor(() => expect(sent(writeContact)).toEqual([written]));
});

test('what was written is sent again with its key, and the same words later with another', async () => {
  const { sent } = openScreen('/more/contact/5', { signedIn: true, server });
  const write = async () => {
    const line = await screen.findByLabelText<HTMLInputElement>('추가로 물어보기');
    await act(async () => fireEvent.change(line, { target: { value: '네' } }));
    await tap('보내기');
  };
  server.answer(writeContact, () => ({ refusal: 'TRY_AGAIN' }));
  await write();
  await waitFor(() => expect(sent(writeContact)).toHaveLength(1));
  const thread = { inquiry: inquiry(), entries: [entry(1)] };
  server.answer(writeContact, () => ({ reply: thread }) as never);
  await write();
  await waitFor(() => expect(sent(writeContact)).toHaveLength(2));
  await write();
  await waitFor(() => expect(sent(writeContact)).toHaveLength(3));
  const [first, again, later] = (sent(writeContact) as { writeKey: string }[]).map(
    ({ writeKey }) => writeKey,
  );
  expect(again).toBe(first);
  expect(later).not.toBe(first);
});

test.each([
  ['?about=BET-7', { kind: 'BET', id: 7 }],
  ['?about=DNW-0', undefined],
  ['?about=../x-1', undefined],
  ['?about=BET-99999999999999999999', undefined],
  ['', undefined],
])('of the address %s the thing is %j', (search, about) => {
  expect(aboutIn(search)).toEqual(about);
});
