import {
  type FuturesReceipt,
  futuresFillReceipt,
  futuresLiquidation,
  futuresReceiptTicks,
  type LiquidationReport,
} from '@maru/contract/futures/receipt';
import { stockChart } from '@maru/contract/market';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerFutures } from '../../futures-double.ts';
import { closed, liquidated, MINUTE, record, reportOf } from '../../futures-receipt-double.ts';
import { createStand } from '../../stand-double.tsx';
import { FuturesFillScreen } from './futures-fill-screen.tsx';

afterEach(cleanup);

const candle = (minute: number, close: string, high = close) => ({
  time: MINUTE + minute * 60_000,
  open: close,
  high,
  low: close,
  close,
  volume: 1,
});

interface Shown {
  readonly receipt: FuturesReceipt;
  readonly report?: LiquidationReport | 'refused';
}

async function open({ receipt, report = reportOf() }: Shown) {
  const stand = createStand({
    path: `/wallet/history/futures/${receipt.fill.id}`,
    pattern: '/wallet/history/futures/$id',
    screen: FuturesFillScreen,
    now: MINUTE + 1_200_000,
    header: { title: 'tradeDetail', back: '/wallet/history' },
  });
  answerFutures(stand.server);
  stand.server.answer(futuresFillReceipt, () => ({ reply: receipt }));
  stand.server.answer(futuresReceiptTicks, () => ({ reply: record }));
  stand.server.answer(futuresLiquidation, () =>
    report === 'refused' ? { refusal: 'FILL_NOT_FOUND' } : { reply: report },
  );
  stand.server.answer(stockChart, () => ({
    reply: [
      candle(-46, '3136'),
      candle(-1, '3180'),
      candle(0, '3187', '3188'),
      candle(1, '3190', '3192.4'),
      candle(8, '3164.3'),
    ],
  }));
  await stand.open();
  // The report is a part of its own, fetched when it is wanted.
  if (receipt.liquidation)
    await screen.findByText(/^(무슨 일이 있었나요|청산 보고서를 불러오지 못했습니다)$/);
  await stand.pass(50);
  return stand;
}

const figureOf = (name: string | RegExp) => screen.getByText(name).nextElementSibling?.textContent;
const tap = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const head = () => document.querySelector('.trade-detail__head')?.textContent;

test('a close shows its net profit, every part of it, and the tick and quote that it was filled on', async () => {
  await open({ receipt: closed() });
  expect(head()).toMatch(/^숏ETHUSDT2\.50 ETH시장가 청산순손익−139\.11260000 USDT/);
  expect(head()).toMatch(/3,136\.20 → 3,187\.10/);
  expect(figureOf('가격 손익')).toBe('−127.25');
  expect(figureOf('펀딩비')).toBe('+0.784');
  expect(figureOf('진입 수수료')).toBe('−6.2724');
  expect(figureOf('청산 수수료 0.08%')).toBe('−6.3742');
  expect(figureOf('ROE')).toBe('−81.15%');
  expect(screen.queryByText('보험기금')).toBeNull();
  expect(screen.getByRole('img', { name: /^체결에 쓴 틱 3,187\.00, 시각 / })).toBeTruthy();
  expect(screen.getByText('체결할 때의 마지막 틱')).toBeTruthy();
  expect(figureOf('마크가')).toBe('3,186.50');
  expect(figureOf('매수 / 매도 호가')).toBe('3,186.90 / 3,187.10');
  expect(figureOf('체결가')).toBe('매도호가 3,187.10');
  expect(screen.queryByText('무슨 일이 있었나요')).toBeNull();
});

test('an opening has no profit: its price and its fee come first', async () => {
  const opening = { closedQty: '0', openedQty: '2.5', closedPositionId: null, entryPrice: null };
  await open({ receipt: { ...closed({ ...opening, net: '0', tradeType: 'SHORT' }), closed: null } });
  expect(head()).toMatch(/^숏ETHUSDT2\.50 ETH시장가 청산3,187\.10진입/);
  expect(figureOf('수수료 0.08%')).toBe('−6.3742');
  expect(screen.queryByText('가격 손익')).toBeNull();
  expect(figureOf('체결가')).toBe('매수호가 3,187.10');
});

test('an exit shows the price that had to be reached, and a resting limit that it was filled at its own', async () => {
  const condition = { level: '3187.1', fires: 'AT_OR_BELOW', by: 'ask' } as const;
  await open({ receipt: { ...closed({ marketType: 'LIMIT' }), condition } });
  expect(figureOf('조건')).toBe('매도호가 3,187.10 이하');
  expect(figureOf('체결가')).toBe('지정한 가격 3,187.10');
  expect(screen.getByText('조건이 맞은 첫 번째 틱')).toBeTruthy();
});

test('a report shows with which margin and leverage the position was held, and that nothing is owed', async () => {
  await open({ receipt: liquidated() });
  expect(screen.getByRole('heading', { level: 1, name: '청산 보고서' })).toBeTruthy();
  expect(head()).toMatch(/^숏ETHUSDT격리 50x · 2\.50 ETH−163\.08240000 USDT/);
  expect(head()).toMatch(/증거금 전부와 진입 수수료입니다\. 더 갚을 금액은 없습니다\./);
});

test('a report shows what happened in its order, with the warnings on the chart', async () => {
  await open({ receipt: liquidated() });
  const chart = screen.getByRole('img', { name: '진입 3,136.20부터 청산 3,186.48까지의 가격' });
  expect([...chart.querySelectorAll('.report-chart__pin')].map(({ textContent }) => textContent)).toEqual([
    '1',
    '2',
  ]);
  const steps = within(screen.getByRole('list', { name: '무슨 일이 있었나요' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^숏 진입 3,136\.20/),
    expect.stringMatching(/^1차 경고 · 증거금 비율 80%.*마크가 3,183\.40/),
    expect.stringMatching(/^2차 경고 · 증거금 비율 81%/),
    expect.stringMatching(/^증거금 10 USDT 추가/),
    expect.stringMatching(/^마크가 3,186\.50 도달 · 100\.06%.*미체결 주문 1건 취소/),
    expect.stringMatching(/^2\.50 ETH 체결 3,187\.10.*매도호가 · 한 번에 모두 체결/),
  ]);
});

test('a report shows where all of the money went', async () => {
  await open({ receipt: liquidated() });
  const money = within(screen.getByRole('heading', { name: '돈은 어디로 갔나요' }).closest('section')!);
  const lines = money
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
  expect(lines).toEqual([
    '증거금 156.81',
    '펀딩비 +0.784',
    '가격 손익 2.5 × 50.90 −127.25',
    '수수료 −6.3742',
    '보험기금으로 −23.9698',
    '남은 금액 0 USDT',
  ]);
  expect(money.getByText(/파산가 3,199\.24보다 나쁘게/)).toBeTruthy();
});

test('a report of a cross account adds up all of its positions, and offers no single change', async () => {
  const { fill, liquidation, money, ...report } = reportOf();
  const cross = { ...liquidation, marginType: 'CROSS' } as const;
  await open({
    receipt: { ...liquidated({ marginType: 'CROSS' }), liquidation: cross },
    report: {
      ...report,
      fill,
      liquidation: cross,
      liquidPrice: null,
      bankruptcyPrice: null,
      money: { ...money, before: '9705.06', pnl: '-9000.52', fromInsurance: '0.01' },
    },
  });
  expect(head()).toMatch(/^숏ETHUSDT교차 50x · .*USDT더 갚을 금액은 없습니다\./);
  const section = screen.getByRole('heading', { name: '돈은 어디로 갔나요' }).closest('section');
  expect(section?.textContent).toMatch(/청산 전 지갑9,705\.06.*가격 손익 −9,000\.52.*보험기금에서\+0\.01/);
  expect(screen.getByRole('img', { name: /청산 3,187\.10까지의 가격$/ })).toBeTruthy();
  expect(screen.queryByText('무엇이 달랐다면 피했을까요')).toBeNull();
});

test('a report shows the smallest single changes that would have avoided it', async () => {
  await open({ receipt: liquidated() });
  const ways = within(
    screen.getByRole('heading', { name: '무엇이 달랐다면 피했을까요' }).closest('section')!,
  );
  expect(ways.getByText(/가장 불리한 값 3,192\.40.*3,164\.30/)).toBeTruthy();
  expect([...document.querySelectorAll('.report-way')].map(({ textContent }) => textContent)).toEqual([
    '증거금 추가진입 때 넣었다면+14.83 USDT',
    '레버리지 낮추기50x 대신45x 이하',
    '손절 3,167.56손실이 여기서 멈춤−90.2236 USDT',
  ]);
});

test('the default stop-loss is offered once, and is on afterwards', async () => {
  const { device } = await open({ receipt: liquidated() });
  await tap('기본 손절 켜기');
  expect(device.preferences.get().defaultStop.isOn).toBe(true);
  expect(screen.queryByRole('button', { name: '기본 손절 켜기' })).toBeNull();
  expect(screen.getByText('기본 손절을 켰습니다')).toBeTruthy();
});

test('a report that cannot be read leaves the receipt, and can be tried again', async () => {
  const { server, pass } = await open({ receipt: liquidated(), report: 'refused' });
  expect(screen.getByText('청산 보고서를 불러오지 못했습니다')).toBeTruthy();
  expect(figureOf('체결가')).toBe('매도호가 3,187.10');
  server.answer(futuresLiquidation, () => ({ reply: reportOf() }));
  await tap('다시 시도');
  await pass(50);
  expect(screen.getByText('돈은 어디로 갔나요')).toBeTruthy();
});

test('the device computes a liquidation again, row by row', async () => {
  const { pass } = await open({ receipt: liquidated() });
  await tap('직접 검증하기');
  await pass(100);
  const dialog = within(await screen.findByRole('dialog', { name: '직접 검증하기' }));
  expect(dialog.getByText('영수증이 맞습니다')).toBeTruthy();
  const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toContain('체결가3,187.103,187.10같음');
  expect(rows).toContain('남은 증거금31.84431.844같음');
  expect(rows).toContain('유지 증거금31.86531.865같음');
});
