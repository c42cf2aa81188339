import { unreadContacts } from '@maru/contract/contact/calls';
import {
  deleteMessage,
  messageList,
  readAllMessages,
  readMessage,
  unreadMessages,
} from '@maru/contract/message/calls';
import { playerQueues } from '@maru/contract/realtime';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';

afterEach(cleanup);

const letter = (id: number, more: object = {}) => ({
  id,
  kind: 'SECURITY',
  title: `새 기기에서 로그인했습니다 ${id}`,
  content: '<img src=x onerror=alert(1)>',
  link: null,
  isRead: 0,
  createdMillis: 1_700_000_000_000,
  ...more,
});
const listed = (content: readonly unknown[]) => ({
  content,
  page: 0,
  size: 20,
  totalElements: content.length,
  totalPages: 1,
});

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(unreadMessages, () => ({ reply: { unread: 2 } }));
  server.answer(unreadContacts, () => ({ reply: { unread: 0 } }));
  const all = [letter(2), letter(1, { kind: 'NOTICE', link: '/more/contact/5' })];
  server.answer(messageList, () => ({ reply: listed(all) }) as never);
  for (const call of [readMessage, readAllMessages, deleteMessage])
    server.answer(call, () => ({ reply: { unread: 0 } }));
});

const open = () => openScreen('/more/message', { signedIn: true, server });

test('letters are listed with what is unread, as text, whatever they look like', async () => {
  open();
  expect(await screen.findByText(/고객센터 · <img src=x onerror=alert\(1\)>/)).toBeTruthy();
  expect(document.querySelector('.messages img')).toBeNull();
  expect(await screen.findByRole('button', { name: /안 읽음 ?2/ })).toBeTruthy();
  expect(screen.getByText('메시지는 90일 동안 보관합니다.')).toBeTruthy();
});

test('a letter is opened and read, and one with a page leads there', async () => {
  const { sent, at } = open();
  await screen.findByText(/로그인했습니다 2/);
  await tap(/^읽지 않음 새 기기에서 로그인했습니다 2/);
  expect(await screen.findByRole('dialog', { name: /로그인했습니다 2/ })).toBeTruthy();
  await waitFor(() => expect(sent(readMessage)).toEqual([{ id: 2 }]));
  await tap(/^읽지 않음 새 기기에서 로그인했습니다 1/);
  await waitFor(() => expect(at()).toBe('/more/contact/5'));
});

test('letters are deleted by the button behind them, and read all at once', async () => {
  const { sent } = open();
  await screen.findByText(/로그인했습니다 2/);
  await tap(/^삭제 새 기기에서 로그인했습니다 2/);
  await waitFor(() => expect(sent(deleteMessage)).toEqual([{ id: 2 }]));
  await tap('모두 읽음');
  await waitFor(() => expect(sent(readAllMessages)).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: '안 읽음' })).toBeTruthy());
});

test('a push shows the new letter', async () => {
  open();
  await screen.findByText(/로그인했습니다 2/);
  await waitFor(() => expect(server.connections()).toHaveLength(1));
  server.answer(messageList, () => ({ reply: listed([letter(3)]) }) as never);
  await act(async () =>
    server.push(playerQueues.message, { type: 'MESSAGE', at: 0, data: { kind: 'MESSAGE', unread: 3 } }),
  );
  expect(await screen.findByText(/로그인했습니다 3/)).toBeTruthy();
});

test('an answer that is older than a push does not count', async () => {
  let answerFirst: (unread: number) => void = () => {};
  const answers = [
    new Promise<number>((resolve) => {
      answerFirst = resolve;
    }),
    Promise.resolve(5),
  ];
  server.answer(messageList, () => ({ reply: listed([]) }) as never);
  let asked = 0;
  server.answer(unreadMessages, async () => ({
    reply: { unread: await (answers[asked++] ?? Promise.resolve(5)) },
  }));
  open();
  await waitFor(() => expect(server.connections()).toHaveLength(1));
  await waitFor(() => expect(asked).toBeGreaterThan(0));
  await act(async () =>
    server.push(playerQueues.message, { type: 'MESSAGE', at: 0, data: { kind: 'MESSAGE', unread: 5 } }),
  );
  await act(async () => answerFirst(2));
  await waitFor(() => expect(asked).toBeGreaterThan(1));
  expect(server.platform.unread.get()['MESSAGE']).toBe(5);
});
