import { approveTrader, copyState, rejectTrader, traderApplications } from '@maru/contract/copytrade/office';
import { refusals } from '@maru/contract/refusals';
import { officeMe } from '@maru/contract/staff/sign-in';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { operator } from '../office-double.tsx';
import { asAuditor, copytradeOffice, MINUTE_MS, state } from './testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const waiting = {
  ...{ id: 5, playerId: 31, nick: '바람길', status: 'WAITING', followStock: [1, 2], shareRate: '0.15' },
  ...{ intro: '추세를 따라갑니다.', reason: null, askedMillis: Date.now() - 90 * MINUTE_MS },
  ...{ decidedMillis: null, decidedBy: null, trades30: 42, net30: '312.5', balance: '2000' },
  ...{ isFlat: true, isFollowing: false },
};
const held = {
  ...{ ...waiting, id: 6, playerId: 32, nick: '물결', followStock: [1], shareRate: '0.3', intro: '' },
  ...{ trades30: 0, net30: '-12', balance: '0', isFlat: false, isFollowing: true },
};
const rejected = {
  ...{ ...waiting, id: 3, nick: '옛길', status: 'REJECTED', reason: '거래 기록이 부족합니다.' },
  ...{ decidedMillis: Date.parse('2026-11-10T09:00:00+09:00'), decidedBy: 4 },
};

function applications() {
  const office = copytradeOffice();
  office.on(traderApplications, ({ statusStrs }) => ({
    reply: {
      content: String(statusStrs) === 'WAITING' ? [waiting, held] : [rejected],
      ...{ waiting: 2, next: null },
    },
  }));
  return office;
}

const drawerOf = async (nick: string) =>
  within(await screen.findByRole('complementary', { name: `트레이더 신청 ${nick}` }));

test('the oldest application is open, with what speaks for it in words', async () => {
  const office = applications();
  office.open('/copytrade');
  const drawer = await drawerOf('바람길');
  for (const sentence of [
    '추세를 따라갑니다.',
    '포지션과 주문이 없습니다',
    '팔로우하는 트레이더가 없습니다',
    '30일 동안 42건 거래했습니다',
    '30일 순손익 +312.5 USDT',
    '코인선물 지갑 2,000 USDT',
  ])
    expect(drawer.getByText(sentence)).toBeDefined();
  expect(await drawer.findByText('BTCUSDT, ETHUSDT')).toBeDefined();
  expect(drawer.getByText('15%')).toBeDefined();
  const list = within(screen.getByRole('table', { name: '트레이더 신청' }));
  expect(list.getAllByText('1시간')).toHaveLength(2);
  expect(list.getByText('포지션 있음')).toBeDefined();
});

test('an approval says quota, share and instruments, with a reason', async () => {
  const office = applications();
  office.on(approveTrader, { reply: {} });
  office.open('/copytrade');
  const drawer = await drawerOf('바람길');
  await drawer.findByText('BTCUSDT, ETHUSDT');
  fireEvent.keyDown(document, { key: 'a' });
  const question = within(await screen.findByRole('dialog', { name: '바람길 님을 트레이더로 승인' }));
  expect(question.queryByLabelText('BTCUSD')).toBeNull();
  const confirm = question.getByRole('button', { name: '승인' });
  fireEvent.change(question.getByLabelText('분배 비율 · %'), { target: { value: '31' } });
  expect(question.getByText('10에서 30 사이로 적어 주세요.')).toBeDefined();
  expect(confirm.hasAttribute('disabled')).toBe(true);
  fireEvent.change(question.getByLabelText('분배 비율 · %'), { target: { value: '12.5' } });
  fireEvent.change(question.getByLabelText('모집 인원'), { target: { value: '50' } });
  fireEvent.click(question.getByLabelText('ETHUSDT'));
  fireEvent.click(confirm);
  expect(office.sentTo(approveTrader)).toHaveLength(0);
  fireEvent.change(question.getByLabelText('이유'), { target: { value: '성적을 확인함' } });
  fireEvent.click(confirm);
  expect(await screen.findByText('트레이더로 승인했습니다.')).toBeDefined();
  expect(office.sentTo(approveTrader)).toMatchObject([
    { applicationId: 5, quota: 50, shareRate: '0.125', followStock: [1], reason: '성적을 확인함' },
  ]);
});

test('whoever holds a position or follows somebody cannot be approved, only rejected', async () => {
  const office = applications();
  office.on(rejectTrader, { reply: {} });
  office.open('/copytrade');
  await drawerOf('바람길');
  fireEvent.keyDown(document, { key: 'j' });
  const drawer = await drawerOf('물결');
  expect(drawer.getByText('포지션이나 주문이 있습니다')).toBeDefined();
  expect(drawer.getByText('다른 트레이더를 팔로우하고 있습니다')).toBeDefined();
  expect(drawer.getByText('소개를 쓰지 않았습니다.')).toBeDefined();
  expect(drawer.getByRole('button', { name: '승인' }).hasAttribute('disabled')).toBe(true);
  fireEvent.keyDown(document, { key: 'r' });
  const question = within(await screen.findByRole('dialog', { name: '물결 님의 신청을 거절' }));
  fireEvent.click(question.getByRole('button', { name: '거래 기록이 부족합니다.' }));
  fireEvent.click(question.getByRole('button', { name: '거절' }));
  expect(await screen.findByText('신청을 거절했습니다.')).toBeDefined();
  expect(office.sentTo(rejectTrader)).toMatchObject([
    { applicationId: 6, reason: '거래 기록이 부족합니다.' },
  ]);
});

test('an application that somebody else decided meanwhile is said so, and the list is read again', async () => {
  const office = applications();
  office.on(rejectTrader, { refusal: 'APPLICATION_NOT_FOUND' });
  office.open('/copytrade');
  await drawerOf('바람길');
  office.on(traderApplications, { reply: { content: [held], waiting: 1, next: null } });
  fireEvent.keyDown(document, { key: 'r' });
  const question = within(await screen.findByRole('dialog'));
  fireEvent.change(question.getByRole('textbox', { name: '이유' }), { target: { value: '기록 부족' } });
  fireEvent.click(question.getByRole('button', { name: '거절' }));
  expect(await screen.findByText('심사 중인 신청이 없습니다.')).toBeDefined();
  await drawerOf('물결');
  expect(screen.queryByText('바람길')).toBeNull();
});

test('a refused approval keeps what was typed, and the list says what has changed', async () => {
  const office = applications();
  office.on(approveTrader, { refusal: 'TRADER_NEEDS_FLAT' });
  office.open('/copytrade');
  const drawer = await drawerOf('바람길');
  await drawer.findByText('BTCUSDT, ETHUSDT');
  office.on(traderApplications, {
    reply: { content: [{ ...waiting, isFlat: false }], waiting: 1, next: null },
  });
  fireEvent.keyDown(document, { key: 'a' });
  const question = within(await screen.findByRole('dialog'));
  fireEvent.change(question.getByLabelText('모집 인원'), { target: { value: '50' } });
  fireEvent.change(question.getByRole('textbox', { name: '이유' }), { target: { value: '확인함' } });
  fireEvent.click(question.getByRole('button', { name: '승인' }));
  expect(await screen.findByText(refusals.TRADER_NEEDS_FLAT.ko)).toBeDefined();
  expect(await drawer.findByText('포지션이나 주문이 있습니다')).toBeDefined();
  expect((question.getByLabelText('모집 인원') as HTMLInputElement).value).toBe('50');
});

test('decided applications say who decided, when and why', async () => {
  const office = applications();
  office.open('/copytrade');
  await drawerOf('바람길');
  fireEvent.click(screen.getByRole('button', { name: '끝난 신청' }));
  const drawer = await drawerOf('옛길');
  expect(drawer.getByText('11.10 09:00')).toBeDefined();
  expect(drawer.getByText('운영자 4')).toBeDefined();
  expect(drawer.getByText('거래 기록이 부족합니다.')).toBeDefined();
  expect(drawer.queryByRole('button', { name: '승인' })).toBeNull();
});

test('where nothing waits the screen says so, and a fault is told in its place', async () => {
  const office = copytradeOffice();
  office.on(copyState, { reply: { ...state, waitingApplications: 0 } });
  office.on(traderApplications, { reply: { content: [], waiting: 0, next: null } });
  office.open('/copytrade');
  expect(await screen.findByText('기다리는 신청이 없습니다.')).toBeDefined();
  office.on(traderApplications, { refusal: 'FORBIDDEN' });
  fireEvent.click(screen.getByRole('button', { name: '끝난 신청' }));
  expect(await screen.findByText(refusals.FORBIDDEN.ko)).toBeDefined();
});

test('whoever may only read decides nothing, and without the right there is no screen', async () => {
  const office = applications();
  asAuditor(office);
  office.open('/copytrade');
  const drawer = await drawerOf('바람길');
  expect(drawer.queryByRole('button', { name: /승인|거절/ })).toBeNull();
  cleanup();
  const other = applications();
  const rights = operator.rights.filter((right) => !right.startsWith('COPY_'));
  other.on(officeMe, { reply: { ...operator, rights } });
  other.open('/copytrade');
  expect(await screen.findByText('이 화면을 볼 권한이 없습니다.')).toBeDefined();
  expect(screen.queryByRole('link', { name: /카피트레이딩/ })).toBeNull();
  expect(other.sentTo(traderApplications)).toHaveLength(0);
});

test('on a phone the list comes first, and the chosen application covers it until it is closed', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const office = applications();
  office.open('/copytrade');
  const row = (await screen.findByText('바람길')).closest('tr')!;
  expect(screen.queryByRole('complementary')).toBeNull();
  row.focus();
  fireEvent.keyDown(row, { key: 'Enter' });
  await drawerOf('바람길');
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});

test('the next page is asked for where the call says that it begins', async () => {
  const office = copytradeOffice();
  office.on(traderApplications, ({ before }) => ({
    reply: {
      content: [before === undefined ? waiting : { ...held, isFlat: true, isFollowing: false }],
      ...{ waiting: 2, next: before === undefined ? 77 : null },
    },
  }));
  office.open('/copytrade');
  await drawerOf('바람길');
  fireEvent.click(screen.getByRole('button', { name: '더 보기' }));
  expect(await screen.findByText('물결')).toBeDefined();
  expect(office.sentTo(traderApplications)).toMatchObject([{}, { before: 77 }]);
  expect(screen.queryByRole('button', { name: '더 보기' })).toBeNull();
});
