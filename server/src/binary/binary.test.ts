// Rounds from the first bet to the receipt, through real HTTP and the real desk, on both databases.
import { roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { COLLEAGUE, OWNER, PARTNER, type Person, principalOf, STAFF, STRANGER } from '../http/testing.ts';
import { B1, openWorld, R1, START, type World } from './testing.ts';

const BETTING = '/api/trade/history/betting';
/** The first rent round that can be bet on opens a minute after the start, and closes a minute later. */
const OPEN = START + MINUTE_MS;
const CLOSE = OPEN + MINUTE_MS;
const ROUND = roundId({ offer: R1, open: millis(OPEN) });

describe.each(testDatabases)('rounds on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;

  beforeAll(async () => {
    store = await open();
  });

  beforeEach(async () => {
    world = await openWorld(store);
    world.publishPrice('100');
  });

  afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });

  afterAll(() => store.drop());

  const bet = (type = 'LONG', point = '5000', by: Person = OWNER, key?: string, round = ROUND) =>
    world.post(BETTING, { point, tradeRoundId: round, type }, by, key);

  /** Raises the price from 100 at the opening to 101 at the close, and waits until the grace is over. */
  async function runOut(until = '101'): Promise<void> {
    world.live('100', OPEN);
    world.live(until, CLOSE + 2_000);
    await world.runOnce();
  }

  const list = async (query = '') => (await world.get(`/api/trade/history/list?${query}`, OWNER)).body;

  test('a winning bet is paid after the grace, pushed once, listed, and proven by its receipt', async () => {
    const placed = await bet();
    expect(placed).toMatchObject({
      status: 200,
      body: {
        point: '5000',
        rate: '0.87',
        payout: '9350',
        status: 0,
        credit: null,
        wallet: { point: '9995000', gameWaitPoint: '5000' },
      },
    });
    await runOut();
    expect(await world.balances()).toEqual({ free: '10004350', wait: '0' });
    const results = world.pushes.filter(({ push }) => push.type === 'BET_RESULT');
    expect(results).toMatchObject([
      {
        player: OWNER.id,
        queue: 'trade',
        push: {
          data: {
            tradeRoundId: ROUND,
            bets: [{ id: placed.body.id, status: 1, credit: '9350' }],
            net: { amount: '4350', currency: 'KRW' },
            round: { no: 722, stock: 'BTCUSDT', type: 'R1' },
          },
        },
      },
    ]);
    expect(world.published.filter(({ type }) => type === 'ROUND_RESULT')).toContainEqual(
      expect.objectContaining({
        data: expect.objectContaining({
          tradeRoundId: ROUND,
          status: 1,
          openPrice: '100',
          closePrice: '101',
        }),
      }),
    );
    expect((await list()).content).toMatchObject([
      { id: placed.body.id, status: 1, credit: '9350', strikePrice: '100', closePrice: '101' },
    ]);
    world.moveTo(CLOSE + 2 * MINUTE_MS);
    await world.flush();
    const receipt = (await world.get(`/api/trade/receipt?betId=${placed.body.id}`, OWNER)).body;
    expect(receipt).toMatchObject({
      rule: 'binary-1',
      round: { status: 1, strikeMode: 'ROUND_OPEN' },
      entry: { time: OPEN, price: '100' },
      exit: { time: CLOSE, price: '101' },
      result: { status: 1, credit: '9350', profit: '4350', rounding: 'FLOOR' },
    });
    // An inquiry about it takes the same receipt along, and nobody else's inquiry does.
    const [evidence] = world.evidence;
    expect(await evidence?.find(principalOf(OWNER), placed.body.id, world.now())).toEqual(receipt);
    expect(await evidence?.find(principalOf(STRANGER), placed.body.id, world.now())).toBeUndefined();
    const ticks = (await world.get(`/api/trade/receipt/ticks?betId=${placed.body.id}`, OWNER)).body;
    expect(ticks.complete).toBe(true);
    for (const proof of [receipt.entry, receipt.exit]) {
      const minute = ticks.minutes.find((each) => each.hash === proof.hash)!;
      expect(minute.ticks.split('\n').map((line) => line.split(' ').slice(0, 3))).toContainEqual([
        String(proof.time - minute.minuteMillis),
        String(proof.seq),
        proof.price,
      ]);
    }
  });

  test('a lost bet pays nothing and a tie returns the stake', async () => {
    await bet('SHORT');
    await runOut();
    expect(await world.balances()).toEqual({ free: '9995000', wait: '0' });
    const round = roundId({ offer: R1, open: millis(OPEN + 3 * MINUTE_MS) });
    world.moveTo(OPEN + 2 * MINUTE_MS);
    world.publishPrice('100');
    await bet('LONG', '7000', OWNER, undefined, round);
    world.live('100', CLOSE + 3 * MINUTE_MS + 2_000);
    await world.runOnce();
    expect(await world.balances()).toEqual({ free: '9995000', wait: '0' });
    expect((await list()).content).toMatchObject([
      { status: 3, credit: '7000', voidReason: 'TIE' },
      { status: 2, credit: '0' },
    ]);
  });

  test('the millisecond of arrival decides the cut-off', async () => {
    world.moveTo(OPEN - 10_001);
    world.publishPrice('100');
    expect((await bet()).status).toBe(200);
    world.moveTo(OPEN - 10_000);
    expect(await bet()).toMatchObject({ status: 409, body: { code: 'ROUND_CLOSED' } });
  });

  test('a repeated request is one bet with one answer, also after the option was halted', async () => {
    const [first, second] = await Promise.all([
      bet('LONG', '5000', OWNER, 'the-same-tap'),
      bet('LONG', '5000', OWNER, 'the-same-tap'),
    ]);
    expect(second).toEqual(first);
    await world.post('/api/office/binary/halt', { tradeOptionId: R1, reason: '점검' }, STAFF);
    expect(await bet('LONG', '5000', OWNER, 'the-same-tap')).toEqual(first);
    expect(await bet('LONG', '5000', OWNER, 'another-tap')).toMatchObject({
      body: { code: 'OPTION_STOPPED' },
    });
    expect(await bet('LONG', '6000', OWNER, 'the-same-tap')).toMatchObject({ status: 409 });
    expect((await list()).totalElements).toBe(1);
  });

  test('only the owner may read a receipt, only players bet, and only staff use the office calls', async () => {
    const { body } = await bet();
    const receipt = `/api/trade/receipt?betId=${body.id}`;
    expect((await world.get(receipt)).status).toBe(401);
    expect((await world.get(receipt, STRANGER)).body.code).toBe('BET_NOT_FOUND');
    expect((await world.get(receipt.replace('?', '/ticks?'), STRANGER)).status).toBe(404);
    expect((await world.get(`/api/trade/history/list?playerId=${OWNER.id}`, STRANGER)).status).toBe(403);
    expect((await world.get(`/api/trade/history/current?tradeRoundId=${ROUND}`, STRANGER)).body).toEqual([]);
    expect((await bet('LONG', '5000', PARTNER)).body.code).toBe('PARTNER_CANNOT_TRADE');
    expect((await bet('LONG', '5000', STAFF)).status).toBe(403);
    const halt = { tradeOptionId: R1, reason: '점검' };
    expect((await world.post('/api/office/binary/halt', halt)).status).toBe(401);
    expect((await world.post('/api/office/binary/halt', halt, OWNER)).status).toBe(403);
  });

  test.each([
    ['4000', 'LONG', 'STAKE_TOO_SMALL'],
    ['5500', 'LONG', 'AMOUNT_OFF_UNIT'],
    ['5001000', 'LONG', 'STAKE_TOO_LARGE'],
    ['0', 'LONG', 'ENTER_AMOUNT'],
    ['5000', 'NS_ODD', 'BET_TYPE_INVALID'],
  ])('%s on %s is refused as %s', async (point, type, code) => {
    expect((await bet(type, point)).body.code).toBe(code);
  });

  test('limits of tickets, sides and the round hold, and a stale price takes no bet', async () => {
    for (let ticket = 0; ticket < 10; ticket++) expect((await bet()).status).toBe(200);
    expect((await bet()).body.code).toBe('TOO_MANY_TICKETS');
    await bet('SHORT', '5000', STRANGER);
    expect((await bet('LONG', '5000', STRANGER)).body.code).toBe('BOTH_SIDES');
    await bet('SHORT', '5000000', STRANGER);
    expect((await bet('SHORT', '5000000', STRANGER)).body.code).toBe('ROUND_LIMIT');
    world.moveTo(world.now() + 3_001);
    expect((await bet('SHORT', '5000', STRANGER)).body.code).toBe('OPTION_STOPPED');
  });

  test('where ticks have no time of their source, no bet with a strike of its own is offered or accepted', async () => {
    const round = roundId({ offer: B1, open: START });
    world.moveTo(START + 1_000);
    world.publishPrice('100');
    const stake = () =>
      world.post('/api/trade/history/betting', { tradeRoundId: round, type: 'LONG', point: '5000' }, OWNER);
    const shown = async (offer: number) =>
      (await world.get(`/api/trade/game/current?tradeOptionId=${offer}`)).body.halt;
    world.stamp(false);
    expect(await stake()).toMatchObject({ status: 409, body: { code: 'NO_SOURCE_TIME' } });
    expect(await shown(B1)).toMatchObject({ reason: expect.stringContaining('시각') });
    // A strike that is the same for all bets, seconds after the cut-off, needs no such time.
    expect(await shown(R1)).toBeNull();
    expect((await bet()).status).toBe(200);
    world.stamp(true);
    expect(await shown(B1)).toBeNull();
    expect((await stake()).status).toBe(200);
  });

  test('where every bet has its own strike, the table agrees with the payments', async () => {
    const round = roundId({ offer: B1, open: START });
    const stakes: number[] = [];
    world.moveTo(START + 1_000);
    for (const [price, type] of [
      ['100', 'LONG'],
      ['103', 'LONG'],
      ['103', 'SHORT'],
      ['102', 'LONG'],
    ] as const) {
      world.publishPrice(price);
      const by = type === 'LONG' ? OWNER : STRANGER;
      stakes.push((await bet(type, '10000', by, undefined, round)).body.id);
      world.moveTo(world.now() + 500);
      world.publishPrice(price);
      world.moveTo(world.now() + 1_500);
    }
    world.live('102', START + MINUTE_MS + 2_000);
    await world.runOnce();
    expect((await list(`tradeRoundId=${round}`)).content).toMatchObject([
      { status: 3, voidReason: 'TIE', strikePrice: '102', credit: '10000' },
      { status: 2, strikePrice: '103', credit: '0' },
      { status: 1, strikePrice: '100', credit: '19000' },
    ]);
    const told = world.pushes.filter(({ push, player }) => push.type === 'BET_RESULT' && player === OWNER.id);
    expect(told).toMatchObject([
      { push: { data: { bets: [{ status: 1, credit: '19000' }, { status: 2 }, { status: 3 }] } } },
    ]);
  });

  test('a late tick counts within the grace and not after it', async () => {
    await bet();
    world.live('100', OPEN);
    world.live('101', CLOSE - 500);
    world.moveTo(CLOSE + 1_999);
    world.publishPrice('99', CLOSE - 1);
    world.moveTo(CLOSE + 2_001);
    world.publishPrice('105', CLOSE);
    await world.runOnce();
    expect((await list()).content).toMatchObject([{ status: 2, closePrice: '99' }]);
  });

  test('a halt inside the round stops bets, and the round is decided by its prices', async () => {
    await bet();
    world.live('100', OPEN);
    await world.post('/api/office/binary/halt', { tradeOptionId: R1, reason: '시세 점검' }, STAFF);
    expect((await world.get(`/api/trade/game/current?tradeOptionId=${R1}`)).body.halt).toMatchObject({
      reason: '시세 점검',
    });
    expect(
      (await world.post('/api/office/binary/halt', { tradeOptionId: R1, reason: '또 점검' }, STAFF)).status,
    ).toBe(409);
    world.live('101', OPEN + 2_000);
    expect((await bet()).status).not.toBe(200);
    await world.post('/api/office/binary/resume', { tradeOptionId: R1 }, STAFF);
    world.live('101', CLOSE + 2_000);
    await world.runOnce();
    expect((await list()).content).toMatchObject([{ status: 1, voidReason: null }]);
    expect(await world.balances()).toEqual({ free: '10004350', wait: '0' });
  });

  test('two members of staff void a settled round: payments are taken back and the stake is returned', async () => {
    await bet();
    await runOut();
    expect(await world.balances()).toMatchObject({ free: '10004350' });
    const asked = await world.post(
      '/api/office/binary/void/request',
      { tradeRoundId: ROUND, reason: '시세 오류로 무효 처리합니다.' },
      STAFF,
    );
    expect(asked.status).toBe(200);
    const voidRequestId = asked.body.id;
    expect(await world.post('/api/office/binary/void/approve', { voidRequestId }, STAFF)).toMatchObject({
      status: 403,
      body: { code: 'SECOND_PERSON_NEEDED' },
    });
    expect((await world.post('/api/office/binary/void/approve', { voidRequestId }, OWNER)).status).toBe(403);
    const approved = await world.post('/api/office/binary/void/approve', { voidRequestId }, COLLEAGUE);
    expect(approved).toMatchObject({
      status: 200,
      body: { requestedBy: STAFF.id, approvedBy: COLLEAGUE.id },
    });
    expect(await world.balances()).toEqual({ free: '10000000', wait: '0' });
    const again = await world.post('/api/office/binary/void/approve', { voidRequestId }, COLLEAGUE);
    expect(again.body.code).toBe('ALREADY_PROCESSED');
    // The player's own list waits until the tables have caught up; public lists do not.
    expect((await list()).content).toMatchObject([{ status: 3, voidReason: 'STAFF', credit: '5000' }]);
    expect((await world.get(`/api/trade/game/round?tradeRoundId=${ROUND}`)).body).toMatchObject({
      status: 3,
      voidReason: 'STAFF',
      voidText: '시세 오류로 무효 처리합니다.',
    });
    const rounds = await world.get('/api/office/binary/round/list', STAFF);
    expect(rounds.body.content).toMatchObject([
      { id: ROUND, bets: 1, betsByStatus: { 3: 1 }, players: 1, stakes: { LONG: '5000' }, isPaid: true },
    ]);
  });

  test('settings are checked, and a bet that was placed before keeps its rate', async () => {
    await bet();
    const change = (body: object) =>
      world.post('/api/office/binary/setting', { tradeOptionId: R1, ...body }, STAFF);
    expect(await change({ rate: '1' })).toMatchObject({ status: 422, body: { field: 'rate' } });
    expect(await change({ stakeMin: '6000000' })).toMatchObject({ body: { field: 'stakeMax' } });
    expect(await change({ cutOffMillis: 60_000 })).toMatchObject({ body: { field: 'cutOffMillis' } });
    expect(await change({ strikeMode: 'AT_BET' })).toMatchObject({ body: { field: 'strikeMode' } });
    expect(await change({ rate: '0.5', stakeMin: '1000' })).toMatchObject({
      status: 200,
      body: { rate: '0.5', stakeMin: '1000', isChanged: true },
    });
    expect((await bet('LONG', '1000')).body).toMatchObject({ rate: '0.5', payout: '1500' });
    await runOut();
    expect(await world.balances()).toEqual({ free: String(10_000_000 + 4_350 + 500), wait: '0' });
  });

  test('lists are filtered and paged, and the day is summed up', async () => {
    await bet('LONG', '5000');
    await bet('LONG', '6000');
    await bet('LONG', '7000');
    await runOut();
    const next = roundId({ offer: R1, open: millis(OPEN + 2 * MINUTE_MS) });
    expect((await bet('SHORT', '8000', OWNER, undefined, next)).status).toBe(200);
    const points = async (query: string) =>
      (await list(query)).content.map(({ point }: { point: string }) => point);
    expect(await points('size=2')).toEqual(['8000', '7000']);
    expect(await points('size=2&page=1')).toEqual(['6000', '5000']);
    expect(await points('statusStrs=0')).toEqual(['8000']);
    expect(await points('statusStrs=1,2&tradeTypeStrs=LONG')).toEqual(['7000', '6000', '5000']);
    expect(await points('typeStrs=B1')).toEqual([]);
    expect(await points(`tradeRoundId=${next}`)).toEqual(['8000']);
    expect(await points('startDate=2026-11-12&endDate=2026-11-12')).toHaveLength(4);
    expect(await points('endDate=2026-11-11')).toEqual([]);
    const open = await world.get(`/api/trade/history/current_for_option?tradeOptionId=${R1}`, OWNER);
    expect(open.body).toMatchObject([{ point: '8000' }]);
    const recent = await world.get(`/api/trade/history/recent_all_history?tradeOptionId=${R1}`, OWNER);
    expect(recent.body).toHaveLength(4);
    const day = await world.get(`/api/trade/round/summary/daily?tradeOptionId=${R1}`, OWNER);
    expect(day.body).toMatchObject({
      rounds: { up: 1, void: 1 },
      mine: { bets: 4, won: 3, open: 1, stake: '26000', credit: '33660', profit: '15660' },
    });
    const rounds = await world.get(`/api/trade/game/round/list?tradeOptionId=${R1}&statusStrs=1,2`);
    expect(rounds.body).toMatchObject({ totalElements: 1, content: [{ id: ROUND, status: 1, isPlay: 0 }] });
    const live = await world.get(`/api/trade/game/round/list?tradeOptionId=${R1}&isPlayStrs=0,1&size=2`);
    expect(live.body.content).toMatchObject([{ isPlay: 1 }, { isPlay: 1 }]);
    expect((await world.get(`/api/trade/game/recent?tradeOptionId=${R1}`)).body).toMatchObject({ id: ROUND });
    expect((await world.get('/api/trade/game/round?tradeRoundId=7')).body.code).toBe('ROUND_NOT_FOUND');
  });

  async function restart(at: number): Promise<void> {
    await world.kill();
    world = await openWorld(store, { folder: world.folder, at });
  }

  test('a process that dies in the round and one that dies before the payment settle it exactly once', async () => {
    await bet();
    world.live('100', OPEN + 10_000);
    await world.flush();
    await restart(OPEN + 20_000);
    world.live('101', CLOSE + 2_000);
    await world.runOnce();
    expect(await world.balances()).toEqual({ free: '10004350', wait: '0' });
    await restart(CLOSE + 3_000);
    await world.runOnce();
    expect(await world.balances()).toEqual({ free: '10004350', wait: '0' });
    expect(world.pushes.filter(({ push }) => push.type === 'BET_RESULT')).toEqual([]);
  });

  test('a process that was stopped over the close returns the stake', async () => {
    await bet();
    world.live('100', OPEN + 10_000);
    await world.flush();
    await restart(CLOSE + 60_000);
    await world.runOnce();
    expect(await world.balances()).toEqual({ free: '10000000', wait: '0' });
    expect((await list()).content).toMatchObject([{ status: 3, voidReason: 'NO_CLOSE_TICK' }]);
  });

  test('a process that was stopped over the opening returns the stake, though the last tick was fresh', async () => {
    await bet();
    world.live('100', OPEN - 1_000);
    await world.flush();
    await restart(OPEN + 500);
    world.live('101', CLOSE + 2_000);
    await world.runOnce();
    expect((await list()).content).toMatchObject([{ status: 3, voidReason: 'NO_OPEN_TICK' }]);
  });
});
