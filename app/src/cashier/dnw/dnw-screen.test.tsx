import { applyDeposit, applyWithdraw, dnwList, withdrawable } from '@maru/contract/cashier/calls';
import { payoutList } from '@maru/contract/cashier/payouts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerCashier, dnwRow, limits, listed, NOW, payout } from '../../cashier-double.ts';
import { field, openScreen, tap } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';
import { ko } from '../../text/ko.ts';

afterEach(cleanup);

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  answerCashier(server);
});

const wallet = { type: 'BINARY', currency: 'KRW', point: '10000000', gameWaitPoint: '0' };
const open = (path = '/dnw') => openScreen(path, { signedIn: true, server });
const pad = () => within(screen.getByRole('group', { name: '숫자판' }));
const press = async (...keys: string[]) => {
  for (const key of keys) await act(async () => pad().getByRole('button', { name: key }).click());
};

test('a deposit is asked for with the amount of the chips, once, and the amount is cleared', async () => {
  server.answer(applyDeposit, () => ({
    reply: { request: dnwRow({ status: 0, endedMillis: null }), wallet },
  }));
  const { sent } = open();
  expect(await screen.findByText('110-000-000000')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: '입출금' })).toBeTruthy();
  await tap('+50만');
  await tap('+10만');
  expect(field('얼마를 입금할까요?').value).toBe('600,000');
  expect(screen.getByText('60만 원')).toBeTruthy();
  await tap('600,000원 입금 신청');
  expect(await screen.findByText('신청이 완료되었습니다.')).toBeTruthy();
  expect(sent(applyDeposit)).toEqual([{ point: '600000', walletType: 'BINARY' }]);
  expect(field('얼마를 입금할까요?').value).toBe('');
});

test('without an amount nothing is sent, and the spec’s sentence stands under the line', async () => {
  const { sent } = open();
  await screen.findByText('110-000-000000');
  await tap('입금 신청');
  expect(screen.getByText('입금신청금액을 입력해주세요.')).toBeTruthy();
  expect(sent(applyDeposit)).toHaveLength(0);
});

test('a refusal of the server stands under the amount until another is typed', async () => {
  server.answer(applyDeposit, () => ({ refusal: 'REQUEST_ONGOING' }));
  open();
  await screen.findByText('110-000-000000');
  await tap('+10만');
  await tap('100,000원 입금 신청');
  expect(await screen.findByText('이미 진행 중인 신청이 있습니다.')).toBeTruthy();
  expect(field('얼마를 입금할까요?').value).toBe('100,000');
  await tap('+10만');
  expect(screen.queryByText('이미 진행 중인 신청이 있습니다.')).toBeNull();
});

test('a deposit above what the member allowed leads to their limits', async () => {
  server.answer(applyDeposit, () => ({ refusal: 'DEPOSIT_LIMIT' }));
  open();
  await screen.findByText('110-000-000000');
  await tap('+10만');
  await tap('100,000원 입금 신청');
  const link = await screen.findByRole('link', { name: ko.shell.toLimits });
  expect(link.getAttribute('href')).toBe('/more/limits');
});

test('the request on its way is above the button and leads to its steps', async () => {
  server.answer(dnwList, () => ({ reply: listed([dnwRow({ id: 77, status: 0, endedMillis: null })]) }));
  open();
  const link = await screen.findByRole('link', { name: /500,000원 입금 신청/ });
  expect(link.textContent).toContain('확인 중');
  expect(link.getAttribute('href')).toBe('/wallet/dnw_history?request=77');
});

test('the pad writes a withdrawal; above the balance the button is off and the sentence is the spec’s', async () => {
  open('/balances/withdraw');
  await screen.findByText('9,000,000원');
  await press('1', '5', '00', '00', '00');
  expect(field('얼마를 출금할까요?').value).toBe('15,000,000');
  expect(screen.getByText('출금신청금액이 보유금액을 초과합니다.')).toBeTruthy();
  expect((screen.getByRole('button', { name: '출금 신청' }) as HTMLButtonElement).disabled).toBe(true);
});

test('전액 leaves room for the fee, and the fee is said before the tap', async () => {
  server.answer(applyWithdraw, () => ({
    reply: { request: dnwRow({ type: 'W', status: 0, endedMillis: null }), wallet },
  }));
  const { sent } = open('/balances/withdraw');
  await screen.findByText('9,000,000원');
  await tap('전액');
  expect(field('얼마를 출금할까요?').value).toBe('8,999,000');
  expect(screen.getByText('수수료 1,000원 · 모두 9,000,000원 나갑니다')).toBeTruthy();
  expect(screen.getByText('5,000,000원부터는 두 사람이 확인합니다.')).toBeTruthy();
  await tap('8,999,000원 출금 신청');
  expect(await screen.findByText('신청이 완료되었습니다.')).toBeTruthy();
  expect(sent(applyWithdraw)).toEqual([{ point: '8999000', walletType: 'BINARY', payoutId: 5 }]);
});

test('what cannot be withdrawn is explained part by part', async () => {
  open('/balances/withdraw');
  await screen.findByText('왜 다 출금할 수 없나요?');
  expect(screen.getByText('열린 포지션에 필요한 금액')).toBeTruthy();
  expect(screen.getByText('700,000원')).toBeTruthy();
  expect(screen.getByText('120,000원 더 거래하면 보너스도 출금할 수 있습니다.')).toBeTruthy();
});

test('a waiting time is said with its end, and nothing can be asked for before it', async () => {
  const untilMillis = NOW + 3_600_000;
  server.answer(withdrawable, () => ({
    reply: { ...limits, waits: [{ reason: 'PASSWORD', untilMillis }] },
  }));
  open('/balances/withdraw');
  expect(await screen.findByText(/비밀번호를 바꾼 뒤에는/)).toBeTruthy();
  expect((screen.getByRole('button', { name: '출금 신청' }) as HTMLButtonElement).disabled).toBe(true);
});

test('without a payout account the card leads to where one is registered', async () => {
  server.answer(payoutList, () => ({ reply: { content: [] } }));
  open('/balances/withdraw');
  const link = await screen.findByRole('link', { name: /출금 계좌를 먼저 등록해 주세요/ });
  expect(link.getAttribute('href')).toBe('/wallet/payouts');
});

test('an account that waits says from when on it may be used', async () => {
  server.answer(payoutList, () => ({
    reply: { content: [{ ...payout, usableMillis: NOW + 86_400_000 }] },
  }));
  open('/balances/withdraw');
  expect(await screen.findByText(/부터 사용/)).toBeTruthy();
});

test('the amounts are read again when a request of the member changed', async () => {
  open('/balances/withdraw');
  await screen.findByText('9,000,000원');
  server.answer(withdrawable, () => ({ reply: { ...limits, withdrawable: '8000000' } }));
  await act(async () =>
    server.push('/user/queue/dnw', {
      type: 'DNW',
      seq: 1,
      at: NOW,
      data: { dnwHistoryId: 1, type: 'W', status: 0, walletType: 'BINARY' },
    }),
  );
  expect(await screen.findByText('8,000,000원')).toBeTruthy();
});

test('a failed load can be tried again', async () => {
  server.answer(withdrawable, () => ({ refusal: 'WALLET_UNSUPPORTED' }));
  open('/balances/withdraw');
  expect(await screen.findByText('불러오지 못했습니다')).toBeTruthy();
  server.answer(withdrawable, () => ({ reply: limits }));
  await tap('다시 시도');
  expect(await screen.findByText('9,000,000원')).toBeTruthy();
});

test('the limit of the day is shown with what is left, kept, and leads to where it is raised', async () => {
  server.answer(withdrawable, () => ({
    reply: { ...limits, today: { mostWon: '10000000', left: '3000000' } },
  }));
  open('/balances/withdraw');
  expect(await screen.findByText('오늘 3,000,000원 남음 · 하루 1,000만 원')).toBeTruthy();
  expect(screen.getByRole('link', { name: '한도 올리기' }).getAttribute('href')).toBe('/more/identity');
  await tap('전액');
  expect(screen.queryByText('오늘 출금할 수 있는 금액을 넘습니다.')).toBeNull();
  expect(await screen.findByRole('button', { name: /3,000,000원 출금/ })).toBeTruthy();
});
