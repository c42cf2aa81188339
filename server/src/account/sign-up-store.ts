// How many accounts each address has created in its hour. In the tables, so that a restart does not reset the count.
import { earlier, HOUR_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export const SIGN_UP_WINDOW_MS = HOUR_MS;

/** Undefined when the account may be created, and then it is counted; otherwise how long the address has to wait. */
export async function countSignUp(
  tx: Tx,
  { address, most, now }: { readonly address: string; readonly most: number; readonly now: Millis },
): Promise<number | undefined> {
  const [row] = await tx.query<{ made: number; window_started_at: Date }>(
    `insert into sign_up_address as known (address, window_started_at, made)
     values ($1, $2, 1)
     on conflict (address) do update
        set made = case when known.window_started_at <= $3 then 1 else least(known.made, $4) + 1 end,
            window_started_at = case when known.window_started_at <= $3 then $2 else known.window_started_at end
     returning made, window_started_at`,
    [address, new Date(now), new Date(earlier(now, SIGN_UP_WINDOW_MS)), most],
  );
  if (row === undefined || Number(row.made) <= most) return undefined;
  await uncountSignUp(tx, address);
  return row.window_started_at.getTime() + SIGN_UP_WINDOW_MS - now;
}

/** Subtracts a sign-up that created no account. */
export async function uncountSignUp(tx: Tx, address: string): Promise<void> {
  await tx.query('update sign_up_address set made = greatest(made - 1, 0) where address = $1', [address]);
}

export async function forgetOldSignUps(tx: Tx, before: Millis): Promise<void> {
  await tx.query('delete from sign_up_address where window_started_at < $1', [new Date(before)]);
}
