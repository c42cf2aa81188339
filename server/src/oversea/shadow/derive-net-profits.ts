// Snapshots of earlier versions have fills without their net profits: these are what `netOfFill` makes of the events.
import type { Tx } from '../../db/database.ts';

export async function deriveNetProfits(tx: Tx): Promise<void> {
  await tx.query(
    `update oversea_fill
     set entry_commission = derived.exit_commission,
       exit_commission = derived.exit_commission,
       net = oversea_fill.pnl - 2 * derived.exit_commission
     from (
       select id, div(commission * 100000000 * closed_qty, qty) / 100000000 as exit_commission
       from oversea_fill
       where net is null
     ) as derived
     where derived.id = oversea_fill.id`,
  );
}
