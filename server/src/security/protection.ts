// How long withdrawals wait after a change of what protects them, and for which changes they wait now. The desk compares
// the moments with its own time when it decides (docs/rules.md 6.5).
import type { PayoutWait } from '@maru/engine/cashier/commands';
import { HOUR_MS, later, type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Protection } from '../product/server-product.ts';
import { loadSecurity, type Owner, type StoredSecurity } from './store.ts';

/** A lock has no end of its own. */
const NEVER = millis(8_640_000_000_000_000);

/** The time that counts now: a shorter one counts from its own moment on. */
export const hoursAt = (stored: StoredSecurity, now: Millis, usualHours: number): number =>
  stored.nextHours !== null && stored.nextFrom !== null && now >= stored.nextFrom
    ? stored.nextHours
    : (stored.waitHours ?? usualHours);

export async function protectionOf(
  tx: Tx,
  owner: Owner,
  { usualMs, now }: { readonly usualMs: number; readonly now: Millis },
): Promise<Protection> {
  const stored = await loadSecurity(tx, owner);
  const waitMs = hoursAt(stored, now, usualMs / HOUR_MS) * HOUR_MS;
  const after = (reason: PayoutWait['reason'], at: number | null): readonly PayoutWait[] =>
    at === null ? [] : [{ reason, until: later(millis(at), waitMs) }];
  return {
    waitMs,
    waits: [
      ...after('SECOND_FACTOR', stored.secondFactorAt),
      ...after('PASSKEY', stored.passkeyAt),
      ...after('RECOVERY_CODE', stored.recoveryCodeAt),
      ...after('PHONE', stored.phoneAt),
      ...(stored.lockedAt === null ? [] : [{ reason: 'LOCKED' as const, until: NEVER }]),
    ],
  };
}
