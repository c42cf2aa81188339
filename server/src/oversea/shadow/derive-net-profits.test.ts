// Fills of earlier versions: what a snapshot of them is completed with is what their events are read as.
import { amount, print } from '@maru/engine/amount';
import { netOfFill } from '@maru/engine/oversea/net-profit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../../db/testing.ts';
import { deriveNetProfits } from './derive-net-profits.ts';

/** Contracts of the fill, those that it closed, price result and commission. */
const FILLS = [
  [3, 3, '13162', '9000'],
  [5, 2, '-50000', '15000'],
  [3, 2, '7', '10001'],
  [7, 3, '1', '0.00000001'],
  [4, 0, '0', '12000'],
] as const;

describe.each(testDatabases)('fills of an earlier version on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test('get the net profit that their events are read as', async () => {
    const rows = await store.database.transaction(async (tx) => {
      for (const [index, [qty, closed, pnl, commission]] of FILLS.entries())
        await tx.query(
          `insert into oversea_fill (
             id, event_id, seq, site_id, player_id, option_id, order_id, wallet, currency, places, side, qty, price,
             cause, after_gap, tick_ms, tick_seq, tick_last, tick_bid, tick_ask, trade_day, tick_size, multiplier, rate,
             closed_qty, closed_position_id, opened_qty, pnl, commission, at_ms
           )
           values ($1, $1, $1, 1, 1, 1, $1, 'BINARY', 'KRW', 0, 'LONG', $2, 100, 'MARKET', false, 1, 1, 100, 100, 100,
             20000, 1, 1, 1, $3, case when $3 > 0 then 1 end, $2 - $3, $4, $5, 1)`,
          [index + 1, qty, closed, pnl, commission],
        );
      await deriveNetProfits(tx);
      return tx.query<{ entry_commission: string; exit_commission: string; net: string }>(
        'select entry_commission, exit_commission, net from oversea_fill order by id',
      );
    });
    const shown = rows.map(({ entry_commission, exit_commission, net }) =>
      [entry_commission, exit_commission, net].map((text) => print(amount(text))),
    );
    const read = FILLS.map(([qty, closedQty, pnl, commission]) => {
      const made = netOfFill({ qty, closedQty, pnl: amount(pnl), commission: amount(commission) });
      return [made.entryCommission, made.exitCommission, made.net].map(print);
    });
    expect(shown).toEqual(read);
  });
});
