// Rounds through the desk, the journal and the tables: in every state, a desk that restarts has the same book, and
// tables that are rebuilt have the same rows.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, price, rate, ZERO } from '@maru/engine/amount';
import type { BinaryTerms } from '@maru/engine/binary/terms';
import { RENT } from '@maru/engine/binary/testing';
import { describeBook } from '@maru/engine/describe';
import { paidIn } from '@maru/engine/payment/bet-queue';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE, type PlayerId } from '@maru/engine/purse';
import { lengthOf, type RoundType, roundId } from '@maru/engine/rounds/round';
import { DAY_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import { openJournal } from '../desk/open-desk.ts';
import { everybody, openPlayers, openTestDesk, SITE, untilCaughtUp } from '../desk/testing.ts';
import { rebuildTables } from '../shadow/rebuild-tables.ts';
import { shadowParts } from '../shadow-products.ts';

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
/** More than one payment takes. */
const PLAYERS = 60;
/** So that a round is paid in two parts. */
const PLAYERS_AT_ONCE = 50;

const terms: BinaryTerms = { ...RENT, cutOffMs: 5_000, precision: 1 };

interface TestRound {
  readonly id: number;
  readonly type: RoundType;
  readonly open: Millis;
  readonly close: Millis;
}

const roundOf = (type: RoundType, offer: number, open: Millis): TestRound => ({
  id: roundId({ offer, open }),
  type,
  open,
  close: millis(open + lengthOf(type)),
});

describe.each(testDatabases)('rounds on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let desk: RunningDesk;
  let now: Millis;
  let players: readonly PlayerId[];

  beforeAll(async () => {
    store = await open();
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maru-rounds-'));
    now = START;
    await begin();
    players = await openPlayers(desk, PLAYERS);
  });

  afterEach(async () => {
    await desk.stop();
    await emptyDatabase(store);
    await rm(folder, { recursive: true, force: true });
  });

  afterAll(() => store.drop());

  const journalAt = () => (store.url === undefined ? { folder } : { url: store.url });

  async function begin(): Promise<void> {
    const opened = await openTestDesk(store, folder, {
      journalAt: journalAt(),
      clock: () => now,
    });
    desk = opened.desk;
  }

  async function ask(command: AnyCommand): Promise<void> {
    const outcome = await desk.submit(command);
    expect(outcome).toMatchObject({ ok: true });
  }

  const bet = (player: PlayerId, { id, type }: TestRound, side: 'UP' | 'DOWN'): AnyCommand => ({
    kind: 'PLACE_BET',
    site: SITE,
    player,
    session: 1,
    round: id,
    type,
    side,
    stake: amount('5000'),
    receivedAt: now,
    reserved: ZERO,
    terms: type === 'B1' ? { ...terms, strikeMode: 'AT_BET', rate: rate('0.9') } : terms,
  });

  /** One tick a second, rising by a tenth, from before the opening to the close. */
  const freeze = ({ id, type, open: from, close }: TestRound): AnyCommand => ({
    kind: 'FREEZE_ROUND',
    site: SITE,
    player: HOUSE,
    round: id,
    type,
    ticks: Array.from({ length: (close - from) / 1_000 + 3 }, (_, index) => ({
      ts: millis(from + (index - 2) * 1_000),
      seq: index,
      price: price(`100.${index % 7}`),
    })),
  });

  const pay = ({ id }: TestRound): AnyCommand => ({
    kind: 'PAY_ROUND',
    site: SITE,
    player: HOUSE,
    round: id,
    most: PLAYERS_AT_ONCE,
  });
  const voided = ({ id }: TestRound): AnyCommand => ({
    kind: 'VOID_ROUND',
    site: SITE,
    player: HOUSE,
    round: id,
    reason: '시세 오류',
    requestedBy: 1,
    approvedBy: 2,
  });

  const book = async (): Promise<string> =>
    (await desk.inspect(describeBook, everybody(desk)))?.seen ?? 'the desk is away';

  async function expectSameAfterRestart(): Promise<void> {
    const before = await book();
    await desk.stop();
    await begin();
    expect(await book()).toBe(before);
  }

  /** The status of every bet, by the tables and by the payments themselves. */
  async function expectTablesAgree({ id }: TestRound): Promise<void> {
    await untilCaughtUp(desk, players);
    const rows = await store.database.transaction((tx) =>
      tx.query<{ id: number; status: number }>(
        `select id, status from bet_state where round_id = ${id} order by id`,
      ),
    );
    const read = await desk.inspect((seen) =>
      [...(seen.binary.rounds.get(`${SITE}/${id}`)?.playerBets.values() ?? [])]
        .flatMap((turn) =>
          turn.bets.map((each) => ({ id: each.id, status: paidIn(turn, each)?.status as number })),
        )
        .toSorted((a, b) => a.id - b.id),
    );
    expect(rows.map(({ id: bet, status }) => ({ id: bet, status }))).toEqual(read?.seen);
  }

  async function placeAll(round: TestRound): Promise<void> {
    const sides = ['UP', 'DOWN', 'UP'] as const;
    await Promise.all(players.map((player, index) => ask(bet(player, round, sides[index % 3] ?? 'UP'))));
    await Promise.all(
      players.slice(0, 50).map((player, index) => ask(bet(player, round, sides[index % 3] ?? 'UP'))),
    );
  }

  test.each(['R1', 'B1'] as const)(
    '%s: at every step of a round, its void included, a restart loads the same book',
    async (type) => {
      const from = type === 'B1' ? START : millis(START + MINUTE_MS);
      const round = roundOf(type, type === 'B1' ? 105 : 102, from);
      now = millis(START + 1_500);
      await placeAll(round);
      await expectSameAfterRestart();
      now = millis(round.close + 2_000);
      await ask(freeze(round));
      await expectSameAfterRestart();
      await ask(pay(round));
      await expectSameAfterRestart();
      await ask(pay(round));
      await expectTablesAgree(round);
      await expectSameAfterRestart();
      now = millis(round.close + MINUTE_MS);
      await ask(voided(round));
      await ask(pay(round));
      await expectSameAfterRestart();
      await ask(pay(round));
      await expectTablesAgree(round);
      await expectSameAfterRestart();
    },
  );

  test('a void in the middle of the payment, in one write of the tables, leaves the same book', async () => {
    const round = roundOf('R1', 102, millis(START + MINUTE_MS));
    await placeAll(round);
    now = millis(round.close + 2_000);
    const steps = [freeze(round), pay(round), voided(round), pay(round), pay(round)];
    expect((await Promise.all(steps.map((step) => desk.submit(step)))).every(({ ok }) => ok)).toBe(true);
    await expectTablesAgree(round);
    await expectSameAfterRestart();
  });

  test('a round is removed a day after its close, from the book and from that of a desk that restarts', async () => {
    const first = roundOf('R1', 102, millis(START + MINUTE_MS));
    await ask(bet(players[0]!, first, 'UP'));
    now = millis(first.close + 2_000);
    await ask(freeze(first));
    await ask(pay(first));
    const second = roundOf('R1', 102, millis(START + DAY_MS + 10 * MINUTE_MS));
    now = millis(second.open - 30_000);
    await ask(bet(players[1]!, second, 'UP'));
    await expectSameAfterRestart();
    now = millis(second.close + 2_000);
    await ask(freeze(second));
    expect(await book()).not.toContain(`round ${SITE}/${first.id} `);
    await expectSameAfterRestart();
    await ask(pay(second));
    await expectSameAfterRestart();
  });

  test('tables that are rebuilt from the journal have the same bets and rounds', async () => {
    const round = roundOf('B1', 105, START);
    now = millis(START + 1_500);
    await placeAll(round);
    now = millis(round.close + 2_000);
    await ask(freeze(round));
    await ask(pay(round));
    await ask(pay(round));
    await untilCaughtUp(desk, players);
    const rows = () =>
      store.database.transaction(async (tx) => ({
        bets: await tx.query('select * from bet order by id'),
        rounds: await tx.query('select * from bet_round order by round_id'),
        ticks: await tx.query('select * from round_strike order by round_id, second'),
      }));
    const before = await rows();
    expect(before.bets).toHaveLength(PLAYERS + 50);
    await desk.stop();
    const journal = await openJournal(journalAt(), 0, () => undefined);
    await rebuildTables({ database: store.database, journal, shard: 0, products: shadowParts.products });
    await journal.close();
    expect(await rows()).toEqual(before);
    await begin();
  });
});
