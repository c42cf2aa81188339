import { placeBet } from '@maru/contract/binary/calls';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openTable } from '../../binary-double.ts';
import { field, tap } from '../../screen-double.tsx';

afterEach(cleanup);

const toSimple = () => tap('프로 모드, 간편 모드로 바꾸기');
const toPro = () => tap('간편 모드, 프로 모드로 바꾸기');
const dock = () => within(screen.getByRole('region', { name: '주문' }));
const up = () => dock().getByRole('button', { name: /^상승/ });

test('simple mode shows no past results, other lengths and sound, but the own orders', async () => {
  await openTable();
  const hidden = () => [
    screen.queryByText('최근 결과'),
    screen.queryByRole('radiogroup', { name: '거래 시간' }),
    screen.queryByRole('button', { name: /^주문 마감 알림음/ }),
  ];
  expect(hidden().every((part) => part !== null)).toBe(true);
  await toSimple();
  expect(hidden()).toEqual([null, null, null]);
  expect(screen.getByRole('button', { name: '내 주문' })).toBeTruthy();
  expect(screen.getAllByRole('timer').length).toBeGreaterThan(0);
});

test('the stake stays over both switches, its payout is the same, and the bet is accepted', async () => {
  const { sent, pass, device } = await openTable();
  device.preferences.change({ confirmOrders: false });
  await tap('+5만');
  const [stake, payout] = [field('주문 금액').value, up().textContent];
  await toSimple();
  expect([field('주문 금액').value, up().textContent]).toEqual([stake, payout]);
  await tap(/^상승/);
  await pass(10);
  expect(sent(placeBet)).toEqual([expect.objectContaining({ point: '60000', type: 'LONG' })]);
  await toPro();
  expect(field('주문 금액').value).toBe(stake);
});
