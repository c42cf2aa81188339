// The tallies of a round equal its bets: after random histories, with voids, ties and missing ticks, and in tables that
// were rebuilt from the journal.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, price, rate, ZERO } from '@maru/engine/amount';
import type { BinaryTerms } from '@maru/engine/binary/terms';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE, type PlayerId } from '@maru/engine/purse';
import { lengthOf, roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import { openJournal } from '../desk/open-desk.ts';
import { openPlayers, openTestDesk, SITE, untilCaughtUp, untilWritten } from '../desk/testing.ts';
import { rebuildTables } from '../shadow/rebuild-tables.ts';
import type { Shadow } from '../shadow/shadow.ts';
import { shadowParts } from '../shadow-products.ts';

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const PLAYERS = 8;
const HISTORIES = 12;

const terms = {
  wallet: 'BINARY',
  cutOffMs: 5_000,
  rate: rate('0.87'),
  stakeMin: amount('5000'),
  stakeUnit: amount('1000'),
  stakeMax: amount('5000000'),
  roundMost: amount('10000000'),
  ticketsMost: 100,
  exposureMost: amount('50000000'),
  allowBothSides: true,
  precision: 1,
  staleMs: 3_000,
} as const satisfies Omit<BinaryTerms, 'strikeMode'>;

const history = fc.record({
  type: fc.constantFrom('R1', 'B1', 'B1'),
  bets: fc.array(
    fc.record({
      player: fc.nat(PLAYERS - 1),
      side: fc.constantFrom('UP', 'DOWN'),
      stake: fc.constantFrom('5000', '6000', '11000'),
      /** Few instants, so that several bets share one. */
      afterMs: fc.nat(40).map((step) => step * 250),
      /** The tables are written up to here before the next bet. */
      isWritten: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20, size: 'max' },
  ),
  ticks: fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 14_000 }), tenths: fc.nat(3) }), {
    minLength: 4,
    maxLength: 20,
    size: 'max',
  }),
  closing: fc.option(fc.nat(3), { freq: 6, nil: undefined }),
  end: fc.constantFrom('OPEN', 'VOID', 'FREEZE', 'FREEZE', 'FREEZE', 'FREEZE_AND_VOID'),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(testDatabases)('counted bets on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let desk: RunningDesk;
  let shadow: Shadow;
  let now: Millis = START;
  let players: readonly PlayerId[];

  beforeAll(async () => {
    store = await open();
    folder = await mkdtemp(join(tmpdir(), 'maru-tallies-'));
    await begin();
    players = await openPlayers(desk, PLAYERS);
  });

  afterAll(async () => {
    await desk.stop();
    await store.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const journalAt = () => (store.url === undefined ? { folder } : { url: store.url });

  async function begin(): Promise<void> {
    const opened = await openTestDesk(store, folder, {
      journalAt: journalAt(),
      clock: () => now,
    });
    ({ desk, shadow } = opened);
  }

  async function live({ type, bets, ticks, closing, end }: History, from: Millis): Promise<void> {
    const opening = type === 'B1' ? from : millis(from + MINUTE_MS);
    const close = millis(opening + lengthOf(type));
    const of = { site: SITE, round: roundId({ offer: type === 'B1' ? 105 : 102, open: opening }), type };
    const ask = async (command: AnyCommand) => expect(await desk.submit(command)).toMatchObject({ ok: true });
    now = millis(from + 20_000);
    for (const { player, side, stake, afterMs, isWritten } of bets) {
      const strikeMode = type === 'B1' ? ('AT_BET' as const) : ('ROUND_OPEN' as const);
      const id = players[player] as PlayerId;
      await ask({
        ...of,
        kind: 'PLACE_BET',
        player: id,
        session: 1,
        side,
        stake: amount(stake),
        receivedAt: millis(from + afterMs),
        reserved: ZERO,
        terms: { ...terms, strikeMode },
      });
      if (isWritten) await untilCaughtUp(desk, [id]);
    }
    const voided: AnyCommand = {
      ...of,
      kind: 'VOID_ROUND',
      player: HOUSE,
      reason: '시세 오류',
      requestedBy: 1,
      approvedBy: 2,
    };
    if (end === 'OPEN') return;
    if (end === 'VOID') return ask(voided);
    now = millis(close + 2_000);
    const all = ticks.map(({ afterMs, tenths }) => ({ at: from + afterMs, tenths }));
    if (closing !== undefined) {
      all.push({ at: opening - 100, tenths: 1 });
      // As many ticks as a round needs, after the last bet of a round with a strike for each bet.
      for (let at = opening + 30_000; at < close; at += 1_000) all.push({ at, tenths: closing });
    }
    await ask({
      ...of,
      kind: 'FREEZE_ROUND',
      player: HOUSE,
      ticks: all.map(({ at, tenths }, seq) => ({ ts: millis(at), seq, price: price(`100.${tenths}`) })),
    });
    // A round without prices is void already, and there is nothing left to void.
    if (end === 'FREEZE_AND_VOID') await desk.submit(voided);
    await ask({ ...of, kind: 'PAY_ROUND', player: HOUSE, most: 1_000 });
  }

  const counted = () =>
    store.database.transaction(async (tx) => ({
      tallies: await tx.query(
        `select round_id, pick, status, sum(bets)::int as bets, sum(stake) as stake
         from round_state group by round_id, pick, status order by round_id, pick, status`,
      ),
      bets: await tx.query<{ status: number }>(
        `select round_id, pick, status, count(*)::int as bets, sum(stake) as stake
         from bet_state group by round_id, pick, status order by round_id, pick, status`,
      ),
      // Tallies by instant are kept for open rounds only.
      instants: await tx.query(
        `select site_id, round_id, accepted_ms, pick, bets from entry_tally
         order by round_id, accepted_ms, pick`,
      ),
      open: await tx.query(
        `select bet.site_id, bet.round_id, accepted_ms, pick, count(*)::int as bets
         from bet
         join bet_round on bet_round.site_id = bet.site_id and bet_round.round_id = bet.round_id
         where strike_mode = 'AT_BET' and status = 0 and voided_event is null
         group by bet.site_id, bet.round_id, accepted_ms, pick
         order by round_id, accepted_ms, pick`,
      ),
    }));

  test('equal the bets themselves, in every state of the round', async () => {
    let rounds = 0;
    await fc.assert(
      fc.asyncProperty(history, async (told) => {
        await live(told, millis(START + rounds * 10 * MINUTE_MS));
        rounds += 1;
        await untilWritten({ desk, shadow });
        const { tallies, bets, instants, open: undecided } = await counted();
        expect(tallies).toEqual(bets);
        expect(instants).toEqual(undecided);
      }),
      { numRuns: HISTORIES, seed: 9, endOnFailure: true },
    );
    const before = await counted();
    // The histories must have covered every state, or the test would prove less than its name.
    expect(new Set(before.bets.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3]));
    await desk.stop();
    const journal = await openJournal(journalAt(), 0, () => undefined);
    await rebuildTables({ database: store.database, journal, shard: 0, products: shadowParts.products });
    await journal.close();
    expect(await counted()).toEqual(before);
    await begin();
  });
});
