import { mySessions } from '@maru/contract/account/calls';
import {
  beginTotp,
  confirmTotp,
  endTotp,
  lockAccount,
  mySecurity,
  removePasskey,
  setNewDeviceLetters,
  setProtection,
  signInHistory,
} from '@maru/contract/security/calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fill, openScreen, tap } from '../screen-double.tsx';
import { unprotected } from '../security-double.ts';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';

afterEach(cleanup);

const MADE = 1_700_000_000_000;
const everything = {
  ...unprotected,
  totp: { sinceMillis: MADE },
  recovery: { left: 9, of: 10, madeMillis: MADE },
  passkeys: [{ id: 'passkey-one', name: 'iPhone', createdMillis: MADE, usedMillis: null }],
};
const line = { atMillis: MADE, device: 'MOBILE', name: 'iPhone · Safari', ip: '203.0.113.7', times: 1 };

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(mySecurity, () => ({ reply: unprotected }));
  server.answer(mySessions, () => ({ reply: { content: [] } }));
  server.answer(signInHistory, () => ({
    reply: {
      content: [
        { ...line, outcome: 'SIGNED_IN', method: 'PASSKEY' },
        { ...line, outcome: 'WRONG_PASSWORD', method: 'PASSWORD', times: 2 },
      ],
    },
  }));
});

const open = (path = '/more/security') => openScreen(path, { signedIn: true, server });

test('the sentence and the list say what is on, and how somebody signed in', async () => {
  open();
  expect(await screen.findByText('4가지 가운데 2가지를 켰습니다')).toBeTruthy();
  const recent = await screen.findByRole('region', { name: '최근 로그인' });
  expect(await within(recent).findByText('패스키 · iPhone')).toBeTruthy();
  expect(within(recent).getByText('비밀번호 틀림 2번 · 들어오지 못함')).toBeTruthy();
});

test('with everything on it says so', async () => {
  server.answer(mySecurity, () => ({ reply: everything }));
  open();
  expect(await screen.findByText('모두 켜져 있습니다')).toBeTruthy();
  expect(screen.getByText('9/10')).toBeTruthy();
  expect(screen.getByText('패스키 1개')).toBeTruthy();
});

test('a longer protection time is set at once, a shorter one takes the password', async () => {
  server.answer(setProtection, ({ hours }) => ({
    reply: { ...unprotected.protection, hours: hours === 12 ? 24 : Number(hours) },
  }));
  const { sent } = open();
  fireEvent.click(await screen.findByRole('radio', { name: '48시간' }));
  await waitFor(() => expect(sent(setProtection)).toMatchObject([{ hours: 48 }]));
  expect(await screen.findByText('보호 시간을 바꿨습니다')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: '12시간' }));
  await screen.findByRole('dialog', { name: '보호 시간 줄이기' });
  await fill('비밀번호', 'correct horse');
  await tap('확인');
  await waitFor(() => expect(sent(setProtection)[1]).toMatchObject({ hours: 12, password: 'correct horse' }));
});

test('letters about new devices are turned off with the password', async () => {
  server.answer(setNewDeviceLetters, () => ({ reply: { on: false } }));
  const { sent } = open();
  fireEvent.click(await screen.findByRole('switch', { name: '새 기기 로그인 알림' }));
  await screen.findByRole('dialog', { name: '알림 끄기' });
  expect(sent(setNewDeviceLetters)).toHaveLength(0);
  await fill('비밀번호', 'correct horse');
  await tap('알림 끄기');
  await waitFor(() => expect(sent(setNewDeviceLetters)).toMatchObject([{ on: false }]));
});

test('a passkey is removed with the password, and with the code when the server asks for one', async () => {
  server.answer(mySecurity, () => ({ reply: everything }));
  server.answer(removePasskey, ({ code }) =>
    code === '123456'
      ? { reply: {} }
      : { refusal: code === undefined ? 'SECOND_FACTOR_NEEDED' : 'SECOND_FACTOR_WRONG', field: 'code' },
  );
  const { sent } = open();
  fireEvent.click(await screen.findByRole('button', { name: /^iPhone/ }));
  await tap('패스키 지우기');
  await fill('비밀번호', 'correct horse');
  await tap('패스키 지우기');
  await screen.findByRole('dialog', { name: '6자리 번호' });
  await fill('6자리 번호', '000000');
  await tap('확인');
  expect(await screen.findByText('OTP 번호가 일치하지 않습니다. 새 번호로 다시 입력해 주세요.')).toBeTruthy();
  await fill('6자리 번호', '123456');
  await tap('확인');
  expect(await screen.findByText('패스키를 지웠습니다')).toBeTruthy();
  expect(sent(removePasskey)).toMatchObject([{}, { code: '000000' }, { code: '123456' }]);
});

test('the second factor is set up with the password and a code, and shows its codes once', async () => {
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `AAAA${index}-BBBBB`);
  const uri = 'otpauth://totp/Maru:trader?secret=GEZDGNBVGY3TQOJQ&issuer=Maru';
  server.answer(beginTotp, () => ({ reply: { secret: 'GEZDGNBVGY3TQOJQ', uri } }));
  server.answer(confirmTotp, ({ code }) =>
    code === '287082' ? { reply: { recoveryCodes } } : { refusal: 'SECOND_FACTOR_WRONG', field: 'code' },
  );
  const { at } = open('/more/security/totp');
  fireEvent.click(await screen.findByRole('button', { name: '비밀번호 확인하고 시작' }));
  await fill('비밀번호', 'correct horse');
  await tap('확인');
  expect(await screen.findByRole('img', { name: '인증 앱 등록 QR' })).toBeTruthy();
  expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
  await fill('6자리 번호', '000000');
  await tap('번호 확인하고 켜기');
  expect(await screen.findByText('OTP 번호가 일치하지 않습니다. 새 번호로 다시 입력해 주세요.')).toBeTruthy();
  await fill('6자리 번호', '287082');
  await tap('번호 확인하고 켜기');
  expect(await screen.findByText('AAAA9-BBBBB')).toBeTruthy();
  await tap('적어 두었습니다');
  await waitFor(() => expect(at()).toBe('/more/security'));
});

test('the second factor is turned off with the password and a code', async () => {
  server.answer(mySecurity, () => ({ reply: everything }));
  server.answer(endTotp, ({ code }) =>
    code === undefined ? { refusal: 'SECOND_FACTOR_NEEDED', field: 'code' } : { reply: {} },
  );
  const { sent } = open('/more/security/totp');
  fireEvent.click(await screen.findByRole('button', { name: '2단계 인증 끄기' }));
  await screen.findByRole('dialog', { name: '2단계 인증 끄기' });
  await fill('비밀번호', 'correct horse');
  const buttons = screen.getAllByRole('button', { name: '2단계 인증 끄기' });
  fireEvent.click(buttons.at(-1)!);
  await screen.findByRole('dialog', { name: '6자리 번호' });
  await fill('6자리 번호', '123456');
  await tap('확인');
  expect(await screen.findByText('2단계 인증이 꺼졌습니다')).toBeTruthy();
  expect(sent(endTotp)[1]).toMatchObject({ password: 'correct horse', code: '123456' });
});

test('locking ends this session after a question', async () => {
  server.answer(lockAccount, () => ({ reply: {} }));
  const { sent } = open();
  fireEvent.click(await screen.findByRole('button', { name: '지금 계정 잠그기' }));
  await screen.findByRole('alertdialog', { name: '계정을 잠글까요?' });
  expect(sent(lockAccount)).toHaveLength(0);
  await tap('잠그기');
  await waitFor(() => expect(server.storage.get('maru.accessToken')).toBeUndefined());
});
