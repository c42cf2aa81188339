import { refusalTexts } from '@maru/contract/cashier/reasons';
import { cashierSetting, changeCashierSetting } from '@maru/contract/cashier/settings';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const each = (amount: string) => ({ KRW: amount });
const setting = {
  ...{ fee: each('1000'), depositLeast: each('10000'), withdrawLeast: each('10000') },
  ...{ twoFrom: each('5000000'), staffDayMost: each('50000000'), spread: '0.005', toMembers: false },
  ...{ waitHours: 24, p2p: true, depositCoins: ['BINARY'], buyCoins: [], smallDeposit: {} },
  bank: { bankName: '마루은행', accountNumber: '000-0000-0000-00', holder: '마루 연습' },
  seller: null,
  smallWithdrawal: {},
};

function open() {
  const office = officeDouble();
  office.on(cashierSetting, { reply: setting });
  office.on(refusalTexts, { reply: { content: [] } });
  office.open('/cashier/setting');
  return office;
}

test('only what was changed is asked for, with a reason', async () => {
  const office = open();
  office.on(changeCashierSetting, { reply: { ...setting, waiting: null } });
  fireEvent.click(await screen.findByRole('button', { name: 'KRW 기준 바꾸기 2인' }));
  const dialog = await screen.findByRole('dialog', { name: 'KRW 기준을 바꿉니다' });
  fireEvent.change(within(dialog).getByLabelText('두 사람 승인부터'), { target: { value: '3,000,000' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /요청/ }));
  expect(await within(dialog).findByRole('alert')).toBeDefined();
  fireEvent.change(within(dialog).getByLabelText('이유'), { target: { value: '더 조심합니다' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /요청/ }));
  expect(await screen.findByText(/다른 사람이 승인하면/)).toBeDefined();
  expect(office.sentTo(changeCashierSetting)).toEqual([
    { twoFrom: { KRW: '3000000' }, reason: '더 조심합니다' },
  ]);
});

test('a rule for small amounts is asked for, and a refusal stays in the dialog', async () => {
  const office = open();
  office.on(changeCashierSetting, { refusal: 'SETTING_INVALID' });
  fireEvent.click(await screen.findByRole('button', { name: 'KRW 입금 자동 승인 규칙 바꾸기 2인' }));
  const dialog = await screen.findByRole('dialog', { name: 'KRW 입금 자동 승인 규칙' });
  for (const [label, value] of [
    ['한 번에 최대', '100000'],
    ['회원마다 하루 최대', '200000'],
    ['사이트 하루 최대', '5000000'],
    ['이유', '소액은 바로'],
  ] as const)
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  fireEvent.click(within(dialog).getByRole('button', { name: /요청/ }));
  expect(await within(dialog).findByRole('alert')).toBeDefined();
  expect(office.sentTo(changeCashierSetting)).toMatchObject([
    { smallDeposit: { KRW: { most: '100000', accountDays: 30 } } },
  ]);
});

test('the other terms are asked for as people write them: percent, hours, on and off', async () => {
  const office = open();
  office.on(changeCashierSetting, { reply: { ...setting, waiting: null } });
  fireEvent.click(await screen.findByRole('button', { name: '그 밖의 조건 바꾸기 2인' }));
  const dialog = await screen.findByRole('dialog', { name: '그 밖의 조건을 바꿉니다' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('환전 차이 (%)').value).toBe('0.5');
  fireEvent.change(within(dialog).getByLabelText('환전 차이 (%)'), { target: { value: '0.75' } });
  fireEvent.change(within(dialog).getByLabelText('P2P'), { target: { value: 'false' } });
  fireEvent.change(within(dialog).getByLabelText('이유'), { target: { value: '시장 변동' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /^요청/ }));
  await expect
    .poll(() => office.sentTo(changeCashierSetting))
    .toEqual([{ spread: '0.0075', p2p: false, reason: '시장 변동' }]);
});
