// Draws from the seal to the payment, through the real desk and tables, on both databases.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, price, toDecimal, ZERO } from '@maru/engine/amount';
import { commitOf, drawOf } from '@maru/engine/bitball/draw';
import { defaultOddsOf, MARKETS, outcomeOf } from '@maru/engine/bitball/markets';
import { describeBook } from '@maru/engine/describe';
import { playerId, playerPurse, siteId } from '@maru/engine/purse';
import { roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import { everybody, openTestDesk, untilCaughtUp } from '../desk/testing.ts';
import { silentLog } from '../log/log.ts';
import { createDraws, type Draws } from './draws.ts';

const SITE = siteId(1);
const PLAYER = playerId(1);
const OPTION = 108;
const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
/** The first round whose betting has not begun at the start. */
const OPEN = millis(START + 2 * MINUTE_MS);
const ROUND = roundId({ offer: OPTION, open: OPEN });

const terms = {
  wallet: 'BINARY',
  stakeMin: amount('5000'),
  stakeUnit: amount('1000'),
  stakeMax: amount('5000000'),
  roundMost: amount('10000000'),
  ticketsMost: 100,
  exposureMost: amount('50000000'),
};

describe.each(testDatabases)('draws on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let now: Millis;
  let desk: RunningDesk;
  let draws: Draws;
  let published: { readonly data: { readonly tradeRoundId: number; readonly ball: unknown } }[];
  let tick: { readonly last: ReturnType<typeof price>; readonly ts: Millis } | undefined;

  beforeAll(async () => {
    store = await open();
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maru-ball-'));
    now = START;
    published = [];
    tick = { last: price('97123.4'), ts: millis(OPEN - 5_300) };
    await begin();
    await desk.submit({
      kind: 'OPEN_ACCOUNT',
      site: SITE,
      player: PLAYER,
      role: 'PLAYER',
      wallets: [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') }],
    });
  });

  afterEach(async () => {
    await desk.stop();
    await emptyDatabase(store);
    await rm(folder, { recursive: true, force: true });
  });

  afterAll(() => store.drop());

  async function begin(): Promise<void> {
    const { database } = store;
    const opened = await openTestDesk(store, folder, {
      clock: () => now,
    });
    desk = opened.desk;
    draws = createDraws({
      database,
      desk,
      offers: [{ id: OPTION, type: 'P1', stock: 'BTCUSDT' }],
      sites: () => [SITE],
      saltTick: async () => tick,
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      publish: (_site, push) => published.push(push),
      time: { clock: () => now, wait: () => new Promise(() => undefined) },
      log: silentLog,
    });
  }

  const bet = (market: string) =>
    desk.submit({
      kind: 'PLACE_BALL_BET',
      site: SITE,
      player: PLAYER,
      session: 1,
      round: ROUND,
      type: 'P1',
      market,
      stake: amount('5000'),
      odds: defaultOddsOf(market as (typeof MARKETS)[number]),
      receivedAt: now,
      reserved: ZERO,
      terms,
    });

  const query = <Row>(text: string) => store.database.transaction((tx) => tx.query<Row>(text));

  async function free(): Promise<string> {
    const read = await desk.inspect(
      (book) => book.purses.get(playerPurse(PLAYER, 'BINARY', 'free'))?.balance,
      [PLAYER],
    );
    return toDecimal(read?.seen ?? 0n);
  }

  test('every round of the next hour is sealed before its betting begins, and no seed can be read', async () => {
    await draws.runOnce();
    await untilCaughtUp(desk, [PLAYER]);
    const read = await desk.inspect((book) => book.bitball.rounds.size);
    expect(read?.seen).toBe(59);
    now = millis(OPEN - MINUTE_MS);
    await bet('NS_ODD');
    await untilCaughtUp(desk, [PLAYER]);
    const seals = await query<{ commitment: string; sealed_ms: number; open_ms: number }>(
      'select commitment, sealed_ms, open_ms from ball_seal order by open_ms',
    );
    expect(seals[0]?.open_ms).toBe(OPEN);
    expect(seals.every(({ sealed_ms, open_ms }) => sealed_ms < open_ms - MINUTE_MS)).toBe(true);
    const events = await query<{ body: string }>('select body from account_event');
    const secrets = await query<{ seed: string }>('select seed from ball_secret');
    expect(secrets).toHaveLength(59);
    expect(events.some(({ body }) => secrets.some(({ seed }) => body.includes(seed)))).toBe(false);
  });

  test('the draw follows from the sealed seed and the salt, and every hit is paid once', async () => {
    await draws.runOnce();
    now = millis(OPEN - MINUTE_MS);
    for (const market of MARKETS) expect((await bet(market)).ok).toBe(true);
    now = millis(OPEN - 5_000);
    await draws.runOnce();
    expect(await bet('NS_ODD')).toMatchObject({ ok: false, refusal: 'ROUND_CLOSED' });
    expect(published).toEqual([]);
    now = OPEN;
    await draws.runOnce();
    await draws.runOnce();
    await untilCaughtUp(desk, [PLAYER]);
    const [drawn] = await query<{ seed: string; salt: string; balls: number[]; power: number }>(
      'select seed, salt, balls, power from ball_draw',
    );
    expect(drawn?.salt).toBe(`BTCUSDT:97123.4:${OPEN - 5_300}`);
    const own = drawOf({ seed: drawn?.seed ?? '', salt: drawn?.salt ?? '', round: ROUND });
    expect(drawn).toMatchObject({ balls: own.balls, power: own.power });
    const [seal] = await query<{ commitment: string }>(
      `select commitment from ball_seal where round_id = ${ROUND}`,
    );
    expect(commitOf(drawn?.seed ?? '')).toBe(seal?.commitment);
    const states = await query<{
      pick: (typeof MARKETS)[number];
      status: number;
      stake: string;
      profit: string;
    }>('select pick, status, stake, profit from bet_state order by id');
    for (const { pick, status } of states) {
      expect([pick, status]).toEqual([pick, outcomeOf(pick, own) === 'WON' ? 1 : 2]);
    }
    // The tallies of a round equal its bets.
    expect(await query('select pick, status, bets, stake from round_state order by pick')).toEqual(
      states
        .map(({ pick, status, stake }) => ({ pick, status, bets: 1, stake }))
        .toSorted((a, b) => (a.pick < b.pick ? -1 : 1)),
    );
    const won = states.filter(({ status }) => status === 1);
    expect(won).toHaveLength(10);
    const credits = won.reduce((sum, { stake, profit }) => sum + Number(stake) + Number(profit), 0);
    expect(await free()).toBe(String(10_000_000 - MARKETS.length * 5_000 + credits));
    expect(published.map(({ data }) => data.tradeRoundId)).toEqual([ROUND]);
    expect(await query('select seed from ball_secret where round_id = ' + ROUND)).toEqual([]);
  });

  test('without a fresh tick the round is void, the stake is returned and the seed is published', async () => {
    await draws.runOnce();
    now = millis(OPEN - MINUTE_MS);
    await bet('PB_ODD');
    tick = { last: price('97123.4'), ts: millis(OPEN - 9_000) };
    now = millis(OPEN - 5_000);
    await draws.runOnce();
    await draws.runOnce();
    await untilCaughtUp(desk, [PLAYER]);
    expect(await free()).toBe('10000000');
    expect(await query('select status, void_reason from bet_state')).toEqual([
      { status: 3, void_reason: 'NO_SALT' },
    ]);
    expect(await query('select seed is not null as shown, balls from ball_draw')).toEqual([
      { shown: true, balls: null },
    ]);
  });

  test('a process that dies between the salt and the draw draws the same balls, and the book is the same', async () => {
    await draws.runOnce();
    now = millis(OPEN - MINUTE_MS);
    await bet('PB_ODD');
    await bet('PB_EVEN');
    now = millis(OPEN - 5_000);
    await draws.runOnce();
    const before = await desk.inspect(describeBook, everybody(desk));
    await desk.stop();
    await begin();
    expect((await desk.inspect(describeBook, everybody(desk)))?.seen).toBe(before?.seen);
    now = millis(OPEN + 30_000);
    await draws.runOnce();
    await draws.runOnce();
    expect(await free()).toBe(String(10_000_000 - 10_000 + 9_750));
    const after = await desk.inspect(describeBook, everybody(desk));
    await desk.stop();
    await begin();
    expect((await desk.inspect(describeBook, everybody(desk)))?.seen).toBe(after?.seen);
  });
});
