import {
  balanceSheet,
  bookReport,
  incomeStatement,
  ledgerList,
  partnerStatement,
  partnerStatements,
} from '@maru/contract/books/calls';
import { refusals } from '@maru/contract/refusals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const sheet = {
  date: '2026-11-17',
  firstDate: '2026-11-01',
  currencies: [
    {
      currency: 'KRW',
      lines: [
        { kind: 'bank', section: 'OUTSIDE', amount: '1500000' },
        { kind: 'free', section: 'MEMBER', amount: '1400000' },
        { kind: 'fee', section: 'RESULT', amount: '120000' },
        { kind: 'bonus', section: 'RESULT', amount: '-20000' },
      ],
      ...{ assets: '1500000', members: '1400000', escrow: '0', result: '100000', difference: '0' },
    },
  ],
  check: { countedMillis: 1_763_000_000_000, batch: 1204, isEqual: true, differences: [] },
};
const day = {
  ...{ date: '2026-11-17', currency: 'KRW', deposits: '300000', withdrawals: '100000', practice: '0' },
  ...{ betTurnover: '50000', fees: '1200', profits: [{ kind: 'pnl:binary', amount: '-500' }] },
  ...{ result: '700', moves: 12 },
};

function openBooks(replies: { readonly sheet?: object } = {}) {
  const office = officeDouble();
  office.on(balanceSheet, { reply: { ...sheet, ...replies.sheet } });
  office.on(incomeStatement, {
    reply: {
      content: [{ currency: 'KRW', kind: 'fee', reason: 'WITHDRAWAL_FEE', amount: '1200', moves: 3 }],
      totals: [{ currency: 'KRW', amount: '1200' }],
    },
  });
  office.on(bookReport, {
    reply: {
      content: [day, { ...day, date: '2026-11-16' }],
      members: [{ date: '2026-11-16', members: 120, active: 34 }],
      turnover: [
        { date: '2026-11-16', product: 'FUTURES', nameKo: '코인선물', base: 'NOTIONAL', won: '7000000' },
        { date: '2026-11-16', product: 'BINARY', nameKo: '바이너리', base: 'STAKES', won: '90000' },
      ],
    },
  });
  const sums = {
    currency: 'KRW',
    deposits: '1',
    withdrawals: '2',
    betTurnover: '3',
    fees: '4',
    result: '5',
    share: '6',
  };
  office.on(partnerStatements, {
    reply: { content: [{ partnerId: 50, nick: '한파트너', code: 'K2094', ...sums }], next: null },
  });
  office.on(partnerStatement, {
    reply: {
      ...{ nick: '한파트너', code: 'K2094' },
      content: [{ date: '2026-11-16', active: 3, ...sums }],
    },
  });
  office.on(ledgerList, ({ before }) => ({
    reply: {
      content: [
        {
          ...{ event: before === undefined ? 9 : 8, leg: 0, atMillis: 1_763_000_000_000, eventKind: null },
          ...{ roundId: null, reason: 'DEPOSIT', currency: 'KRW', amount: '25000', moves: 1 },
          from: { kind: 'bank', playerId: null, walletType: null },
          to: { kind: 'free', playerId: 7, walletType: 'BINARY' },
        },
      ],
      next: before === undefined ? 9 : null,
    },
  }));
  office.open('/books');
  return office;
}

test('the balance sheet shows that it adds up, and that it is what the purses hold', async () => {
  openBooks();
  expect(await screen.findByText('합계 0 · 맞음')).toBeDefined();
  expect(screen.getByText('장부와 지갑이 같습니다')).toBeDefined();
  expect(screen.getByText('자산 1,500,000 = 부채 1,400,000 + 결과 100,000')).toBeDefined();
  expect(screen.getByText('−20,000')).toBeDefined();
});

test('books that differ from the purses are told with the figures of both', async () => {
  const differences = [{ currency: 'KRW', kind: 'members', books: '10', purses: '15' }];
  openBooks({ sheet: { check: { ...sheet.check, isEqual: false, differences } } });
  expect(await screen.findByText('장부와 지갑이 다릅니다')).toBeDefined();
  expect(screen.getByText(/회원 잔고: 장부 10 · 지갑 15/)).toBeDefined();
});

test('income, report and ledger are a press away, and the ledger is read page by page', async () => {
  const office = openBooks();
  fireEvent.click(await screen.findByRole('button', { name: '손익계산서' }));
  expect(await screen.findByText('출금 수수료')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '보고서' }));
  const report = await screen.findByRole('table', { name: '보고서' });
  await waitFor(() => expect(within(report).getAllByText('바이너리 손익 −500')).toHaveLength(2));
  expect(screen.getByRole('img', { name: '날짜별 영업 결과 (KRW)' })).toBeDefined();
  expect(within(report).getByText('34 / 120')).toBeDefined();
  const turnover = screen.getByRole('table', { name: '상품별 거래 대금 (원)' });
  expect(within(turnover).getByRole('row', { name: '2026-11-16 7,000,000 90,000' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '파트너' }));
  expect(await screen.findByRole('row', { name: /K2094/ })).toBeDefined();
  const drawer = await screen.findByRole('complementary', { name: '파트너 명세' });
  expect(await within(drawer).findByText('2026-11-16')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '원장' }));
  expect(await screen.findByText('회원 7 · 해외선물 · 쓸 수 있는 돈')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '더 보기' }));
  await waitFor(() => expect(office.sentTo(ledgerList).at(-1)).toMatchObject({ before: 9 }));
  fireEvent.change(screen.getByLabelText('회원 번호'), { target: { value: '7' } });
  fireEvent.click(screen.getByRole('button', { name: '찾기' }));
  await waitFor(() => expect(office.sentTo(ledgerList).at(-1)).toMatchObject({ playerId: 7 }));
});

const moved = {
  ...{ currency: 'KRW', deposits: '1', withdrawals: '2', betTurnover: '3', fees: '4', result: '5' },
  share: '6',
};
async function openPartners() {
  const office = openBooks();
  office.on(partnerStatements, ({ after }) => {
    const place = Number(after);
    const content = [place + 1, place + 2].map((partnerId) => ({
      ...{ ...moved, partnerId, nick: '한파트너', code: `K${partnerId}` },
    }));
    return { reply: { content, next: place === 0 ? 2 : null } };
  });
  fireEvent.click(await screen.findByRole('button', { name: '파트너' }));
  return office;
}
const codes = (): readonly (string | null)[] =>
  within(screen.getByRole('table', { name: '파트너' }))
    .getAllByText(/^K\d+$/)
    .map(({ textContent }) => textContent);

test('further partners are added below the first ones', async () => {
  const office = await openPartners();
  await waitFor(() => expect(codes()).toEqual(['K1', 'K2']));
  fireEvent.click(screen.getByRole('button', { name: '더 보기' }));
  await waitFor(() => expect(codes()).toEqual(['K1', 'K2', 'K3', 'K4']));
  expect(screen.queryByRole('button', { name: '더 보기' })).toBeNull();
  expect(office.sentTo(partnerStatements)).toMatchObject([
    { after: 0, size: 20 },
    { after: 2, size: 20 },
  ]);
  // Another period begins with the first ones again.
  fireEvent.change(screen.getByLabelText('시작일'), { target: { value: '2026-11-01' } });
  await waitFor(() => expect(codes()).toEqual(['K1', 'K2']));
  expect(office.sentTo(partnerStatements).at(-1)).toMatchObject({ after: 0, fromDate: '2026-11-01' });
});

test('a page of partners without rows is not the last one where the server says so', async () => {
  const office = await openPartners();
  office.on(partnerStatements, ({ after }) => ({
    reply:
      after === 0
        ? { content: [], next: 20 }
        : { content: [{ ...moved, partnerId: 21, nick: '한파트너', code: 'K21' }], next: null },
  }));
  fireEvent.change(await screen.findByLabelText('시작일'), { target: { value: '2026-11-01' } });
  fireEvent.click(await screen.findByRole('button', { name: '더 보기' }));
  await waitFor(() => expect(codes()).toEqual(['K21']));
});

test('what of partners cannot be read is said, and those that were read stay', async () => {
  const office = await openPartners();
  await waitFor(() => expect(codes()).toEqual(['K1', 'K2']));
  const said = refusals.FORBIDDEN.ko;
  office.on(partnerStatements, { refusal: 'FORBIDDEN' });
  fireEvent.click(screen.getByRole('button', { name: '더 보기' }));
  expect(await screen.findByText(said)).toBeDefined();
  expect(codes()).toEqual(['K1', 'K2']);
  expect(screen.getByRole('button', { name: '더 보기' })).toBeDefined();

  office.on(partnerStatement, { refusal: 'FORBIDDEN' });
  fireEvent.click(screen.getByText('K2'));
  const drawer = within(await screen.findByRole('complementary', { name: '파트너 명세' }));
  expect(await drawer.findByText(said)).toBeDefined();
  expect(drawer.queryByText('이 기간에 움직인 돈이 없습니다.')).toBeNull();
});

test('the payment of a round is one line with a way to the round, and is found by number and reason', async () => {
  const office = openBooks();
  office.on(ledgerList, {
    reply: {
      content: [
        {
          ...{ event: 12, leg: 0, atMillis: 1_763_000_000_000, eventKind: null, roundId: 4711 },
          ...{ reason: 'BET_LOST', currency: 'KRW', amount: '6000000', moves: 1_200 },
          from: { kind: 'wait', playerId: null, walletType: null },
          to: { kind: 'pnl:binary', playerId: null, walletType: null },
        },
      ],
      next: null,
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: '원장' }));
  const row = await screen.findByRole('row', { name: /베팅 손실 1,200건 4711 회원 · 주문·베팅에 묶인 돈/ });
  fireEvent.change(screen.getByLabelText('회차 번호'), { target: { value: '4711' } });
  fireEvent.change(screen.getByLabelText('사유'), { target: { value: 'BET_LOST' } });
  fireEvent.click(screen.getByRole('button', { name: '찾기' }));
  await waitFor(() =>
    expect(office.sentTo(ledgerList).at(-1)).toMatchObject({ tradeRoundId: 4711, reason: 'BET_LOST' }),
  );
  fireEvent.click(within(row).getByRole('button', { name: '4711' }));
  expect(await screen.findByRole('heading', { name: '회차 무효' })).toBeDefined();
});
