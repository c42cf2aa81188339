import { calendarList, checkCalendar, marketList } from '@maru/contract/control/calls';
import { changeOverseaSetting, overseaSetting, overseaSettingEffect } from '@maru/contract/oversea/office';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const NOW = Date.parse('2026-11-18T21:41:07+09:00');
const DAY = 86_400_000;
const FROM = Date.parse('2026-11-16T00:00:00+09:00');

const traded = {
  ...{ product: 'oversea', option: 304, type: null, mode: 'NORMAL', reason: null },
  ...{ players: 14, positions: 31, most: 20, month: '2026-12', lastTradingDate: '2026-11-23' },
};
const nasdaq = {
  ...{ instrumentId: 304, stock: 'MNQ', koName: '마이크로 나스닥', kind: 'FUTURES', currency: 'USD' },
  ...{ calendar: 'CME', tickSize: '0.25', tickValue: '0.5', lastPrice: '18250.25', condition: 'OPEN' },
  ...{ isRest: false, nextOpenMillis: null, state: 'NORMAL', traded: [traded] },
};
const setting = {
  ...{ overseaOptionId: 304, entryMargin: '300000', overnightMargin: '2000000', commission: '3000' },
  ...{ contractsMost: 20, playerContractsMost: 50, lossCutRate: '0.2', mode: 'NORMAL' },
  ...{ closedReason: null, isChanged: false },
};
const effect = {
  ...{ takesTwo: false, players: 14, positions: 31, orders: 2, closed: 0, currency: 'KRW', result: '0' },
  ...{ isWhole: true, rows: [] },
};
const calendar = {
  ...{ code: 'CME', koName: 'CME', zone: 'America/Chicago' },
  days: [
    { tradeDate: '2026-11-18', stretches: [{ opensMillis: NOW - DAY / 2, closesMillis: NOW + DAY / 3 }] },
  ],
  exceptions: [],
  clockChanges: [],
};

function opened() {
  const office = officeDouble();
  office.on(marketList, { reply: { nowMillis: NOW, content: [nasdaq] } });
  office.on(calendarList, {
    reply: { fromMillis: FROM, toMillis: FROM + 7 * DAY, calendars: [calendar] },
  });
  office.on(overseaSetting, { reply: setting });
  office.on(overseaSettingEffect, { reply: effect });
  office.on(changeOverseaSetting, { reply: { ...setting, mode: 'REDUCE_ONLY', waiting: null } });
  office.open('/market');
  return office;
}

test('an instrument is set to reduce only after what it touches was shown, with a reason', async () => {
  const office = opened();
  await screen.findByText('300,000');
  const modes = await screen.findByRole('group', { name: '마이크로 나스닥 상태' });
  fireEvent.click(within(modes).getByRole('button', { name: '청산 전용' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('31건')).toBeDefined();
  const send = within(dialog).getByRole('button', { name: '청산 전용' });
  expect((send as HTMLButtonElement).disabled).toBe(true);
  fireEvent.change(within(dialog).getByLabelText('이유'), { target: { value: '시세 점검' } });
  fireEvent.click(send);
  expect(await screen.findByText('바꿨습니다.')).toBeDefined();
  expect(office.sentTo(changeOverseaSetting)).toMatchObject([
    { overseaOptionId: 304, mode: 'REDUCE_ONLY', reason: '시세 점검' },
  ]);
});

test('the roll of a contract is told in time', async () => {
  opened();
  expect(await screen.findByText('D-5')).toBeDefined();
});

test('a wrong date of a calendar is named by its line, and cannot be asked for', async () => {
  const office = opened();
  const line = { line: 2, calendar: 'CME', date: '2026-11-18', hours: '', note: '', kind: 'HOLIDAY' };
  office.on(checkCalendar, { reply: { lines: [{ ...line, fault: 'BEGUN' }], isValid: false } });
  fireEvent.click(await screen.findByRole('button', { name: /예외 날짜 추가/ }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('거래일'), { target: { value: '2026-11-18' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '검사' }));
  expect(await within(dialog).findByText(/이미 시작한 거래일/)).toBeDefined();
  expect((within(dialog).getByRole('button', { name: /승인 요청/ }) as HTMLButtonElement).disabled).toBe(
    true,
  );
});
