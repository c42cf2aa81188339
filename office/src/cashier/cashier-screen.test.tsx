import { approveDnw, rejectDnw } from '@maru/contract/cashier/office';
import { dnwFigures, dnwQueue, holdDnw } from '@maru/contract/cashier/queue';
import { refusalTexts } from '@maru/contract/cashier/reasons';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble, operator } from '../office-double.tsx';

afterEach(cleanup);

const NOW = Date.now();
const check = (code: string, severity: string, own: object = {}) => ({
  ...{ code, severity, value: null, against: null, atMillis: null, text: null },
  ...own,
});

const row = {
  ...{ id: 20, type: 'W', status: 0, walletType: 'BINARY', currency: 'KRW', point: '12000000', fee: '1000' },
  ...{ change: '-12001000', channel: 'bank', counterpart: '••••0000', won: null, rate: null, reason: '' },
  ...{ undoes: null, payUntilMillis: null, isDisputed: false, createdMillis: NOW - 36 * 60_000 },
  ...{ endedMillis: null, steps: [], playerId: 7, username: 'maru_trader', nick: '마루', takenBy: null },
  ...{ confirmedBy: null, decidedBy: null, askedBy: null, needsTwo: true, isByRule: false, name: '김마루' },
  ...{ partner: 'K2094', joinedMillis: NOW - 214 * 86_400_000, bankName: '신한', holder: '김마루' },
  ...{ worst: 'AMBER', free: '480500', reserved: '0', hold: null, takenName: null, confirmedName: null },
  askedName: null,
  checks: [
    check('HOLDER_NAME', 'PLAIN', { text: '김마루' }),
    check('LARGE', 'AMBER', { against: '10000000' }),
  ],
  came: { count: 3, total: '24000000', largest: '9000000' },
  went: { count: 2, total: '9600000', largest: '5000000' },
};
const small = {
  ...row,
  ...{
    id: 22,
    type: 'D',
    point: '200000',
    username: 'echo12',
    name: '여울',
    needsTwo: false,
    worst: 'PLAIN',
  },
  ...{ checks: [], counterpart: '', partner: 'K3301', createdMillis: NOW - 60_000 },
};
const figures = {
  ...{ deposits: { count: 1, won: '200000' }, withdrawals: { count: 1, won: '12000000' }, p2p: 0, grants: 0 },
  ...{ held: 0, isMore: false, oldestMillis: row.createdMillis, targetMs: 900_000 },
  ...{ todayIn: '142800000', todayOut: '0' },
};

function open(rows: readonly object[] = [row, small]) {
  const office = officeDouble();
  office.on(dnwQueue, { reply: { content: rows, hasMore: false } });
  office.on(dnwFigures, { reply: figures });
  office.on(refusalTexts, { reply: { content: [] } });
  office.open('/cashier');
  return office;
}

test('the oldest request is chosen, with its checks and what is still to be said', async () => {
  open();
  const drawer = await screen.findByRole('complementary', { name: /출금 maru_trader/ });
  expect(within(drawer).getByText('12,000,000원')).toBeDefined();
  expect(within(drawer).getByText('이름 일치')).toBeDefined();
  expect(within(drawer).getByText('고액')).toBeDefined();
  expect(within(drawer).getByRole('button', { name: /1차 승인/ })).toBeDefined();
  expect(screen.getByRole('region', { name: '가장 오래 기다린 신청' }).textContent).toContain('36분');
  expect(screen.getByRole('region', { name: '오늘 순입금' }).textContent).toContain('+142,800,000원');
});

test('J chooses the next, A approves it, and the queue is read again', async () => {
  const office = open();
  office.on(approveDnw, { reply: { ...small, status: 1 } });
  await screen.findByRole('complementary', { name: /출금/ });
  fireEvent.keyDown(document, { key: 'j' });
  await screen.findByRole('complementary', { name: /입금 echo12/ });
  fireEvent.keyDown(document, { key: 'a' });
  expect(await screen.findByText('승인했습니다.')).toBeDefined();
  expect(office.sentTo(approveDnw)).toMatchObject([{ dnwHistoryId: 22 }]);
  expect(office.sentTo(dnwQueue).length).toBeGreaterThan(1);
});

test('a rejection has a reason that the member reads', async () => {
  const office = open();
  office.on(rejectDnw, { reply: { ...row, status: 2 } });
  await screen.findByRole('complementary', { name: /출금/ });
  fireEvent.keyDown(document, { key: 'r' });
  const dialog = await screen.findByRole('dialog', { name: '신청을 거절합니다' });
  fireEvent.click(within(dialog).getByRole('button', { name: '거절' }));
  expect(await within(dialog).findByText('이유를 두 글자 이상 적어 주세요.')).toBeDefined();
  expect(office.sentTo(rejectDnw)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: '본인 계좌로 다시 신청해 주세요.' }));
  fireEvent.click(within(dialog).getByRole('button', { name: '거절' }));
  expect(await screen.findByText('거절했습니다.')).toBeDefined();
  expect(office.sentTo(rejectDnw)).toMatchObject([{ reason: '본인 계좌로 다시 신청해 주세요.' }]);
});

test('what somebody marked says who and why, and H asks for the reason of a new mark', async () => {
  const hold = { reason: '통장 사본', staff: 4, staffName: '이승인', atMillis: NOW - 60_000 };
  const office = open([row, { ...small, hold }]);
  office.on(holdDnw, { reply: { dnwHistoryId: 20, hold } });
  await screen.findByRole('complementary', { name: /출금/ });
  fireEvent.keyDown(document, { key: 'h' });
  const dialog = await screen.findByRole('dialog', { name: '신청을 보류합니다' });
  fireEvent.click(within(dialog).getByRole('button', { name: '입금 확인을 기다립니다.' }));
  fireEvent.click(within(dialog).getByRole('button', { name: '보류' }));
  expect(await screen.findByText('보류했습니다.')).toBeDefined();
  fireEvent.keyDown(document, { key: 'j' });
  expect(await screen.findByText(/통장 사본 · 이승인/)).toBeDefined();
});

test('who approved first cannot approve again, and who asked for a grant cannot either', async () => {
  open([{ ...row, confirmedBy: operator.id, confirmedName: operator.name }]);
  const drawer = await screen.findByRole('complementary', { name: /출금/ });
  const approve = within(drawer).getByRole<HTMLButtonElement>('button', { name: /2차 승인/ });
  expect(approve.disabled).toBe(true);
  expect(within(drawer).getByText(/내가 1차 승인했습니다/)).toBeDefined();
});

test('many at once are approved only where nothing is to be looked at', async () => {
  const office = open();
  office.on(approveDnw, { reply: { ...small, status: 1 } });
  const careful = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'maru_trader 고르기' });
  expect(careful.disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'echo12 고르기' }));
  fireEvent.click(screen.getByRole('button', { name: '고른 1건 승인' }));
  expect(await screen.findByText('1건을 승인했습니다.')).toBeDefined();
  expect(office.sentTo(approveDnw)).toMatchObject([{ dnwHistoryId: 22 }]);
});

test('a filter shows what needs a look alone', async () => {
  open();
  const table = await screen.findByRole('table', { name: '대기 중인 신청' });
  expect(await within(table).findByText('echo12')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '주의 1' }));
  expect(within(table).queryByText('echo12')).toBeNull();
  expect(within(table).getByText('maru_trader')).toBeDefined();
});

test('something that speaks against it is confirmed once more', async () => {
  const red = { ...row, worst: 'RED', checks: [check('BONUS', 'RED', { value: '5000' })], needsTwo: false };
  const office = open([red]);
  office.on(approveDnw, { reply: { ...red, status: 1 } });
  await screen.findByRole('complementary', { name: /출금/ });
  fireEvent.keyDown(document, { key: 'a' });
  const dialog = await screen.findByRole('dialog', { name: '확인할 점이 남아 있습니다' });
  expect(office.sentTo(approveDnw)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: '승인' }));
  expect(await screen.findByText('승인했습니다.')).toBeDefined();
});
