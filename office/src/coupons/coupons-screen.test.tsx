import { askCoupon, couponList, endCoupon } from '@maru/contract/cashier/office';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const NOW = Date.now();
const coupon = {
  ...{ id: 4, hint: 'AB12', walletTypes: ['BINARY'], currency: 'KRW', point: '10000', uses: 10, used: 3 },
  ...{ turnover: '1', fromMillis: NOW - 1_000, untilMillis: NOW + 86_400_000, endedMillis: null },
  ...{ askedBy: 3, approvedBy: 4 },
};

function open() {
  const office = officeDouble();
  office.on(couponList, { reply: { content: [coupon] } });
  office.open('/coupons');
  return office;
}

test('a coupon is asked for, and its code is shown once', async () => {
  const office = open();
  office.on(askCoupon, { reply: { promoCode: 'AB12-CD34-EF56', waiting: 9 } });
  expect(await screen.findByText('3 / 10')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: /쿠폰 발급/ }));
  const dialog = await screen.findByRole('dialog', { name: '쿠폰 발급을 요청합니다' });
  fireEvent.click(within(dialog).getByRole('button', { name: /요청/ }));
  expect(await within(dialog).findByText('금액을 숫자로 적어 주세요.')).toBeDefined();
  expect(office.sentTo(askCoupon)).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText('한 번에 주는 금액'), { target: { value: '10,000' } });
  fireEvent.change(within(dialog).getByLabelText('끝나는 때'), { target: { value: '2099-01-01T00:00' } });
  fireEvent.change(within(dialog).getByLabelText('이유'), { target: { value: '새해 행사' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /요청/ }));
  expect(await screen.findByText('AB12-CD34-EF56')).toBeDefined();
  expect(office.sentTo(askCoupon)).toMatchObject([{ point: '10000', uses: 1, reason: '새해 행사' }]);
  fireEvent.click(screen.getByRole('button', { name: '적어 두었습니다' }));
  expect(screen.queryByText('AB12-CD34-EF56')).toBeNull();
});

test('a coupon is stopped after a question', async () => {
  const office = open();
  office.on(endCoupon, { reply: { ...coupon, endedMillis: NOW } });
  fireEvent.click(await screen.findByRole('button', { name: '멈추기' }));
  const dialog = await screen.findByRole('dialog', { name: '쿠폰을 멈춥니다' });
  fireEvent.click(within(dialog).getByRole('button', { name: '멈추기' }));
  expect(await screen.findByText('쿠폰을 멈췄습니다.')).toBeDefined();
  expect(office.sentTo(endCoupon)).toMatchObject([{ couponId: 4 }]);
});
