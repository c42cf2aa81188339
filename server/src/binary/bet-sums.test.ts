import { playerId, siteId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { sumBets } from './bet-store.ts';

const ROUND = 7;

test.each(testDatabases)('bets worth more than 2^63 units are added up on $name', async ({ open }) => {
  const { database, drop } = await open();
  const sums = await database.transaction(async (tx) => {
    await tx.query(
      `insert into bet_round (
         site_id, round_id, shard, option_id, type, open_ms, close_ms, strike_mode, places_compared, stale_ms,
         bet_count, stake, status
       ) values (1, $1, 0, 1, 'BTC1M', 0, 60000, 'ROUND_OPEN', 2, 1000, 2, 120000000000, 0)`,
      [ROUND],
    );
    await tx.query(
      `insert into bet (
         id, site_id, player_id, round_id, option_id, type, pick, stake, rate, profit, wallet, currency, places,
         accepted_ms, open_ms, close_ms
       )
       select id, 1, 1, $1, 1, 'BTC1M', 'UP', 60000000000, 0.9, 54000000000, 'BINARY', 'KRW', 0, 1, 0, 60000
       from generate_series(1, 2) as id`,
      [ROUND],
    );
    return sumBets(tx, { site: siteId(1), player: playerId(1) });
  });
  await drop();
  expect(sums).toEqual([
    { status: 0, bets: 2, stake: 120_000_000_000n * 10n ** 8n, profit: 108_000_000_000n * 10n ** 8n },
  ]);
});
