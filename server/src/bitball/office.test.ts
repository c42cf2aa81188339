// What staff may do with balls, through real HTTP: void a round with two people, and set the odds of a market.

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeBet } from '@maru/contract/binary/calls';
import {
  approveVoid,
  ballOdds,
  ballOddsEffect,
  changeBallOdds,
  requestVoid,
} from '@maru/contract/binary/office';
import { amount, price, ZERO } from '@maru/engine/amount';
import { playerPurse } from '@maru/engine/purse';
import { roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TopicPush } from '../binary/deps.ts';
import { binaryOfferId } from '../binary/offers.ts';
import { type Binary, openBinary } from '../binary/open-binary.ts';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import { insertTestSite, openTestDesk } from '../desk/testing.ts';
import {
  type Asks,
  asksOf,
  COLLEAGUE,
  OWNER,
  openTestHttp,
  PARTNER,
  PEOPLE,
  type Person,
  SITE,
  STAFF,
} from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { bitcoin, listedWithoutPrices, tickOf } from '../market/testing.ts';
import { createDraws, type Draws } from './draws.ts';
import { openOdds } from './odds.ts';

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const coin = { ...bitcoin, roundTypes: ['P1'] as const };
const OPTION = binaryOfferId(coin, 'P1');
const WALLETS = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') }];

describe.each(testDatabases)('the office of balls on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let now: Millis;
  let desk: RunningDesk;
  let binary: Binary;
  let draws: Draws;
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let asks: Asks<
    typeof import('@maru/contract/binary/calls') & typeof import('@maru/contract/binary/office')
  >;
  const published: TopicPush[] = [];

  beforeAll(async () => {
    store = await open();
    const { database } = store;
    folder = await mkdtemp(join(tmpdir(), 'maru-ball-office-'));
    now = START;
    const clock = () => now;
    const time = { clock, wait: () => new Promise<void>(() => undefined) };
    await insertTestSite(store);
    ({ desk } = await openTestDesk(store, folder, {
      clock,
    }));
    for (const { id, role } of PEOPLE)
      await desk.submit({ kind: 'OPEN_ACCOUNT', site: SITE, player: id, role, wallets: WALLETS });
    const site = {
      id: SITE,
      moneyMode: 'PRACTICE',
      binaryCurrency: 'KRW',
      features: { binary: true, powerBall: true },
      wallets: WALLETS,
    } as const;
    const odds = await openOdds(database);
    const publish = (_site: typeof SITE, push: TopicPush) => void published.push(push);
    binary = await openBinary({
      shard: 0,
      database,
      desk,
      instruments: [coin],
      listed: listedWithoutPrices,
      sites: { all: () => [site], byId: () => site },
      prices: { latest: () => tickOf('97123.4', now), condition: () => 'OPEN', stampsTicks: () => true },
      record: { open: () => [] },
      onTick: () => () => undefined,
      recordedUntil: undefined,
      ball: odds,
      reservedFor: () => ZERO,
      publish,
      time,
      log: silentLog,
    });
    draws = createDraws({
      database,
      desk,
      offers: [{ id: OPTION, type: 'P1', stock: 'BTCUSDT' }],
      sites: () => [SITE],
      saltTick: async (at) => ({ last: price('97123.4'), ts: millis(at - 300) }),
      random: randomBytes,
      publish,
      time,
      log: silentLog,
    });
    http = await openTestHttp({ routes: [...binary.routes, ...odds.routes], clock });
    asks = asksOf(http);
    await draws.runOnce();
  });

  afterAll(async () => {
    await http.close();
    await binary.stop();
    await desk.stop();
    await store.drop();
    await rm(folder, { recursive: true, force: true });
  });

  let keys = 0;
  const get = <Path extends string>(path: Path, by: Person) => asks.get(path, by);
  function post<Path extends string>(path: Path, body: object, by: Person) {
    keys += 1;
    return asks.post(path, body, by, `the-office-of-balls-${keys}`);
  }

  /** A round without bets, at the moment its betting begins. */
  function nextRound(): { readonly id: number; readonly open: Millis } {
    const opening = millis(Math.floor(now / MINUTE_MS) * MINUTE_MS + 3 * MINUTE_MS);
    now = millis(opening - MINUTE_MS);
    return { id: roundId({ offer: OPTION, open: opening }), open: opening };
  }

  async function bet(tradeRoundId: number) {
    const placed = await post(placeBet.path, { point: '5000', tradeRoundId, type: 'NS_ODD' }, OWNER);
    expect(placed.status).toBe(200);
    return placed.body;
  }

  async function free(): Promise<bigint | undefined> {
    const purse = playerPurse(OWNER.id, 'BINARY', 'free');
    return (await desk.inspect((book) => book.purses.get(purse)?.balance, [OWNER.id]))?.seen;
  }

  test('two members of staff void a round of balls: the stake is returned, the reason is pushed, and nothing is drawn', async () => {
    const round = nextRound();
    const before = await free();
    const { id } = await bet(round.id);
    const reason = '추첨 설비를 점검합니다.';
    for (const stranger of [OWNER, PARTNER]) {
      expect((await post(requestVoid.path, { tradeRoundId: round.id, reason }, stranger)).status).toBe(403);
    }
    const asked = await post(requestVoid.path, { tradeRoundId: round.id, reason }, STAFF);
    expect(asked).toMatchObject({ status: 200, body: { approvedBy: null } });
    const approval = { voidRequestId: asked.body.id };
    expect((await post(approveVoid.path, approval, STAFF)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await post(approveVoid.path, approval, OWNER)).status).toBe(403);
    expect(await free()).not.toBe(before);
    expect((await post(approveVoid.path, approval, COLLEAGUE)).body).toMatchObject({
      approvedBy: COLLEAGUE.id,
    });
    expect((await post(approveVoid.path, approval, COLLEAGUE)).body.code).toBe('ALREADY_PROCESSED');
    await draws.runOnce();
    await desk.caughtUp(OWNER.id);

    expect(await free()).toBe(before);
    expect(published.filter(({ type }) => type === 'ROUND_VOID')).toMatchObject([
      { data: { tradeRoundId: round.id, status: 3, voidReason: 'STAFF', voidText: reason } },
    ]);
    const listed = await get(`/api/trade/history/list?tradeRoundId=${round.id}`, OWNER);
    expect(listed.body.content).toMatchObject([{ id, status: 3, credit: '5000', voidReason: 'STAFF' }]);
    const late = await post(placeBet.path, { point: '5000', tradeRoundId: round.id, type: 'NS_ODD' }, OWNER);
    expect(late.status).not.toBe(200);

    now = round.open;
    await draws.runOnce();
    const drawn = published.filter(({ type }) => type === 'ROUND_RESULT');
    expect(drawn.map(({ data }) => (data as { tradeRoundId: number }).tradeRoundId)).not.toContain(round.id);
    expect(await free()).toBe(before);
  });

  test('after the salt a round of balls can no longer be voided', async () => {
    const round = nextRound();
    await bet(round.id);
    const asked = await post(requestVoid.path, { tradeRoundId: round.id, reason: '늦은 요청입니다.' }, STAFF);
    now = millis(round.open - 5_000);
    await draws.runOnce();
    const refused = await post(approveVoid.path, { voidRequestId: asked.body.id }, COLLEAGUE);
    expect(refused.body.code).toBe('VOID_TOO_LATE');
    now = round.open;
    await draws.runOnce();
    expect(published.at(-1)).toMatchObject({ type: 'ROUND_RESULT', data: { tradeRoundId: round.id } });
  });

  test('odds that staff change count for the next bets, never above their probability, and after a restart', async () => {
    const round = nextRound();
    const usual = await get(ballOdds.path, STAFF);
    expect(usual.body.odds).toMatchObject({ NS_ODD: '1.95', NC_A: '80' });
    const early = await bet(round.id);
    const change = (type: string, odds: string, by: Person = STAFF) =>
      post(changeBallOdds.path, { type, odds }, by);
    expect((await change('NS_ODD', '1.9', OWNER)).status).toBe(403);
    expect((await get(ballOdds.path, PARTNER)).status).toBe(403);
    expect((await change('NS_ODD', '2')).body).toMatchObject({ code: 'SETTING_INVALID' });
    expect((await change('NS_ODD', '1')).body).toMatchObject({ code: 'SETTING_INVALID' });
    expect((await change('NS_NEITHER', '1.9')).body).toMatchObject({ code: 'BET_TYPE_INVALID' });
    const effect = (by: Person) => get(`${ballOddsEffect.path}?type=NS_ODD&odds=1.9`, by);
    expect((await effect(OWNER)).status).toBe(403);
    expect((await effect(STAFF)).body).toMatchObject({
      refused: { bets: 0, stake: '0' },
      returnPercent: { before: '97.5', after: '95' },
    });
    expect((await get(`${ballOddsEffect.path}?type=NS_ODD&odds=2`, STAFF)).body.code).toBe('SETTING_INVALID');
    expect((await get(ballOdds.path, STAFF)).body.odds).toMatchObject({ NS_ODD: '1.95' });
    expect((await change('NS_ODD', '1.9')).body.odds).toMatchObject({ NS_ODD: '1.9', NS_EVEN: '1.95' });

    const shown = await get(`/api/trade/game/current?tradeOptionId=${OPTION}`, OWNER);
    expect(shown.body.terms.odds).toMatchObject({ NS_ODD: '1.9', NS_EVEN: '1.95' });
    expect([early.payout, (await bet(round.id)).payout]).toEqual(['9750', '9500']);
    const again = await openOdds(store.database);
    expect(String(again.oddsOf(SITE).get('NS_ODD'))).toBe('190000000');
    const history = await store.database.transaction((tx) =>
      tx.query(`select area, subject, before, after, staff_id from staff_change where area = 'BALL_ODDS'`),
    );
    expect(history).toEqual([
      { area: 'BALL_ODDS', subject: 'NS_ODD', before: '"1.95"', after: '"1.9"', staff_id: STAFF.id },
    ]);
  });
});
