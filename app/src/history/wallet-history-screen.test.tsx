import { betList, dailySummary } from '@maru/contract/binary/calls';
import { dailyProfit, overseaHistory } from '@maru/contract/oversea/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerOversea, dayOf, fillOf, pageOf, START } from '../oversea-double.ts';
import { createStand } from '../stand-double.tsx';
import { WalletHistoryScreen } from './wallet-history-screen.tsx';

afterEach(cleanup);

const fills = [
  fillOf({ id: 3, tradeDate: '2023-11-14' }),
  fillOf({ id: 2, tradeDate: '2023-11-14', tradeType: 'LONG', marketType: 'STOPLOSS', pnl: '-23400' }),
  fillOf({
    id: 1,
    tradeDate: '2023-11-13',
    marketType: 'LIQUIDATION',
    forcedReason: 'LOSSCUT',
    pnl: '-133600',
    createdMillis: START - 90_000_000,
  }),
];

async function open({ path = '/wallet/history' } = {}) {
  const stand = createStand({ path, pattern: '/wallet/history', screen: WalletHistoryScreen, now: START });
  answerOversea(stand.server, { fills });
  stand.server.answer(dailyProfit, () => ({
    reply: pageOf([
      dayOf({
        tradeDate: '2023-11-14',
        net: '866400',
        trades: 2,
        wins: 1,
        heldMillis: 1_720_000,
        commission: '21000',
      }),
      dayOf({
        tradeDate: '2023-11-14',
        overseaOptionId: 2,
        stock: 'HSI',
        net: '10000',
        trades: 1,
        wins: 1,
        heldMillis: 0,
        commission: '0',
      }),
      dayOf({
        tradeDate: '2023-11-13',
        net: '-154600',
        trades: 1,
        wins: 0,
        heldMillis: 860_000,
        commission: '21000',
      }),
    ]),
  }));
  stand.server.answer(betList, () => ({ reply: pageOf([]) }));
  stand.server.answer(dailySummary, () => ({ refusal: 'TRY_AGAIN' }));
  await stand.open();
  await waitFor(() => screen.getByRole('region', { name: /거래내역/ }));
  await stand.pass(50);
  const asked = (call: { readonly path: string }) =>
    stand.server.asked.filter((each) => each.path === call.path).map(({ query }) => query);
  return { ...stand, asked };
}

const tap = (name: string | RegExp, role = 'button') =>
  act(async () => fireEvent.click(screen.getByRole(role, { name })));
const figureOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test('thirty days are summed after commission, with win rate, trades, mean holding and commission', async () => {
  const { asked } = await open();
  const page = within(screen.getByRole('region', { name: '해외선물 거래내역' }));
  expect(page.getByText('실현 손익 · 최근 30일')).toBeTruthy();
  expect(page.getByText('+721,800')).toBeTruthy();
  expect(figureOf('승률')).toBe('50.0%');
  expect(figureOf('거래')).toBe('4회');
  expect(figureOf('평균 보유')).toBe('10:45');
  expect(figureOf('수수료')).toBe('42,000');
  expect(asked(dailyProfit)[0]).toMatchObject({ startDate: '2023-10-16', endDate: '2023-11-14' });
});

test('closes are listed under their trade dates, each date with its result, and lead to their receipts', async () => {
  await open();
  const day = within(screen.getByRole('region', { name: '11월 14일 (화)' }));
  expect(day.getByText('+876,400')).toBeTruthy();
  const [first, second] = day.getAllByRole('link');
  expect(first?.getAttribute('href')).toBe('/wallet/history/oversea/3');
  expect(within(second!).getByText('매도')).toBeTruthy();
  expect(second?.textContent).toContain('손절주문 · 22:00');
  expect(
    within(screen.getByRole('region', { name: '11월 13일 (월)' })).getByText(/로스컷/).className,
  ).toContain('risk');
});

test('a day that is selected in the chart is the only one listed, until it is deselected', async () => {
  const { pass } = await open();
  const chart = screen.getByRole('slider', { name: '일별 손익에서 날짜 고르기' });
  await act(async () => {
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
    fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  });
  await pass(50);
  expect(chart.getAttribute('aria-valuetext')).toBe('11월 14일 (화) +876,400');
  await act(async () => fireEvent.keyDown(chart, { key: 'ArrowLeft' }));
  await pass(50);
  expect(screen.queryByRole('region', { name: '11월 14일 (화)' })).toBeNull();
  expect(screen.getByRole('region', { name: '11월 13일 (월)' })).toBeTruthy();
  await tap('11월 13일 (월)만');
  await pass(50);
  expect(screen.getByRole('region', { name: '11월 14일 (화)' })).toBeTruthy();
});

test('a chosen instrument and chosen dates are sent to the server', async () => {
  const { asked, pass } = await open();
  await tap('종목: 모든 종목');
  await tap('나스닥');
  await pass(50);
  expect(asked(overseaHistory).at(-1)).toMatchObject({ overseaOptionId: '1', closed: '1' });
  await tap('직접 선택');
  await act(async () =>
    fireEvent.change(screen.getByLabelText('시작일'), { target: { value: '2023-11-01' } }),
  );
  await tap('이 기간 보기');
  await pass(50);
  expect(asked(dailyProfit).at(-1)).toMatchObject({
    startDate: '2023-11-01',
    endDate: '2023-11-14',
    overseaOptionId: '1',
  });
});

test('the other product is one tap away, and the choice is stored', async () => {
  const { device, pass } = await open();
  await tap('바이너리', 'radio');
  await pass(50);
  expect(await screen.findByRole('region', { name: '바이너리 거래내역' })).toBeTruthy();
  expect(device.storage.getItem('historyProduct')).toBe('binary');
});

test('a link may name the product', async () => {
  await open({ path: '/wallet/history?product=binary' });
  expect(screen.getByRole('region', { name: '바이너리 거래내역' })).toBeTruthy();
});
