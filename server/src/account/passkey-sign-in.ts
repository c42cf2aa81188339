// Signing in with a passkey that the device finds by itself: no name and no password is sent.
import type { passkeySignIn } from '@maru/contract/account/calls';
import type { BodyOf } from '@maru/contract/call';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { limitKey } from '../http/client-address.ts';
import type { AnswerOf } from '../http/serve.ts';
import { advancePasskey, findPasskey } from '../security/passkey-store.ts';
import type { Passkeys } from '../security/passkeys.ts';
import { mayEnterOffice } from '../staff/standings.ts';
import { writeSignInAudit } from './attempt-store.ts';
import type { AccountDeps } from './deps.ts';
import { ensureAccount } from './desk-account.ts';
import type { Device } from './device.ts';
import { completeSignIn, type Door, isOfDoor } from './sign-in.ts';
import { findProfile } from './store.ts';

type PasskeyAnswer = AnswerOf<typeof passkeySignIn>;

export async function signInWithPasskey(
  deps: AccountDeps,
  passkeys: Passkeys,
  {
    credential,
    site,
    host,
    device,
    door,
    now,
  }: {
    readonly credential: BodyOf<typeof passkeySignIn>['credential'];
    readonly site: SiteId;
    readonly host: string;
    readonly device: Device;
    readonly door: Door;
    readonly now: Millis;
  },
): Promise<PasskeyAnswer> {
  const address = limitKey(device.ip);
  const closedSeconds = deps.failures.waitSeconds(address, now);
  if (closedSeconds !== undefined)
    return { ok: false, refusal: 'TOO_MANY_REQUESTS', retryAfterSeconds: closedSeconds };
  const refused = (): PasskeyAnswer => {
    deps.failures.count(address, now);
    return { ok: false, refusal: 'PASSKEY_REFUSED' };
  };
  const found = await deps.database.transaction(async (tx) => {
    const stored = await findPasskey(tx, credential.id);
    // A passkey of another site is like one that does not exist.
    const profile = stored?.site === site ? await findProfile(tx, site, stored.player) : undefined;
    if (stored === undefined || profile === undefined || !isOfDoor(profile.role, door)) return undefined;
    if (door === 'OFFICE' && !(await mayEnterOffice(tx, profile.id, now))) return undefined;
    return { stored, profile };
  });
  if (found === undefined) return refused();
  const { stored, profile } = found;
  const counter = await passkeys.verifySignIn({ host, now }, stored, credential);
  if (counter === undefined) return refused();

  const by = { site, username: profile.username, device, now };
  const audit = (outcome: string) =>
    deps.database.transaction((tx) => writeSignInAudit(tx, by, profile.id, outcome, 'PASSKEY'));
  if (profile.status === 'WAITING') {
    await audit('WAITING_FOR_APPROVAL');
    return { ok: false, refusal: 'WAITING_FOR_APPROVAL' };
  }
  const account = await ensureAccount(deps, { site, player: profile.id, role: profile.role });
  if (typeof account === 'string') return { ok: false, refusal: account };
  if (account.blocked) {
    await audit('ACCOUNT_BLOCKED');
    return { ok: false, refusal: 'ACCOUNT_BLOCKED' };
  }
  const answer = await completeSignIn(deps, by, {
    profile,
    account,
    method: 'PASSKEY',
    door,
    isStillRight: (tx) => advancePasskey(tx, { id: stored.id, counter, now }),
  });
  return answer.ok ? answer : refused();
}
