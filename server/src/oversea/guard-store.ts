import type { WireOrderGuard } from '@maru/contract/oversea/guard';
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export async function findGuard(tx: Tx, player: PlayerId): Promise<WireOrderGuard | undefined> {
  const [row] = await tx.query<WireOrderGuard>(
    `select once, ticks, total, outside
     from order_guard
     where player_id = $1`,
    [player],
  );
  return row;
}

export async function putGuard(
  tx: Tx,
  { player, guard, at }: { readonly player: PlayerId; readonly guard: WireOrderGuard; readonly at: number },
): Promise<void> {
  const { once, ticks, total, outside } = guard;
  await tx.query(
    `insert into order_guard (player_id, once, ticks, total, outside, changed_ms)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (player_id) do update
     set once = excluded.once, ticks = excluded.ticks, total = excluded.total, outside = excluded.outside,
         changed_ms = excluded.changed_ms`,
    [player, once, ticks, total, outside, at],
  );
}

export async function deleteGuard(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query('delete from order_guard where player_id = $1', [player]);
}
