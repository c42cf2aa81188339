import { currentRound, myOptionBets, myRoundBets, placeBet, roundList } from '@maru/contract/binary/calls';
import { playerQueues, topics } from '@maru/contract/realtime';
import { millis } from '@maru/engine/time';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ballBet, ballRound, drawnRound, OFFER_ID, openBalls, START, terms } from '../../balls-double.ts';

afterEach(cleanup);

const tap = (name: string | RegExp, role = 'button') =>
  act(async () => fireEvent.click(screen.getByRole(role, { name })));
const clock = () => screen.getByRole('timer').textContent;
const dock = () => within(screen.getByRole('region', { name: '주문' }));
const keysOf = (asked: readonly { path: string; headers: Record<string, string> }[]) =>
  asked.filter(({ path }) => path === placeBet.path).map(({ headers }) => headers['idempotency-key']);
const order = /^오버 주문/;

test('the clock counts down to the close of orders, above six sealed balls and their seal', async () => {
  const { open, pass, roundNow } = await openBalls();
  await open();
  expect(screen.getByText('651회차')).toBeTruthy();
  expect(clock()).toBe('00:43');
  expect(screen.getByRole('img', { name: '아직 추첨하지 않은 공 여섯 개' })).toBeTruthy();
  const commit = roundNow().ball?.commit ?? '';
  expect(screen.getByTitle(commit)).toBeTruthy();
  await tap(/^봉인/);
  expect(await screen.findByRole('dialog', { name: '봉인' })).toBeTruthy();
  await pass(10_000);
  expect(clock()).toBe('00:33');
});

test('a pick shows its meaning, chance, return and what a hit pays', async () => {
  const { open } = await openBalls();
  await open();
  expect(dock().getByText('오버 · 합 73 이상')).toBeTruthy();
  expect(dock().getByText('50.00%')).toBeTruthy();
  expect(dock().getByText('97.5%')).toBeTruthy();
  expect(dock().getByRole('button', { name: order }).textContent).toContain('적중 시 19,500원');
  await tap(/^홀·언더/);
  expect(dock().getByText('24.43%')).toBeTruthy();
  expect(dock().getByText('95.2%')).toBeTruthy();
  await tap('10,000원 더하기');
  expect(dock().getByRole('button', { name: /^홀·언더 주문/ }).textContent).toContain('적중 시 78,000원');
});

test('another tab selects a pick of its own, never one that is not visible', async () => {
  const { open } = await openBalls();
  await open();
  await tap('파워볼 숫자', 'tab');
  expect(screen.getAllByRole('button', { pressed: true, name: /9.30/ })).toHaveLength(1);
  expect(dock().getByRole('button', { name: /^0 주문/ })).toBeTruthy();
  await tap('파워볼', 'tab');
  await tap(/파워볼 7–9$/);
  expect(dock().getByText('D · 파워볼 7–9')).toBeTruthy();
});

test('the odds of every market are listed in one table with their chance and their return', async () => {
  const { open } = await openBalls();
  await open();
  await tap('배당표');
  const sheet = within(await screen.findByRole('dialog', { name: '배당표' }));
  expect(sheet.getAllByRole('row')).toHaveLength(40);
  expect(sheet.getByRole('row', { name: '합 중 65–80 2.65 35.85% 95.0%' })).toBeTruthy();
});

test('an order is confirmed first where the device requires it, and closing the sheet sends nothing', async () => {
  const { open, server } = await openBalls({ confirmOrders: true });
  await open();
  await act(async () => fireEvent.click(dock().getByRole('button', { name: order })));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('합 오버, 10,000원 주문할까요?')).toBeTruthy();
  expect(question.getByText('적중 시 19,500원 · 최대 손실 10,000원')).toBeTruthy();
  await act(async () => fireEvent.click(question.getByRole('button', { name: '취소' })));
  expect(keysOf(server.asked)).toEqual([]);
});

test('two taps are one order, with one key', async () => {
  const { open, server, pass, roundNow } = await openBalls();
  await open();
  const button = dock().getByRole('button', { name: order });
  await act(async () => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  await pass(100);
  expect(keysOf(server.asked)).toHaveLength(1);
  expect(server.asked.find(({ path }) => path === placeBet.path)?.body).toMatchObject({
    point: '10000',
    tradeRoundId: roundNow().id,
    type: 'NS_OVER',
  });
  expect(await screen.findByText('합 오버 주문을 접수했습니다')).toBeTruthy();
});

test('an order whose reply was lost is sent again with the same key until the outcome is known, and is shown as pending', async () => {
  const { open, server, pass } = await openBalls();
  await open();
  server.answer(placeBet, () => 'lost');
  await act(async () => fireEvent.click(dock().getByRole('button', { name: order })));
  await pass(5_000);
  expect(await dock().findByText('확인 중')).toBeTruthy();
  server.answer(placeBet, () => ({ refusal: 'EXPOSURE_FULL' }));
  await pass(5_000);
  expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
  expect(dock().queryByText('확인 중')).toBeNull();
  expect(new Set(keysOf(server.asked)).size).toBe(1);
});

test('a refusal is shown with the server’s message', async () => {
  const { open, server, pass } = await openBalls();
  await open();
  server.answer(placeBet, () => ({ refusal: 'EXPOSURE_FULL' }));
  await act(async () => fireEvent.click(dock().getByRole('button', { name: order })));
  await pass(100);
  expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
});

test('a stake over the limit is shown and not reduced, nor one under the minimum', async () => {
  const { open } = await openBalls();
  await open();
  const input = dock().getByRole('spinbutton', { name: '주문 금액' });
  await act(async () => fireEvent.change(input, { target: { value: '7000000' } }));
  await act(async () => fireEvent.blur(input));
  expect(input).toHaveProperty('value', '7,000,000');
  expect(dock().getByText('한 번에 최대 5,000,000원까지 주문할 수 있습니다.')).toBeTruthy();
  expect(dock().getByRole('button', { name: order })).toHaveProperty('disabled', true);
  await act(async () => fireEvent.change(input, { target: { value: '3000' } }));
  await act(async () => fireEvent.blur(input));
  expect(input).toHaveProperty('value', '3,000');
  expect(dock().getByText('최소 5,000원부터 주문할 수 있습니다.')).toBeTruthy();
});

test('a stake off the unit cannot be ordered, and the reason replaces the facts', async () => {
  const { open } = await openBalls();
  await open();
  const input = dock().getByRole('spinbutton', { name: '주문 금액' });
  await act(async () => {
    fireEvent.focus(input);
    fireEvent.change(input, { target: { value: '12345' } });
  });
  expect(dock().getByText('1,000원 단위로 입력해 주세요.')).toBeTruthy();
  expect(dock().getByRole('button', { name: order })).toHaveProperty('disabled', true);
});

test('ten seconds before the draw orders are closed and the clock counts to the draw', async () => {
  const { open } = await openBalls({ after: 113_000 });
  await open();
  expect(screen.getByText('추첨까지')).toBeTruthy();
  expect(clock()).toBe('00:07');
  expect(dock().getByText('주문을 마감했습니다')).toBeTruthy();
  expect(dock().queryByRole('button')).toBeNull();
});

test('drawn balls stay on the line for a while, and open the draw recomputed on this device', async () => {
  const { open, server, pass, list, past } = await openBalls({ after: 119_000 });
  await open();
  const drawn = drawnRound(millis(START + 120_000), 651);
  server.answer(roundList, () => list([drawn, ...past.slice(0, 6)]));
  server.answer(myRoundBets, () => ({
    reply: [
      ballBet(drawn, { status: 1, credit: '58500' }),
      ballBet(drawn, { id: 502, type: 'PB_UNDER', point: '20000', status: 2, credit: '0' }),
    ],
  }));
  await waitFor(() => expect(server.connections().length).toBe(1));
  await pass(2_000);
  await act(async () =>
    server.push(topics.rounds.destination, {
      type: 'ROUND_RESULT',
      at: drawn.openMillis,
      data: {
        tradeRoundId: drawn.id,
        tradeOptionId: OFFER_ID,
        stock: 'BTCUSDT',
        status: 1,
        ball: drawn.ball,
      },
    }),
  );
  await pass(100);
  expect(screen.getByRole('group', { name: '651회차에서 뽑은 공' })).toBeTruthy();
  expect(screen.getByText('652회차')).toBeTruthy();
  await tap(/결과 보기/);
  await pass(100);
  const panel = within(await screen.findByRole('dialog', { name: '651회차 추첨' }));
  expect(await panel.findByText('이 기기에서 다시 계산했습니다')).toBeTruthy();
  expect(panel.getByText('서버 결과와 일치')).toBeTruthy();
  expect(panel.getByText(drawn.ball?.salt ?? '')).toBeTruthy();
  expect(panel.getByTitle(drawn.ball?.seed ?? '')).toBeTruthy();
  expect(await panel.findByText('+8,500')).toBeTruthy();
  expect(panel.getByRole('link', { name: /합 오버/ }).getAttribute('href')).toBe('/wallet/history/501');
  await pass(12_000);
  expect(screen.queryByRole('group', { name: '651회차에서 뽑은 공', hidden: true })).toBeNull();
});

test.each([
  ['1', '58500', '651회차 적중', '+28,500원'],
  ['2', '0', '651회차 미적중', '−30,000원'],
  ['3', '30000', '651회차 무효·환급', '0원'],
] as const)(
  'my result of %s is shown in one toast with its figure',
  async (status, credit, title, figure) => {
    const { open, server, pass, list, past, roundNow } = await openBalls({ after: 119_000 });
    const bet = ballBet(roundNow());
    server.answer(myOptionBets, () => ({ reply: [bet] }));
    await open();
    await waitFor(() => expect(server.connections().length).toBe(1));
    await pass(2_000);
    const drawn = drawnRound(millis(START + 120_000), 651);
    server.answer(roundList, () => list([drawn, ...past.slice(0, 6)]));
    await act(async () =>
      server.push(playerQueues.trade, {
        type: 'BET_RESULT',
        seq: 5,
        at: drawn.openMillis,
        data: {
          tradeRoundId: drawn.id,
          tradeOptionId: OFFER_ID,
          roundStatus: 1,
          bets: [{ id: bet.id, status: Number(status), credit }],
        },
      }),
    );
    await act(async () =>
      server.push(topics.rounds.destination, {
        type: 'ROUND_RESULT',
        at: drawn.openMillis,
        data: {
          tradeRoundId: drawn.id,
          tradeOptionId: OFFER_ID,
          stock: 'BTCUSDT',
          status: 1,
          ball: drawn.ball,
        },
      }),
    );
    await pass(100);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(`합 오버 30,000원 · 합 ${drawn.ball?.sum}`)).toBeTruthy();
    expect(screen.getByText(figure)).toBeTruthy();
  },
);

test('a draw that this device computes differently is shown as different', async () => {
  const { open, server, pass, list, past } = await openBalls();
  const [last, ...older] = past;
  const forged = { ...last!, ball: { ...last!.ball!, balls: [1, 2, 3, 4, 5], sum: 15 } };
  server.answer(roundList, () => list([forged, ...older]));
  await open();
  await tap(/^650회차 합 15/);
  await pass(100);
  const panel = within(await screen.findByRole('dialog', { name: '650회차 추첨' }));
  expect(await panel.findByText('다름')).toBeTruthy();
  expect(panel.getByText('서버 결과와 다름')).toBeTruthy();
});

test('a void round shows the reason and that the stakes were paid back', async () => {
  const { open, server, pass, list, past } = await openBalls({ after: 2_000 });
  const round = ballRound(START, 650);
  const seed = past[0]?.ball?.seed ?? null;
  const voided = { ...round, status: 3, voidReason: 'NO_SALT', ball: { ...round.ball!, seed } };
  server.answer(roundList, () => list([voided as typeof round, ...past.slice(1)]));
  await open();
  await tap(/650회차 무효 · 금액 환급/);
  await pass(100);
  const panel = within(await screen.findByRole('dialog', { name: '650회차 추첨' }));
  expect(panel.getByText('이 회차는 무효입니다')).toBeTruthy();
  expect(panel.getByText('솔트로 쓸 시세가 없어 이 회차는 무효입니다.')).toBeTruthy();
  expect(panel.getByText(/봉인과 씨앗이 맞습니다/)).toBeTruthy();
});

test('a halt by staff closes the dock and gives the reason', async () => {
  const { open, server, timers, roundNow } = await openBalls();
  server.answer(currentRound, () => ({
    reply: {
      serverMillis: timers.now(),
      round: roundNow(),
      running: null,
      terms,
      halt: { reason: '시세 점검', sinceMillis: START, voidsRounds: true },
    },
  }));
  await open();
  expect(dock().getByText('지금은 주문을 받지 않습니다')).toBeTruthy();
  expect(dock().getByText('시세 점검')).toBeTruthy();
});

test('without a seal nothing can be ordered', async () => {
  const { open, server, timers, roundNow } = await openBalls();
  server.answer(currentRound, () => ({
    reply: {
      serverMillis: timers.now(),
      round: { ...roundNow(), ball: null },
      running: null,
      terms,
      halt: null,
    },
  }));
  await open();
  expect(dock().getByText('봉인을 공개한 뒤에 주문할 수 있습니다.')).toBeTruthy();
});

test('the member’s orders of this round are counted, and a guest gets a link to sign in instead', async () => {
  const page = await openBalls();
  page.server.answer(myOptionBets, () => ({
    reply: [ballBet(page.roundNow()), ballBet(page.roundNow(), { id: 2 })],
  }));
  await page.open();
  expect(screen.getByRole('link', { name: '이번 회차 주문 2건' })).toBeTruthy();
  cleanup();
  const guest = await openBalls({ signedIn: false });
  await guest.open();
  expect(dock().getByRole('link', { name: '로그인' })).toBeTruthy();
  expect(guest.server.asked.some(({ path }) => path === myOptionBets.path)).toBe(false);
  await waitFor(() => expect(guest.server.connections().length).toBe(1));
  await guest.pass(100);
  const received = guest.server.connections().flatMap((line) => line.frames);
  const followed = received.map(({ headers }) => headers['destination']);
  expect(followed).toContain(topics.rounds.destination);
  expect(followed).not.toContain(playerQueues.trade);
});

test('the list of draws opens from the head, and a row opens its draw', async () => {
  const { open, pass } = await openBalls();
  await open();
  await tap('추첨 내역');
  await pass(100);
  const list = within(await screen.findByRole('dialog', { name: '추첨 내역' }));
  const row = await list.findByRole('button', { name: /649회차/ });
  await act(async () => fireEvent.click(row));
  await pass(100);
  expect(await screen.findByRole('dialog', { name: '649회차 추첨' })).toBeTruthy();
});

test('rounds that could not be fetched are shown as failed, and a tap fetches them again', async () => {
  const { open, server, pass, timers, roundNow } = await openBalls();
  server.answer(currentRound, () => ({ refusal: 'TRY_AGAIN' }));
  await open();
  // Two retries have failed by now.
  await pass(1_500);
  expect(screen.getByText('회차를 불러오지 못했습니다')).toBeTruthy();
  server.answer(currentRound, () => ({
    reply: { serverMillis: timers.now(), round: roundNow(), running: null, terms, halt: null },
  }));
  await tap('다시 시도');
  await pass(100);
  expect(screen.getByText('651회차')).toBeTruthy();
});
