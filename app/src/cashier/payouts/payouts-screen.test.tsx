import { confirmPayout, generateWallet, payoutList, removePayout } from '@maru/contract/cashier/payouts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerCashier, payout } from '../../cashier-double.ts';
import { openScreen, tap, write } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const fresh = { ...payout, id: 6, confirmedMillis: null, usableMillis: null };
let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  answerCashier(server);
});

async function open() {
  const page = openScreen('/wallet/payouts', { signedIn: true, server });
  await screen.findByRole('heading', { level: 1, name: '출금 계좌' });
  return page;
}

const choose = (label: string, value: string) =>
  act(async () =>
    fireEvent.change(screen.getByLabelText(label, { selector: 'select' }), { target: { value } }),
  );

test('a bank account is registered and then confirmed with the password', async () => {
  server.answer(generateWallet, () => ({ reply: fresh }));
  server.answer(confirmPayout, () => ({ reply: payout }));
  const { sent } = await open();
  await tap('출금 계좌 등록');
  await screen.findByRole('option', { name: '신한은행' });
  await choose('은행', '88');
  await write('계좌번호', '110-000-000000');
  await tap('등록');
  expect(await screen.findByRole('dialog', { name: '출금 계좌 확인' })).toBeTruthy();
  expect(sent(generateWallet)).toEqual([
    { coinName: 'BINARY', bankInfo: { bankId: 88, accountNumber: '110-000-000000' } },
  ]);
  await write('비밀번호', 'correct horse');
  await tap('비밀번호로 확인');
  expect(await screen.findByText('출금 계좌를 확인했습니다')).toBeTruthy();
  expect(sent(confirmPayout)).toEqual([{ payoutId: 6, password: 'correct horse' }]);
});

test('a coin needs an address, and a refused one stays to be corrected', async () => {
  server.answer(generateWallet, () => ({ refusal: 'ADDRESS_INVALID' }));
  await open();
  await tap('출금 계좌 등록');
  await choose('어느 지갑에서 출금하나요?', 'USDT');
  await write('지갑 주소', 'Tnonsense');
  await tap('등록');
  expect(await screen.findByText('지갑 주소를 확인해 주세요.')).toBeTruthy();
});

test('a wrong password is shown in the sheet', async () => {
  server.answer(payoutList, () => ({ reply: { content: [fresh] } }));
  server.answer(confirmPayout, () => ({ refusal: 'CURRENT_PASSWORD_MISMATCH' }));
  await open();
  await screen.findByRole('button', { name: '비밀번호로 확인' });
  await tap('비밀번호로 확인');
  const sheet = screen.getByRole('dialog', { name: '출금 계좌 확인' });
  await write('비밀번호', 'wrong');
  await act(async () => within(sheet).getByRole('button', { name: '비밀번호로 확인' }).click());
  expect(await screen.findByText('현재 비밀번호가 일치하지 않습니다.')).toBeTruthy();
});

test('removing asks first', async () => {
  server.answer(removePayout, () => ({ reply: {} }));
  const { sent } = await open();
  await screen.findByRole('button', { name: '삭제' });
  await tap('삭제');
  const dialog = await screen.findByRole('alertdialog', { name: '출금 계좌를 삭제할까요?' });
  expect(sent(removePayout)).toHaveLength(0);
  await act(async () => within(dialog).getByRole('button', { name: '삭제' }).click());
  expect(await screen.findByText('출금 계좌를 삭제했습니다')).toBeTruthy();
  expect(sent(removePayout)).toEqual([{ payoutId: 5 }]);
});
