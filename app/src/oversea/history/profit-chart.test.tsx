import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerOversea, dayOf, START } from '../../oversea-double.ts';
import { createStand } from '../../stand-double.tsx';
import { ProfitChart } from './profit-chart.tsx';
import { daysOf } from './profit-days.ts';

afterEach(cleanup);

async function openChart(rows: Parameters<typeof daysOf>[0]): Promise<void> {
  const span = { startDate: '2023-11-13', endDate: '2023-11-14' };
  const { server, open } = createStand({
    path: '/wallet/history',
    pattern: '/wallet/history',
    now: START,
    screen: () => <ProfitChart days={daysOf(rows)} {...span} chosen={undefined} onChoose={() => {}} />,
  });
  answerOversea(server);
  await open();
}

test('a day with a price gain that the fees exceed is drawn as a loss', async () => {
  await openChart([dayOf({ gross: '13162', commission: '18000', net: '-4838' })]);
  expect(document.querySelectorAll('.profit-chart__bar--down')).toHaveLength(1);
  expect(document.querySelectorAll('.profit-chart__bar--up')).toHaveLength(0);
});

test('the sum of the days shares the scale of the axis and never leaves the chart', async () => {
  await openChart([dayOf(), dayOf({ tradeDate: '2023-11-13' })]);
  const line = document.querySelector('.profit-chart__sum')?.getAttribute('d') ?? '';
  const heights = [...line.matchAll(/ (-?[\d.]+)/g)].map(([, y]) => Number(y));
  expect(heights).toHaveLength(2);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
});
