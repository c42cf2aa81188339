// A new password ends every sign-in, also that of the caller, which continues with the token pair in the answer.
import { changePassword as changePasswordCall } from '@maru/contract/account/calls';
import { isPasswordLength } from '@maru/contract/account/rules';
import type { BodyOf, RefusalOf } from '@maru/contract/call';
import { assert } from '@maru/engine/assert';
import type { Millis } from '@maru/engine/time';
import { refusalFor } from '../desk/call-answer.ts';
import type { AnswerOf, Principal } from '../http/serve.ts';
import { tellChange } from '../security/letters.ts';
import { clearFirstPassword } from '../staff/account-store.ts';
import { saveDevice, writeSignInAudit } from './attempt-store.ts';
import { familyOf } from './authenticator.ts';
import type { AccountDeps } from './deps.ts';
import type { Device } from './device.ts';
import { BUSY } from './password-pool.ts';
import { isCommonPassword, type PasswordWork } from './passwords.ts';
import { endFamilies } from './session-store.ts';
import { findCredentials, findProfile, lockPasswordHash, updatePasswordHash } from './store.ts';
import { beginSession, pairOf } from './tokens.ts';

type ChangePasswordAnswer = AnswerOf<typeof changePasswordCall>;

const refuse = (refusal: RefusalOf<typeof changePasswordCall>, field?: string): ChangePasswordAnswer => ({
  ok: false,
  refusal,
  ...(field === undefined ? {} : { field }),
});

interface Change {
  readonly body: BodyOf<typeof changePasswordCall>;
  readonly principal: Principal;
  readonly device: Device;
  readonly now: Millis;
}

export async function changePassword(deps: AccountDeps, asked: Change): Promise<ChangePasswordAnswer> {
  const { site, player } = asked.principal;
  const asker = { lane: 'KNOWN', sender: `change ${site} ${player}` } as const;
  const answer = await deps.passwords.withPlace(asker, (at) => change(deps, asked, at));
  return answer === BUSY ? refuse('TRY_AGAIN') : answer;
}

async function change(deps: AccountDeps, asked: Change, at: PasswordWork): Promise<ChangePasswordAnswer> {
  const { body, principal, device, now } = asked;
  const { player, site } = principal;
  if (body.id !== player) return refuse('FORBIDDEN', 'id');
  if (!isPasswordLength(body.password)) return refuse('PASSWORD_LENGTH', 'password');
  if (!isPasswordLength(body.currentPassword)) return refuse('CURRENT_PASSWORD_MISMATCH', 'currentPassword');

  const credentials = await deps.database.transaction(async (tx) => {
    const profile = await findProfile(tx, site, player);
    return profile && findCredentials(tx, site, profile.username);
  });
  if (credentials === undefined) return refuse('ACCOUNT_NOT_FOUND');
  const right = await at.verify(body.currentPassword, credentials.passwordHash);
  if (right === BUSY) return refuse('TRY_AGAIN');
  if (!right) return refuse('CURRENT_PASSWORD_MISMATCH', 'currentPassword');
  if (body.password.normalize('NFC') === body.currentPassword.normalize('NFC')) {
    return refuse('PASSWORD_UNCHANGED', 'password');
  }
  if (isCommonPassword(body.password, credentials.username)) return refuse('PASSWORD_TOO_COMMON', 'password');
  // Last, so that a code is not used up by a password that cannot be taken.
  const unconfirmed = await deps.confirmOwner(principal, { code: body.code });
  if (unconfirmed !== undefined) return unconfirmed;
  const hash = await at.hash(body.password);
  if (hash === BUSY) return refuse('TRY_AGAIN');

  // The sessions end first: a crash in between leaves a player signed out, never an attacker signed in.
  const ended = await deps.desk.submit({ kind: 'END_SESSIONS', site, player, session: principal.session });
  if (!ended.ok) return refuse(refusalFor(changePasswordCall, ended.refusal));
  assert(ended.event.kind === 'SESSIONS_ENDED', 'sessions end with their own event');
  const version = ended.event.sessionVersion;

  const changed = await deps.database.transaction(async (tx) => {
    if ((await lockPasswordHash(tx, player)) !== credentials.passwordHash) return undefined;
    await updatePasswordHash(tx, { player, hash, now });
    // Also ends a sign-in that used the old password a moment ago and already has the new version.
    const families = await endFamilies(tx, { player, why: 'PASSWORD_CHANGED', now });
    const isNewDevice = await saveDevice(tx, { player, device: device.id, now });
    await tellChange(tx, principal, { change: 'PASSWORD_CHANGED', now });
    const by = { site, username: credentials.username, device, now };
    await writeSignInAudit(tx, by, player, 'PASSWORD_CHANGED');
    const office = principal.standing === undefined ? undefined : { factorAt: principal.standing.factorAt };
    if (office !== undefined) await clearFirstPassword(tx, player);
    const begun = { site, player, sessionVersion: version, device, isNewDevice, office, now };
    return { families, session: await beginSession(tx, deps.random, begun) };
  });
  if (changed === undefined) return refuse('SESSION_ENDED');
  deps.standings.changed(player);
  deps.authenticator.endFamilies(changed.families, now);
  const own = familyOf(principal);
  deps.forceLogout({ player, ...(own === undefined ? {} : { exceptFamily: own }) });
  const claims = { ...principal, session: version, issuedAt: now, now };
  return { ok: true, reply: await pairOf(deps.secrets.access, changed.session, claims) };
}
