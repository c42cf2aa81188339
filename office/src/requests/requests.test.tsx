import { rateEffect } from '@maru/contract/oversea/office';
import { approveStaffRequest, staffRequests, withdrawStaffRequest } from '@maru/contract/staff/calls';
import { rightsOf } from '@maru/contract/staff/rights';
import { officeMe, officeStepUp } from '@maru/contract/staff/sign-in';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble, operator } from '../office-double.tsx';

afterEach(cleanup);

const request = {
  ...{
    id: 9,
    kind: 'DAY_RATE',
    subject: 'USD',
    body: '{"base":"USD","rate":"1390.5"}',
    reason: '오늘 고시분',
  },
  ...{ requestedBy: 4, requestedMillis: Date.now() - 60_000, approvedBy: null, approvedMillis: null },
  ...{ withdrawnBy: null, outcome: null, decisionReason: '', requestedName: '김하나', decidedName: null },
};

const choose = async (text: string) => fireEvent.click(await screen.findByText(text));

test('a request of a colleague is approved with a fresh second factor, and shows what would change', async () => {
  const office = officeDouble();
  let isFresh = false;
  let isApproved = false;
  const done = { ...request, approvedBy: 3, approvedMillis: 1_763_124_068_000, outcome: 'DONE' };
  office.on(staffRequests, () => ({ reply: { content: [isApproved ? done : request] } }));
  office.on(officeStepUp, () => {
    isFresh = true;
    return { reply: { stepUpUntilMillis: 1_763_124_668_000 } };
  });
  office.on(approveStaffRequest, () => {
    if (!isFresh) return { refusal: 'STEP_UP_NEEDED' };
    isApproved = true;
    return { reply: done };
  });
  office.open('/requests');
  await choose('USD');
  expect(await screen.findByText('1,390.5')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: /^승인/ }));
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: '승인' }));
  fireEvent.change(await screen.findByLabelText('인증 번호'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: '확인' }));
  expect(await screen.findByText('처리했습니다.')).toBeDefined();
  expect(await screen.findByText('기다리는 일이 없습니다.')).toBeDefined();
  expect(office.sentTo(approveStaffRequest)).toHaveLength(2);
});

test('nobody is offered to approve their own request, or one of a kind that their role may not do', async () => {
  const office = officeDouble();
  office.on(officeMe, { reply: { ...operator, role: 'OPERATOR', level: 3, rights: rightsOf.OPERATOR } });
  office.on(staffRequests, {
    reply: {
      content: [
        { ...request, id: 1, requestedBy: operator.id, subject: 'own' },
        { ...request, id: 2, kind: 'SITE_SETTING', subject: 'site' },
      ],
    },
  });
  office.open('/requests');
  await choose('own');
  expect(await screen.findByText('내가 요청한 일은 다른 사람이 승인합니다.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^승인/ })).toBeNull();
  await choose('site');
  expect(await screen.findByText('이 종류를 승인할 권한이 없습니다.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^승인/ })).toBeNull();
});

test('a request is withdrawn with a reason, and shows who asked and what it would do', async () => {
  const office = officeDouble();
  office.on(staffRequests, { reply: { content: [request] } });
  office.on(rateEffect, {
    reply: {
      ...{ takesTwo: true, players: 3, positions: 4, orders: 0, closed: 0, currency: 'KRW', result: '-1200' },
      ...{ isWhole: true, rows: [] },
    },
  });
  office.on(withdrawStaffRequest, { reply: { ...request, withdrawnBy: 3 } });
  office.open('/requests');
  await choose('USD');
  expect((await screen.findAllByText('김하나')).length).toBeGreaterThan(0);
  expect(await screen.findByText('닿는 회원')).toBeDefined();
  expect(screen.getByText('승인하면')).toBeDefined();
  expect(office.sentTo(rateEffect).at(-1)).toMatchObject({ rate: '1390.5' });
  fireEvent.click(screen.getByRole('button', { name: /^요청 취소/ }));
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: '요청 취소' }));
  expect(office.sentTo(withdrawStaffRequest)).toHaveLength(0);
  fireEvent.change(question.getByRole('textbox'), { target: { value: '환율을 다시 봅니다' } });
  fireEvent.click(question.getByRole('button', { name: '요청 취소' }));
  expect(await screen.findByText('처리했습니다.')).toBeDefined();
  expect(office.sentTo(withdrawStaffRequest)).toMatchObject([{ reason: '환율을 다시 봅니다' }]);
});

test('of a kind without a dry run is said that nothing was computed', async () => {
  const office = officeDouble();
  office.on(staffRequests, {
    reply: {
      content: [{ ...request, kind: 'RISK_LIMIT', subject: 'limit', body: '{"netInstrument":"12000000"}' }],
    },
  });
  office.open('/requests');
  await choose('한도');
  expect(await screen.findByText(/미리 계산하지 않습니다/)).toBeDefined();
  expect(screen.getByText('12,000,000')).toBeDefined();
});

test('a request that is older than a day waits no longer, and can only be withdrawn', async () => {
  const office = officeDouble();
  office.on(staffRequests, {
    reply: { content: [{ ...request, requestedMillis: Date.now() - 2 * 86_400_000 }] },
  });
  office.open('/requests');
  expect(await screen.findByText('기다리는 일이 없습니다.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '전체' }));
  await choose('USD');
  expect(await screen.findByText('하루가 지나 승인할 수 없습니다. 다시 요청해 주세요.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^승인/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^요청 취소/ })).toBeDefined();
});

test('an approval that a stop of the server interrupted is not shown as refused', async () => {
  const office = officeDouble();
  office.on(staffRequests, {
    reply: { content: [{ ...request, approvedBy: 3, approvedMillis: request.requestedMillis + 1_000 }] },
  });
  office.open('/requests');
  fireEvent.click(await screen.findByRole('button', { name: /^전체/ }));
  expect(await screen.findByText('결과 확인 필요')).toBeDefined();
  await choose('USD');
  expect(await screen.findByText(/감사 기록에서 확인하고/)).toBeDefined();
});
