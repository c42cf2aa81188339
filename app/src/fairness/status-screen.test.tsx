import { platformStatus, type WirePlatformStatus } from '@maru/contract/fairness/calls';
import { MINUTE_MS } from '@maru/engine/time';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createStand } from '../stand-double.tsx';
import { boardCsv } from './board-csv.ts';
import { StatusScreen } from './status-screen.tsx';

afterEach(cleanup);

const NOW = Date.UTC(2026, 10, 17, 12, 41, 5);

const status: WirePlatformStatus = {
  isPractice: false,
  checkedMillis: NOW,
  state: 'LIMITED',
  parts: [
    { part: 'DESK', state: 'GOOD' },
    { part: 'PRICES', state: 'LIMITED' },
  ],
  up: Array.from({ length: 60 }, () => null),
  upShare: '99.90',
  feeds: [
    { stock: 'A', koName: '가', enName: 'A', state: 'CLOSED', ageMillis: 90_000 },
    { stock: 'B', koName: '나', enName: 'B', state: 'GOOD', ageMillis: 400 },
    { stock: 'C', koName: '다', enName: 'C', state: 'LIMITED', ageMillis: 12_340 },
    { stock: 'D', koName: '라', enName: 'D', state: 'DOWN', ageMillis: null },
  ],
  incidents: [
    {
      ...{ id: 2, kind: 'SLOW', isDetected: false, textKo: '주문이 늦습니다.', textEn: '' },
      ...{ startedMillis: NOW - 10 * MINUTE_MS, endedMillis: null, updatedMillis: NOW - 2 * MINUTE_MS },
    },
  ],
};

const standAt = (failed = false) => {
  const stand = createStand({
    ...{ path: '/status', pattern: '/status', screen: StatusScreen, now: NOW },
    header: { title: 'status', back: '/signin' },
  });
  stand.server.answer(platformStatus, () =>
    failed ? { status: 400, refusal: 'INVALID_REQUEST' } : { reply: status },
  );
  return stand;
};

test('every part, every price by what is wrong first, and incidents with their hours', async () => {
  await standAt().open();
  expect(await screen.findByText('일부가 늦습니다')).toBeTruthy();
  expect(screen.getByText('열린 종목 3개 · 늦음 2개')).toBeTruthy();
  const rows = screen.getByText('나').closest('ul')!;
  expect(
    within(rows)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['라시세 없음', '다12.3초 전', '나0.4초 전', '가장 마감']);
  expect(screen.getByText('주문이 늦습니다.')).toBeTruthy();
  expect(screen.getByText(/21:31 – · .*21:39 적음/)).toBeTruthy();
  expect(screen.getByRole('link', { name: '공정성 자료 보기' }).getAttribute('href')).toBe('/fairness');
});

test('a status that cannot be loaded can be asked for again', async () => {
  await standAt(true).open();
  expect(await screen.findByText('서비스 상태를 불러오지 못했습니다')).toBeTruthy();
});

test('the table of the board has every value in a line of its own, and computes nothing', () => {
  const first = { day: 20_774, minutes: 10, up: 9, troubled: 1 };
  const text = boardCsv({
    ...{ leastAccounts: 10, days: [], speeds: [], payouts: [], voided: [] },
    up: [first],
    orders: [{ day: 20_774, product: 'BINARY', side: 'UP', outcome: 'ACCEPTED', orders: 3 }],
    incidents: [
      {
        ...{ id: 7, kind: 'OTHER', isDetected: false, startedMillis: 1, endedMillis: null },
        ...{ textKo: '=1+1', textEn: 'a, b' },
      },
    ],
  });
  expect(text).toContain('orders,2026-11-17,BINARY,UP,ACCEPTED,3\r\n');
  expect(text).toContain('up,2026-11-17,,,up,9\r\n');
  expect(text).toContain("incidents,,,incident 7,textKo,'=1+1\r\n");
  expect(text).toContain('incidents,,,incident 7,textEn,"a, b"\r\n');
});
