// The tables themselves refuse a balance that the engine must never write.
import { PLAYER_PURSE_KINDS } from '@maru/engine/purse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';

const MAY_OWE: ReadonlySet<string> = new Set(['free', 'debt']);

describe.each(testDatabases)('purses on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction((tx) =>
      tx.query(`insert into account values (1, 0, 1, 'PLAYER', false, 1, 1, 0)`),
    );
  });
  afterAll(() => store.drop());

  const put = (id: string, owner: number | null, balance: string) =>
    store.database.transaction((tx) =>
      tx.query(
        `insert into purse (id, shard, site_id, owner_id, currency, balance) values ($1, 0, 1, $2, 'USDT', $3)`,
        [id, owner, balance],
      ),
    );

  for (const wallet of ['BINARY', 'FUTURES', 'BTC'])
    for (const kind of PLAYER_PURSE_KINDS) {
      const id = `1:${wallet}:${kind}`;
      if (MAY_OWE.has(kind))
        test(`${id} may be below zero: the engine knows when`, async () => {
          await expect(put(id, 1, '-0.00000001')).resolves.toBeDefined();
        });
      else
        test(`${id} is never below zero`, async () => {
          await expect(put(id, 1, '-0.00000001')).rejects.toThrow('may_be_below_zero');
          await expect(put(id, 1, '0')).resolves.toBeDefined();
        });
    }

  test('the house may owe', async () => {
    await expect(put('house:1:insurance:USDT', null, '-1')).resolves.toBeDefined();
  });
});
