import {
  certificateEmail,
  certificatePhone,
  findId,
  findPassword,
  verifyEmail,
  verifyPhone,
} from '@maru/contract/identity/calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fill, openScreen, tap } from '../screen-double.tsx';
import { type ServerDouble, serverDouble } from '../server-double.ts';

afterEach(cleanup);

const KEY = 'k'.repeat(32);
const PROOF = 'p'.repeat(32);
let server: ServerDouble;
beforeEach(() => {
  server = serverDouble();
  const sent = { key: KEY, expiresIn: 180, nextSendIn: 60, isStandIn: true };
  for (const call of [certificateEmail, certificatePhone]) server.answer(call, () => ({ reply: sent }));
  for (const call of [verifyEmail, verifyPhone])
    server.answer(call, () => ({ reply: { proof: PROOF, expiresIn: 600 } }));
  server.answer(findId, () => ({
    reply: { content: [{ username: 'ma******r', createdMillis: Date.UTC(2026, 0, 5) }] },
  }));
  server.answer(findPassword, () => ({ reply: { username: 'maru_trader' } }));
});

test('a username is found by phone, and shown masked', async () => {
  const { sent } = openScreen('/find_id', { server });
  await screen.findByRole('heading', { level: 1, name: '아이디 찾기' });
  await tap('휴대폰 번호', 'radio');
  await fill('휴대폰 번호', '01012345678');
  await tap('인증번호 받기');
  expect(await screen.findByText(/운영자가 알려 드립니다/)).toBeTruthy();
  await fill('인증번호 6자리', '123456');
  await tap('확인');
  expect(await screen.findByText('ma******r')).toBeTruthy();
  expect(sent(certificatePhone)[0]).toMatchObject({ purpose: 'FIND_ID', certificateValue: '010-1234-5678' });
  expect(sent(verifyPhone)[0]).toMatchObject({ key: KEY, secretCode: '123456' });
  expect(sent(findId)[0]).toMatchObject({ proof: PROOF });
});

async function proveForPassword() {
  const page = openScreen('/find_pw', { server });
  await screen.findByRole('heading', { level: 1, name: '비밀번호 찾기' });
  await fill('아이디', 'maru_trader');
  await fill('이메일', 'maru@example.com');
  await tap('인증번호 받기');
  await screen.findByText(/맞으면 인증번호를 보냈습니다/);
  await fill('인증번호 6자리', '123456');
  return page;
}

test('a wrong code is shown under its field, and a new one can be asked for', async () => {
  server.answer(verifyEmail, () => ({ refusal: 'CODE_WRONG', field: 'secretCode' }));
  const { sent } = await proveForPassword();
  await tap('확인');
  expect(await screen.findByText('인증번호가 맞지 않거나 시간이 지났습니다.')).toBeTruthy();
  await tap('인증번호 다시 받기');
  expect(sent(certificateEmail)).toHaveLength(2);
});

test('a new password leads to the sign-in page', async () => {
  const { at, sent } = await proveForPassword();
  await tap('확인');
  await fill('새 비밀번호', 'new password 1');
  await fill('비밀번호 확인', 'new password 1');
  await tap('비밀번호 정하기');
  await waitFor(() => expect(at()).toBe('/signin'));
  expect(sent(findPassword)[0]).toMatchObject({ proof: PROOF, password: 'new password 1' });
});

test('an expired proof begins again with the username', async () => {
  server.answer(findPassword, () => ({ refusal: 'PROOF_EXPIRED', field: 'proof' }));
  await proveForPassword();
  await tap('확인');
  await fill('새 비밀번호', 'new password 1');
  await fill('비밀번호 확인', 'new password 1');
  await tap('비밀번호 정하기');
  expect(await screen.findByText('인증 시간이 지났습니다. 다시 인증해 주세요.')).toBeTruthy();
  expect(await screen.findByLabelText('아이디', { selector: 'input' })).toBeTruthy();
});
