// Lists of a player with a long history, and the state of a round with many bets: neither reads more than it shows.
import { playerId, siteId } from '@maru/engine/purse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { countBets, listBets } from './bet-store.ts';

const SITE = siteId(1);
const PLAYER = playerId(1);
const BETS = MOST_LISTED + 500;
const OPEN_ROUND = 7;

/** One bet a second; every hundred are a round, and only the last round is not decided. */
const fill = [
  `insert into bet (
     id, site_id, player_id, round_id, option_id, type, pick, stake, rate, profit, wallet, currency, places,
     accepted_ms, open_ms, close_ms
   )
   select n, 1, 1, 100 + n / 100, 3, 'R1', case when n % 2 = 0 then 'UP' else 'DOWN' end, 5000, 0.87, 4350, 'BINARY',
     'KRW', 0, n * 1000, n / 100 * 100000 + 100000, n / 100 * 100000 + 160000
   from generate_series(1, ${BETS}) as n`,
  `insert into bet_round (
     site_id, round_id, shard, option_id, type, open_ms, close_ms, strike_mode, places_compared, stale_ms, bet_count,
     stake, status, winners
   )
   select 1, round_id, 0, 3, 'R1', open_ms, close_ms, 'ROUND_OPEN', 2, 3000, count(*), sum(stake),
     case when round_id = 100 + ${BETS} / 100 then 0 else 1 end, array['UP']
   from bet
   group by round_id, open_ms, close_ms`,
  // A round in which every bet has a strike of its own.
  `insert into bet (
     id, site_id, player_id, round_id, option_id, type, pick, stake, rate, profit, wallet, currency, places,
     accepted_ms, open_ms, close_ms
   )
   select 1000000 + n, 1, 2 + n % 50, ${OPEN_ROUND}, 4, 'B1', 'UP', 5000, 0.9, 4500, 'BINARY', 'KRW', 0, n * 3, 0, 60000
   from generate_series(1, 15000) as n`,
  `insert into bet_round (
     site_id, round_id, shard, option_id, type, open_ms, close_ms, strike_mode, places_compared, stale_ms, bet_count,
     stake, status, close_compared, winners
   )
   values (1, ${OPEN_ROUND}, 0, 4, 'B1', 0, 60000, 'AT_BET', 2, 3000, 15000, 75000000, 1, 120, array['UP'])`,
  `insert into round_strike (site_id, round_id, second, ts_ms, seq, price, compared)
   select 1, ${OPEN_ROUND}, second, array[second * 1000 + 500, second * 1000 + 1500], array[1, 2],
     array[100 + second, 101 + second], array[100 + second, 101 + second]
   from generate_series(0, 59) as second`,
];

describe.each(testDatabases)('a long history on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    for (const text of fill) await store.database.transaction((tx) => tx.query(text));
    for (const table of ['bet', 'bet_round', 'round_strike'])
      await store.database.transaction((tx) => tx.query(`analyze ${table}`));
  });
  afterAll(() => store.drop());

  const list = (filter: object, page: object = {}) =>
    store.database.transaction(async (tx) => ({
      ids: (
        await listBets(
          tx,
          { site: SITE, player: PLAYER, ...filter },
          { order: 'desc', offset: 0, limit: 20, ...page },
        )
      ).map(({ id }) => id),
      total: await countBets(tx, { site: SITE, player: PLAYER, ...filter }),
    }));
  const down = (from: number, count = 20) => Array.from({ length: count }, (_, index) => from - index);

  test('is counted and paged only so far back, and continues after a bet or by time', async () => {
    expect(await list({})).toEqual({ ids: down(BETS), total: MOST_LISTED });
    expect((await list({}, { offset: MOST_LISTED - 5 })).ids).toEqual(down(BETS - MOST_LISTED + 5, 5));
    expect((await list({}, { offset: MOST_LISTED })).ids).toEqual([]);
    expect(await list({ before: 501 })).toEqual({ ids: down(500), total: 500 });
    expect(await list({ to: 300_000 })).toEqual({ ids: down(299), total: 299 });
    expect(await list({ before: 1_000_005 })).toEqual({ ids: [], total: 0 });
  });

  test('lists open and won bets without reading all the rest', async () => {
    const open = await list({ statuses: [0] });
    expect(open.ids[0]).toBe(BETS);
    expect(open.total).toBe(1 + (BETS % 100));
    const won = await list({ statuses: [1] });
    expect(won.ids).toEqual(Array.from({ length: 20 }, (_, index) => BETS - (BETS % 100) - 2 - 2 * index));
  });

  test('is searched only so far back by a filter that no index covers', async () => {
    expect(await list({ types: ['R1'] }, { limit: 1 })).toEqual({ ids: [BETS], total: MOST_LISTED });
    await store.database.transaction((tx) => tx.query(`update bet set type = 'R5' where id in (5, 2000)`));
    expect(await list({ types: ['R5'] })).toEqual({ ids: [2_000], total: 1 });
    expect(await list({ types: ['R5'], before: 501 })).toEqual({ ids: [5], total: 1 });
    await store.database.transaction((tx) => tx.query(`update bet set type = 'R1' where id in (5, 2000)`));
  });

  test('of the bets of a round has the state by one join, without a lookup for each bet', async () => {
    const asked = `select status, count(*)::int as bets from bet_state where site_id = 1 and round_id = ${OPEN_ROUND}
      group by status order by status`;
    const [rows, plan] = await store.database.transaction(async (tx) => [
      await tx.query(asked),
      await tx.query<{ 'QUERY PLAN': string }>(`explain ${asked}`),
    ]);
    // Up to second 18 the strike is below 120, half of a second's bets have the next second's first tick.
    expect(rows).toEqual([
      { status: 1, bets: 6_499 },
      { status: 2, bets: 8_167 },
      { status: 3, bets: 334 },
    ]);
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Hash');
    expect(text).not.toMatch(/SubPlan|Limit/);
  });
});
