import { currentRound, placeBet } from '@maru/contract/binary/calls';
import { tradeOptions } from '@maru/contract/binary/offers';
import { stockChart } from '@maru/contract/market';
import { tickTopic, topics } from '@maru/contract/realtime';
import { openingToBetOn } from '@maru/engine/rounds/round';
import { millis } from '@maru/engine/time';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { betOn, offer, openTable, roundOf, START, tick } from '../../binary-double.ts';
import { tap } from '../../screen-double.tsx';
import { audioDouble } from '../../shell/device/audio-double.ts';

afterEach(cleanup);

/** The large clock: to the start of the round or to its result. */
const clock = () => within(screen.getByRole('main')).getByRole('timer').textContent;
/** The small one beside the buttons. */
const cutOff = () => within(screen.getByRole('region', { name: '주문' })).getByRole('timer').textContent;
const dock = () => within(screen.getByRole('region', { name: '주문' }));
const up = () => dock().getByRole('button', { name: /^상승/ });
const sheet = async (name: string) => within(await screen.findByRole('dialog', { name }));
const keysOf = (asked: readonly { path: string; headers: Record<string, string> }[]) =>
  asked.filter(({ path }) => path === placeBet.path).map(({ headers }) => headers['idempotency-key']);

test('the clocks count down by server time: the large one to the start, the small one to the cut-off', async () => {
  const { pass } = await openTable();
  expect(clock()).toBe('00:40');
  expect(screen.getByText('1,284회차 시작까지')).toBeTruthy();
  expect(cutOff()).toBe('주문 마감까지 00:30');
  await pass(12_000);
  expect(clock()).toBe('00:28');
  expect(cutOff()).toBe('주문 마감까지 00:18');
});

test('where bets are taken while the round runs, there is one clock, to the cut-off', async () => {
  await openTable({ type: 'B1' });
  expect(screen.getAllByRole('timer')).toHaveLength(1);
  expect(screen.getByText('1,284회차 주문 마감까지')).toBeTruthy();
});

test('at the cut-off the directions are locked, and the page shows when the next bets open', async () => {
  const { pass } = await openTable();
  await pass(30_000);
  expect(clock()).toBe('00:10');
  expect(screen.getByText('1,284회차 시작까지')).toBeTruthy();
  expect(dock().getByText('1,284회차 주문을 마감했습니다')).toBeTruthy();
  expect(screen.getByRole('region', { name: '주문' }).textContent).toContain(
    '1,285회차 주문은 10초 뒤에 열립니다.',
  );
  expect(up()).toHaveProperty('disabled', true);
});

test('the next round begins without waiting for the server’s answer', async () => {
  const { pass, server } = await openTable();
  server.answer(currentRound, () => new Promise(() => {}));
  await pass(40_000);
  expect(screen.getByText('1,285회차 시작까지')).toBeTruthy();
  expect(clock()).toBe('01:00');
  expect(cutOff()).toBe('주문 마감까지 00:50');
  expect(up()).toHaveProperty('disabled', false);
});

test('the payout on the buttons is what the engine pays, and it follows the stake', async () => {
  await openTable();
  expect(up().textContent).toContain('87%');
  expect(up().textContent).toContain('적중 시 18,700원');
  await tap('+5만');
  expect(up().textContent).toContain('적중 시 112,200원');
  await tap('10,000원 빼기');
  expect(up().textContent).toContain('적중 시 93,500원');
  await tap('최대');
  expect(screen.getByRole('textbox', { name: '주문 금액' })).toHaveProperty('value', '5,000,000');
});

test('the rules of the round are shown before the stake, and explained on request', async () => {
  await openTable();
  expect(up().textContent).toContain('87%');
  await tap('같으면 환급 · 계산 보기');
  const why = await sheet('왜 18,700원인가요?');
  expect(why.getByText('시작 10초 전 주문 마감')).toBeTruthy();
  expect(why.getByText('모의 시세 BTC/USDT')).toBeTruthy();
  expect(why.getByText('손익분기 적중률').nextSibling?.textContent).toBe('53.48%');
  expect(why.getByText('10,000원 + 10,000원 × 87%')).toBeTruthy();
});

test.each(['R1', 'R2', 'B1'] as const)(
  'the past of the chart of %s is asked for in whole milliseconds',
  async (type) => {
    const { server } = await openTable({ type });
    const [first] = server.asked.filter(({ path }) => path === stockChart.path);
    expect(first?.query['beginMillis']).toMatch(/^\d+$/);
  },
);

async function betUp() {
  await act(async () => fireEvent.click(up()));
  const confirm = await sheet('상승 주문을 넣을까요?');
  return confirm.getByRole('button', { name: '상승 10,000원 주문' });
}

test('a bet is confirmed, sent once, and shown on the page', async () => {
  const { sent, pass, round } = await openTable();
  const button = await betUp();
  await act(async () => fireEvent.click(button));
  await pass(10);
  expect(sent(placeBet)).toEqual([{ tradeRoundId: round().id, point: '10000', type: 'LONG' }]);
  expect(screen.getByText('주문을 접수했습니다')).toBeTruthy();
  expect(screen.getByText('상승 10,000원 · 1,284회차')).toBeTruthy();
  expect(screen.getByRole('button', { name: '내 주문 모두 보기' })).toBeTruthy();
});

test('a double tap is one bet', async () => {
  const { sent, pass, device } = await openTable();
  await act(async () => device.preferences.change({ confirmOrders: false }));
  await act(async () => {
    fireEvent.click(up());
    fireEvent.click(up());
  });
  await pass(10);
  expect(sent(placeBet)).toHaveLength(1);
});

test('while a bet is being sent its side is busy and the other is disabled', async () => {
  const { server, device } = await openTable();
  await act(async () => device.preferences.change({ confirmOrders: false }));
  server.answer(placeBet, () => new Promise(() => {}));
  await act(async () => fireEvent.click(up()));
  expect(up().getAttribute('aria-busy')).toBe('true');
  expect(dock().getByRole('button', { name: /^하락/ })).toHaveProperty('disabled', true);
});

test('a bet whose answer was lost is checked with its own key until the outcome is known', async () => {
  const { server, pass, device, round } = await openTable();
  await act(async () => device.preferences.change({ confirmOrders: false }));
  server.answer(placeBet, () => 'lost');
  await act(async () => fireEvent.click(up()));
  await pass(1_100);
  expect(dock().getAllByText(/확인하고 있습니다/).length).toBeGreaterThan(0);
  expect(up().getAttribute('aria-busy')).toBe('true');
  server.answer(placeBet, () => ({
    reply: {
      ...betOn(round(), { point: '10000' }),
      wallet: { type: 'BINARY', currency: 'KRW', point: '1', gameWaitPoint: '0' },
    },
  }));
  await pass(2_100);
  expect(screen.getByText('주문을 접수했습니다')).toBeTruthy();
  expect(up().getAttribute('aria-busy')).toBeNull();
  expect(new Set(keysOf(server.asked)).size).toBe(1);
  await act(async () => fireEvent.click(up()));
  await pass(10);
  expect(new Set(keysOf(server.asked)).size).toBe(2);
});

test('a refusal is shown with the server’s message', async () => {
  const { server, pass, device } = await openTable();
  await act(async () => device.preferences.change({ confirmOrders: false }));
  server.answer(placeBet, () => ({ refusal: 'EXPOSURE_FULL' }));
  await act(async () => fireEvent.click(up()));
  await pass(10);
  expect(
    within(screen.getByRole('alertdialog')).getByText('이 방향의 투자 한도가 모두 찼습니다.'),
  ).toBeTruthy();
});

test('no bet is sent when the round closes while the confirmation is open', async () => {
  const { pass, sent } = await openTable();
  await betUp();
  await pass(31_000);
  const confirm = await sheet('상승 주문을 넣을까요?');
  expect(confirm.getByRole('button', { name: '주문이 마감된 회차입니다' })).toHaveProperty('disabled', true);
  expect(sent(placeBet)).toEqual([]);
});

test('a stake over the limit is shown while the member types, and is not reduced', async () => {
  const { sent } = await openTable();
  const field = screen.getByRole('textbox', { name: '주문 금액' });
  await act(async () => fireEvent.change(field, { target: { value: '7000000' } }));
  await act(async () => fireEvent.blur(field));
  expect(field).toHaveProperty('value', '7,000,000');
  expect(screen.getByText('한 번에 최대 5,000,000원까지 주문할 수 있습니다.')).toBeTruthy();
  await act(async () => fireEvent.click(up()));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent(placeBet)).toEqual([]);
});

test('the other side of a round is refused before the confirmation, and nothing is sent', async () => {
  const { sent, pass, round } = await openTable();
  const button = await betUp();
  await act(async () => fireEvent.click(button));
  await pass(10);
  await act(async () => fireEvent.click(dock().getByRole('button', { name: /^하락/ })));
  const alert = within(screen.getByRole('alertdialog'));
  expect(alert.getByText('같은 회차에 상승·하락을 함께 주문할 수 없습니다.')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: '하락 주문을 넣을까요?' })).toBeNull();
  expect(sent(placeBet)).toEqual([{ tradeRoundId: round().id, point: '10000', type: 'LONG' }]);
});

test('the fault of an invalid stake is shown beside it, and nothing is sent', async () => {
  const { sent } = await openTable();
  const field = screen.getByRole('textbox', { name: '주문 금액' });
  await act(async () => fireEvent.change(field, { target: { value: '3000' } }));
  await act(async () => fireEvent.click(up()));
  expect(screen.getByText('최소 5,000원부터 주문할 수 있습니다.')).toBeTruthy();
  expect(sent(placeBet)).toEqual([]);
});

test('where every bet has its own strike, the first tick after the bet is its base', async () => {
  const { server, pass, device } = await openTable({ type: 'B1' });
  expect(screen.getByText('주문 직후 첫 시세가 기준가')).toBeTruthy();
  await act(async () => device.preferences.change({ confirmOrders: false }));
  await act(async () => server.push(tickTopic('BTCUSDT'), tick('97400', START)));
  await pass(1_000);
  await act(async () => fireEvent.click(up()));
  await pass(10);
  await act(async () => server.push(tickTopic('BTCUSDT'), tick('97410', START + 1_500)));
  await act(async () => server.push(tickTopic('BTCUSDT'), tick('97405', START + 1_700)));
  await pass(1_000);
  expect(screen.getByText('내 기준가 대비').textContent).toContain('−5.00');
});

test('a page opened after the first tick of a bet shows no base and no zone for it', async () => {
  const mine = offer(11, 'B1');
  const running = roundOf(mine, openingToBetOn('B1', millis(START)));
  const bet = betOn(running, { type: 'LONG', createdMillis: START - 5_000 });
  const { server, pass } = await openTable({ type: 'B1', bets: [bet] });
  await act(async () => server.push(tickTopic('BTCUSDT'), tick('97400', START)));
  await pass(1_000);
  expect(screen.queryByText('주문 직후 첫 시세가 기준가')).toBeNull();
  expect(screen.getByText('내 기준가는 결과에 나옵니다')).toBeTruthy();
});

test('a bet whose first tick came while the connection was cut has no base', async () => {
  const { server, pass, device } = await openTable({ type: 'B1' });
  await act(async () => device.preferences.change({ confirmOrders: false }));
  await act(async () => server.push(tickTopic('BTCUSDT'), tick('97400', START)));
  await pass(1_000);
  await act(async () => fireEvent.click(up()));
  await pass(10);
  await act(async () => server.goAway());
  server.comeBack();
  await pass(1_000);
  await act(async () => server.push(tickTopic('BTCUSDT'), tick('97410', START + 2_000)));
  await pass(1_000);
  expect(screen.queryByText('내 기준가 대비')).toBeNull();
  expect(screen.getByText('내 기준가는 결과에 나옵니다')).toBeTruthy();
});

test('a guest sees the round and is invited to sign in', async () => {
  await openTable({ signedIn: false });
  expect(clock()).toBe('00:40');
  expect(
    screen.getByText('수익 87% · 같으면 환급 · 모의 시세 BTC/USDT · 시작 10초 전 주문 마감'),
  ).toBeTruthy();
  const guest = within(screen.getByRole('region', { name: '로그인 안내' }));
  expect(guest.getByRole('link', { name: '로그인하고 거래하기' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: '주문' })).toBeNull();
});

test('the sheet groups the games by stock, and a game is chosen by its chip', async () => {
  const { at, pass } = await openTable();
  await tap(/^비트코인 ?BTC\/USDT$/);
  const games = within((await sheet('거래하기')).getByRole('group', { name: '비트코인 거래 시간' }));
  expect(games.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '비트코인 30초 수익 87%',
    '비트코인 1분 수익 87%',
    '비트코인 2분 수익 87%',
    '비트코인 비트볼 1분 추첨',
  ]);
  expect(games.getByRole('button', { name: /^비트코인 1분/ }).getAttribute('aria-pressed')).toBe('true');
  await act(async () => fireEvent.click(games.getByRole('button', { name: /^비트코인 2분/ })));
  await pass(10);
  expect(at()).toBe('/exchange/12');
});

test.each([
  ['by staff also says that rounds under way are void', true],
  ['for want of a source’s time leaves rounds under way as they are', false],
])('a halt is shown with its reason, and nothing can be staked; one %s', async (_, voidsRounds) => {
  const { server, pass } = await openTable();
  const known = server.asked.length;
  server.answer(currentRound, () => ({
    reply: {
      serverMillis: START,
      round: null,
      running: null,
      terms: {
        walletType: 'BINARY',
        currency: 'KRW',
        strikeMode: 'ROUND_OPEN',
        rate: '0.87',
        odds: {},
        cutOffMillis: 10_000,
        stakeMin: '5000',
        stakeUnit: '1000',
        stakeMax: '5000000',
        roundMost: '10000000',
        ticketsMost: 10,
        allowBothSides: false,
        graceMillis: 2_000,
        staleMillis: 3_000,
        tie: 'VOID',
      },
      halt: { reason: '시세 점검', sinceMillis: START, voidsRounds },
    },
  }));
  await act(async () =>
    server.push(topics.rounds.destination, {
      type: 'OPTION_STATE',
      at: START,
      data: { tradeOptionId: 11, isStop: 1, reason: '시세 점검' },
    }),
  );
  await pass(10);
  expect(server.asked.length).toBeGreaterThan(known);
  expect(dock().getByText('거래를 잠시 멈췄습니다')).toBeTruthy();
  expect(dock().getByText('시세 점검')).toBeTruthy();
  expect(dock().queryAllByText(/진행 중이던 회차는 무효/)).toHaveLength(voidsRounds ? 1 : 0);
  expect(screen.queryByRole('button', { name: /^상승/ })).toBeNull();
});

test('an unknown offer is reported, and the page is left', async () => {
  const { server, at, pass } = await openTable();
  server.answer(tradeOptions, () => ({ reply: [offer(99, 'R1')] }));
  await act(async () => server.platform.answers.refetch());
  await pass(10);
  expect(screen.getByText('종목을 찾을 수 없습니다.')).toBeTruthy();
  expect(at()).toBe('/oversea');
});

test('with buyOnRight switched on, up is on the right', async () => {
  const { device } = await openTable();
  await act(async () => device.preferences.change({ buyOnRight: true }));
  const pair = within(screen.getByRole('group', { name: '방향' })).getAllByRole('button');
  expect(pair.map(({ textContent }) => textContent?.slice(0, 2))).toEqual(['하락', '상승']);
});

test('a sound is played for each of the last five seconds, unless the switch is off', async () => {
  const audio = audioDouble();
  const { pass } = await openTable({ openAudio: audio.open });
  await act(async () => fireEvent.pointerUp(window));
  await pass(24_000);
  expect(audio.tones()).toBe(0);
  await pass(1_000);
  const one = audio.tones();
  expect(one).toBeGreaterThan(0);
  audio.pass(1);
  await pass(1_000);
  expect(audio.tones()).toBe(2 * one);
  await tap('주문 마감 알림음 켜짐');
  audio.pass(1);
  await pass(1_000);
  expect(audio.tones()).toBe(2 * one);
});

test('a round that cannot be loaded is shown as failed, and a tap tries again', async () => {
  const { server, pass } = await openTable();
  server.answer(currentRound, () => ({ refusal: 'OPTION_NOT_FOUND' }));
  await act(async () => server.platform.answers.forget());
  await pass(10);
  expect(screen.getByText('회차를 불러오지 못했습니다')).toBeTruthy();
  expect(screen.getByRole('button', { name: '다시 시도' })).toBeTruthy();
});

test('a ball offer is shown on the ball page', async () => {
  const { at, pass } = await openTable();
  await tap(/^비트코인 ?BTC\/USDT$/);
  await tap('비트코인 비트볼 1분 추첨');
  await pass(10);
  expect(at()).toBe('/exchange/13');
  expect(await screen.findByRole('heading', { name: /비트볼/ })).toBeTruthy();
});
