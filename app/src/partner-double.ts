// A partner for tests: the dashboard of thirty days, shares of every kind, and a server that answers about them.
import { me } from '@maru/contract/account/calls';
import { myProfits, type ProfitRow, partnerDashboard } from '@maru/contract/partner/profit-calls';
import { screen } from '@testing-library/react';
import type { Dashboard } from './partner/rate-text.ts';
import { openScreen } from './screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens, trader } from './server-double.ts';
import type { Language } from './text/language.tsx';

export const rates = (rate: string) => [{ product: 'futures', base: 'FEE' as const, rate }];
const node = (id: number, level: number, name: string, rate: string, amount: string) => ({
  ...{ id, parentId: null, level, name, code: `K${id}`, members: 128, rates: rates(rate) },
  amounts: [{ currency: 'KRW', amount }],
});

export const dashboard: Dashboard = {
  startDate: '2023-10-17',
  endDate: '2023-11-15',
  currencies: [
    {
      ...{ currency: 'KRW', amount: '1322500', receivable: '115650', fees: '6840000', turnover: '0' },
      days: [
        { date: '2023-11-14', amount: '1274500', isRunning: false },
        { date: '2023-11-15', amount: '48000', isRunning: true },
      ],
    },
    {
      ...{ currency: 'USDT', amount: '12.5', receivable: '12.5', fees: '41.66', turnover: '0' },
      days: [{ date: '2023-11-15', amount: '12.5', isRunning: true }],
    },
  ],
  nextPayMillis: Date.parse('2023-11-16T00:30:00+09:00'),
  countedMillis: Date.parse('2023-11-15T14:05:00+09:00'),
  members: 24,
  membersBelow: 128,
  joinedThisMonth: 9,
  rates: [{ product: 'futures', base: 'FEE', rate: '0.3', next: null }],
  code: 'K7',
  referralLink: 'maru.example/ref/K7',
  tree: [
    node(7, 2, '마루지점', '0.3', '1322500'),
    node(8, 3, '강남총판', '0.22', '409975'),
    node(9, 4, '역삼매장', '0.15', '185150'),
    node(10, 3, '부산총판', '0.2', '290950'),
  ],
  hasMoreNodes: false,
};

export const row = (id: number, more: Partial<ProfitRow>): ProfitRow => ({
  ...{ id, date: '2023-11-15', type: 'DIRECT', product: 'futures', base: 'FEE', baseAmount: '160000' },
  ...{ rate: '0.3', amount: '48000', currency: 'KRW', status: 'ACCRUED', isRunning: true },
  ...{ partnerId: 7, partnerName: '마루지점', partnerCode: 'K7', players: 3, voidReason: null },
  ...{ lineId: null, lineName: null, lineCode: null },
  ...more,
});
export const rows = [
  row(9, {}),
  row(8, { type: 'DIFFERENCE', rate: '0.08', amount: '13200', lineId: 8, lineName: '강남총판' }),
  row(7, { date: '2023-11-14', status: 'CONFIRMED', amount: '54450', isRunning: false }),
  row(6, { date: '2023-11-13', type: 'REVERSAL', status: 'PAID', baseAmount: '-12000', amount: '-3600' }),
  row(5, { date: '2023-11-12', status: 'VOID', voidReason: '같은 사람의 계정' }),
];
export const page = (content: readonly ProfitRow[]) => ({
  ...{ content, page: 0, size: 20, totalElements: content.length, totalPages: 1 },
  totals: { sum30: [], receivable: [], nextPayMillis: dashboard.nextPayMillis },
});

/** The server of a partner who is signed in; the answer of a call can be changed afterwards. */
export function partnerServer(): ServerDouble {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(me, () => ({ reply: { ...trader, role: 'PARTNER' } }));
  server.answer(partnerDashboard, () => ({ reply: dashboard }));
  server.answer(myProfits, () => ({ reply: page(rows) }));
  return server;
}

/** The page of the partner, read. */
export async function openPartner(server: ServerDouble, language: Language = 'ko') {
  const shown = openScreen('/partner', { signedIn: true, server, language });
  await screen.findByText('1,322,500', { selector: '.share-head__sum' });
  return shown;
}
