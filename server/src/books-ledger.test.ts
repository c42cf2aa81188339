// The explorer of a whole site against the ledger: stakes, payments of rounds and all other movements, in one list.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as calls from '@maru/contract/books/calls';
import { amount } from '@maru/engine/amount';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE, type PlayerId, playerId } from '@maru/engine/purse';
import { roundId } from '@maru/engine/rounds/round';
import { type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roundOf } from './archive-testing.ts';
import { createBooksCheck } from './books/check.ts';
import { bookRoutes } from './books/routes.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import type { OpenedDesk } from './desk/open-desk.ts';
import {
  hold,
  insertTestSite,
  openPlayers,
  openTestDesk,
  refill,
  SITE,
  untilCaughtUp,
} from './desk/testing.ts';
import { type Asks, asksOf, openTestHttp, STAFF } from './http/testing.ts';

/** 22:00 in Korea: the second part is on the next day. */
const START = millis(Date.parse('2026-11-12T22:00:00+09:00'));
const ROUND = roundId({ offer: 102, open: millis(START + 60_000) });

describe.each(testDatabases)('the ledger of a site on $name', ({ open }) => {
  const folder = mkdtempSync(join(tmpdir(), 'maru-explorer-'));
  let store: TestDatabase;
  let opened: OpenedDesk;
  let http: FastifyInstance;
  let asks: Asks<typeof calls>;
  let now: Millis = START;
  let players: readonly PlayerId[];

  const ask = async (command: AnyCommand, at: Millis = now): Promise<void> => {
    now = at;
    expect(await opened.desk.submit(command)).toMatchObject({ ok: true });
  };
  const rowsOf = <Row>(text: string): Promise<readonly Row[]> =>
    store.database.transaction((tx) => tx.query<Row>(text));

  beforeAll(async () => {
    store = await open();
    await insertTestSite(store);
    opened = await openTestDesk(store, join(folder, 'journal'), { clock: () => now });
    players = await openPlayers(opened.desk, 4);
    const [first, second] = players as readonly [PlayerId, PlayerId];
    await ask(hold(first, '700'));
    await ask(refill(second, '9000000'));
    for (const { command, at } of roundOf('R1', START, players)) await ask(command, at);
    await ask({
      ...{ kind: 'CREDIT_DEPOSIT', site: SITE, player: first, wallet: 'BINARY', amount: amount('25000') },
      ...{ channel: 'kpay', by: { provider: 'kpay', external: 'one' } },
    });
    for (const type of ['R1', 'B1'] as const)
      for (const { command, at } of roundOf(type, millis(START + 3 * 3_600_000), players))
        await ask(command, at);
    await untilCaughtUp(opened.desk, players);
    const check = createBooksCheck({
      shard: 0,
      database: store.database,
      sites: () => [SITE],
      clock: () => now,
    });
    http = await openTestHttp({
      routes: bookRoutes({ database: store.database, check, nameOf: (product) => product, partLines: 5 }),
      clock: () => now,
    });
    asks = asksOf(http);
  });
  afterAll(async () => {
    await http.close();
    await opened.desk.stop();
    await store.drop();
  });

  /** Every line of a list, page by page. */
  async function allLines(query: string, size = 100): Promise<calls.LedgerLine[]> {
    const lines: calls.LedgerLine[] = [];
    let next: number | null = null;
    do {
      const path: string = `/api/office/books/ledger?size=${size}&${query}${next === null ? '' : `&before=${next}`}`;
      const { status, body } = await asks.get(path as '/api/office/books/ledger', STAFF);
      expect(status).toBe(200);
      lines.push(...body.content);
      next = body.next;
    } while (next !== null);
    return lines;
  }
  /** What lines move, by reason and both ends. */
  function sumsOf(lines: readonly calls.LedgerLine[]): Record<string, string> {
    const sums: Record<string, readonly [moves: number, units: bigint]> = {};
    for (const { reason, currency, from, to, moves, amount: moved } of lines) {
      const name = `${reason} ${currency} ${from.kind} ${to.kind}`;
      const [count, units] = sums[name] ?? [0, 0n];
      sums[name] = [count + moves, units + amount(moved)];
    }
    return Object.fromEntries(
      Object.entries(sums).map(([name, [moves, units]]) => [name, `${moves} ${units}`]),
    );
  }
  /** The same of the sums of days. Holds have no rows but those of their members. */
  async function sumsOfDays(): Promise<Record<string, string>> {
    const rows = await rowsOf<{ name: string; moves: number; moved: string }>(
      `select reason || ' ' || currency || ' ' || from_kind || ' ' || to_kind as name,
         sum(moves)::int as moves, sum(amount)::text as moved
       from ledger_day where reason not in ('HOLD', 'RELEASE') group by 1`,
    );
    return Object.fromEntries(rows.map(({ name, moves, moved }) => [name, `${moves} ${amount(moved)}`]));
  }

  test('the movements of a site add up to the ledger, page by page, with whole events', async () => {
    const lines = await allLines('', 2);
    expect(sumsOf(lines)).toEqual(await sumsOfDays());
    const places = lines.map(({ event, leg }) => `${event}/${leg}`);
    expect(new Set(places).size).toBe(places.length);
    expect(lines.map(({ event }) => event)).toEqual(
      lines.map(({ event }) => event).toSorted((one, other) => other - one),
    );
    expect(await allLines('')).toEqual(lines);
    const until = Date.parse('2026-11-13T00:00:00+09:00');
    expect(await allLines('date=2026-11-12')).toEqual(lines.filter(({ atMillis }) => atMillis < until));
    for (const reason of ['BET', 'BET_STAKE', 'BET_LOST', 'DEPOSIT']) {
      const own = lines.filter((line) => line.reason === reason);
      expect(own.length, reason).toBeGreaterThan(0);
      expect(await allLines(`reason=${reason}`, 1), reason).toEqual(own);
    }
  });

  test('a round has the stakes of its members and its payment in few lines', async () => {
    const lines = await allLines(`tradeRoundId=${ROUND}`, 2);
    const bets = lines.filter(({ reason }) => reason === 'BET');
    expect(bets.map(({ from, amount: stake }) => [from.playerId, stake])).toEqual(
      players.toReversed().map((player) => [player, '5000']),
    );
    const paid = lines.filter(({ reason }) => reason !== 'BET');
    expect(paid.every(({ roundId: of, from }) => of === ROUND && from.playerId === null)).toBe(true);
    expect(paid.length).toBeGreaterThan(0);
    const single = [];
    for (const player of players)
      single.push(...(await allLines(`tradeRoundId=${ROUND}&playerId=${player}`)));
    expect(single.length).toBeGreaterThan(lines.length);
    expect(sumsOf(lines)).toEqual(sumsOf(single));
    expect(await allLines(`tradeRoundId=${ROUND + 1}`)).toEqual([]);
  });

  test('a file of a site and of a round has the same lines', async () => {
    for (const query of ['reason=BET_LOST', `tradeRoundId=${ROUND}`]) {
      const rows: string[] = [];
      let next = '';
      do {
        const url = `/api/office/books/ledger/csv?${query}${next}`;
        const { body, headers } = await http.inject({ method: 'GET', url, headers: STAFF_HEADERS });
        rows.push(...body.split('\r\n').filter((line) => /^\d/.test(line)));
        next = headers['x-next'] === undefined ? '' : `&before=${String(headers['x-next'])}`;
      } while (next !== '');
      const lines = await allLines(query);
      expect(rows.map((row) => row.split(',').slice(-2).join())).toEqual(
        lines.map(({ moves, roundId: of }) => `${moves},${of}`),
      );
    }
  });

  test('a round that was voided after its payment still adds up', async () => {
    const ofHouse = { site: SITE, player: HOUSE, round: ROUND } as const;
    await ask({
      ...{ kind: 'VOID_ROUND', ...ofHouse, reason: '시세 오류' },
      ...{ requestedBy: playerId(901), approvedBy: playerId(902) },
    });
    await ask({ kind: 'PAY_ROUND', ...ofHouse, most: 50 });
    await untilCaughtUp(opened.desk, players);
    const lines = await allLines('', 3);
    expect(sumsOf(lines)).toEqual(await sumsOfDays());
    const own = await allLines(`tradeRoundId=${ROUND}`);
    expect(own).toEqual(lines.filter(({ roundId: of }) => of === ROUND));
    expect(own.map(({ reason }) => reason)).toContain('BET_REVERSED');
  });
});

const STAFF_HEADERS = { authorization: `Bearer ${STAFF.id}.${STAFF.role}` };
