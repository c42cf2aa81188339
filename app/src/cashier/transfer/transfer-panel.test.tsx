import { transferMoney, transferRecipient, withdrawable } from '@maru/contract/cashier/calls';
import { siteDnw } from '@maru/contract/site';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerCashier, dnwRow, limits, NOW } from '../../cashier-double.ts';
import { field, openScreen, tap, write } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, siteMoney, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const wallet = { type: 'BINARY', currency: 'KRW', point: '0', gameWaitPoint: '0' };
let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  answerCashier(server);
  server.answer(siteDnw, () => ({ reply: { ...siteMoney, toMembers: true } }));
  server.answer(withdrawable, () => ({ reply: { ...limits, waits: [] } }));
  server.answer(transferRecipient, () => ({ reply: { username: 'friend', nick: '새벽바다' } }));
  server.answer(transferMoney, () => ({
    reply: { sent: dnwRow({ type: 'TO', point: '5000' }), received: null, from: wallet, to: null },
  }));
});

const open = (path = '/wallet/transfer/BINARY') => openScreen(path, { signedIn: true, server });
const typeAmount = async (value: string) => {
  await screen.findByRole('textbox', { name: '얼마를 보낼까요?' });
  await act(async () => fireEvent.change(field('얼마를 보낼까요?'), { target: { value } }));
};
const question = () => screen.findByRole('alertdialog', { name: '새벽바다 님에게 보낼까요?' });

test('the wallet’s drawer leads to a transfer where the site allows it, and only there', async () => {
  const { at } = open('/balances/list');
  const won = () => screen.findByRole('button', { name: /해외선물/ });
  await act(async () => (await won()).click());
  await screen.findByRole('button', { name: /다른 회원에게 보내기/ });
  await tap(/다른 회원에게 보내기/);
  await waitFor(() => expect(at()).toBe('/wallet/transfer/BINARY'));
});

test('where the site does not allow it there is no such action', async () => {
  server.answer(siteDnw, () => ({ reply: siteMoney }));
  open();
  expect(await screen.findByText('이 지갑에서 할 수 없는 일입니다')).toBeTruthy();
});

test('the sender reads the nickname and agrees before the money moves, and it moves once', async () => {
  const { sent } = open();
  await typeAmount('5000');
  await write('받는 회원 아이디', 'friend');
  await tap('5,000원 보내기');
  const asked = await question();
  expect(within(asked).getByText('5,000원 · 아이디 friend. 되돌릴 수 없습니다.')).toBeTruthy();
  expect(sent(transferMoney)).toEqual([]);
  await act(async () => within(asked).getByRole('button', { name: '보내기' }).click());
  expect(await screen.findByText('새벽바다 님에게 보냈습니다')).toBeTruthy();
  expect(sent(transferMoney)).toEqual([
    { fromWallet: 'BINARY', toWallet: 'BINARY', point: '5000', username: 'friend' },
  ]);
  expect(field('얼마를 보낼까요?').value).toBe('');
});

test('who goes back has sent nothing', async () => {
  const { sent } = open();
  await typeAmount('5000');
  await write('받는 회원 아이디', 'friend');
  await tap('5,000원 보내기');
  const asked = await question();
  await act(async () => within(asked).getByRole('button', { name: '돌아가기' }).click());
  expect(sent(transferMoney)).toEqual([]);
  expect(field('받는 회원 아이디').value).toBe('friend');
});

test.each([
  ['RECIPIENT_NOT_FOUND', '받을 회원을 찾을 수 없습니다.'],
  ['SAME_WALLET', '내 아이디입니다. 다른 회원의 아이디를 입력해 주세요.'],
] as const)('a recipient that is refused with %s is refused in its field', async (refusal, text) => {
  server.answer(transferRecipient, () => ({ refusal }));
  const { sent } = open();
  await typeAmount('5000');
  await write('받는 회원 아이디', 'friend');
  await tap('5,000원 보내기');
  expect(await screen.findByText(text)).toBeTruthy();
  expect(sent(transferMoney)).toEqual([]);
});

test('what the desk refuses stands under the amount', async () => {
  server.answer(transferMoney, () => ({ refusal: 'WITHDRAWAL_WAITS' }));
  open();
  await typeAmount('5000');
  await write('받는 회원 아이디', 'friend');
  await tap('5,000원 보내기');
  await act(async () =>
    within(await question())
      .getByRole('button', { name: '보내기' })
      .click(),
  );
  expect(await screen.findByText(/보안을 위해 지금은 출금하거나 보낼 수 없습니다/)).toBeTruthy();
  expect(field('얼마를 보낼까요?').value).toBe('5,000');
});

test('more than may leave cannot be sent', async () => {
  open();
  await screen.findByText(/^보낼 수 있는 금액/);
  await typeAmount('9000001');
  expect(await screen.findByText('보낼 수 있는 금액보다 많습니다.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '보내기' }).disabled).toBe(true);
});

test('전액 takes all that may leave: a transfer has no fee', async () => {
  open();
  await screen.findByText(/^보낼 수 있는 금액/);
  await tap('전액');
  expect(await screen.findByRole('button', { name: '9,000,000원 보내기' })).toBeTruthy();
});

test('while withdrawals wait for security, transfers do too; a payout account has no part in it', async () => {
  server.answer(withdrawable, () => ({
    reply: {
      ...limits,
      waits: [
        { reason: 'PASSWORD', untilMillis: NOW + 3_600_000 },
        { reason: 'PAYOUT_ACCOUNT', untilMillis: NOW + 3_600_000 },
      ],
    },
  }));
  open();
  expect(await screen.findAllByText(/^보안을 위해 .*부터 보낼 수 있습니다\.$/)).toHaveLength(1);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '보내기' }).disabled).toBe(true);
});

test('without an amount or a name nothing is asked', async () => {
  const { sent } = open();
  await screen.findByText(/^보낼 수 있는 금액/);
  await tap('보내기');
  expect(await screen.findByText('보낼 금액을 입력해 주세요.')).toBeTruthy();
  await typeAmount('5000');
  await tap('5,000원 보내기');
  expect(await screen.findByText('받는 회원의 아이디를 입력해 주세요.')).toBeTruthy();
  expect(sent(transferRecipient)).toEqual([]);
});
