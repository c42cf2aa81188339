// Signing in with a password, and continuing with a refresh token. No answer discloses whether a name exists.
import type { signIn as signInCall } from '@maru/contract/account/calls';
import { isUsername } from '@maru/contract/account/rules';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type Millis, SECOND_MS } from '@maru/engine/time';
import { limitKey } from '../http/client-address.ts';
import type { AnswerOf } from '../http/serve.ts';
import {
  type AttemptBy,
  beginAttempt,
  clearAttempts,
  type SignInBy,
  saveDevice,
  uncountAttempt,
  writeSignInAudit,
} from './attempt-store.ts';
import type { AccountDeps } from './deps.ts';
import { ensureAccount, seeAccount } from './desk-account.ts';
import type { Device } from './device.ts';
import { meOf } from './me.ts';
import type { Asker } from './password-lanes.ts';
import { BUSY, type Busy } from './password-pool.ts';
import type { PasswordWork } from './passwords.ts';
import type { SeenAccount } from './reads.ts';
import { ownerOf, rotate } from './refresh.ts';
import { type Credentials, findCredentials, findProfile, lockPasswordHash, rehashPassword } from './store.ts';
import { beginSession, isRefreshToken, pairOf } from './tokens.ts';

type SignInAnswer = AnswerOf<typeof signInCall>;

interface Attempt extends SignInBy {
  readonly password: string;
}

export async function signIn(deps: AccountDeps, attempt: Attempt): Promise<SignInAnswer> {
  const { site, username, device, now } = attempt;
  const address = limitKey(device.ip);
  const closedSeconds = deps.failures.waitSeconds(address, now);
  if (!isUsername(username)) {
    if (closedSeconds !== undefined) return tooMany(closedSeconds);
    deps.failures.count(address, now);
    return { ok: false, refusal: 'WRONG_CREDENTIALS' };
  }
  // Failures of others block an address, never a device behind it that is known to this account.
  const whose = { site, username, device: device.id };
  const isKnown = await deps.knownDevices.isKnown(whose);
  if (isKnown === false && closedSeconds !== undefined) return tooMany(closedSeconds);

  const answer =
    isKnown === 'BUSY'
      ? BUSY
      : await deps.passwords.withPlace(askerOf(deps, { attempt, isKnown, address }), (at) =>
          tryPassword(deps, attempt, { by: { ...whose, address, isKnown }, at }),
        );
  if (answer !== BUSY) return answer;
  deps.failures.countBusy(address, now);
  return { ok: false, refusal: 'TRY_AGAIN', retryAfterSeconds: 3 };
}

/**
 * An unknown name waits in the same lane as a stranger at a known one, so that timing discloses nothing. Frequent
 * sign-ins on a known device wait there too, so that nobody keeps the owners' thread busy with their own account.
 */
function askerOf(
  { failures, ownerPace }: AccountDeps,
  who: { readonly attempt: Attempt; readonly isKnown: boolean; readonly address: string },
): Asker {
  const { site, username, now } = who.attempt;
  const account = `${site} ${username}`;
  if (who.isKnown && ownerPace.count(account, now) === undefined) return { lane: 'KNOWN', sender: account };
  return { lane: failures.isTried(who.address, now) ? 'TRIED' : 'CLEAN', sender: who.address };
}

interface Trial {
  readonly by: AttemptBy;
  readonly at: PasswordWork;
}

async function tryPassword(
  deps: AccountDeps,
  attempt: Attempt,
  { by, at }: Trial,
): Promise<SignInAnswer | Busy> {
  const { site, username, password, now } = attempt;
  const { credentials, begun } = await deps.database.transaction(async (tx) => ({
    credentials: await findCredentials(tx, site, username),
    begun: await beginAttempt(tx, by, now),
  }));
  if ('waitMs' in begun) {
    // Repeated attempts on a locked name count as failures too: each costs a read.
    deps.failures.count(by.address, now);
    return tooMany(Math.ceil(begun.waitMs / SECOND_MS));
  }
  const right = await at.verify(password, credentials?.passwordHash);
  if (right === BUSY) {
    await deps.database.transaction((tx) => uncountAttempt(tx, by, begun.counted));
    return BUSY;
  }
  if (!right || credentials === undefined) {
    deps.failures.count(by.address, now);
    await audit(deps, attempt, credentials?.id, 'WRONG_CREDENTIALS');
    return { ok: false, refusal: 'WRONG_CREDENTIALS' };
  }

  // From here on the caller has shown the password, so the state of the account may be disclosed.
  await deps.database.transaction((tx) => clearAttempts(tx, by, begun.counted));
  if (credentials.status === 'WAITING') {
    await audit(deps, attempt, credentials.id, 'WAITING_FOR_APPROVAL');
    return { ok: false, refusal: 'WAITING_FOR_APPROVAL' };
  }
  const account = await ensureAccount(deps, { site, player: credentials.id, role: credentials.role });
  if (typeof account === 'string') return { ok: false, refusal: account };
  if (account.blocked) {
    await audit(deps, attempt, credentials.id, 'ACCOUNT_BLOCKED');
    return { ok: false, refusal: 'ACCOUNT_BLOCKED' };
  }
  const answer = await completeSignIn(deps, attempt, { credentials, account, at });
  if (answer.ok) deps.knownDevices.remember(by);
  return answer;
}

const tooMany = (retryAfterSeconds: number): SignInAnswer => ({
  ok: false,
  refusal: 'TOO_MANY_REQUESTS',
  retryAfterSeconds: Math.max(1, retryAfterSeconds),
});

async function completeSignIn(
  deps: AccountDeps,
  attempt: Attempt,
  {
    credentials,
    account,
    at,
  }: { readonly credentials: Credentials; readonly account: SeenAccount; readonly at: PasswordWork },
): Promise<SignInAnswer> {
  const { site, device, now, password } = attempt;
  const { id: player, role } = credentials;
  const better = deps.passwords.isOutdated(credentials.passwordHash) ? await at.hash(password) : BUSY;
  const session = await deps.database.transaction(async (tx) => {
    // The password may have been changed while it was being checked; then it was the wrong one.
    if ((await lockPasswordHash(tx, player)) !== credentials.passwordHash) return undefined;
    if (better !== BUSY) await rehashPassword(tx, player, better);
    await saveDevice(tx, { player, device: device.id, now });
    await writeSignInAudit(tx, attempt, player, 'SIGNED_IN');
    return beginSession(tx, deps.random, { site, player, sessionVersion: account.version, device, now });
  });
  if (session === undefined) return { ok: false, refusal: 'WRONG_CREDENTIALS' };
  const claims = { player, site, role, session: account.version, issuedAt: now, now };
  const pair = await pairOf(deps.secrets.access, session, claims);
  return { ok: true, reply: { ...pair, user: meOf(credentials, account) } };
}

const audit = (deps: AccountDeps, attempt: Attempt, player: PlayerId | undefined, outcome: string) =>
  deps.database.transaction((tx) => writeSignInAudit(tx, attempt, player, outcome));

export async function refreshSession(
  deps: AccountDeps,
  refresh: { readonly token: string; readonly site: SiteId; readonly device: Device; readonly now: Millis },
): Promise<SignInAnswer> {
  const { token, site, device, now } = refresh;
  if (!isRefreshToken(token)) return { ok: false, refusal: 'TOKEN_EXPIRED' };
  const owner = await deps.database.transaction((tx) => ownerOf(tx, token));
  if (owner === undefined || owner.site !== site) return { ok: false, refusal: 'TOKEN_EXPIRED' };
  // Read before the token is used up: a desk that cannot answer now must not cost anybody their sign-in.
  const account = await seeAccount(deps.desk, site, owner.player);
  if (account === 'MISSING' || account === 'TRY_AGAIN') return { ok: false, refusal: 'TRY_AGAIN' };

  const { rotation, profile } = await deps.database.transaction(async (tx) => {
    const done = await rotate(tx, deps, { ...refresh, session: account });
    const whose = await findProfile(tx, site, owner.player);
    if (done.kind === 'REUSED') {
      const entry = { site, username: whose?.username ?? '', device, now };
      await writeSignInAudit(tx, entry, owner.player, 'REFRESH_REUSED');
    }
    return { rotation: done, profile: whose };
  });
  if (rotation.kind === 'REFUSED') return { ok: false, refusal: rotation.refusal };
  if (rotation.kind === 'REUSED' || profile === undefined) {
    const family = rotation.family.id;
    deps.authenticator.endFamilies([family], now);
    deps.forceLogout({ player: owner.player, family });
    deps.log.warn('refresh token reused, session ended', { player: owner.player, ip: device.ip });
    return { ok: false, refusal: 'TOKEN_EXPIRED' };
  }
  deps.knownDevices.remember({ site, username: profile.username, device: device.id });
  const { family, session, issuedAt } = rotation;
  const { id: player, role } = profile;
  const claims = { player, site, role, session: family.sessionVersion, issuedAt, now };
  const pair = await pairOf(deps.secrets.access, session, claims);
  return { ok: true, reply: { ...pair, user: meOf(profile, account) } };
}
