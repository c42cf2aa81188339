import { approveVoid, officeRound, requestVoid, voidEffect } from '@maru/contract/binary/office';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const OPEN = 1_763_084_220_000;
const request = {
  ...{ id: 5, tradeRoundId: 77, reason: '시세가 끊겼습니다.', requestedMillis: OPEN + 90_000 },
  ...{ approvedBy: null, approvedMillis: null, withdrawnBy: null, withdrawnMillis: null },
};
const round = {
  round: {
    ...{ id: 77, tradeOptionId: 102, stock: 'BTCUSDT', type: 'R1', no: 1279, isPlay: 0, status: 1 },
    ...{ betStartMillis: OPEN - 60_000, betEndMillis: OPEN - 10_000, openMillis: OPEN },
    ...{ closeMillis: OPEN + 60_000, openPrice: '95402.1', closePrice: '95409.85' },
    ...{ voidReason: null, voidText: null, ball: null },
  },
  strikeMode: 'ROUND_OPEN',
  ticks: [
    { atMillis: OPEN, price: '95402.1' },
    { atMillis: OPEN + 41_000, price: '95420' },
    { atMillis: OPEN + 50_200, price: '95409.85' },
  ],
  tickCount: 3,
  gaps: [{ fromMillis: OPEN + 41_000, toMillis: OPEN + 50_200 }],
  request: null,
  names: { 4: '김검토' },
};
const effect = {
  ...{ state: 'OPEN', untilMillis: OPEN + 86_400_000, currency: 'KRW', players: 2, isWhole: true },
  ...{ stake: '10000', paid: '9350', house: '-650' },
  getBack: { players: 1, amount: '5000' },
  giveBack: { players: 1, amount: '4350' },
  missing: { players: 1, amount: '120' },
  rows: [
    {
      ...{ playerId: 9, username: 'jhpark', name: '박지훈', stakes: { LONG: '5000' }, stake: '5000' },
      ...{ paid: '9350', status: 1, change: '-4350', missing: '120' },
    },
  ],
};

function opened(asked: object | null) {
  const office = officeDouble();
  office.on(officeRound, { reply: { ...round, request: asked } });
  office.on(voidEffect, { reply: effect });
  office.on(requestVoid, { reply: { ...request, requestedBy: 3 } });
  office.on(approveVoid, { reply: { ...request, requestedBy: 4, approvedBy: 3, approvedMillis: OPEN } });
  office.open('/rounds/void?id=77');
  return office;
}

test('the gap, who gets, who owes and who is short are shown before a void is asked for', async () => {
  const office = opened(null);
  expect(await screen.findByText('9.2초 끊김')).toBeDefined();
  expect((await screen.findByRole('region', { name: '잔액 부족' })).textContent).toContain('1명');
  expect(screen.getByText('−4,350', { selector: 'td span' })).toBeDefined();
  const ask = screen.getByRole('button', { name: /무효 요청/ });
  expect((ask as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '틱 끊김' }));
  fireEvent.click(ask);
  expect(await screen.findByText(/무효를 요청했습니다/)).toBeDefined();
  expect(office.sentTo(requestVoid)).toMatchObject([{ tradeRoundId: 77 }]);
});

test('the second person confirms everything before the round can be voided', async () => {
  const office = opened({ ...request, requestedBy: 4 });
  const approve = await screen.findByRole('button', { name: '1,279회차 무효 승인' });
  expect((approve as HTMLButtonElement).disabled).toBe(true);
  for (const name of [/끊긴 구간을/, /모자란 1명을/, /이유 글을/])
    fireEvent.click(screen.getByLabelText(name));
  fireEvent.click(approve);
  expect(await screen.findByText('회차를 무효로 했습니다.')).toBeDefined();
  expect(office.sentTo(approveVoid)).toMatchObject([{ voidRequestId: 5 }]);
});

test('whoever asked is offered no approval', async () => {
  opened({ ...request, requestedBy: 3 });
  expect(await screen.findByText('시세가 끊겼습니다.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /무효 승인/ })).toBeNull();
});
