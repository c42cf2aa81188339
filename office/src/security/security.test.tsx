import { officeBeginTotp, officeConfirmTotp, officeSecurity } from '@maru/contract/security/calls';
import {
  officeEndOtherSessions,
  officeNewRecoveryCodes,
  officeSessions,
  officeSignInHistory,
} from '@maru/contract/security/office';
import { staffRequests } from '@maru/contract/staff/calls';
import { officeMe } from '@maru/contract/staff/sign-in';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble, operator } from '../office-double.tsx';

afterEach(cleanup);

const write = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a first sign-in sets up an authenticator app before anything else is shown', async () => {
  const office = officeDouble();
  let isSetUp = false;
  office.on(officeMe, () => ({
    reply: isSetUp ? operator : { ...operator, totp: false, stepUpUntilMillis: null },
  }));
  office.on(staffRequests, { reply: { content: [] } });
  office.on(officeBeginTotp, {
    reply: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Maru:operator?secret=ABCDEFGHIJKLMNOP' },
  });
  office.on(officeConfirmTotp, ({ code }) => {
    isSetUp = code === '123456';
    return isSetUp ? { reply: { recoveryCodes: ['aaaaa-bbbbb'] } } : { refusal: 'SECOND_FACTOR_WRONG' };
  });
  office.open('/');
  expect(await screen.findByRole('heading', { name: '2단계 인증 설정' })).toBeDefined();
  expect(screen.queryByRole('navigation')).toBeNull();
  write('현재 비밀번호', 'long enough');
  fireEvent.click(screen.getByRole('button', { name: '인증 앱으로 설정' }));
  expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeDefined();
  write('인증 앱의 번호 6자리', '111111');
  fireEvent.click(screen.getByRole('button', { name: '확인' }));
  expect((await screen.findByRole('alert')).textContent).toContain('일치하지');
  write('인증 앱의 번호 6자리', '123456');
  fireEvent.click(screen.getByRole('button', { name: '확인' }));
  expect(await screen.findByText('aaaaa-bbbbb')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '적어 두었습니다' }));
  expect(await screen.findByRole('navigation', { name: '메뉴' })).toBeDefined();
});

test('a first password has to be changed, and both writings must agree', async () => {
  const office = officeDouble();
  office.on(officeMe, { reply: { ...operator, totp: false, mustChangePassword: true } });
  office.open('/');
  expect(await screen.findByRole('heading', { name: '비밀번호 바꾸기' })).toBeDefined();
  write('현재 비밀번호', 'handed over');
  write('새 비밀번호', 'one of my own');
  write('새 비밀번호 한 번 더', 'another one');
  fireEvent.click(screen.getByRole('button', { name: '바꾸기' }));
  expect((await screen.findByRole('alert')).textContent).toContain('서로 다릅니다');
});

test('one sees where one is signed in, ends the others, and makes new recovery codes with a proof', async () => {
  const office = officeDouble();
  office.on(officeSecurity, {
    reply: {
      joinedMillis: 1,
      passwordChangedMillis: null,
      totp: { sinceMillis: 1_763_124_067_000 },
      recovery: { left: 7, of: 10, madeMillis: 1 },
      passkeys: [],
      newDeviceLetters: true,
      protection: { hours: 24, next: null, waits: [] },
      lockedMillis: null,
    },
  });
  const session = {
    ...{ id: 'one', device: 'DESKTOP', name: 'Mac · Chrome', isNew: false, ip: '10.0.0.1' },
    ...{ signedInAt: 1_763_124_067_000, lastUsedAt: 1_763_124_067_000, isCurrent: true },
  };
  office.on(officeSessions, { reply: { content: [session, { ...session, id: 'two', isCurrent: false }] } });
  office.on(officeSignInHistory, {
    reply: {
      content: [
        {
          ...{
            atMillis: 1_763_124_067_000,
            outcome: 'WRONG_CODE',
            method: 'PASSWORD_CODE',
            device: 'DESKTOP',
          },
          ...{ name: 'Mac', ip: '10.0.0.9', times: 3 },
        },
      ],
    },
  });
  office.on(officeEndOtherSessions, { reply: { ended: 1 } });
  office.on(officeNewRecoveryCodes, ({ code }) =>
    code === '123456' ? { reply: { recoveryCodes: ['ccccc-ddddd'] } } : { refusal: 'SECOND_FACTOR_WRONG' },
  );
  office.open('/security');
  expect(await screen.findByText('10개 가운데 7개 남음')).toBeDefined();
  expect(await screen.findByText('인증 번호 틀림 3번')).toBeDefined();
  expect(await screen.findByText('지금 이 기기')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '다른 곳 모두 끝내기' }));
  expect(await screen.findByText('끝냈습니다.')).toBeDefined();
  expect(office.sentTo(officeEndOtherSessions)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: '복구 코드 새로 만들기' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('현재 비밀번호'), { target: { value: 'long enough' } });
  fireEvent.change(dialog.getByLabelText(/인증 번호 또는/), { target: { value: '123456' } });
  fireEvent.click(dialog.getByRole('button', { name: '확인' }));
  expect(await screen.findByText('ccccc-ddddd')).toBeDefined();
});
