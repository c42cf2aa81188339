import { changePassword } from '@maru/contract/account/calls';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, fill, openScreen, tap, write } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(changePassword, () => ({
    reply: { accessToken: 'new access', refreshToken: 'new refresh', expiresIn: 900 },
  }));
});

async function open() {
  const page = openScreen('/more/change_password', { signedIn: true, server });
  await screen.findByRole('heading', { level: 1, name: '비밀번호 변경' });
  return page;
}

async function fillIn() {
  await fill('현재 비밀번호', 'old password');
  await fill('새 비밀번호', 'new password 1');
  await fill('비밀번호 확인', 'new password 1');
}

const button = () => screen.getByRole('button', { name: '비밀번호 변경' }) as HTMLButtonElement;

test('the password changes, and this device stays signed in with its new pair', async () => {
  const { at, sent } = await open();
  await fillIn();
  await tap('비밀번호 변경');
  await waitFor(() => expect(at()).toBe('/more'));
  expect(sent(changePassword)[0]).toMatchObject({
    id: 7,
    currentPassword: 'old password',
    password: 'new password 1',
  });
  expect(server.storage.get('maru.accessToken')).toBe('new access');
  expect(server.platform.member.get()?.id).toBe(7);
  expect(await screen.findByText('비밀번호를 바꿨습니다')).toBeTruthy();
});

test('a wrong current password is shown under its own field, until it is changed', async () => {
  server.answer(changePassword, () => ({ refusal: 'CURRENT_PASSWORD_MISMATCH', field: 'currentPassword' }));
  const { at } = await open();
  await fillIn();
  await tap('비밀번호 변경');
  expect(await screen.findByText('현재 비밀번호가 일치하지 않습니다.')).toBeTruthy();
  expect(field('현재 비밀번호').getAttribute('aria-invalid')).toBe('true');
  expect(at()).toBe('/more/change_password');
  await write('현재 비밀번호', 'another');
  expect(screen.queryByText('현재 비밀번호가 일치하지 않습니다.')).toBeNull();
});

test('a refusal without a field is shown under 알림', async () => {
  server.answer(changePassword, () => ({ refusal: 'TOO_MANY_REQUESTS' }));
  await open();
  await fillIn();
  await tap('비밀번호 변경');
  expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
});

test('a short or differing password cannot be sent', async () => {
  const { sent } = await open();
  await fill('현재 비밀번호', 'old password');
  await fill('새 비밀번호', '1234567');
  await fill('비밀번호 확인', '1234567');
  expect(button().disabled).toBe(true);
  await fill('새 비밀번호', '12345678');
  expect(screen.getByText('비밀번호가 서로 다릅니다.')).toBeTruthy();
  await act(async () => fireEvent.submit(field('새 비밀번호')));
  expect(sent(changePassword)).toHaveLength(0);
});

test('a member with a second factor is asked for a code, and what was typed stays', async () => {
  server.answer(changePassword, ({ code }) =>
    code === undefined
      ? { refusal: 'SECOND_FACTOR_NEEDED', field: 'code' }
      : { reply: { accessToken: 'new access', refreshToken: 'new refresh', expiresIn: 900 } },
  );
  const { at, sent } = await open();
  await fillIn();
  await tap('비밀번호 변경');
  await screen.findByRole('dialog', { name: '6자리 번호' });
  await fill('6자리 번호', '123456');
  await tap('확인');
  await waitFor(() => expect(at()).toBe('/more'));
  expect(sent(changePassword)[1]).toMatchObject({ currentPassword: 'old password', code: '123456' });
});
