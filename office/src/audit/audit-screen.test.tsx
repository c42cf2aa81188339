import { auditEntry, auditList, auditVerification, verifyAudit } from '@maru/contract/audit/calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const entry = {
  number: 2,
  atMillis: Date.parse('2026-11-17T21:21:09+09:00'),
  area: 'MEMBER',
  group: 'MEMBER',
  action: 'REVEAL',
  subject: 'player 7',
  subjectName: 'maru_trader',
  before: '{"phone":"010-****-4417"}',
  after: '{"phone":"(보임, 60초)"}',
  reason: '본인 확인 통화',
  staff: 5,
  staffName: '이상담',
  confirmedBy: null,
  confirmedName: null,
  hash: '0161d6f2620c4948aaaabbbbccccddddeeeeffff00001111222233334444e4a2',
  isUnusual: true,
};
const other = {
  ...entry,
  ...{ number: 1, area: 'CASHIER', group: 'CASHIER', action: '', subject: 'setting', subjectName: null },
  ...{
    before: '{"fee":"1"}',
    after: '{"fee":"2"}',
    confirmedBy: 4,
    confirmedName: '김검토',
    isUnusual: false,
  },
  ...{ staff: 0, staffName: null, hash: '8e4f34800000', reason: '' },
};
const state = { count: 2, lastHash: entry.hash, checkedNumber: 2, completeMillis: 1, fault: null };

function openAudit(more: object = {}) {
  const office = officeDouble();
  office.on(auditVerification, { reply: { ...state, ...more } });
  office.on(verifyAudit, { reply: state });
  office.on(auditList, ({ twoOnly, group }) => ({
    reply: {
      content: [entry, other].filter(
        (each) => (twoOnly ? each.confirmedBy : true) && (group ?? each.group) === each.group,
      ),
    },
  }));
  office.on(auditEntry, ({ number }) => ({
    reply: {
      ...(number === 2 ? entry : other),
      ...{ ip: '10.0.4.21', userAgent: 'Browser', previous: number === 2 ? other.hash : '', next: null },
      reveals: number === 2 ? { day: 9, usual: 2.25 } : null,
    },
  }));
  office.open('/audit');
  return office;
}

test('the newest entry is open beside the list, with what it changed, its links and what is unusual', async () => {
  openAudit();
  const drawer = await screen.findByRole('complementary', { name: '이 기록' });
  expect(await within(drawer).findByText('− 010-****-4417')).toBeDefined();
  expect(within(drawer).getByText('+ (보임, 60초)')).toBeDefined();
  expect(within(drawer).getByText('10.0.4.21')).toBeDefined();
  expect(within(drawer).getByText(/0161 d6f2 620c 4948 … /)).toBeDefined();
  expect(within(drawer).getByText('가장 새 기록입니다')).toBeDefined();
  expect(within(drawer).getByText(/9번 보았습니다. 평소의 4배입니다/)).toBeDefined();
  expect(await screen.findByText('사슬 이상 없음 · 2건')).toBeDefined();
});

test('K and J choose, and filters are sent to the server', async () => {
  const office = openAudit();
  await screen.findByText('출금 수수료 1 → 2');
  fireEvent.keyDown(document.body, { key: 'j' });
  const drawer = await screen.findByRole('complementary', { name: '이 기록' });
  expect(await within(drawer).findByRole('heading', { name: '시스템' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '두 사람 승인만' }));
  fireEvent.click(screen.getByRole('button', { name: '입출금' }));
  await waitFor(() =>
    expect(office.sentTo(auditList).at(-1)).toMatchObject({ twoOnly: true, group: 'CASHIER' }),
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' 0161 d6f2 ' } });
  fireEvent.submit(screen.getByRole('searchbox'));
  await waitFor(() => expect(office.sentTo(auditList).at(-1)).toMatchObject({ search: '0161 d6f2' }));
});

test('a broken chain is told with the entry and what is wrong with it, and can be checked again', async () => {
  const office = openAudit({ fault: { kind: 'REMOVED', number: 3, foundMillis: 1 } });
  expect(await screen.findByText('사슬 이상 · 3번 기록: 기록이 빠졌습니다')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '지금 검사' }));
  expect(await screen.findByText('처음부터 다시 검사했습니다.')).toBeDefined();
  expect(office.sentTo(verifyAudit)).toHaveLength(1);
});
