// Settlement of partners in a test of the office: three days of which one runs, and one share that waits for payment.
import {
  previewPayment,
  previewSettlement,
  settlementDays,
  settlementRows,
  settlementShares,
} from '@maru/contract/partner/settlement';
import { type OfficeDouble, officeDouble } from '../office-double.tsx';

const day = (date: string, more: object = {}) => ({
  ...{ date, currency: 'KRW', partners: 2, rows: 3, accrued: '0', confirmed: '0', paid: '0', voided: '0' },
  isRunning: false,
  ...more,
});
const line = (partnerId: number, amount: string, isHeld = false) => ({
  ...{
    partnerId,
    name: '마루지점',
    code: `K${partnerId}`,
    level: 2,
    wallet: 'BINARY',
    currency: 'KRW',
    rows: 2,
  },
  ...{ fromDate: '2026-11-12', throughDate: '2026-11-14', amount, isHeld },
});
export const preview = {
  content: [line(50, '119250'), line(51, '-3600', true)],
  hasMore: false,
  sums: [{ currency: 'KRW', amount: '119250', partners: 1 }],
  held: [{ currency: 'KRW', amount: '-3600', partners: 1 }],
  waiting: null as number | null,
};
export const row = {
  ...{ id: 9, date: '2026-11-14', type: 'DIFFERENCE', product: 'futures', base: 'FEE' },
  ...{ baseAmount: '165000', rate: '0.08', amount: '13200', currency: 'KRW', status: 'ACCRUED' },
  ...{ isRunning: false, partnerId: 50, partnerName: '마루지점', partnerCode: 'K50', players: 2 },
  ...{ lineId: 51, lineName: '강남총판', lineCode: 'K51', voidReason: null },
};
export const share = {
  ...{
    id: 4,
    partnerId: 50,
    name: '마루지점',
    code: 'K50',
    wallet: 'BINARY',
    currency: 'KRW',
    amount: '65940',
  },
  ...{
    fromDate: '2026-11-11',
    throughDate: '2026-11-11',
    status: 'CONFIRMED',
    confirmedMillis: 1_763_124_067_000,
  },
  ...{ paidMillis: null, requestedBy: 3, approvedBy: 4, paidBy: null },
};

export const digest = (of: string): string => of.repeat(64);
export const payment = (amount: string, more: object = {}) => ({
  sums: [{ currency: 'KRW', amount, partners: 1, shares: 1, ...more }],
  ...{ hasMore: false, digest: digest('a') },
});

export function settlementDouble(options?: Parameters<typeof officeDouble>[0]): OfficeDouble {
  const office = officeDouble(options);
  office.on(settlementDays, {
    reply: {
      content: [
        day('2026-11-15', { accrued: '48000', isRunning: true }),
        day('2026-11-14', { accrued: '67650' }),
        day('2026-11-11', { confirmed: '65940' }),
      ],
      ...{ accruedDate: '2026-11-14', daysBehind: 0, nextMillis: Date.parse('2026-11-16T00:30:00+09:00') },
    },
  });
  office.on(previewSettlement, { reply: preview });
  office.on(previewPayment, { reply: payment('65940') });
  office.on(settlementRows, { reply: { content: [row], next: null } });
  office.on(settlementShares, {
    reply: {
      content: [share],
      next: null,
      ...{ unpaid: [{ currency: 'KRW', amount: '65940', partners: 1 }], unpaidPartners: 1 },
    },
  });
  return office;
}
