import { siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { countLosers } from './store.ts';

interface Fill {
  readonly site_id: number;
  readonly player_id: number;
  readonly wallet: string;
  readonly net: string;
  readonly at_ms: number;
}

describe.each(testDatabases)('the share of losing accounts on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction(async (tx) => {
      const columns = await tx.query<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns
         where table_name = 'futures_fill'`,
      );
      const otherwise: Readonly<Record<string, string | number | boolean>> = { text: 'LONG', boolean: false };
      const closing = { qty: 1, closed_qty: 1, closed_sum: 1, closed_over: 1, opened_ms: 1 };
      let id = 0;
      const insert = (fill: Fill) => {
        const own: Readonly<Record<string, string | number>> = {
          ...closing,
          ...fill,
          pnl: fill.net,
          id: ++id,
        };
        const values = columns.map(({ name, type }) => own[name] ?? otherwise[type] ?? 0);
        return tx.query(
          `insert into futures_fill (${columns.map(({ name }) => name).join(', ')})
           values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
          values,
        );
      };
      const ofMine = { site_id: 1, wallet: 'FUTURES' };
      // One who won in sum, one who lost, one who did both in two wallets.
      await insert({ ...ofMine, player_id: 1, net: '-5', at_ms: 1_000 });
      await insert({ ...ofMine, player_id: 1, net: '6', at_ms: 1_001 });
      await insert({ ...ofMine, player_id: 2, net: '-1', at_ms: 1_002 });
      await insert({ ...ofMine, player_id: 3, net: '100', at_ms: 1_003 });
      await insert({ ...ofMine, wallet: 'FUTURES_BTC', player_id: 3, net: '-0.5', at_ms: 1_004 });
      // Another site trades more, and later.
      for (let at_ms = 2_000; at_ms < 2_010; at_ms++)
        await insert({ site_id: 2, wallet: 'FUTURES', player_id: 9, net: '-1', at_ms });
    });
  });
  afterAll(() => store.drop());

  const count = (asked: { site?: number; since?: number; most?: number }) =>
    store.database.transaction((tx) =>
      countLosers(tx, {
        site: siteId(asked.site ?? 1),
        since: millis(asked.since ?? 0),
        most: asked.most ?? 5,
      }),
    );

  test('counts wallets by what their fills came to', async () => {
    expect(await count({})).toEqual({ lost: 2, all: 4 });
  });

  test('is not thinned out by the fills of another site', async () => {
    expect(await count({ most: 5 })).toEqual({ lost: 2, all: 4 });
    expect(await count({ site: 2 })).toEqual({ lost: 1, all: 1 });
  });

  test('is of the newest fills since the moment', async () => {
    expect(await count({ most: 3 })).toEqual({ lost: 2, all: 3 });
    expect(await count({ since: 1_003 })).toEqual({ lost: 1, all: 2 });
    expect(await count({ site: 3 })).toEqual({ lost: 0, all: 0 });
  });
});
