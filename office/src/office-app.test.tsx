import { bookReport } from '@maru/contract/books/calls';
import { staffRequests } from '@maru/contract/staff/calls';
import { officeMe, officeSignIn } from '@maru/contract/staff/sign-in';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble, operator } from './office-double.tsx';
import { dayOf } from './parts/moments.ts';

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

test('the dashboard has the stakes of bets apart from what was filled in futures', async () => {
  const office = officeDouble();
  const date = dayOf(Date.now());
  const sums = { deposits: '0', withdrawals: '0', practice: '0', fees: '0', result: '0' };
  const day = { date, currency: 'KRW', ...sums, betTurnover: '50000', profits: [], moves: 1 };
  const row = (product: string, base: string, won: string) => ({ date, product, nameKo: product, base, won });
  office.on(bookReport, {
    reply: {
      ...{ content: [day], members: [] },
      turnover: [
        row('BINARY', 'STAKES', '40000'),
        row('FUTURES', 'NOTIONAL', '7000000'),
        row('OVERSEA', 'NOTIONAL', '345000000.5'),
        { ...row('OVERSEA', 'NOTIONAL', '9'), date: '2026-01-01' },
      ],
    },
  });
  office.open('/');
  const figureOf = async (name: string) => (await screen.findByRole('region', { name })).textContent;
  expect(await figureOf('오늘 베팅 금액')).toContain('50,000원');
  expect(await figureOf('오늘 선물 체결 금액')).toContain('352,000,000.5원');
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
