import { staffRequests } from '@maru/contract/staff/calls';
import { officeMe, officeSignIn } from '@maru/contract/staff/sign-in';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble, operator } from './office-double.tsx';

afterEach(cleanup);

const request = {
  id: 9,
  kind: 'DAY_RATE',
  subject: 'USD',
  body: '{}',
  reason: '오늘 고시분',
  requestedBy: 4,
  requestedMillis: Date.now() - 60_000,
  approvedBy: null,
  approvedMillis: null,
  withdrawnBy: null,
  outcome: null,
};

test('somebody who is not signed in sees the door, and the second factor is asked for after the password', async () => {
  const office = officeDouble({ isSignedIn: false });
  office.on(officeSignIn, ({ code }) =>
    code === '123456'
      ? { reply: { accessToken: 'a', refreshToken: 'r', expiresIn: 300, me: operator } }
      : { refusal: 'SECOND_FACTOR_NEEDED' },
  );
  office.on(staffRequests, { reply: { content: [] } });
  office.open('/');
  fireEvent.change(screen.getByLabelText('아이디'), { target: { value: 'operator' } });
  fireEvent.change(screen.getByLabelText('비밀번호'), { target: { value: 'long enough' } });
  fireEvent.click(screen.getByRole('button', { name: '로그인' }));
  fireEvent.change(await screen.findByLabelText(/인증 번호/), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: '로그인' }));
  expect(await screen.findByRole('navigation', { name: '메뉴' })).toBeDefined();
  expect(office.sentTo(officeSignIn)).toHaveLength(2);
});

test('a wrong password is told, and nothing is shown', async () => {
  const office = officeDouble({ isSignedIn: false });
  office.on(officeSignIn, { refusal: 'WRONG_CREDENTIALS' });
  office.open('/');
  fireEvent.change(screen.getByLabelText('아이디'), { target: { value: 'operator' } });
  fireEvent.change(screen.getByLabelText('비밀번호'), { target: { value: 'wrong' } });
  fireEvent.click(screen.getByRole('button', { name: '로그인' }));
  expect((await screen.findByRole('alert')).textContent).toContain('비밀번호');
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the dashboard lists what waits for a second person', async () => {
  const office = officeDouble();
  office.on(staffRequests, {
    reply: { content: [request, { ...request, id: 8, approvedBy: 3, subject: 'EUR' }] },
  });
  office.open('/');
  expect(await screen.findByText('오늘 고시분')).toBeDefined();
  expect(screen.queryByText('EUR')).toBeNull();
});

test('whoever may act on several sites chooses one, and every screen reads that one', async () => {
  const office = officeDouble();
  const sites = [operator.site, { id: 2, code: 'seoul', name: '서울' }];
  office.on(officeMe, { reply: { ...operator, sites } });
  office.on(staffRequests, { reply: { content: [request] } });
  office.open('/requests');
  const choice = await screen.findByRole('combobox', { name: '사이트' });
  expect(await screen.findByText('오늘 고시분')).toBeDefined();
  office.on(staffRequests, { reply: { content: [{ ...request, subject: '서울의 일' }] } });
  fireEvent.change(choice, { target: { value: '2' } });
  expect(await screen.findByText('서울의 일')).toBeDefined();
  expect(office.sentTo(staffRequests).at(-1)).toMatchObject({ siteInfoId: 2 });
});

test('an address without a screen says so', async () => {
  const office = officeDouble();
  office.open('/nowhere');
  expect(await screen.findByText('없는 화면입니다.')).toBeDefined();
});
