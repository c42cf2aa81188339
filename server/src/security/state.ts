// What protects an account, as its owner sees it.
import type { ReplyOf } from '@maru/contract/call';
import type { mySecurity } from '@maru/contract/security/calls';
import { DAY_MS, HOUR_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { SecurityDeps } from './deps.ts';
import { listPasskeys, type StoredPasskey } from './passkey-store.ts';
import { hoursAt, protectionOf } from './protection.ts';
import { countRecoveryCodes, findFactor, findSince, loadSecurity, type Owner } from './store.ts';

type State = ReplyOf<typeof mySecurity>;

export const wirePasskey = ({ id, name, createdAt, usedAt }: StoredPasskey) => ({
  id,
  name,
  createdMillis: createdAt,
  usedMillis: usedAt,
});

/** The waiting time of the site, for members who have chosen none. */
export const usualMsOf = ({ siteTerms }: Pick<SecurityDeps, 'siteTerms'>, { site }: Owner): number =>
  siteTerms(site)?.money.waitMs ?? DAY_MS;

export async function protectionState(
  tx: Tx,
  owner: Owner,
  { usualMs, now }: { readonly usualMs: number; readonly now: Millis },
): Promise<State['protection']> {
  const stored = await loadSecurity(tx, owner);
  const { waits } = await protectionOf(tx, owner, { usualMs, now });
  const { nextHours, nextFrom } = stored;
  return {
    hours: hoursAt(stored, now, usualMs / HOUR_MS),
    next:
      nextHours !== null && nextFrom !== null && now < nextFrom
        ? { hours: nextHours, fromMillis: nextFrom }
        : null,
    waits: waits
      .filter(({ until }) => now < until)
      .map(({ reason, until }) => ({ reason, untilMillis: until }))
      .toSorted((a, b) => b.untilMillis - a.untilMillis),
  };
}

export async function securityState(
  tx: Tx,
  owner: Owner,
  at: { readonly usualMs: number; readonly now: Millis },
): Promise<State | undefined> {
  const since = await findSince(tx, owner);
  if (since === undefined) return undefined;
  const factor = await findFactor(tx, owner);
  const isOn = factor !== undefined && factor.enabledAt !== null;
  const stored = await loadSecurity(tx, owner);
  const passkeys = await listPasskeys(tx, owner);
  return {
    joinedMillis: since.joined.getTime(),
    passwordChangedMillis: since.password > since.joined ? since.password.getTime() : null,
    totp: isOn ? { sinceMillis: factor.enabledAt ?? 0 } : null,
    recovery: isOn ? { ...(await countRecoveryCodes(tx, owner)), madeMillis: factor.codesMadeAt ?? 0 } : null,
    passkeys: passkeys.map(wirePasskey),
    newDeviceLetters: stored.newDeviceLetters,
    protection: await protectionState(tx, owner, at),
    lockedMillis: stored.lockedAt,
  };
}
