import { signIn } from '@maru/contract/account/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { field, openScreen, tap, write } from '../../screen-double.tsx';
import { serverDouble, trader } from '../../server-double.ts';

afterEach(cleanup);

const opened = { accessToken: 'access', refreshToken: 'refresh', expiresIn: 900, user: trader };

async function open(server = serverDouble()) {
  const page = openScreen('/signin', { server });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

async function fillIn(password = 'correct horse') {
  await write('아이디', 'trader');
  await write('비밀번호', password);
}

test('the page has one level-1 heading, one main landmark and a title', async () => {
  await open();
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('지금을 보는 곳,마루');
  await waitFor(() => expect(document.title).toBe('로그인 · 마루'));
});

test('a wrong password is shown under 알림, empties the password and keeps the username', async () => {
  await open();
  await fillIn('wrong');
  await tap('로그인');
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText('아이디 또는 비밀번호가 일치하지 않습니다.')).toBeTruthy();
  expect(field('비밀번호').value).toBe('');
  expect(field('아이디').value).toBe('trader');
});

test('a member with the second factor is asked for the code, again when it is wrong', async () => {
  const server = serverDouble();
  server.answer(signIn, ({ code }) =>
    code === '123456'
      ? { reply: opened }
      : { refusal: code === undefined ? 'SECOND_FACTOR_NEEDED' : 'SECOND_FACTOR_WRONG', field: 'code' },
  );
  const { sent, at } = await open(server);
  await fillIn();
  await tap('로그인');
  await screen.findByRole('dialog', { name: '6자리 번호' });
  await write('6자리 번호', '000000');
  await tap('확인');
  expect(await screen.findByText('OTP 번호가 일치하지 않습니다. 새 번호로 다시 입력해 주세요.')).toBeTruthy();
  await write('6자리 번호', '123456');
  await tap('확인');
  await waitFor(() => expect(at()).toBe('/oversea'));
  expect(sent(signIn)).toMatchObject([{}, { code: '000000' }, { code: '123456', password: 'correct horse' }]);
});

test('a double tap signs in once, and the button shows that it is under way', async () => {
  const server = serverDouble();
  let answer: (reply: { reply: typeof opened }) => void = () => {};
  server.answer(signIn, () => new Promise((resolve) => (answer = resolve)));
  const { sent, at } = await open(server);
  await fillIn();
  await tap('로그인');
  const busy = await screen.findByRole('button', { name: '로그인하는 중' });
  expect(busy.getAttribute('aria-busy')).toBe('true');
  await act(async () => fireEvent.submit(field('비밀번호')));
  await act(async () => answer({ reply: opened }));
  await waitFor(() => expect(at()).toBe('/oversea'));
  expect(sent(signIn)).toHaveLength(1);
  expect(sent(signIn)[0]).toMatchObject({ username: 'trader', password: 'correct horse' });
});

test('spaces around the username are ignored', async () => {
  const { sent } = await open();
  await write('아이디', ' trader ');
  await write('비밀번호', 'correct horse');
  await tap('로그인');
  await waitFor(() => expect(sent(signIn)[0]).toMatchObject({ username: 'trader' }));
});

test('nothing is sent while a field is empty, and the app itself shows which one', async () => {
  const { sent } = await open();
  await tap('로그인');
  expect(screen.getByText('아이디를 입력해 주세요.')).toBeTruthy();
  expect(document.activeElement).toBe(field('아이디'));
  await write('아이디', 'trader');
  await tap('로그인');
  expect(screen.getByText('비밀번호를 입력해 주세요.')).toBeTruthy();
  expect(screen.queryByText('아이디를 입력해 주세요.')).toBeNull();
  expect(document.activeElement).toBe(field('비밀번호'));
  expect(sent(signIn)).toHaveLength(0);
});

test('a username that no account can have is refused as a wrong name or password, not as an invalid request', async () => {
  const server = serverDouble();
  server.answer(signIn, () => ({ refusal: 'INVALID_REQUEST' }));
  await open(server);
  await fillIn();
  await tap('로그인');
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText('아이디 또는 비밀번호가 일치하지 않습니다.')).toBeTruthy();
});

test('not staying signed in stores a note for the next start', async () => {
  const { stored, at } = await open();
  await fillIn();
  await tap('로그인 상태 유지', 'checkbox');
  await tap('로그인');
  await waitFor(() => expect(at()).toBe('/oversea'));
  expect(stored.get('maru.keepSignedIn')).toBe('no');
  expect(document.cookie).toContain('signed_in_here=1');
});

test('staying signed in stores no note', async () => {
  const { stored, at } = await open();
  await fillIn();
  await tap('로그인');
  await waitFor(() => expect(at()).toBe('/oversea'));
  expect(stored.has('maru.keepSignedIn')).toBe(false);
});

test('the eye button shows and hides the password', async () => {
  await open();
  await tap('비밀번호 보기');
  expect(field('비밀번호').type).toBe('text');
  await tap('비밀번호 숨기기');
  expect(field('비밀번호').type).toBe('password');
});

test('the language changes in place, and the typed text stays', async () => {
  await open();
  await write('아이디', 'trader');
  await tap('English');
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('en');
  expect(field('Username').value).toBe('trader');
  await tap('한국어');
  expect(await screen.findByRole('button', { name: '로그인' })).toBeTruthy();
});

test('a guest can enter the app without signing in', async () => {
  const { at } = await open();
  await tap('로그인 없이 시세 둘러보기', 'link');
  await waitFor(() => expect(at()).toBe('/overseaView'));
});

test.each([
  ['아이디 찾기', '/find_id'],
  ['비밀번호 찾기', '/find_pw'],
])('%s leads to %s', async (name, path) => {
  const { at } = await open();
  await tap(name, 'link');
  await waitFor(() => expect(at()).toBe(path));
});
