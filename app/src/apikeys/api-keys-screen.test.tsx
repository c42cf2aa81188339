import {
  apiKeyList,
  changeApiKeyAddresses,
  deleteApiKey,
  makeApiKey,
  renameApiKey,
  type WireApiKey,
} from '@maru/contract/apikeys/calls';
import { mySecurity } from '@maru/contract/security/calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen, tap, write } from '../screen-double.tsx';
import { unprotected } from '../security-double.ts';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';
import { apikeys as words } from '../text/ko/apikeys.ts';
import { endOf, lastUseText, shortKey, spacedKey } from './key-words.ts';

afterEach(cleanup);

const DAY = 86_400_000;
const NOW = 1_700_000_000_000;
const one: WireApiKey = {
  key: 'mk_7Qd4AbCdEfGhw9Lx',
  name: '집 서버 봇',
  scopes: ['READ', 'TRADE'],
  addresses: ['203.0.113.24', '203.0.113.25'],
  createdAt: NOW - DAY,
  expiresAt: NOW + 400_000 * DAY,
  lastUsed: null,
};
const reader: WireApiKey = {
  ...one,
  key: 'mk_Xb21AbCdEfGh0pTe',
  name: '손익 기록장',
  scopes: ['READ'],
  addresses: [],
  expiresAt: NOW + DAY,
};

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
});

async function open(content: WireApiKey[] = [one, reader]) {
  server.answer(apiKeyList, () => ({ reply: { content, most: 5 } }));
  const page = openScreen('/more/api-keys', { signedIn: true, server });
  await screen.findByText('출금 권한은 없습니다');
  return page;
}

test('each key shows what it may do and from where', async () => {
  await open();
  const card = screen.getByRole('region', { name: '집 서버 봇' });
  for (const text of ['mk_7Qd4 ··· w9Lx', '조회', '거래', '203.0.113.24', '203.0.113.25', '쓴 적 없음'])
    expect(within(card).getByText(text)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: '손익 기록장' })).getByText('모든 주소')).toBeTruthy();
});

test('without keys the page says what one is for', async () => {
  await open([]);
  expect(screen.getByText('아직 API 키가 없습니다')).toBeTruthy();
});

test('a guest is led to the sign-in page', async () => {
  const page = openScreen('/more/api-keys', { server: serverDouble() });
  await waitFor(() => expect(page.at()).toBe('/signin'));
});

test('a key that trades needs an address; it is made with the password, and its secret is shown once', async () => {
  const secret = `sk_${'0123456789'.repeat(4)}`;
  server.answer(makeApiKey, () => ({ reply: { ...one, secret } }));
  const { sent } = await open();
  await tap('새 키 만들기');
  const next = () => screen.getByRole('button', { name: '비밀번호로 확인하고 만들기' }) as HTMLButtonElement;
  await write('이름', '야간 자동 주문');
  expect(next().disabled).toBe(false);
  await tap(/^거래/, 'checkbox');
  expect(next().disabled).toBe(true);
  await tap('주소 추가');
  await write('IP 주소나 범위', '203.0.113.24');
  await tap('추가');
  await tap('비밀번호로 확인하고 만들기');
  await write('비밀번호', 'right password');
  await tap('만들기');
  const sheet = await screen.findByRole('dialog', { name: '키를 만들었습니다' });
  expect(sent(makeApiKey)).toEqual([
    {
      name: '야간 자동 주문',
      scopes: ['READ', 'TRADE'],
      addresses: ['203.0.113.24'],
      days: 90,
      password: 'right password',
    },
  ]);
  expect(within(sheet).getByText(/^sk_0123 4567 /)).toBeTruthy();
  const close = within(sheet).getByRole('button', { name: '닫기' }) as HTMLButtonElement;
  expect(close.disabled).toBe(true);
  await tap('안전한 곳에 저장했습니다', 'checkbox');
  await act(async () => close.click());
  await waitFor(() => expect(screen.queryByText(/^sk_/)).toBeNull());
});

test('an address that was typed and not added counts', async () => {
  server.answer(makeApiKey, () => ({ reply: { ...reader, secret: 'sk_0' } }));
  const { sent } = await open();
  await tap('새 키 만들기');
  await write('이름', '봇');
  await tap('주소 추가');
  await write('IP 주소나 범위', ' 203.0.113.24 ');
  await tap('비밀번호로 확인하고 만들기');
  await write('비밀번호', 'right password');
  await tap('만들기');
  await screen.findByRole('dialog', { name: '키를 만들었습니다' });
  expect(sent(makeApiKey)).toMatchObject([{ scopes: ['READ'], addresses: ['203.0.113.24'] }]);
});

test('a refused address leads back to its field, and what was chosen stays', async () => {
  server.answer(makeApiKey, () => ({ refusal: 'API_KEY_ADDRESS_INVALID', field: 'addresses' }));
  await open();
  await tap('새 키 만들기');
  await write('이름', '봇');
  await tap('주소 추가');
  await write('IP 주소나 범위', '300.1.1.1');
  await tap('추가');
  await tap('비밀번호로 확인하고 만들기');
  await write('비밀번호', 'right password');
  await tap('만들기');
  await screen.findByText(/^주소는 IPv4나 IPv6/);
  expect((screen.getByLabelText('이름', { selector: 'input' }) as HTMLInputElement).value).toBe('봇');
  await tap('300.1.1.1 빼기');
  expect(screen.queryByText(/^주소는 IPv4나 IPv6/)).toBeNull();
});

test('a member with an authenticator app proves it with a code too', async () => {
  server.answer(mySecurity, () => ({ reply: { ...unprotected, totp: { sinceMillis: NOW } } }));
  server.answer(makeApiKey, ({ code }) =>
    code === '123456'
      ? { reply: { ...reader, secret: 'sk_0' } }
      : { refusal: code === undefined ? 'SECOND_FACTOR_NEEDED' : 'SECOND_FACTOR_WRONG', field: 'code' },
  );
  const { sent } = await open();
  await tap('새 키 만들기');
  await write('이름', '봇');
  await tap('6자리 번호로 확인하고 만들기');
  await write('비밀번호', 'right password');
  await tap('만들기');
  for (const code of ['000000', '123456']) {
    await screen.findByRole('dialog', { name: '6자리 번호' });
    await write('6자리 번호', code);
    await tap('확인');
  }
  await screen.findByRole('dialog', { name: '키를 만들었습니다' });
  expect(sent(makeApiKey).map((body) => (body as { code?: string }).code)).toEqual([
    undefined,
    '000000',
    '123456',
  ]);
});

test('a wrong password is said at its field', async () => {
  server.answer(makeApiKey, () => ({ refusal: 'CURRENT_PASSWORD_MISMATCH', field: 'password' }));
  await open();
  await tap('새 키 만들기');
  await write('이름', '봇');
  await tap('비밀번호로 확인하고 만들기');
  await write('비밀번호', 'wrong password');
  await tap('만들기');
  await waitFor(() =>
    expect(screen.getByLabelText('비밀번호', { selector: 'input' }).getAttribute('aria-invalid')).toBe(
      'true',
    ),
  );
});

test('the menu of a key renames it, changes its addresses and deletes it', async () => {
  const listed = { reply: { content: [one, reader], most: 5 } };
  for (const call of [renameApiKey, changeApiKeyAddresses, deleteApiKey]) server.answer(call, () => listed);
  const { sent } = await open();
  const choose = async (choice: string) => {
    await tap('집 서버 봇 더보기');
    await tap(choice);
  };
  await choose('이름 바꾸기');
  await write('이름', '새 이름');
  await tap('저장');
  await waitFor(() => expect(sent(renameApiKey)).toEqual([{ key: one.key, name: '새 이름' }]));
  await choose('주소 바꾸기');
  await tap('203.0.113.25 빼기');
  await tap('비밀번호로 확인하고 바꾸기');
  await write('비밀번호', 'right password');
  await tap('바꾸기');
  await waitFor(() =>
    expect(sent(changeApiKeyAddresses)).toEqual([
      { key: one.key, addresses: ['203.0.113.24'], password: 'right password' },
    ]),
  );
  await choose('키 지우기');
  const dialog = await screen.findByRole('alertdialog');
  await act(async () => within(dialog).getByRole('button', { name: '키 지우기' }).click());
  await waitFor(() => expect(sent(deleteApiKey)).toEqual([{ key: one.key }]));
});

test('ids, ends and last uses are written as in the picture', () => {
  expect(shortKey('mk_7Qd4AbCdEfGhw9Lx')).toBe('mk_7Qd4 ··· w9Lx');
  expect(spacedKey('mk_Ht5cN2vKs81f4mQe')).toBe('mk_Ht5c N2vK s81f 4mQe');
  const ends = (expiresAt: number) => endOf({ expiresAt }, NOW, words).state;
  expect([ends(NOW), ends(NOW + 7 * DAY - 1), ends(NOW + 7 * DAY)]).toEqual(['EXPIRED', 'SOON', 'LATER']);
  expect(endOf({ expiresAt: NOW + 75 * DAY }, NOW, words).text).toMatch(/ · 75일 남음$/);
  const used = (ms: number) => lastUseText({ lastUsed: { at: NOW - ms, address: '10.0.0.1' } }, NOW, words);
  expect(used(1_000)).toBe('방금 · 10.0.0.1');
  expect(used(120_000)).toBe('2분 전 · 10.0.0.1');
  expect(used(21 * DAY)).toBe('21일 동안 쓰지 않음');
});
