// The most traded instruments are counted from the orders themselves, on both databases, within bounds.
import type { popularStocks } from '@maru/contract/market';
import { playerId, siteId } from '@maru/engine/purse';
import { eventsOfShard } from '@maru/engine/shard';
import { DAY_MS, later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from './db/testing.ts';
import type { Asked, Route } from './http/serve.ts';
import { MOST_COUNTED, popularRoutes, rank } from './market/popular.ts';
import { openPopular } from './open-popular.ts';

const NOW = millis(Date.parse('2026-11-15T12:00:00+09:00'));
const BITCOIN_R1 = 102;
const BITCOIN_B1 = 105;
const ETHEREUM_R1 = 202;
const NASDAQ = 303;

async function ask([route]: readonly Route[], at: Millis = NOW, site = 1): Promise<readonly string[]> {
  const asked = { query: {}, site: siteId(site), now: at } as unknown as Asked<typeof popularStocks>;
  const answer = await route!.handle(asked);
  if (!answer.ok) throw new Error(answer.refusal);
  return (answer.reply as { readonly stocks: readonly string[] }).stocks;
}

describe.each(testDatabases)('what is traded most, on $name', ({ open }) => {
  let store: TestDatabase;
  let next = 0;
  beforeAll(async () => {
    store = await open();
  });
  afterEach(() => emptyDatabase(store));
  afterAll(() => store.drop());

  const say = (text: string) => store.database.transaction((tx) => tx.query(text));
  const bets = ({ option, player = 1, count = 1, at = NOW as number, site = 1 }: Placed) => {
    next += count;
    return say(
      `insert into bet (
         id, site_id, player_id, round_id, option_id, type, pick, stake, rate, profit, wallet, currency, places,
         accepted_ms, open_ms, close_ms
       )
       select ${next} - n, ${site}, ${player}, 7, ${option}, 'R1', 'UP', 5000, 0.87, 4350, 'BINARY', 'KRW', 0,
         ${at}, ${at}, ${at} + 60000
       from generate_series(0, ${count - 1}) as n`,
    );
  };
  const fills = ({ option, player = 1, at = NOW as number }: Placed) =>
    say(
      `insert into oversea_fill (
         id, event_id, seq, site_id, player_id, option_id, order_id, wallet, currency, places, side, qty, price, cause,
         after_gap, tick_ms, tick_seq, tick_last, tick_bid, tick_ask, trade_day, tick_size, multiplier, rate,
         closed_qty, opened_qty, pnl, commission, entry_commission, exit_commission, net, at_ms
       )
       values (
         ${++next}, ${next}, 1, 1, ${player}, ${option}, ${next}, 'BINARY', 'KRW', 0, 'BUY', 1, 100, 'MARKET', false,
         ${at}, 1, 100, 100, 100, 20000, 0.25, 20, 1385.5, 0, 1, 0, 3000, 0, 0, 0, ${at}
       )`,
    );

  interface Placed {
    readonly option: number;
    readonly player?: number;
    readonly count?: number;
    readonly at?: number;
    readonly site?: number;
  }

  test('is nothing while nobody has traded', async () => {
    expect(await ask(openPopular(store.database, 0))).toEqual([]);
  });

  test('counts members over all products and types, then orders', async () => {
    await bets({ option: ETHEREUM_R1, player: 1, count: 50 });
    await bets({ option: BITCOIN_R1, player: 1 });
    await bets({ option: BITCOIN_B1, player: 2 });
    await fills({ option: NASDAQ, player: 1 });
    await fills({ option: NASDAQ, player: 2 });
    await fills({ option: NASDAQ, player: 2 });
    expect(await ask(openPopular(store.database, 0))).toEqual(['NQ', 'BTCUSDT', 'ETHUSDT']);
  });

  test('leaves out other sites, orders older than a week, and instruments that are not offered any more', async () => {
    await bets({ option: BITCOIN_R1, site: 2 });
    await bets({ option: ETHEREUM_R1, at: NOW - 8 * DAY_MS });
    await bets({ option: 99_902 });
    await fills({ option: NASDAQ });
    expect(await ask(openPopular(store.database, 0))).toEqual(['NQ']);
    expect(await ask(openPopular(store.database, 0), NOW, 2)).toEqual(['BTCUSDT']);
  });

  test('counts the newest orders of its own shard, whatever the numbers of others', async () => {
    await bets({ option: BITCOIN_R1 });
    const before = next;
    next = eventsOfShard(1).first + MOST_COUNTED;
    await bets({ option: ETHEREUM_R1, count: MOST_COUNTED, site: 2 });
    next = before;
    expect(await ask(openPopular(store.database, 0))).toEqual(['BTCUSDT']);
    expect(await ask(openPopular(store.database, 1), NOW, 2)).toEqual(['ETHUSDT']);
  });

  test('reads no more than the newest orders of a product', async () => {
    await bets({ option: BITCOIN_R1 });
    await bets({ option: ETHEREUM_R1, count: MOST_COUNTED });
    expect(await ask(openPopular(store.database, 0))).toEqual(['ETHUSDT']);
  });
});

const traded = (instrument: number, player: number, orders: number) => ({
  site: siteId(1),
  player: playerId(player),
  instrument,
  orders,
});

test('a member who orders often cannot move an instrument to the top alone', () => {
  expect(rank([traded(1, 1, 4_000), traded(2, 1, 1), traded(2, 2, 1), traded(3, 3, 9)])).toEqual([2, 1, 3]);
});

test('one count is shared for a minute, and a failed one is not', async () => {
  let asked = 0;
  const fault = new Error('the database is gone');
  const routes = popularRoutes({
    instruments: [],
    counts: [
      async () => {
        asked++;
        if (asked === 1) throw fault;
        return [];
      },
    ],
  });
  await expect(ask(routes)).rejects.toThrow(fault);
  await ask(routes);
  await ask(routes, later(NOW, MINUTE_MS - 1));
  expect(asked).toBe(2);
  await ask(routes, later(NOW, MINUTE_MS));
  expect(asked).toBe(3);
});
