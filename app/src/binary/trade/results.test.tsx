import { dailySummary, myOptionBets, myRecentBets, roundList } from '@maru/contract/binary/calls';
import { playerQueues, topics } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { betOn, offer, openTable, roundOf, START } from '../../binary-double.ts';
import { tap } from '../../screen-double.tsx';

afterEach(cleanup);

const sheet = async (name: string) => within(await screen.findByRole('dialog', { name }));

const resultPush = (tradeRoundId: number, status: number) => ({
  type: 'ROUND_RESULT',
  at: START,
  data: {
    tradeRoundId,
    tradeOptionId: 11,
    stock: 'BTCUSDT',
    status,
    openPrice: '97400',
    closePrice: '97412',
    voidReason: null,
    voidText: null,
    ball: null,
  },
});

test.each([
  [1, '93500', '1,283회차 적중', '+43,500원'],
  [2, '0', '1,283회차 미적중', '−50,000원'],
  [3, '50000', '1,283회차 무효·환급', '0원'],
] as const)('a result of %s is shown once with its figure', async (status, credit, title, figure) => {
  const bet = betOn(roundOf(offer(11, 'R1'), (START - 20_000) as never));
  const { server, pass } = await openTable({ bets: [bet] });
  const reads = () => server.asked.filter(({ path }) => path === myOptionBets.path).length;
  const before = reads();
  await act(async () =>
    server.push(playerQueues.trade, {
      type: 'BET_RESULT',
      seq: 5,
      at: START,
      data: {
        tradeRoundId: bet.tradeRoundId,
        tradeOptionId: 11,
        roundStatus: status,
        bets: [{ id: bet.id, status, credit }],
      },
    }),
  );
  await act(async () => server.push(topics.rounds.destination, resultPush(bet.tradeRoundId, status)));
  await pass(300);
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.getByText('상승 50,000원 · 종료가 97,412.00')).toBeTruthy();
  expect(screen.getByText(figure)).toBeTruthy();
  expect(screen.getByText('1,284회차 주문이 없습니다')).toBeTruthy();
  expect(reads(), 'the push said it').toBe(before);
});

test('a result waits for its closing price, but only for a limited time', async () => {
  const bet = betOn(roundOf(offer(11, 'R1'), (START - 20_000) as never));
  const { server, pass } = await openTable({ bets: [bet] });
  server.answer(myOptionBets, () => ({ reply: [] }));
  const { tradeRoundId } = bet;
  const pushResult = (seq: number, id: number) =>
    server.push(playerQueues.trade, {
      type: 'BET_RESULT',
      seq,
      at: START,
      data: {
        tradeRoundId: id,
        tradeOptionId: 11,
        roundStatus: 2,
        bets: [{ id: bet.id, status: 2, credit: '0' }],
      },
    });
  await act(async () => pushResult(5, tradeRoundId));
  await pass(1_000);
  expect(screen.queryByText('1,283회차 미적중')).toBeNull();
  await act(async () => server.push(topics.rounds.destination, resultPush(tradeRoundId, 2)));
  expect(screen.getByText('상승 50,000원 · 종료가 97,412.00')).toBeTruthy();
  await pass(3_000);

  await act(async () => pushResult(6, roundOf(offer(11, 'R1'), (START - 80_000) as never).id));
  await pass(2_100);
  expect(screen.getByText('1,282회차 미적중')).toBeTruthy();
});

test('the newest result is the bead at the right', async () => {
  const { server, running } = await openTable();
  const push = (id: number, status: number) => server.push(topics.rounds.destination, resultPush(id, status));
  await act(async () => push(running().id - 100_000, 2));
  await act(async () => push(running().id, 1));
  const beads = within(screen.getByRole('list', { name: '최근 결과' })).getAllByRole('listitem');
  expect(beads.map(({ textContent }) => textContent)).toEqual(['하락', '상승']);
});

test('after a cut the round and the bets are requested again', async () => {
  const { server, pass, round } = await openTable();
  server.answer(myOptionBets, () => ({ reply: [betOn(round(), { point: '70000' })] }));
  await act(async () => {
    server.goAway();
    server.comeBack();
  });
  await pass(2_000);
  expect(screen.getByText('70,000원')).toBeTruthy();
});

test('a result that is never pushed is requested', async () => {
  const bet = betOn(roundOf(offer(11, 'R1'), (START - 20_000) as never), { point: '70000' });
  const { server, pass } = await openTable({ bets: [bet] });
  await pass(41_000);
  expect(screen.getByText('판정 중')).toBeTruthy();
  server.answer(myOptionBets, () => ({ reply: [] }));
  await pass(9_000);
  expect(screen.getByText(/회차 주문이 없습니다/)).toBeTruthy();
});

test('the sheet of the member’s bets leads to all rounds, filtered by result', async () => {
  const { server, pass, running } = await openTable();
  const over = { ...running(), status: 2, closePrice: '97390.5', isPlay: 0 };
  server.answer(roundList, () => ({
    reply: { content: [over], page: 0, size: 20, totalElements: 1, totalPages: 1 },
  }));
  server.answer(dailySummary, () => ({
    reply: { dateMillis: START, rounds: { up: 640, down: 1_642, void: 3, drawn: 0 }, mine: null },
  }));
  await tap('내 주문');
  await pass(10);
  await tap('회차 결과');
  await pass(10);
  const rounds = await sheet('회차 결과');
  expect(await rounds.findByText('1,284회차')).toBeTruthy();
  expect(rounds.getByText('1,642')).toBeTruthy();
  await act(async () => fireEvent.click(rounds.getByRole('button', { name: '하락' })));
  await pass(10);
  expect(server.asked.some(({ path, query }) => path === roundList.path && query['statusStrs'] === '2')).toBe(
    true,
  );
});

test('the member’s bets of every state are listed, and a tap on one explains its result', async () => {
  const lost = betOn(roundOf(offer(11, 'R1'), (START - 80_000) as never), {
    status: 2,
    credit: '0',
    strikePrice: '97400',
    closePrice: '97390.5',
  });
  const { server, pass } = await openTable();
  server.answer(myRecentBets, () => ({ reply: [lost] }));
  await tap('내 주문');
  await pass(10);
  await tap(/^상승 50,000원.*미적중$/);
  const why = await sheet('왜 미적중인가요?');
  expect(why.getByText('종료가가 기준가보다 높으면 상승이 적중합니다.')).toBeTruthy();
  expect(why.getByText('−9.50')).toBeTruthy();
  expect(why.getByText('받은 금액').nextSibling?.textContent).toBe('0원');
});
