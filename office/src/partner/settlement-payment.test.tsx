import { paySettlement, previewPayment } from '@maru/contract/partner/settlement';
import { refusals } from '@maru/contract/refusals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { digest, payment, settlementDouble } from './settlement-double.ts';

afterEach(cleanup);

async function openShares(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: '확정·지급' }));
  const table = within(await screen.findByRole('table', { name: '확정된 몫' }));
  fireEvent.click(await table.findByText('K50'));
}

test('confirmed shares are paid, all of them or those of one partner', async () => {
  const office = settlementDouble();
  office.on(paySettlement, {
    reply: { paid: 1, sums: [{ currency: 'KRW', amount: '65940', partners: 1 }], hasMore: false },
  });
  office.open('/settlement');
  await openShares();
  const drawer = within(await screen.findByRole('complementary', { name: 'K50 2026-11-11' }));
  expect(drawer.getByText('운영자 4')).toBeDefined();
  for (const name of ['이 파트너에게 지급', /^모두 지급/] as const) {
    fireEvent.click(screen.getByRole('button', { name }));
    const question = within(await screen.findByRole('dialog'));
    fireEvent.change(question.getByLabelText('이 날까지'), { target: { value: '2026-11-14' } });
    fireEvent.change(question.getByLabelText('이유'), { target: { value: '주간 지급' } });
    await question.findByText('65,940원');
    fireEvent.click(question.getByRole('button', { name: '지급' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect((await screen.findAllByText('1건을 지급했습니다. 65,940원')).length).toBeGreaterThan(0);
  expect(office.sentTo(paySettlement)).toMatchObject([
    { partnerId: 50, throughDate: '2026-11-14', digest: digest('a'), reason: '주간 지급' },
    { throughDate: '2026-11-14', digest: digest('a'), reason: '주간 지급' },
  ]);
});

test('the payment of one partner shows every share up to the day that is chosen, in each currency', async () => {
  const office = settlementDouble();
  office.on(previewPayment, ({ throughDate }) => ({
    reply:
      throughDate === '2026-11-11'
        ? {
            ...{ hasMore: true, digest: digest('a') },
            sums: [
              { currency: 'KRW', amount: '165940', partners: 1, shares: 3 },
              { currency: 'USDT', amount: '12.5', partners: 1, shares: 1_200 },
            ],
          }
        : { sums: [], hasMore: false, digest: digest('b') },
  }));
  office.open('/settlement');
  await openShares();
  fireEvent.click(await screen.findByRole('button', { name: '이 파트너에게 지급' }));
  const question = within(await screen.findByRole('dialog', { name: 'K50 파트너에게 지급' }));
  const sumOf = (label: string) => question.getByText(label).nextElementSibling?.textContent;
  expect(await question.findByText('165,940원')).toBeDefined();
  expect(sumOf('지급할 금액 · KRW · 3건 · 1곳')).toBe('165,940원');
  expect(sumOf('지급할 금액 · USDT · 1,200건 · 1곳')).toBe('12.5 USDT');
  expect(question.getByText(/한 번에 1,000건까지 지급합니다/)).toBeDefined();
  expect(question.queryByText('65,940원')).toBeNull();

  const press = question.getByRole('button', { name: '지급' });
  expect(press.hasAttribute('disabled')).toBe(false);
  fireEvent.change(question.getByLabelText('이 날까지'), { target: { value: '2026-11-10' } });
  // The sum of another day is gone at once.
  expect(question.queryByText('165,940원')).toBeNull();
  expect(press.hasAttribute('disabled')).toBe(true);
  expect(await question.findByText('이 날까지 지급할 몫이 없습니다.')).toBeDefined();
  expect(press.hasAttribute('disabled')).toBe(true);
  expect(office.sentTo(previewPayment)).toMatchObject([
    { partnerId: 50, throughDate: '2026-11-11' },
    { partnerId: 50, throughDate: '2026-11-10' },
  ]);
  expect(office.sentTo(paySettlement)).toEqual([]);
});

test('a payment that is no longer what was shown is refused, and the question shows what it would be now', async () => {
  const office = settlementDouble();
  office.on(previewPayment, () => ({
    reply:
      office.sentTo(paySettlement).length === 0
        ? payment('65940')
        : { ...payment('80000', { shares: 2 }), digest: digest('b') },
  }));
  office.on(paySettlement, ({ digest: shown }) =>
    shown === digest('b')
      ? {
          reply: { paid: 2, sums: [{ currency: 'KRW', amount: '80000', partners: 1 }], hasMore: false },
        }
      : { refusal: 'SETTLEMENT_CHANGED' },
  );
  office.open('/settlement');
  await openShares();
  fireEvent.click(screen.getByRole('button', { name: /^모두 지급/ }));
  const question = within(await screen.findByRole('dialog', { name: '확정된 몫 지급' }));
  await question.findByText('65,940원');
  fireEvent.change(question.getByLabelText('이유'), { target: { value: '주간 지급' } });
  fireEvent.click(question.getByRole('button', { name: '지급' }));
  expect(await screen.findByText('정산 금액이 바뀌었습니다. 다시 확인해 주세요.')).toBeDefined();
  expect(await question.findByText('80,000원')).toBeDefined();
  expect(question.queryByText('65,940원')).toBeNull();
  fireEvent.click(question.getByRole('button', { name: '지급' }));
  expect(await screen.findByText('2건을 지급했습니다. 80,000원')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(office.sentTo(paySettlement)).toMatchObject([
    { digest: digest('a'), reason: '주간 지급' },
    { digest: digest('b'), reason: '주간 지급' },
  ]);
});

test('nothing can be paid while it cannot be said what it would be', async () => {
  const office = settlementDouble();
  office.on(previewPayment, { refusal: 'FORBIDDEN' });
  office.open('/settlement');
  await openShares();
  fireEvent.click(screen.getByRole('button', { name: /^모두 지급/ }));
  const question = within(await screen.findByRole('dialog'));
  expect((await question.findByRole('alert')).textContent).toBe(refusals.FORBIDDEN.ko);
  expect(question.getByRole('button', { name: '지급' }).hasAttribute('disabled')).toBe(true);
});
