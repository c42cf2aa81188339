import { cancelDnwPost, dnwList, dnwSummary } from '@maru/contract/cashier/calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCashier, dnwRow, listed, NOW } from '../../cashier-double.ts';
import { openScreen, tap } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const wallet = { type: 'BINARY', currency: 'KRW', point: '0', gameWaitPoint: '0' };
const asked = dnwRow({
  id: 9,
  type: 'W',
  status: 0,
  point: '1200000',
  change: '0',
  counterpart: '신한은행 ***0000',
  endedMillis: null,
});
const rows = [
  asked,
  dnwRow({ id: 8, type: 'B', point: '30000', channel: '', reason: '첫 거래 보너스' }),
  dnwRow({
    id: 7,
    type: 'CO',
    walletType: 'USDT',
    currency: 'USDT',
    point: '500',
    counterpart: 'BINARY',
    createdMillis: NOW - 86_400_000,
  }),
  dnwRow({
    id: 6,
    type: 'W',
    status: 3,
    point: '300000',
    change: '0',
    createdMillis: NOW - 3 * 86_400_000,
  }),
];

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  answerCashier(server);
  server.answer(dnwList, () => ({ reply: listed(rows) }));
  server.answer(dnwSummary, () => ({
    reply: {
      content: [
        {
          walletType: 'BINARY',
          currency: 'KRW',
          type: 'D',
          count: 4,
          point: '4826000',
          fee: '0',
          change: '1',
        },
        {
          walletType: 'BINARY',
          currency: 'KRW',
          type: 'W',
          count: 2,
          point: '2400000',
          fee: '0',
          change: '1',
        },
      ],
    },
  }));
});

const open = (search = '') => openScreen(`/wallet/dnw_history${search}`, { signedIn: true, server });
const queries = () =>
  server.asked.filter(({ path }) => path === dnwList.path).map(({ query }) => query.typeStrs);

test('rows are grouped by day with their direction, and the sums of the period stand above', async () => {
  open();
  expect(await screen.findByText('4,826,000원')).toBeTruthy();
  expect(screen.getByText('2,400,000원')).toBeTruthy();
  expect(screen.getByText(/^오늘 · /)).toBeTruthy();
  const withdrawal = screen.getByRole('button', { name: /출금 ?확인 중/ });
  expect(withdrawal.textContent).toContain('−1,200,000');
  expect(screen.getByText(/테더 현물 → 해외선물/)).toBeTruthy();
  expect(screen.getByText(/첫 거래 보너스/)).toBeTruthy();
});

test('a chip shows only its types', async () => {
  open();
  await screen.findByText('4,826,000원');
  await tap('전환');
  await waitFor(() => expect(queries().at(-1)).toBe('CI,CO'));
  expect(screen.getByRole('button', { name: '전환' }).getAttribute('aria-pressed')).toBe('true');
});

test('a row opens its steps with their times, and a request that nobody has taken can be cancelled', async () => {
  server.answer(cancelDnwPost, () => ({ reply: { request: dnwRow({ ...asked, status: 3 }), wallet } }));
  const { sent } = open('?request=9');
  const sheet = await screen.findByRole('dialog', { name: '출금' });
  const steps = within(sheet).getByRole('list', { name: '진행 단계' });
  expect(within(steps).getByText('신청')).toBeTruthy();
  expect(within(steps).getByText('끝나면 바로 알려 드립니다.')).toBeTruthy();
  await act(async () => within(sheet).getByRole('button', { name: '신청 취소' }).click());
  const dialog = await screen.findByRole('alertdialog', { name: '신청을 취소할까요?' });
  await act(async () => within(dialog).getByRole('button', { name: '신청 취소' }).click());
  expect(await screen.findByText('신청을 취소했습니다')).toBeTruthy();
  expect(sent(cancelDnwPost)).toEqual([{ dnwHistoryId: 9 }]);
});

test('a request in hand cannot be cancelled', async () => {
  server.answer(dnwList, () => ({ reply: listed([dnwRow({ ...asked, status: 4 })]) }));
  open('?request=9');
  const sheet = await screen.findByRole('dialog', { name: '출금' });
  expect(within(sheet).queryByRole('button', { name: '신청 취소' })).toBeNull();
});

test('a push shows the new state of a request while its sheet is open', async () => {
  open('?request=9');
  const sheet = await screen.findByRole('dialog', { name: '출금' });
  server.answer(dnwList, () => ({
    reply: listed([
      dnwRow({
        ...asked,
        status: 2,
        reason: '이름이 다릅니다',
        steps: [{ step: 'REJECTED', atMillis: NOW }],
      }),
    ]),
  }));
  await act(async () =>
    server.push('/user/queue/dnw', {
      type: 'DNW',
      seq: 1,
      at: NOW,
      data: { dnwHistoryId: 9, type: 'W', status: 2, walletType: 'BINARY' },
    }),
  );
  await waitFor(() => expect(within(sheet).getAllByText('이름이 다릅니다').length).toBeGreaterThan(0));
});

test('without rows the page leads to a deposit, and with a filter it says that nothing fits', async () => {
  server.answer(dnwList, () => ({ reply: listed([]) }));
  open();
  expect(await screen.findByText('아직 입출금이 없습니다')).toBeTruthy();
  await tap('보너스');
  expect(await screen.findByText('이 조건에 맞는 내역이 없습니다')).toBeTruthy();
});

test('a year is saved on this device with its sums', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  open();
  await screen.findByText('4,826,000원');
  await tap('내려받기');
  await tap('2023년 전체와 연간 요약');
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = await saved[0]!.text();
  expect(text).toContain('번호,일시,종류');
  expect(text).toContain('연간 요약');
  expect(text).toContain('해외선물,KRW,입금,4,4826000,0,1');
  vi.restoreAllMocks();
});

test('a file is not made where it would end early', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL');
  server.answer(dnwList, () => ({ reply: { ...listed(rows), totalElements: 20_001, totalPages: 201 } }));
  open();
  await screen.findByText('4,826,000원');
  await tap('내려받기');
  await tap('지금 보는 기간');
  expect(await screen.findByText(/내역이 20,000건보다 많아/)).toBeTruthy();
  expect(saved).not.toHaveBeenCalled();
});
