import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createStand } from '../stand-double.tsx';
import { ProfitChart, type ProfitDay } from './profit-chart.tsx';

afterEach(cleanup);

interface Drawn {
  readonly days: readonly ProfitDay[];
  readonly currency?: string;
  readonly hasWeekends?: boolean;
}

async function openChart({ days, currency = 'KRW', hasWeekends = false }: Drawn): Promise<void> {
  // A Saturday to a Tuesday.
  const dates = { startDate: '2023-11-11', endDate: '2023-11-14' };
  const { open } = createStand({
    path: '/wallet/history',
    pattern: '/wallet/history',
    now: Date.UTC(2023, 10, 14, 13, 0),
    screen: () => (
      <ProfitChart
        days={days}
        currency={currency}
        hasWeekends={hasWeekends}
        {...dates}
        chosen={undefined}
        onChoose={() => {}}
      />
    ),
  });
  await open();
}

const heightsOfSum = (): readonly number[] => {
  const line = document.querySelector('.profit-chart__sum')?.getAttribute('d') ?? '';
  return [...line.matchAll(/ (-?[\d.]+)/g)].map(([, y]) => Number(y));
};
const axis = (): readonly (string | null)[] =>
  [...document.querySelectorAll('.profit-chart__figure')].map(({ textContent }) => textContent);

test('a day that ended with a loss is drawn as a loss', async () => {
  await openChart({ days: [{ date: '2023-11-14', net: '-4838' }] });
  expect(document.querySelectorAll('.profit-chart__bar--down')).toHaveLength(1);
  expect(document.querySelectorAll('.profit-chart__bar--up')).toHaveLength(0);
});

test('the sum of the days shares the scale of the axis and never leaves the chart', async () => {
  await openChart({
    days: [
      { date: '2023-11-14', net: '157300' },
      { date: '2023-11-13', net: '157300' },
    ],
  });
  expect(heightsOfSum()).toHaveLength(2);
  expect(Math.min(...heightsOfSum())).toBeGreaterThanOrEqual(0);
});

test('a market that never closes has its weekends, and profits far below one are drawn and named', async () => {
  await openChart({
    days: [{ date: '2023-11-12', net: '-0.00002' }],
    currency: 'BTC',
    hasWeekends: true,
  });
  expect(heightsOfSum()).toHaveLength(4);
  expect(Math.max(...heightsOfSum()) - Math.min(...heightsOfSum())).toBeGreaterThan(40);
  expect(axis()).toEqual(['+0.00002', '0', '−0.00002']);
});
