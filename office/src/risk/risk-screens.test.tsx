import { riskExposure, riskOrders, riskPositions } from '@maru/contract/risk/exposure';
import {
  acknowledgeRiskAlert,
  changeRiskLimits,
  riskAlerts,
  riskLimitList,
} from '@maru/contract/risk/limits';
import { riskPresets, riskStress, saveRiskPreset } from '@maru/contract/risk/stress';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const AT = 1_763_124_067_000;

const limits = {
  netTotal: '600000000',
  netInstrument: '400000000',
  sideInstrument: '2000000000',
  roundSkew: '80',
  roundSkewFrom: '5000000',
  nearAccounts: '20',
  feedSilent: '60',
  feedDeviation: '0.5',
  shareInstrument: '70',
  shareFrom: '700000000',
  withdrawalsWaiting: '50',
  houseLoss: '100000000',
  payoutMost: '500000000',
};

const member = { playerId: 12, username: 'nightowl', nick: '오밤' };
const position = {
  positionId: 7,
  instrumentId: 2,
  code: 'ETHUSDT',
  koName: '이더리움',
  side: 'SHORT',
  qty: '3',
  leverage: 50,
  isIsolated: true,
} as const;

const exposure = {
  atMillis: AT,
  products: ['futures', 'oversea', 'binary'],
  isPartial: false,
  gross: '9551000000',
  net: '435000000',
  pnl: '-128000000',
  margin: '46',
  equity: '100',
  marginUsePercent: '46.20',
  accounts: 1_538,
  near: { accounts: 12, gross: '194000000' },
  instruments: [
    {
      product: 'futures',
      instrumentId: 2,
      code: 'ETHUSDT',
      koName: '이더리움',
      long: '1842000000',
      short: '1405000000',
      net: '437000000',
      pnl: '-1',
      accounts: 3,
      largestPercent: '41.20',
      hhi: 2_400,
    },
  ],
  rooms: [
    { from: 0, to: 5, accounts: 3 },
    { from: 75, to: null, accounts: 911 },
  ],
  trend: [{ atMillis: AT, net: '435000000' }],
  nearest: [
    {
      ...member,
      product: 'futures',
      walletType: 'FUTURES',
      currency: 'USDT',
      positions: [position],
      roomPercent: '0.59',
      pnl: '-86.4',
    },
  ],
  rounds: [
    {
      roundId: 9,
      type: 'R1',
      code: 'BTCUSDT',
      koName: '비트코인',
      closesMillis: AT,
      players: 31,
      up: '18420000',
      down: '5190000',
      stakes: '23610000',
      payoutMost: '35919000',
      lossMost: '12309000',
      skewPercent: '78.02',
    },
  ],
  limits,
};

const alert = {
  riskAlertId: 5,
  rule: 'sideInstrument',
  subject: 'BTCUSDT LONG',
  level: 'NEAR',
  value: '1842000000',
  limit: '2000000000',
  firedMillis: AT,
  clearedMillis: null,
  acknowledgedBy: null,
  acknowledgedMillis: null,
} as const;

const stressed = {
  atMillis: AT,
  tookMillis: 420,
  passes: 1,
  isPartial: false,
  accounts: 1_538,
  closed: { accounts: 2, loss: '-382000000', shortfall: '41090000' },
  owed: { gains: '126040000', rounds: '35920000', shortfall: '41090000', total: '203050000' },
  received: '382140000',
  result: '179090000',
  insurance: '210000000',
  payoutMost: '500000000',
  netBefore: '435000000',
  netAfter: '328000000',
  instruments: [
    {
      instrumentId: 2,
      code: 'ETHUSDT',
      koName: '이더리움',
      netBefore: '1',
      netAfter: '2',
      movedPercent: '-8',
    },
  ],
  content: [
    {
      ...member,
      product: 'futures',
      positions: [position],
      reachedPercent: '-1.52',
      reachedShare: '19',
      reachedSeconds: 0,
      loss: '-8124000',
      shortfall: '0',
    },
    {
      playerId: 13,
      username: 'wave_77',
      nick: '정파도',
      product: 'oversea',
      positions: [{ ...position, positionId: 8, leverage: null, isIsolated: false }],
      reachedPercent: '-2.1',
      reachedShare: '30',
      reachedSeconds: 90,
      loss: '-62041000',
      shortfall: '3186000',
    },
  ],
};

function riskOffice() {
  const office = officeDouble();
  office.on(riskExposure, { reply: exposure });
  office.on(riskAlerts, { reply: { content: [alert], waiting: 1 } });
  office.on(riskLimitList, { reply: limits });
  office.on(riskPresets, { reply: { content: [] } });
  office.on(riskStress, { reply: stressed });
  return office;
}

test('the exposure shows its sums, instruments, accounts in danger, rounds and alerts', async () => {
  riskOffice().open('/risk');
  expect((await screen.findByRole('region', { name: '총 노출 (명목)' })).textContent).toContain('95.51억');
  const net = screen.getByRole('region', { name: '순노출' });
  expect(net.textContent).toContain('+4.35억');
  expect(net.textContent).toContain('한도 ±6.00억');
  const bars = screen.getByRole('list', { name: '종목별 노출' });
  expect(bars.textContent).toContain('18.42');
  expect(bars.textContent).toContain('+4.37');
  const nearest = screen.getByRole('table', { name: '위험 계정' });
  expect(nearest.textContent).toContain('ETHUSDT 숏 50x 격리');
  expect(nearest.textContent).toContain('0.59%');
  expect(screen.getByText('상승 78%')).toBeDefined();
});

test('a product is chosen with its chip, and asked for', async () => {
  const office = riskOffice();
  office.open('/risk');
  fireEvent.click(await screen.findByRole('button', { name: '코인선물' }));
  await screen.findByRole('button', { name: '코인선물', pressed: true });
  expect(office.sentTo(riskExposure).at(-1)).toMatchObject({ product: 'futures' });
});

test('an alert is acknowledged with a reason', async () => {
  const office = riskOffice();
  office.on(acknowledgeRiskAlert, { reply: { ...alert, acknowledgedBy: 3, acknowledgedMillis: AT } });
  office.open('/risk');
  fireEvent.click(await screen.findByRole('button', { name: '단일 종목 한도 BTCUSDT LONG 확인' }));
  const dialog = await screen.findByRole('dialog', { name: '경보 확인' });
  fireEvent.change(within(dialog).getByLabelText('이유'), { target: { value: '살펴보는 중' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '확인' }));
  expect(await screen.findByText('확인했습니다.')).toBeDefined();
  expect(office.sentTo(acknowledgeRiskAlert)).toEqual([{ riskAlertId: 5, reason: '살펴보는 중' }]);
});

test('a limit is asked for, only what was changed, and waits for a second person', async () => {
  const office = riskOffice();
  const waiting = {
    id: 1,
    kind: 'RISK_LIMIT',
    subject: 'limit',
    body: '{}',
    reason: '조정',
    requestedBy: 3,
    requestedMillis: AT,
    approvedBy: null,
    approvedMillis: null,
    withdrawnBy: null,
    outcome: null,
  };
  office.on(changeRiskLimits, { reply: { waiting } });
  office.open('/risk');
  fireEvent.click(await screen.findByRole('button', { name: /^한도/ }));
  const dialog = await screen.findByRole('dialog', { name: '한도 바꾸기' });
  const field = within(dialog).getByLabelText('순노출 · 원');
  await within(dialog).findByDisplayValue('600000000');
  fireEvent.change(field, { target: { value: '700000000' } });
  fireEvent.change(within(dialog).getByLabelText('이유'), { target: { value: '조정' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /승인 요청/ }));
  expect(await screen.findByText('승인을 기다립니다.')).toBeDefined();
  expect(office.sentTo(changeRiskLimits)).toEqual([{ netTotal: '700000000', reason: '조정' }]);
});

test('a stress test moves a price, shows who is closed in both orders, and what the house owes', async () => {
  const office = riskOffice();
  office.open('/risk/stress');
  const slider = await screen.findByRole('slider', { name: 'ETHUSDT' });
  fireEvent.change(slider, { target: { value: '-11' } });
  fireEvent.click(screen.getByRole('button', { name: '다시 계산' }));
  const table = await screen.findByRole('table', { name: '청산되는 회원' });
  const names = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent?.slice(0, 4));
  expect(names()).toEqual(['1오밤 ', '2정파도']);
  fireEvent.click(screen.getByRole('button', { name: '손실 큰 순' }));
  expect(names()).toEqual(['2정파도', '1오밤 ']);
  expect(screen.getByRole('region', { name: '마루가 줄 돈 내역' }).textContent).toContain('+17,909');
  expect(office.sentTo(riskStress).at(-1)).toEqual({
    moves: [{ instrumentId: 2, percent: '-11' }],
    wonPercent: '0',
    slippagePercent: '0.15',
    impactPercent: '0',
    minutes: 0,
  });
});

test('moves are saved under a name', async () => {
  const office = riskOffice();
  office.on(saveRiskPreset, (sent) => ({ reply: { riskPresetId: 1, ...sent } }));
  office.open('/risk/stress');
  fireEvent.change(await screen.findByRole('slider', { name: '달러/원' }), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: '저장' }));
  const dialog = await screen.findByRole('dialog', { name: '움직임 저장' });
  fireEvent.change(within(dialog).getByLabelText('이름'), { target: { value: '환율 상승' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '저장' }));
  expect(await screen.findByText('저장했습니다.')).toBeDefined();
  expect(office.sentTo(saveRiskPreset)).toMatchObject([{ name: '환율 상승', wonPercent: '1' }]);
});

test('positions and orders are listed, filtered and paged', async () => {
  const office = riskOffice();
  const row = {
    ...position,
    ...member,
    product: 'futures',
    walletType: 'FUTURES',
    currency: 'USDT',
    price: '3000',
    value: '9000',
    won: '12600000',
    pnl: '-86.4',
    roomPercent: '0.59',
  };
  office.on(riskPositions, ({ before }) => ({
    reply: {
      content: [{ ...row, positionId: before === undefined ? 7 : 6 }],
      next: before === undefined ? 7 : null,
    },
  }));
  const order = {
    ...member,
    product: 'oversea',
    orderId: 3,
    instrumentId: 303,
    code: 'NQ',
    koName: '나스닥',
    side: 'LONG',
    type: 'LIMIT',
    qty: '1',
    price: '18250.25',
    trigger: null,
    placedMillis: AT,
  };
  office.on(riskOrders, { reply: { content: [order], next: null } });
  office.open('/positions');
  expect(await screen.findByText('1,260만')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: '더 보기' }));
  expect(await screen.findByRole('button', { name: '처음부터' })).toBeDefined();
  fireEvent.change(screen.getByLabelText('회원 번호'), { target: { value: '12' } });
  expect(await screen.findByRole('button', { name: '더 보기' })).toBeDefined();
  expect(office.sentTo(riskPositions).at(-1)).toMatchObject({ playerId: 12, size: 50 });
  fireEvent.click(screen.getByRole('button', { name: '주문' }));
  expect(await screen.findByText('18,250.25')).toBeDefined();
});
