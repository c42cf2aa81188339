// The main steps of a member in the whole app: sign-in, session and live connection, on the real router and shell.

import { me, signOut } from '@maru/contract/account/calls';
import { playerQueues } from '@maru/contract/realtime';
import { createMemoryHistory } from '@tanstack/history';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openApp } from './app-double.tsx';
import { type ServerDouble, serverDouble, storedTokens, trader } from './server-double.ts';

afterEach(cleanup);

function open(
  path: string,
  { signedIn = false, server }: { signedIn?: boolean; server?: ServerDouble } = {},
) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const app = openApp({ signedIn, history, ...(server ? { server } : {}) });
  return { ...app, at: () => history.location.pathname };
}

const tap = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

async function signInWith(password: string) {
  fireEvent.change(await screen.findByLabelText('아이디'), { target: { value: 'trader' } });
  fireEvent.change(screen.getByLabelText('비밀번호'), { target: { value: password } });
  await tap('로그인');
}

const GONE = '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.';
const forceLogout = { type: 'FORCE_LOGOUT', seq: 3, at: 1, data: { message: GONE } };

test('a right password leads to the page that was requested', async () => {
  const { at } = open('/more/terms');
  await waitFor(() => expect(at()).toBe('/signin'));
  await signInWith('correct horse');
  await waitFor(() => expect(at()).toBe('/more/terms'));
  expect(await screen.findByRole('heading', { level: 1, name: '이용약관' })).toBeTruthy();
});

test('a wrong password is refused under the title 알림 and the password is emptied', async () => {
  const { at } = open('/signin');
  await signInWith('wrong');
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText('아이디 또는 비밀번호가 일치하지 않습니다.')).toBeTruthy();
  await tap('확인');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect((screen.getByLabelText('비밀번호') as HTMLInputElement).value).toBe('');
  expect(at()).toBe('/signin');
});

test('a page that is opened again is still signed in, at the same place', async () => {
  const { at } = open('/more', { signedIn: true });
  expect(await screen.findByRole('heading', { level: 1, name: '더보기' })).toBeTruthy();
  expect(at()).toBe('/more');
});

test('signing out calls the server, deletes the tokens and ends on the sign-in page', async () => {
  const { server, at } = open('/more', { signedIn: true });
  await screen.findByRole('heading', { level: 1, name: '더보기' });
  await act(() => server.platform.leave());
  await waitFor(() => expect(at()).toBe('/signin'));
  expect(server.asked.some(({ path }) => path === signOut.path)).toBe(true);
  expect(server.storage.has('maru.accessToken')).toBe(false);
  expect(server.reloads()).toBe(1);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a forced logout ends on the sign-in page with its reason; its button reloads', async () => {
  const { server, at } = open('/more', { signedIn: true });
  await screen.findByRole('heading', { level: 1, name: '더보기' });
  await waitFor(() => expect(server.connections()).toHaveLength(1));
  act(() => server.push(playerQueues.force_logout, forceLogout));
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText(GONE)).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/signin'));
  expect(server.reloads()).toBe(0);
  await act(async () => fireEvent.click(within(alert).getByRole('button', { name: '확인' })));
  expect(server.reloads()).toBe(1);
});

test('an account that is blocked for phones gets that message on the sign-in page', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(me, () => ({ reply: { ...trader, etcJson: { blockDevice: 'M' } } }));
  const { at } = open('/more', { server });
  expect(await screen.findByText('모바일 디바이스 접속이 불가합니다.')).toBeTruthy();
  expect(at()).toBe('/signin');
  expect(server.storage.has('maru.accessToken')).toBe(false);
});

test('a lost connection locks every page, and the page is unlocked when it is back', async () => {
  const { server } = open('/more', { signedIn: true });
  const heading = await screen.findByRole('heading', { level: 1, name: '더보기' });
  await waitFor(() => expect(server.connections()).toHaveLength(1));
  act(() => server.goAway());
  expect(await screen.findByRole('alertdialog', { name: '연결이 불안정합니다' })).toBeTruthy();
  const lost = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(lost).getByText('재연결에 실패했습니다. 새로고침 후 다시 시도해주세요.')).toBeTruthy();
  expect(heading.closest('[inert]')).not.toBeNull();
  server.comeBack();
  act(() => server.platform.realtime.retryNow());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(heading.closest('[inert]')).toBeNull();
});

test('an unreachable server is shown, and the same page opens when it is reachable', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.goAway();
  const { at } = open('/more', { server });
  expect(await screen.findByText('서버에 연결하지 못했습니다')).toBeTruthy();
  server.comeBack();
  await tap('다시 시도');
  expect(await screen.findByRole('heading', { level: 1, name: '더보기' })).toBeTruthy();
  expect(at()).toBe('/more');
});

test('the mark 모의 is on every screen', async () => {
  open('/signin');
  expect(screen.getByText('모의')).toBeTruthy();
  await signInWith('correct horse');
  await waitFor(() => expect(screen.queryByLabelText('비밀번호')).toBeNull());
  expect(screen.getByText('모의')).toBeTruthy();
});

test('the page is in English when that is chosen', async () => {
  open('/signin');
  fireEvent.click(await screen.findByRole('button', { name: 'English' }));
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
});
