import { manualTimers } from '@maru/client/manual-timers';
import {
  confirmSettlement,
  previewSettlement,
  settlementDays,
  settlementRows,
  settlementShares,
  voidProfit,
} from '@maru/contract/partner/settlement';
import { refusals } from '@maru/contract/refusals';
import { staffRequests } from '@maru/contract/staff/calls';
import { rightsOf } from '@maru/contract/staff/rights';
import { officeMe } from '@maru/contract/staff/sign-in';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { operator } from '../office-double.tsx';
import { preview, row, settlementDouble, share } from './settlement-double.ts';

afterEach(cleanup);

test('the newest day that is over is open, with what confirming it would do', async () => {
  const office = settlementDouble();
  office.on(confirmSettlement, { reply: { waiting: 7 } });
  office.open('/settlement');
  const drawer = within(await screen.findByRole('complementary', { name: '2026-11-14' }));
  const lines = within(await drawer.findByRole('table', { name: '확정할 줄' }));
  expect(await lines.findByText('119,250원')).toBeDefined();
  expect(lines.getByText('남김')).toBeDefined();
  expect(drawer.getByText('합계 · KRW · 1곳').nextElementSibling?.textContent).toBe('119,250원');

  expect(screen.getByRole('region', { name: '쌓인 몫' }).textContent).toContain('115,650원');
  expect(screen.getByRole('region', { name: '지급할 몫' }).textContent).toContain('65,940원');
  fireEvent.click(drawer.getByRole('button', { name: /^확정 요청/ }));
  const question = within(await screen.findByRole('dialog', { name: '2026-11-14까지 쌓인 몫 확정 요청' }));
  fireEvent.change(question.getByLabelText('이유'), { target: { value: '11월 둘째 주 정산' } });
  fireEvent.click(question.getByRole('button', { name: /^확정 요청/ }));
  expect(await screen.findByText('요청했습니다. 다른 사람의 승인을 기다립니다.')).toBeDefined();
  expect(office.sentTo(confirmSettlement)).toMatchObject([
    { throughDate: '2026-11-14', sums: [{ currency: 'KRW', amount: '119250' }], reason: '11월 둘째 주 정산' },
  ]);
});

test('a day that runs cannot be confirmed, nor one that was asked for already', async () => {
  const office = settlementDouble();
  office.on(previewSettlement, { reply: { ...preview, waiting: 7 } });
  office.open('/settlement');
  const drawer = within(await screen.findByRole('complementary', { name: '2026-11-14' }));
  expect(await drawer.findByText(/이미 요청했습니다\(요청 7\)/)).toBeDefined();
  expect(drawer.getByRole('button', { name: /^확정 요청/ }).hasAttribute('disabled')).toBe(true);
  fireEvent.click(screen.getByText('진행 중'));
  const running = within(await screen.findByRole('complementary', { name: '2026-11-15' }));
  expect(running.getByText(/아직 끝나지 않은 날입니다. 11.16 00:30에 쌓은 뒤/)).toBeDefined();
  expect(running.getByRole('button', { name: /^확정 요청/ }).hasAttribute('disabled')).toBe(true);
});

test('what a partner accrued on a day is voided with a reason', async () => {
  const office = settlementDouble();
  office.on(voidProfit, { reply: { rows: 1, sums: [{ currency: 'KRW', amount: '13200' }] } });
  office.open('/settlement');
  const drawer = within(await screen.findByRole('complementary', { name: '2026-11-14' }));
  expect(await drawer.findByText('K51 줄 · 차이 · 코인선물')).toBeDefined();
  expect(drawer.getByText('165,000 × 8%')).toBeDefined();
  fireEvent.click(drawer.getByRole('button', { name: '무효' }));
  const question = within(await screen.findByRole('dialog', { name: 'K50 파트너의 2026-11-14 몫을 무효로' }));
  fireEvent.click(question.getByRole('button', { name: '무효' }));
  expect(office.sentTo(voidProfit)).toHaveLength(0);
  fireEvent.change(question.getByLabelText('이유'), { target: { value: '같은 사람의 계정' } });
  fireEvent.click(question.getByRole('button', { name: '무효' }));
  expect(await screen.findByText('1건을 무효로 했습니다. 13,200원')).toBeDefined();
  expect(office.sentTo(voidProfit)).toMatchObject([
    { partnerId: 50, date: '2026-11-14', currency: 'KRW', reason: '같은 사람의 계정' },
  ]);
});

test('every row is there with its state, and can be filtered by it', async () => {
  const office = settlementDouble();
  office.on(settlementRows, ({ statusStrs }) => ({
    reply: {
      content: [statusStrs === undefined ? row : { ...row, status: 'VOID', voidReason: '같은 사람의 계정' }],
      next: null,
    },
  }));
  office.open('/settlement');
  fireEvent.click(await screen.findByRole('button', { name: '명세' }));
  const table = within(await screen.findByRole('table', { name: '정산 명세' }));
  expect(await table.findByText('쌓는 중')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '무효' }));
  expect(await table.findByText(/같은 사람의 계정/)).toBeDefined();
});

test('whoever may only read is offered nothing to do', async () => {
  const office = settlementDouble();
  office.on(officeMe, { reply: { ...operator, role: 'AUDITOR', level: 4, rights: rightsOf.AUDITOR } });
  office.open('/settlement');
  const drawer = within(await screen.findByRole('complementary', { name: '2026-11-14' }));
  await drawer.findByText('165,000 × 8%');
  expect(drawer.queryByRole('button', { name: /^확정 요청|^무효/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '확정·지급' }));
  await screen.findByRole('table', { name: '확정된 몫' });
  expect(screen.queryByRole('button', { name: /지급$/ })).toBe(
    screen.getByRole('button', { name: '확정·지급' }),
  );
});

test('a share that is being confirmed has no number yet, and the page after it is found all the same', async () => {
  const office = settlementDouble();
  const confirming = { ...share, id: null, status: 'CONFIRMING', confirmedMillis: null };
  office.on(settlementShares, ({ before }) => ({
    reply: {
      content: [before === undefined ? confirming : { ...share, code: 'K51', partnerId: 51 }],
      ...{ next: before === undefined ? 12 : null, unpaid: [], unpaidPartners: 0 },
    },
  }));
  office.open('/settlement');
  fireEvent.click(await screen.findByRole('button', { name: '확정·지급' }));
  expect(await screen.findByText('확정하는 중')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '더 보기' }));
  expect(await screen.findByText('K51')).toBeDefined();
  expect(office.sentTo(settlementShares).at(-1)).toMatchObject({ before: 12 });
});

test('partners that wait in different currencies are counted together', async () => {
  const office = settlementDouble();
  const each = { amount: '10', partners: 1 };
  const unpaid = ['KRW', 'USDT'].map((currency) => ({ ...each, currency }));
  office.on(settlementShares, { reply: { content: [], next: null, unpaid, unpaidPartners: 2 } });
  office.open('/settlement');
  expect(await screen.findByText('확정하고 지급하지 않음 · 2곳')).toBeDefined();
});

test('what somebody else has confirmed meanwhile can be paid without coming back', async () => {
  const timers = manualTimers();
  const office = settlementDouble({ timers });
  const none = { content: [], next: null, unpaid: [], unpaidPartners: 0 };
  const unpaid = [{ currency: 'KRW', amount: '65940', partners: 1 }];
  let found: object = none;
  office.on(settlementShares, () => ({ reply: found }));
  office.open('/settlement');
  fireEvent.click(await screen.findByRole('button', { name: '확정·지급' }));
  expect(await screen.findByText('확정된 몫이 없습니다.')).toBeDefined();
  const button = screen.getByRole('button', { name: /^모두 지급/ });
  expect(button.hasAttribute('disabled')).toBe(true);
  found = { ...none, content: [share], unpaid, unpaidPartners: 1 };
  await act(() => timers.pass(60_000));
  expect(await screen.findByText('K50')).toBeDefined();
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  expect(screen.getByRole('region', { name: '지급할 몫' }).textContent).toContain('65,940원');
});

test('a first page with more shares than usual is read again, too', async () => {
  const timers = manualTimers();
  const office = settlementDouble({ timers });
  // Those that are being confirmed stand above a full page of the others.
  const shares = (status: string) =>
    Array.from({ length: 60 }, (_, id) => ({ ...share, id, partnerId: id, status }));
  const sums = { unpaid: [], unpaidPartners: 0 };
  let status = 'CONFIRMING';
  office.on(settlementShares, () => ({ reply: { content: shares(status), next: 12, ...sums } }));
  office.open('/settlement');
  fireEvent.click(await screen.findByRole('button', { name: '확정·지급' }));
  expect(await screen.findAllByText('확정하는 중')).toHaveLength(60);
  status = 'CONFIRMED';
  await act(() => timers.pass(60_000));
  await waitFor(() => expect(screen.queryAllByText('확정하는 중')).toEqual([]));
});

test('what cannot be read is not said to be nothing', async () => {
  const office = settlementDouble();
  for (const call of [settlementDays, settlementShares, settlementRows])
    office.on(call, { refusal: 'FORBIDDEN' });
  const said = refusals.FORBIDDEN.ko;
  office.open('/settlement');
  const days = await screen.findByRole('group', { name: '날짜별 정산' });
  expect(await within(days).findByText('읽지 못했습니다.')).toBeDefined();
  // The same reason is given once for both cards.
  expect(screen.getAllByText(said)).toHaveLength(1);
  const figure = (name: string) => screen.getByRole('region', { name }).textContent;
  expect([figure('지급할 몫'), figure('마지막으로 센 날')]).toEqual(['지급할 몫–', '마지막으로 센 날–']);
  fireEvent.click(screen.getByRole('button', { name: '확정·지급' }));
  const shares = await screen.findByRole('group', { name: '확정된 몫' });
  expect(await within(shares).findByText(said)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '명세' }));
  const rows = await screen.findByRole('group', { name: '정산 명세' });
  expect(await within(rows).findByText(said)).toBeDefined();
  expect(within(rows).queryByText('이 기간에 쌓인 몫이 없습니다.')).toBeNull();
});

test('a day whose rows or sums cannot be read is not said to have none', async () => {
  const office = settlementDouble();
  for (const call of [previewSettlement, settlementRows]) office.on(call, { refusal: 'FORBIDDEN' });
  office.open('/settlement');
  const drawer = within(await screen.findByRole('complementary', { name: '2026-11-14' }));
  const rows = within(await drawer.findByRole('group', { name: '이 날의 몫' }));
  expect(await rows.findByText(refusals.FORBIDDEN.ko)).toBeDefined();
  expect(drawer.getAllByText(refusals.FORBIDDEN.ko)).toHaveLength(2);
  expect(drawer.queryByRole('table', { name: '확정할 줄' })).toBeNull();
});

test('the second person sees what the request would confirm', async () => {
  const office = settlementDouble();
  office.on(staffRequests, {
    reply: {
      content: [
        {
          ...{ id: 7, kind: 'PARTNER_SHARE', subject: '2026-11-14', reason: '정산', requestedBy: 9 },
          body: JSON.stringify({ throughDate: '2026-11-14', sums: [{ currency: 'KRW', amount: '119250' }] }),
          ...{ requestedName: '김하나', requestedMillis: Date.now(), approvedBy: null, approvedName: null },
          ...{ approvedMillis: null, withdrawnBy: null },
          ...{ outcome: null, decisionReason: '' },
        },
      ],
    },
  });
  office.open('/requests');
  fireEvent.click(await screen.findByText('파트너 정산 확정'));
  const drawer = within(await screen.findByRole('complementary', { name: '파트너 정산 확정' }));
  expect(await drawer.findByText('이 날까지')).toBeDefined();
  expect(await drawer.findByRole('table', { name: '확정할 줄' })).toBeDefined();
  expect(office.sentTo(previewSettlement)).toMatchObject([{ throughDate: '2026-11-14' }]);
});
