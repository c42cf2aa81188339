// Fills of a player with a long history: a filter that fits few of them reads no more than one that fits all.
import { playerId, siteId } from '@maru/engine/purse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { countFills, type FillFilter, listFills } from './fill-store.ts';

const FILLS = 12_000;
const LOOKED_AT = 10_000;
/** Further back than a list reads: the only fill of its instrument, and a fill that closes something. */
const RARE = 5;
const CLOSING = 7;
const SECOND_CLOSING = 11_000;

const fill = `insert into oversea_fill (
     id, event_id, seq, site_id, player_id, option_id, order_id, wallet, currency, places, side, qty, price, cause,
     after_gap, tick_ms, tick_seq, tick_last, tick_bid, tick_ask, trade_day, tick_size, multiplier, rate, closed_qty,
     closed_position_id, opened_qty, pnl, commission,
     entry_commission, exit_commission, net, at_ms
   )
   select n, n, n, 1, 1, case when n = ${RARE} then 2 else 1 end, n, 'FUTURES', 'USDT', 8, 'BUY', 1, 100, 'MARKET',
     false, n, 1, 100, 100, 100, 20000, 1, 1, 1, is_closing::int, case when is_closing then 1 end, 1 - is_closing::int, 0,
     0, 0, 0, 0, n
   from (select n, n in (${CLOSING}, ${SECOND_CLOSING}) as is_closing from generate_series(1, ${FILLS}) as n) as made`;

describe.each(testDatabases)('a long list of fills on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction((tx) => tx.query(fill));
    await store.database.transaction((tx) => tx.query('analyze oversea_fill'));
  });
  afterAll(() => store.drop());

  const list = (asked: Partial<FillFilter>) =>
    store.database.transaction(async (tx) => {
      const filter = { site: siteId(1), player: playerId(1), ...asked };
      const rows = await listFills(tx, filter, { offset: 0, limit: 2 });
      return { ids: rows.map(({ id }) => id), total: await countFills(tx, filter) };
    });

  test('finds those of an instrument by an index, however old they are', async () => {
    expect(await list({})).toEqual({ ids: [FILLS, FILLS - 1], total: LOOKED_AT });
    expect(await list({ instrument: 2 })).toEqual({ ids: [RARE], total: 1 });
    const plan = await store.database.transaction((tx) =>
      tx.query<{ 'QUERY PLAN': string }>(
        `explain select id from oversea_fill where player_id = 1 and option_id = 2 order by at_ms desc, id desc limit 10`,
      ),
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('oversea_fill_of_player_on_option');
  });

  test('reads only so far back for those that closed something, and continues after a given one', async () => {
    expect(await list({ isClosing: true })).toEqual({ ids: [SECOND_CLOSING], total: 1 });
    expect(await list({ isClosing: true, before: 1_000 })).toEqual({ ids: [CLOSING], total: 1 });
  });
});
