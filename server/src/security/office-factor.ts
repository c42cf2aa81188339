// Staff need a second factor: setting one up is giving it, and without any nothing counts as proven.
import type { Millis } from '@maru/engine/time';
import { familyOf } from '../account/authenticator.ts';
import type { Principal } from '../http/serve.ts';
import type { SecurityDeps } from './deps.ts';
import { listPasskeys } from './passkey-store.ts';
import { findFactor } from './store.ts';

export async function noteFactor(
  { standings }: SecurityDeps,
  principal: Principal,
  now: Millis,
): Promise<void> {
  const family = familyOf(principal);
  if (family !== undefined) await standings.passedFactor({ player: principal.player, family }, now);
}

/** After one was removed: the others, if there are any, still count. */
export async function noteLostFactor(
  { database, standings }: SecurityDeps,
  principal: Principal,
): Promise<void> {
  const isAnyLeft = await database.transaction(async (tx) => {
    const factor = await findFactor(tx, principal);
    if (factor !== undefined && factor.enabledAt !== null) return true;
    return (await listPasskeys(tx, principal)).length > 0;
  });
  if (!isAnyLeft) await standings.lostFactors(principal.player);
}
