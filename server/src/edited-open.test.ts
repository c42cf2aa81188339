// Rows of open bets, rounds, draws, orders, positions and holds are edited while the platform is stopped. None of them
// is money in a purse, but each decides who gets some. The next start refuses every such edit.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, price, qty, rate, ZERO } from '@maru/engine/amount';
import type { BinaryTerms } from '@maru/engine/binary/terms';
import { RENT } from '@maru/engine/binary/testing';
import { commitOf } from '@maru/engine/bitball/draw';
import { describeBook } from '@maru/engine/describe';
import * as futures from '@maru/engine/futures/testing';
import { NOON, NQ, quoteAt } from '@maru/engine/oversea/testing';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE, type PlayerId, playerId } from '@maru/engine/purse';
import { lengthOf, roundId } from '@maru/engine/rounds/round';
import { later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { type OpenedDesk, openJournal } from './desk/open-desk.ts';
import { everybody, hold, openPlayers, openTestDesk, SITE, untilCaughtUp } from './desk/testing.ts';
import { openAuditTables } from './shadow/audit-tables.ts';
import { auditJournal } from './shadow/auditor.ts';
import { TablesDiffer } from './shadow/tables.ts';
import { shadowParts } from './shadow-products.ts';

const one = playerId(1);
const two = playerId(2);
const BALL_OPEN = later(NOON, 10 * MINUTE_MS);
const ROUNDS = {
  /** Not over. */
  rent: roundId({ offer: 102, open: later(NOON, 4 * MINUTE_MS) }),
  /** Frozen, and nobody is paid: each bet has its own strike. */
  own: roundId({ offer: 105, open: NOON }),
  ball: roundId({ offer: 108, open: BALL_OPEN }),
};

const terms: BinaryTerms = { ...RENT, cutOffMs: 5_000, precision: 1 };

/** Every column that decides about something open, one after the other; on all rows that the condition selects. */
const EDITS: readonly (readonly [table: string, set: string, where: string])[] = [
  ...[`pick = 'DOWN'`, 'stake = stake + 1000', 'rate = rate + 0.01', 'accepted_ms = accepted_ms - 1'].map(
    (set) => ['bet', set, `type = 'R1'`] as const,
  ),
  ['bet', `pick = 'DOWN'`, `type = 'B1'`],
  ['bet', 'accepted_ms = accepted_ms - 400', `type = 'B1'`],
  ['bet', 'player_id = 2', `type = 'R1'`],
  ['bet', `wallet = 'FUTURES'`, `type = 'R1'`],
  ['bet', 'round_id = round_id + 1', `type = 'R1'`],
  ['bet', `pick = 'NS_EVEN'`, `type = 'P1'`],
  ['bet', 'rate = rate * 2', `type = 'P1'`],
  ['bet_round', 'close_ms = close_ms + 60000', `type = 'R1'`],
  ['bet_round', `strike_mode = 'AT_BET'`, `type = 'R1'`],
  ['bet_round', 'places_compared = 0', `type = 'R1'`],
  ['bet_round', 'stale_ms = 9999', `type = 'R1'`],
  ['bet_round', 'status = 1', `type = 'R1'`],
  ['bet_round', 'voided_event = 1', `type = 'R1'`],
  ['bet_round', 'settled_event = 1, close_ms = 1, open_ms = 1', `type = 'R1'`],
  ['bet_round', 'paid_players = 1', `type = 'B1'`],
  ['bet_round', 'close_price = close_price + 1', `type = 'B1'`],
  ['bet_round', `status = 3, void_reason = 'FEW_TICKS'`, `type = 'B1'`],
  ['round_strike', 'price = array(select each + 1 from unnest(price) as each)', 'true'],
  ['round_strike', 'ts_ms = array(select each - 1 from unnest(ts_ms) as each)', 'true'],
  ['ball_seal', `commitment = repeat('0', 64)`, 'true'],
  ['ball_secret', `seed = repeat('0', 64)`, 'true'],
  ...[
    'qty = qty + 1',
    'price = price + 0.25',
    `side = 'SHORT'`,
    `fires = case fires when 'UP' then 'DOWN' else 'UP' end`,
    'margin = margin + 1',
    'sl_tick = 7',
    'reduce_only = true',
    'is_unpriced = true',
    `status = 'CANCELLED', ended_ms = 1, ended_event = 1`,
  ].map((set) => ['oversea_order', set, `status = 'OPEN'`] as const),
  ...[
    'qty = qty + 1',
    `side = 'SHORT'`,
    'entry_sum = entry_sum - 1',
    'margin = margin - 1',
    'entry_commission = entry_commission - 1',
    'tp_tick = 40',
    'overnight = true',
    'held_day = held_day + 1',
    'qty = 0, margin = 0, closed_event = 1, closed_ms = 1',
  ].map((set) => ['oversea_position', set, 'true'] as const),
  ...[
    'qty = qty + 1',
    'price = price + 0.1',
    `tp_by = 'mark'`,
    'cost = cost - 1',
    'leverage = leverage + 1',
    `ended_as = 'CANCELED', cancel_reason = 'PLAYER', ended_ms = 1, ended_event = 1`,
  ].map((set) => ['futures_order', set, `type = 'LIMIT'`] as const),
  ...[
    'qty = qty + 1',
    'margin = margin + 1',
    'funding = funding + 1',
    'entry_over = entry_over + 1',
    'warned_ms = 1',
    'opened_ms = opened_ms - 1',
    'qty = 0, margin = 0, funding = 0, entry_fee = 0, closed_event = 1, closed_ms = 1',
  ].map((set) => ['futures_position', set, 'true'] as const),
  ['futures_funded', 'due_ms = due_ms - 1', 'true'],
  ['hold', 'amount = amount - 1', 'true'],
  ['hold', 'player_id = 2', 'true'],
  ['hold', `wallet = 'FUTURES'`, 'true'],
];

/** Edits of final rows, and how the auditor reports them. */
const HISTORY_EDITS: readonly (readonly [table: string, edit: string, named: RegExp])[] = [
  ['bet', `update bet set stake = stake + 1 where type = 'P1'`, /bet \d+ differs/],
  ['bet', `update bet set profit = profit + 1 where type = 'R1'`, /bet \d+ differs/],
  ['bet', `delete from bet where type = 'B1'`, /bet \d+ is gone/],
  [
    'bet',
    `insert into bet select (json_populate_record(bet, '{"id":1}')).* from bet limit 1`,
    /bet 1 was never/,
  ],
  ['oversea_fill', 'update oversea_fill set commission = commission + 1', /fill \d+ differs/],
  [
    'oversea_fill',
    'update oversea_fill set net = net + 1, entry_commission = entry_commission - 1',
    /fill \d+ differs/,
  ],
  ['oversea_fill', 'delete from oversea_fill', /fill \d+ is gone/],
  ['futures_fill', 'update futures_fill set tick_mark = tick_mark + 1', /fill \d+ of coin futures differs/],
  ['futures_funding', 'delete from futures_funding', /funding \d+ of coin futures is gone/],
  ['oversea_order', 'update oversea_order set price = price + 0.25', /order \d+ differs/],
  [
    'account_event',
    `update account_event set body = replace(body, '"qty":2', '"qty":3') where kind = 'OVERSEA_FILLED'`,
    /event \d+ of player 2 differs/,
  ],
];

describe.each(testDatabases)('what is open on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let now: Millis = NOON;
  let before: string | undefined;

  const journalAt = () =>
    store.url === undefined ? { folder: join(folder, 'journal') } : { url: store.url };
  const start = (): Promise<OpenedDesk> =>
    openTestDesk(store, folder, {
      journalAt: journalAt(),
      onHalt: () => undefined,
      clock: () => now,
    });

  const bookOf = async ({ desk }: OpenedDesk) => (await desk.inspect(describeBook, everybody(desk)))?.seen;

  const bet = (player: PlayerId, type: 'R1' | 'B1', round: number): AnyCommand => ({
    kind: 'PLACE_BET',
    site: SITE,
    player,
    session: 1,
    round,
    type,
    side: 'UP',
    stake: amount('5000'),
    receivedAt: now,
    reserved: ZERO,
    terms: type === 'B1' ? { ...terms, strikeMode: 'AT_BET' } : terms,
  });

  const order = (type: 'MARKET' | 'LIMIT', at?: string): AnyCommand => ({
    kind: 'PLACE_OVERSEA_ORDER',
    site: SITE,
    player: two,
    session: 1,
    side: 'LONG',
    type,
    qty: 2,
    reduceOnly: false,
    slTick: 40,
    ...(at === undefined ? {} : { price: price(at) }),
    terms: NQ,
    quote: quoteAt('18250', { at: now }),
  });

  const futuresOrder = (type: 'MARKET' | 'LIMIT', at?: string): AnyCommand => {
    const quote = futures.quoteAt('60000', { at: now });
    return {
      ...{ kind: 'PLACE_FUTURES_ORDER', site: SITE, player: one, session: 1, side: 'LONG', type },
      ...{ qty: qty('0.5'), by: 'last', leverage: 20, marginType: 'ISOLATED' },
      ...{ reduceOnly: false, postOnly: false, immediate: false },
      ...(at === undefined ? undefined : { price: price(at) }),
      takeProfit: { price: price('70000'), by: 'last' },
      ...{ terms: futures.BTC, quote, priced: [{ terms: futures.BTC, quote }] },
    };
  };

  async function openThings(): Promise<void> {
    const opened = await start();
    const { desk } = opened;
    const ask = async (command: AnyCommand) => expect(await desk.submit(command)).toMatchObject({ ok: true });
    const players = await openPlayers(desk, 2);
    const seed = 'a1'.repeat(32);
    const ball = { site: SITE, round: ROUNDS.ball, type: 'P1' } as const;
    await ask({ ...ball, kind: 'SEAL_BALL', player: HOUSE, seed, commit: commitOf(seed) });
    await ask(hold(one, '700'));
    await ask(order('MARKET'));
    await ask(order('LIMIT', '18000'));
    await ask(futuresOrder('MARKET'));
    await ask(futuresOrder('LIMIT', '59000'));
    const { instrument, contract } = futures.BTC;
    const funding = { instrument, contract, dueAt: NOON, rate: rate('0.0001'), mark: price('60001') };
    await ask({ kind: 'FUND_FUTURES', site: SITE, player: HOUSE, ...funding });
    now = later(NOON, 1_500);
    await ask(bet(one, 'B1', ROUNDS.own));
    now = later(NOON, MINUTE_MS + 2_000);
    await ask({
      kind: 'FREEZE_ROUND',
      site: SITE,
      player: HOUSE,
      round: ROUNDS.own,
      type: 'B1',
      ticks: Array.from({ length: lengthOf('B1') / 1_000 + 1 }, (_, second) => ({
        ts: millis(NOON + second * 1_000 - 100),
        seq: second,
        price: price(`100.${second % 7}`),
      })),
    });
    now = later(NOON, 3 * MINUTE_MS + 10_000);
    await ask(bet(one, 'R1', ROUNDS.rent));
    now = later(BALL_OPEN, -30_000);
    const odds = rate('1.95');
    const stake = amount('5000');
    await ask({
      ...ball,
      kind: 'PLACE_BALL_BET',
      player: one,
      session: 1,
      market: 'NS_ODD',
      stake,
      odds,
      receivedAt: now,
      reserved: ZERO,
      terms,
    });
    await untilCaughtUp(desk, players);
    before = await bookOf(opened);
    await desk.stop();
  }

  const query = <Row>(text: string) => store.database.transaction((tx) => tx.query<Row>(text));

  beforeAll(async () => {
    store = await open();
    folder = mkdtempSync(join(tmpdir(), 'maru-edited-open-'));
    await openThings();
  });
  afterAll(async () => {
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(EDITS)(
    'is rejected at the start when it was edited: %s set %s where %s',
    async (table, set, where) => {
      await query(`create table kept as select * from ${table}`);
      const changed = await query(`update ${table} set ${set} where ${where} returning 1`);
      expect(changed.length).toBeGreaterThan(0);
      const fault = await start().then(
        async ({ desk }) => {
          await desk.stop();
          return new Error('the start took it as it is');
        },
        (thrown: unknown) => thrown,
      );
      await query(`delete from ${table}`);
      await query(`insert into ${table} select * from kept`);
      await query('drop table kept');
      expect(fault).toBeInstanceOf(TablesDiffer);
      expect(String(fault)).toContain('npm run rebuild');
    },
  );

  test.each(HISTORY_EDITS)(
    'is found by the auditor in the histories: %s, %s',
    async (table, statement, named) => {
      const journal = await openJournal(journalAt(), 0, () => undefined);
      const audit = () =>
        auditJournal({
          tables: openAuditTables(store.database, 0),
          products: shadowParts.products,
          journal,
          rest: () => Promise.resolve(),
          isStopped: () => false,
        });
      await audit();
      await query(`create table kept as select * from ${table}`);
      await query(statement);
      const fault: unknown = await audit().catch((thrown: unknown) => thrown);
      await query(`delete from ${table}`);
      await query(`insert into ${table} select * from kept`);
      await query('drop table kept');
      await journal.close();
      expect(fault).toBeInstanceOf(TablesDiffer);
      expect(String(fault)).toMatch(named);
    },
  );

  test('is the same as before when every edit was reverted', async () => {
    const opened = await start();
    expect(await bookOf(opened)).toBe(before);
    await opened.desk.stop();
  });
});
