import { changeNick, endMySession, endOtherSessions, me, mySessions } from '@maru/contract/account/calls';
import { payoutList } from '@maru/contract/cashier/payouts';
import { mySecurity } from '@maru/contract/security/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, fill, openScreen, tap, write } from '../../screen-double.tsx';
import { unprotected } from '../../security-double.ts';
import { type ServerDouble, serverDouble, storedTokens, trader } from '../../server-double.ts';

afterEach(cleanup);

const session = (letter: string, device: 'MOBILE' | 'DESKTOP', isCurrent = false) => ({
  id: letter.repeat(22),
  device,
  name: '',
  isNew: false,
  ip: '203.0.113.7',
  signedInAt: 1_700_000_000_000,
  lastUsedAt: 1_700_000_000_000,
  isCurrent,
});
const here = session('a', 'MOBILE', true);
const office = session('b', 'DESKTOP');
const tablet = session('c', 'MOBILE');

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(mySessions, () => ({ reply: { content: [here, office, tablet] } }));
  server.answer(endMySession, () => ({ reply: {} }));
  server.answer(endOtherSessions, () => ({ reply: { ended: 2 } }));
  server.answer(mySecurity, () => ({ reply: unprotected }));
  server.answer(payoutList, () => ({ reply: { content: [] } }));
});

async function open() {
  const page = openScreen('/more/mypage', { signedIn: true, server });
  await screen.findByText('김마루');
  return page;
}

describe("the member's own data", () => {
  test('the phone and the e-mail address are masked, the rest is shown', async () => {
    await open();
    expect(screen.getByText('trader')).toBeTruthy();
    expect(screen.getByText('산마루')).toBeTruthy();
    expect(screen.getByText('전화').nextElementSibling?.textContent).toBe('010-****-5678');
    expect(screen.getByText('tr****@example.com')).toBeTruthy();
    expect(document.body.textContent).not.toContain('1234');
  });

  test('what a member has not entered is not shown', async () => {
    server.answer(me, () => ({ reply: { ...trader, phone: '', email: '' } }));
    await open();
    expect(screen.queryByText('전화')).toBeNull();
    expect(screen.queryByText('이메일')).toBeNull();
  });

  test('a new nickname is shown as soon as the server has accepted it', async () => {
    server.answer(changeNick, () => {
      server.answer(me, () => ({ reply: { ...trader, nick: '잔물결' } }));
      return { reply: { id: 7, nick: '잔물결' } };
    });
    const { sent } = await open();
    await tap('닉네임 바꾸기');
    await screen.findByRole('dialog', { name: '닉네임 바꾸기' });
    expect(document.activeElement).toBe(field('닉네임'));
    await write('닉네임', '잔물결');
    await act(async () => fireEvent.submit(field('닉네임')));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(changeNick)[0]).toMatchObject({ id: 7, nick: '잔물결' });
    expect(screen.getAllByText('잔물결').length).toBeGreaterThan(0);
    expect(screen.queryByText('산마루')).toBeNull();
  });

  test('the refusal of a taken nickname is shown under the field until the text changes', async () => {
    server.answer(changeNick, () => ({ refusal: 'NICK_TAKEN', field: 'nick' }));
    await open();
    await tap('닉네임 바꾸기');
    const sheet = await screen.findByRole('dialog', { name: '닉네임 바꾸기' });
    await write('닉네임', '잔물결');
    await tap('바꾸기');
    expect(await within(sheet).findByText('이미 사용 중인 닉네임입니다.')).toBeTruthy();
    await write('닉네임', '물결잔');
    expect(within(sheet).queryByText('이미 사용 중인 닉네임입니다.')).toBeNull();
  });

  test('a nickname equal to the username is a fault before it is sent', async () => {
    const { sent } = await open();
    await tap('닉네임 바꾸기');
    await screen.findByRole('dialog', { name: '닉네임 바꾸기' });
    await fill('닉네임', 'trader');
    expect(await screen.findByText('아이디와 닉네임은 서로 달라야 합니다.')).toBeTruthy();
    expect((screen.getByRole('button', { name: '바꾸기' }) as HTMLButtonElement).disabled).toBe(true);
    expect(sent(changeNick)).toHaveLength(0);
  });
});

describe('the sessions of the member', () => {
  const devices = () => screen.findByRole('region', { name: '로그인한 기기 3' });

  test('the session of this device is marked and cannot be ended here', async () => {
    await open();
    const list = await devices();
    expect(within(list).getByText('이 기기')).toBeTruthy();
    expect(within(list).getByText('203.0.113.7 · 지금')).toBeTruthy();
    expect(within(list).getAllByRole('button', { name: /로그아웃/ })).toHaveLength(3);
  });

  test('a session shows what its owner knows the device by, and that it is new', async () => {
    const phone = { ...office, name: 'Galaxy · Chrome', isNew: true };
    server.answer(mySessions, () => ({ reply: { content: [here, phone, tablet] } }));
    await open();
    const list = await devices();
    expect(within(list).getByText('Galaxy')).toBeTruthy();
    expect(within(list).getByText('새 기기')).toBeTruthy();
    expect(list.textContent).toContain('Chrome · 203.0.113.7');
  });

  test('one session is ended after a confirmation', async () => {
    const { sent } = await open();
    await devices();
    await tap('컴퓨터 로그아웃');
    await screen.findByRole('alertdialog', { name: '다른 기기에서 로그아웃할까요?' });
    server.answer(mySessions, () => ({ reply: { content: [here, tablet] } }));
    await tap('로그아웃');
    expect(await screen.findByRole('region', { name: '로그인한 기기 2' })).toBeTruthy();
    expect(sent(endMySession)).toMatchObject([{ id: office.id }]);
    expect(await screen.findByText('그 기기에서 로그아웃했습니다')).toBeTruthy();
  });

  test('cancelling the confirmation ends no session', async () => {
    const { sent } = await open();
    await devices();
    await tap('컴퓨터 로그아웃');
    await screen.findByRole('alertdialog');
    await tap('그대로 두기');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent(endMySession)).toHaveLength(0);
  });

  test('all other sessions are ended together', async () => {
    const { sent } = await open();
    await devices();
    await tap('다른 기기 모두 로그아웃');
    await screen.findByRole('alertdialog');
    await tap('로그아웃');
    await waitFor(() => expect(sent(endOtherSessions)).toHaveLength(1));
    expect(sent(endMySession)).toHaveLength(0);
  });

  test('a refusal is shown, and no success is reported', async () => {
    server.answer(endMySession, () => ({ refusal: 'TRY_AGAIN' }));
    await open();
    await devices();
    await tap('컴퓨터 로그아웃');
    await screen.findByRole('alertdialog');
    await tap('로그아웃');
    expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
    expect(screen.queryByText('그 기기에서 로그아웃했습니다')).toBeNull();
  });

  test('a session list that cannot be loaded is loaded again by a tap, and the rest of the page stays', async () => {
    server.answer(mySessions, () => ({ refusal: 'TRY_AGAIN' }));
    await open();
    expect(await screen.findByText('로그인한 기기를 불러오지 못했습니다')).toBeTruthy();
    expect(screen.getByText('산마루')).toBeTruthy();
    server.answer(mySessions, () => ({ reply: { content: [here, office, tablet] } }));
    await tap('다시 시도');
    expect(await devices()).toBeTruthy();
  });
});
