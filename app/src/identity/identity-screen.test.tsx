import { certificateEmail, verifyEmail } from '@maru/contract/identity/calls';
import {
  acceptTerms,
  closeAccount,
  myIdentity,
  myTerms,
  setContact,
} from '@maru/contract/identity/member-calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fill, openScreen, tap } from '../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';

afterEach(cleanup);

const KEY = 'k'.repeat(32);
const PROOF = 'p'.repeat(32);
let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(myIdentity, () => ({
    reply: {
      ...{ email: 'maru@example.com', emailVerifiedMillis: Date.UTC(2026, 0, 5), phone: '01012345678' },
      ...{ phoneVerifiedMillis: null, personName: null, personVerifiedMillis: null, level: 1 },
      limits: [
        { level: 0, won: '10000000' },
        { level: 1, won: '50000000' },
        { level: 2, won: '200000000' },
        { level: 3, won: null },
      ],
    },
  }));
  server.answer(myTerms, () => ({
    reply: { accepted: [{ kind: 'TERMS', version: 1, atMillis: Date.UTC(2026, 0, 5) }], due: [] },
  }));
});

const open = async () => {
  const page = openScreen('/more/identity', { signedIn: true, server });
  await screen.findByText('인증 1단계');
  return page;
};

test('the level, its limits and the accepted terms are shown', async () => {
  await open();
  expect(screen.getByText('5,000만 원')).toBeTruthy();
  expect(screen.getByText('한도 없음')).toBeTruthy();
  expect(await screen.findByText('이용약관 1판')).toBeTruthy();
});

test('an address is proven with a code and the password', async () => {
  const sent = { key: KEY, expiresIn: 180, nextSendIn: 60, isStandIn: true };
  server.answer(certificateEmail, () => ({ reply: sent }));
  server.answer(verifyEmail, () => ({ reply: { proof: PROOF, expiresIn: 600 } }));
  server.answer(setContact, () => ({ reply: { kind: 'EMAIL', value: 'new@example.com' } }));
  const page = await open();
  await tap(/^이메일/);
  await screen.findByRole('dialog', { name: '이메일 인증' });
  await fill('이메일', 'new@example.com');
  await tap('인증번호 받기');
  await fill('인증번호 6자리', '123456');
  await tap('확인');
  await fill('현재 비밀번호', 'correct horse');
  await tap('저장');
  await waitFor(() => expect(page.sent(setContact)).toHaveLength(1));
  expect(page.sent(certificateEmail)[0]).toMatchObject({ purpose: 'PROFILE' });
  expect(page.sent(setContact)[0]).toMatchObject({ proof: PROOF, password: 'correct horse' });
});

test('an account with something open is not closed, and the reason is shown', async () => {
  server.answer(closeAccount, () => ({ refusal: 'CLOSE_WHILE_OPEN' }));
  await open();
  await tap('계정 닫기');
  await screen.findByRole('dialog', { name: '계정을 닫을까요?' });
  await fill('현재 비밀번호', 'correct horse');
  const [, doIt] = screen.getAllByRole('button', { name: '계정 닫기' });
  doIt?.click();
  expect(await screen.findByText(/진행 중인 거래나 입출금 신청이 있어/)).toBeTruthy();
});

test('closing asks a member with a second factor for a code', async () => {
  server.answer(closeAccount, ({ code }) =>
    code === undefined ? { refusal: 'SECOND_FACTOR_NEEDED', field: 'code' } : { refusal: 'CLOSE_WHILE_OPEN' },
  );
  const { sent } = await open();
  await tap('계정 닫기');
  await screen.findByRole('dialog', { name: '계정을 닫을까요?' });
  await fill('현재 비밀번호', 'correct horse');
  const [, doIt] = screen.getAllByRole('button', { name: '계정 닫기' });
  doIt?.click();
  await screen.findByRole('dialog', { name: '6자리 번호' });
  await fill('6자리 번호', '123456');
  await tap('확인');
  await waitFor(() => expect(sent(closeAccount)[1]).toMatchObject({ code: '123456' }));
});

test('a new version of the terms is asked for once', async () => {
  const due = {
    kind: 'TERMS',
    version: 2,
    summaryKo: '출금 시간이 바뀝니다.',
    summaryEn: 'Times change.',
  } as const;
  server.answer(myTerms, () => ({ reply: { accepted: [], due: [due] } }));
  server.answer(acceptTerms, () => ({ reply: {} }));
  const { sent } = await open();
  expect(await screen.findByText(/^출금 시간이 바뀝니다\./)).toBeTruthy();
  await tap('동의하기');
  await waitFor(() =>
    expect(sent(acceptTerms)).toEqual([expect.objectContaining({ kind: 'TERMS', version: 2 })]),
  );
});
