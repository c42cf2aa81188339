import { checkNick, checkUsername, signUp, verifyPartner } from '@maru/contract/account/calls';
import { certificatePhone, verifyPhone } from '@maru/contract/identity/calls';
import { bankList } from '@maru/contract/site';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, fill, openScreen, tap, write } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble } from '../../server-double.ts';

afterEach(cleanup);

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble();
  server.answer(checkUsername, () => ({ reply: { username: 'maru_trader', available: true } }));
  server.answer(checkNick, () => ({ reply: { nick: '잔물결', available: true } }));
  server.answer(bankList, () => ({ reply: [{ id: 2, name: '신한은행', code: '088' }] }));
  server.answer(signUp, () => ({ reply: { id: 9, username: 'maru_trader', nick: '잔물결' } }));
});

const PASSWORD = 'correct horse';
const QUESTION = '회원가입을 멈추시겠습니까?';

async function open(path = '/register', isNew = false) {
  const page = openScreen(path, { server, before: ['/signin'], isNew });
  await screen.findByRole('heading', { name: '계정을 만들어 주세요' });
  return page;
}

async function fillAccount() {
  await fill('아이디', 'maru_trader');
  await fill('비밀번호', PASSWORD);
  await fill('비밀번호 확인', PASSWORD);
  await fill('닉네임', '잔물결');
}

async function fillPerson() {
  await fill('이름', '김마루');
  await fill('휴대폰 번호', '01012345678');
  await fill('이메일', 'trader@example.com');
}

async function toPerson() {
  await fillAccount();
  await tap('다음');
  await screen.findByRole('heading', { name: '본인 정보를 입력해 주세요' });
}

async function toBank() {
  await toPerson();
  await fillPerson();
  await tap('다음');
  await screen.findByRole('heading', { name: '출금받을 계좌를 알려 주세요' });
}

const isDisabled = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;

describe('the account', () => {
  test("a fault is shown once its field was left, in the server's words", async () => {
    await open();
    await write('아이디', 'ab');
    expect(screen.queryByText(/아이디는/)).toBeNull();
    await fill('아이디', 'ab');
    expect(field('아이디').getAttribute('aria-invalid')).toBe('true');
    await fill('비밀번호', '1234567');
    expect(field('비밀번호').getAttribute('aria-invalid')).toBe('true');
    await fill('비밀번호 확인', '12345678');
    expect(screen.getByText('비밀번호가 서로 다릅니다.')).toBeTruthy();
    await fill('닉네임', 'ab');
    expect(screen.getByText('아이디와 닉네임은 서로 달라야 합니다.')).toBeTruthy();
    expect(isDisabled('다음')).toBe(true);
  });

  test('whether a name is free is checked when its field is left, and shown under it', async () => {
    const { sent } = await open();
    await write('아이디', 'maru_trader');
    expect(sent(checkUsername)).toHaveLength(0);
    await fill('아이디', 'maru_trader');
    expect(await screen.findByText('사용할 수 있는 아이디입니다.')).toBeTruthy();
    await fill('닉네임', '잔물결');
    expect(await screen.findByText('사용할 수 있는 닉네임입니다.')).toBeTruthy();
    expect(server.asked.filter(({ path }) => path === checkUsername.path)[0]?.query).toMatchObject({
      username: 'maru_trader',
    });
  });

  test('a name that is taken is shown, and the next step is blocked until it changes', async () => {
    server.answer(checkUsername, () => ({ refusal: 'USERNAME_TAKEN' }));
    await open();
    await fillAccount();
    expect(await screen.findByText('이미 사용 중인 아이디입니다.')).toBeTruthy();
    expect(isDisabled('다음')).toBe(true);
    await write('아이디', 'maru_trader2');
    expect(screen.queryByText('이미 사용 중인 아이디입니다.')).toBeNull();
    expect(isDisabled('다음')).toBe(false);
  });

  test('a rate-limited name check shows nothing about the name', async () => {
    server.answer(checkUsername, () => ({ refusal: 'TOO_MANY_REQUESTS' }));
    const { sent } = await open();
    await fill('아이디', 'maru_trader');
    await waitFor(() => expect(sent(checkUsername)).toHaveLength(1));
    expect(field('아이디').getAttribute('aria-invalid')).toBe('false');
    expect(screen.queryByText('사용할 수 있는 아이디입니다.')).toBeNull();
    await fillAccount();
    expect(isDisabled('다음')).toBe(false);
  });

  test('the same name is not checked twice', async () => {
    const { sent } = await open();
    await fill('아이디', 'maru_trader');
    await screen.findByText('사용할 수 있는 아이디입니다.');
    await fill('아이디', 'maru_trader');
    expect(sent(checkUsername)).toHaveLength(1);
  });

  test('a partner that the server knows is shown and sent', async () => {
    server.answer(verifyPartner, () => ({ reply: { partnerPk: 'K2094', nick: '누리' } }));
    const { sent } = await open('/ref/K2094');
    expect(await screen.findByText('추천 파트너')).toBeTruthy();
    expect(screen.getByText('K2094')).toBeTruthy();
    await toBank();
    await tap('모두 동의', 'checkbox');
    await tap('가입 신청');
    await waitFor(() => expect(sent(signUp)[0]).toMatchObject({ partnerId: 'K2094' }));
  });

  test('an unknown partner does not block signing up', async () => {
    server.answer(verifyPartner, () => ({ refusal: 'PARTNER_NOT_FOUND' }));
    const { sent } = await open('/ref/NOBODY');
    expect(await screen.findByText(/추천 코드를 확인하지 못했습니다/)).toBeTruthy();
    await toBank();
    await tap('모두 동의', 'checkbox');
    await tap('가입 신청');
    await waitFor(() => expect(sent(signUp)).toHaveLength(1));
    expect(sent(signUp)[0]).not.toHaveProperty('partnerId');
  });
});

describe('the steps', () => {
  test('each step shows its number, and its heading takes the focus', async () => {
    await open();
    expect(screen.getByRole('progressbar', { name: '3단계 중 1단계' })).toBeTruthy();
    await toPerson();
    expect(screen.getByRole('progressbar', { name: '3단계 중 2단계' })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('본인 정보를 입력해 주세요');
    await fillPerson();
    await tap('다음');
    expect(screen.getByRole('progressbar', { name: '3단계 중 3단계' })).toBeTruthy();
  });

  test('a missing name, a missing phone or an invalid e-mail address is shown', async () => {
    await open();
    await toPerson();
    await fill('이름', '');
    expect(screen.getByText('이름을 입력해 주세요.')).toBeTruthy();
    await fill('휴대폰 번호', '0101');
    expect(screen.getByText('전화번호를 010-1234-5678처럼 입력해 주세요.')).toBeTruthy();
    await fill('이메일', 'trader@');
    expect(screen.getByText('이메일을 name@example.com처럼 입력해 주세요.')).toBeTruthy();
    expect(isDisabled('다음')).toBe(true);
  });

  test('the back arrow returns to the previous step and keeps what was typed', async () => {
    const { at } = await open();
    await toPerson();
    await fillPerson();
    await tap('뒤로');
    expect(field('아이디').value).toBe('maru_trader');
    expect(field('비밀번호').value).toBe(PASSWORD);
    await tap('다음');
    expect(field('휴대폰 번호').value).toBe('010-1234-5678');
    expect(at()).toBe('/register');
  });

  test('the account holder is the person and cannot be changed', async () => {
    await open();
    await toBank();
    expect(field('예금주').value).toBe('김마루');
    expect(field('예금주').readOnly).toBe(true);
  });

  test('half a bank account is a mistake, none is not', async () => {
    await open();
    await toBank();
    await tap('모두 동의', 'checkbox');
    expect(isDisabled('가입 신청')).toBe(false);
    await fill('계좌번호', '110-000-000000');
    expect(screen.getByText('은행을 선택해 주세요.')).toBeTruthy();
    expect(isDisabled('가입 신청')).toBe(true);
    await act(async () => fireEvent.change(screen.getByLabelText('은행'), { target: { value: '2' } }));
    expect(isDisabled('가입 신청')).toBe(false);
  });

  test('all three documents must be agreed to, one by one or together', async () => {
    await open();
    await toBank();
    expect(isDisabled('가입 신청')).toBe(true);
    await tap('이용약관 (필수)', 'checkbox');
    await tap('개인정보 처리방침 (필수)', 'checkbox');
    expect(isDisabled('가입 신청')).toBe(true);
    await tap('파생상품 위험 고지 확인 (필수)', 'checkbox');
    expect(isDisabled('가입 신청')).toBe(false);
    expect((screen.getByRole('checkbox', { name: '모두 동의' }) as HTMLInputElement).checked).toBe(true);
    await tap('모두 동의', 'checkbox');
    expect(isDisabled('가입 신청')).toBe(true);
  });

  test('each document can be read before it is agreed to', async () => {
    await open();
    await toBank();
    for (const [button, title] of [
      ['이용약관 (필수) 읽기', '이용약관'],
      ['개인정보 처리방침 (필수) 읽기', '개인정보 처리방침'],
      ['파생상품 위험 고지 확인 (필수) 읽기', '파생상품 위험 고지'],
    ] as const) {
      await tap(button);
      const sheet = await screen.findByRole('dialog', { name: title });
      await waitFor(() => expect(within(sheet).getAllByRole('heading').length).toBeGreaterThan(2));
      await tap('닫기');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });
});

describe('the application', () => {
  test('a new member is signed in and welcomed, without the leave confirmation', async () => {
    const { at, sent } = await open();
    await toBank();
    await act(async () => fireEvent.change(screen.getByLabelText('은행'), { target: { value: '2' } }));
    await fill('계좌번호', '110-000-000000');
    await tap('모두 동의', 'checkbox');
    await tap('가입 신청');
    await waitFor(() => expect(at()).toBe('/welcome'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sent(signUp)).toEqual([
      expect.objectContaining({
        username: 'maru_trader',
        nick: '잔물결',
        phone: '010-1234-5678',
        bankInfo: {
          bankId: 2,
          bankName: '신한은행',
          accountNumber: '110-000-000000',
          accountHolder: '김마루',
        },
      }),
    ]);
  });

  test.each([
    { device: 'a new device', isNew: true, mode: 'simple' },
    { device: 'a device that was traded on', isNew: false, mode: 'pro' },
  ])('on $device the trade screens of a new member are $mode', async ({ isNew, mode }) => {
    const { at, device } = await open('/register', isNew);
    await toBank();
    await tap('모두 동의', 'checkbox');
    await tap('가입 신청');
    await waitFor(() => expect(at()).toBe('/welcome'));
    expect(device.preferences.get().mode).toBe(mode);
  });

  test('brings every round that was tried on this device within a day, and forgets them then', async () => {
    const { stored, sent, at } = await open();
    const now = server.platform.clock.now();
    const tried = [now - 25 * 3_600_000, now - 60_000, now - 30_000].map((acceptedMillis) => ({
      token: `token of ${acceptedMillis}`,
      type: 'LONG',
      acceptedMillis,
      closeMillis: acceptedMillis + 16_000,
    }));
    stored.set('maru.trial', JSON.stringify([...tried, 'no round', { token: 7 }]));
    await toBank();
    await tap('모두 동의', 'checkbox');
    await tap('가입 신청');
    await waitFor(() => expect(at()).toBe('/welcome'));
    expect(sent(signUp)).toEqual([
      expect.objectContaining({ trialTokens: tried.slice(1).map(({ token }) => token) }),
    ]);
    expect(stored.has('maru.trial')).toBe(false);
  });

  test('a refusal of the server is shown under its field, on the step of that field', async () => {
    server.answer(signUp, () => ({ refusal: 'PHONE_INVALID', field: 'phone' }));
    await open();
    await toBank();
    await tap('모두 동의', 'checkbox');
    await tap('가입 신청');
    await screen.findByRole('heading', { name: '본인 정보를 입력해 주세요' });
    expect(screen.getByText('전화번호를 010-1234-5678처럼 입력해 주세요.')).toBeTruthy();
    expect(isDisabled('다음')).toBe(true);
    await fill('휴대폰 번호', '01087654321');
    expect(isDisabled('다음')).toBe(false);
  });

  test('a refusal without a field is shown under 알림', async () => {
    server.answer(signUp, () => ({ refusal: 'TRY_AGAIN' }));
    await open();
    await toBank();
    await tap('모두 동의', 'checkbox');
    await tap('가입 신청');
    const alert = await screen.findByRole('alertdialog', { name: '알림' });
    expect(within(alert).getByText('잠시 후 다시 시도해 주세요.')).toBeTruthy();
  });

  test('two taps apply once', async () => {
    let answer: (reply: { refusal: 'TRY_AGAIN' }) => void = () => {};
    server.answer(signUp, () => new Promise((resolve) => (answer = resolve)));
    const { sent } = await open();
    await toBank();
    await tap('모두 동의', 'checkbox');
    await tap('가입 신청');
    await act(async () => fireEvent.submit(field('계좌번호')));
    await act(async () => answer({ refusal: 'TRY_AGAIN' }));
    expect(sent(signUp)).toHaveLength(1);
  });
});

describe('leaving', () => {
  /** Like the browser's back button: without the router and the page. */
  const goBack = () => act(async () => History.prototype.back.call(window.history));
  const ways = [
    ['the arrow', () => tap('뒤로')],
    ['the cross', () => tap('회원가입 멈추기')],
  ] as const;

  const asking = [...ways, ['the back gesture', goBack]] as const;

  test.each(asking)('%s asks for a confirmation; staying is the safe answer', async (_, leave) => {
    const { at } = await open();
    await write('닉네임', '잔');
    await leave();
    const question = await screen.findByRole('alertdialog', { name: QUESTION });
    expect(document.activeElement?.textContent).toBe('계속 작성');
    await act(async () => fireEvent.click(within(question).getByRole('button', { name: '계속 작성' })));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(at()).toBe('/register');
    expect(field('닉네임').value).toBe('잔');

    await leave();
    await screen.findByRole('alertdialog', { name: QUESTION });
    await tap('멈추기');
    await waitFor(() => expect(at()).toBe('/signin'));
  });

  test.each(ways)('%s asks for no confirmation when nothing was typed', async (_, leave) => {
    const { at } = await open();
    await leave();
    await waitFor(() => expect(at()).toBe('/signin'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

test('a number is proven in the form, and what is typed afterwards is not', async () => {
  const key = 'k'.repeat(32);
  const proof = 'p'.repeat(32);
  server.answer(certificatePhone, () => ({
    reply: { key, expiresIn: 180, nextSendIn: 60, isStandIn: true },
  }));
  server.answer(verifyPhone, () => ({ reply: { proof, expiresIn: 600 } }));
  const { sent } = await open();
  await toPerson();
  await fillPerson();
  await tap('휴대폰 번호 인증');
  await screen.findByRole('dialog', { name: '휴대폰 인증' });
  await tap('인증번호 받기');
  await fill('인증번호 6자리', '123456');
  await tap('확인');
  expect(await screen.findByText('인증했습니다.')).toBeTruthy();
  expect(sent(certificatePhone)[0]).toMatchObject({ purpose: 'SIGN_UP', certificateValue: '010-1234-5678' });
  await write('휴대폰 번호', '01012345679');
  expect(screen.queryByText('인증했습니다.')).toBeNull();
});
