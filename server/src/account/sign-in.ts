// Signing in with a password, and continuing with a refresh token. No answer discloses whether a name exists.
import type { signIn as signInCall } from '@maru/contract/account/calls';
import { isUsername } from '@maru/contract/account/rules';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import { type Millis, SECOND_MS } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { limitKey } from '../http/client-address.ts';
import type { AnswerOf } from '../http/serve.ts';
import { tellNewDevice } from '../security/letters.ts';
import { listPasskeys } from '../security/passkey-store.ts';
import { checkFactor } from '../security/second-factor.ts';
import { hasOwnPassword, mayEnterOffice } from '../staff/standings.ts';
import {
  type AttemptBy,
  beginAttempt,
  clearAttempts,
  type SignInBy,
  type SignInMethod,
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
import type { Family } from './session-store.ts';
import {
  findCredentials,
  findProfile,
  lockPasswordHash,
  type Profile,
  type Role,
  rehashPassword,
} from './store.ts';
import { beginSession, isRefreshToken, pairOf } from './tokens.ts';

type SignInAnswer = AnswerOf<typeof signInCall>;

/** Staff enter the office, players the app, partners both; at the other door an account does not exist. */
export type Door = 'APP' | 'OFFICE';

export const isOfDoor = (role: Role, door: Door): boolean =>
  role === 'PARTNER' || (role === 'STAFF') === (door === 'OFFICE');

/** A token says at which door it was made: one of the office opens nothing of the app, and the other way round. */
const roleAt = (role: Role, door: Door): Role => (door === 'OFFICE' ? 'STAFF' : role);

interface Attempt extends SignInBy {
  readonly door: Door;
  readonly password: string;
  /** Of the second factor. */
  readonly code: string | undefined;
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

const NOBODY = playerId(Number.MAX_SAFE_INTEGER);

interface Trial {
  readonly by: AttemptBy;
  readonly at: PasswordWork;
}

async function tryPassword(
  deps: AccountDeps,
  attempt: Attempt,
  { by, at }: Trial,
): Promise<SignInAnswer | Busy> {
  const { site, username, password, door, now } = attempt;
  const { named, credentials, begun } = await deps.database.transaction(async (tx) => {
    const found = await findCredentials(tx, site, username);
    const isHere = found !== undefined && isOfDoor(found.role, door);
    // Asked for every name, so that the time says nothing of who is staff.
    const mayEnter =
      door === 'OFFICE'
        ? await mayEnterOffice(tx, found?.id ?? NOBODY, now)
        : found?.role !== 'PARTNER' || (await hasOwnPassword(tx, found.id));
    return {
      named: found,
      credentials: isHere && mayEnter ? found : undefined,
      begun: await beginAttempt(tx, by, now),
    };
  });
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
    await audit(deps, attempt, named?.id, 'WRONG_CREDENTIALS');
    return { ok: false, refusal: 'WRONG_CREDENTIALS' };
  }

  const factor = await passFactor(deps, attempt, { by, counted: begun.counted, player: credentials.id });
  if ('ok' in factor) return factor;
  // From here on the caller has shown who they are, so the state of the account may be disclosed.
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
  const better = deps.passwords.isOutdated(credentials.passwordHash) ? await at.hash(password) : BUSY;
  return completeSignIn(deps, attempt, {
    profile: credentials,
    account,
    method: factor.method,
    door,
    isStillRight: async (tx) => {
      // The password may have been changed while it was being checked; then it was the wrong one.
      if ((await lockPasswordHash(tx, credentials.id)) !== credentials.passwordHash) return false;
      if (better !== BUSY) await rehashPassword(tx, credentials.id, better);
      return true;
    },
  });
}

const METHODS = { NONE: 'PASSWORD', CODE: 'PASSWORD_CODE', RECOVERY_CODE: 'RECOVERY_CODE' } as const;

/**
 * The password was right. Asking for the code counts as no attempt; a wrong code counts like a wrong password, and only
 * the right one clears the count.
 */
async function passFactor(
  deps: AccountDeps,
  attempt: Attempt,
  {
    by,
    counted,
    player,
  }: { readonly by: AttemptBy; readonly counted: readonly string[]; readonly player: PlayerId },
): Promise<{ readonly method: SignInMethod } | (SignInAnswer & { readonly ok: false })> {
  const { site, code, door, now } = attempt;
  const pool = by.isKnown ? undefined : 'stranger';
  const checked = await deps.database.transaction(async (tx) => {
    const result = await checkFactor(tx, deps.factorKeys, { site, player, code, pool, now });
    if ('passed' in result) await clearAttempts(tx, by, counted);
    else if ('refusal' in result && result.refusal === 'SECOND_FACTOR_NEEDED')
      await uncountAttempt(tx, by, counted);
    else await writeSignInAudit(tx, attempt, player, 'WRONG_CODE', 'PASSWORD_CODE');
    return result;
  });
  // Whoever knows the password of somebody with a passkey must not set up a factor of their own.
  if ('passed' in checked && checked.passed === 'NONE' && door === 'OFFICE') {
    const passkeys = await deps.database.transaction((tx) => listPasskeys(tx, { site, player }));
    if (passkeys.length > 0) return { ok: false, refusal: 'SECOND_FACTOR_NEEDED', field: 'passkey' };
  }
  if ('passed' in checked) return { method: METHODS[checked.passed] };
  if ('refusal' in checked && checked.refusal === 'SECOND_FACTOR_NEEDED')
    return { ok: false, refusal: checked.refusal };
  deps.failures.count(by.address, now);
  if ('waitMs' in checked) return tooMany(Math.ceil(checked.waitMs / SECOND_MS));
  return { ok: false, refusal: checked.refusal, field: 'code' };
}

const tooMany = (retryAfterSeconds: number): SignInAnswer & { readonly ok: false } => ({
  ok: false,
  refusal: 'TOO_MANY_REQUESTS',
  retryAfterSeconds: Math.max(1, retryAfterSeconds),
});

/** Begins the session of somebody who has shown who they are, unless `isStillRight` says that it has changed meanwhile. */
export async function completeSignIn(
  deps: AccountDeps,
  by: SignInBy,
  {
    profile,
    account,
    method,
    door,
    isStillRight,
  }: {
    readonly profile: Profile;
    readonly account: SeenAccount;
    readonly method: SignInMethod;
    readonly door: Door;
    readonly isStillRight: (tx: Tx) => Promise<boolean>;
  },
): Promise<SignInAnswer> {
  const { site, device, now } = by;
  const { id: player, role } = profile;
  const session = await deps.database.transaction(async (tx) => {
    if (!(await isStillRight(tx))) return undefined;
    const isNewDevice = await saveDevice(tx, { player, device: device.id, now });
    await writeSignInAudit(tx, by, player, 'SIGNED_IN', method);
    if (isNewDevice) await tellNewDevice(tx, { site, player }, { name: device.name, ip: device.ip, now });
    const factorAt = method === 'PASSWORD' ? undefined : now;
    const office = door === 'OFFICE' ? { factorAt } : undefined;
    const begun = { site, player, sessionVersion: account.version, device, isNewDevice, office, now };
    return beginSession(tx, deps.random, begun);
  });
  if (session === undefined) return { ok: false, refusal: 'WRONG_CREDENTIALS' };
  deps.knownDevices.remember({ site, username: profile.username, device: device.id });
  const claims = { player, site, role: roleAt(role, door), session: account.version, issuedAt: now, now };
  const pair = await pairOf(deps.secrets.access, session, claims);
  return { ok: true, reply: { ...pair, user: meOf(profile, account) } };
}

const audit = (deps: AccountDeps, attempt: Attempt, player: PlayerId | undefined, outcome: string) =>
  deps.database.transaction((tx) => writeSignInAudit(tx, attempt, player, outcome));

export async function refreshSession(
  deps: AccountDeps,
  refresh: {
    readonly token: string;
    readonly site: SiteId;
    readonly device: Device;
    readonly door: Door;
    readonly now: Millis;
  },
): Promise<SignInAnswer> {
  const { token, site, device, door, now } = refresh;
  if (!isRefreshToken(token)) return { ok: false, refusal: 'TOKEN_EXPIRED' };
  const owner = await deps.database.transaction((tx) => ownerOf(tx, token, door));
  if (owner === undefined || owner.site !== site) return { ok: false, refusal: 'TOKEN_EXPIRED' };
  // A page that is open with nobody before it goes on by itself, and keeps nobody signed in.
  if (door === 'OFFICE' && !(await isAwake(deps, owner, now))) return { ok: false, refusal: 'TOKEN_EXPIRED' };
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
  const claims = { player, site, role: roleAt(role, door), session: family.sessionVersion, issuedAt, now };
  const pair = await pairOf(deps.secrets.access, session, claims);
  return { ok: true, reply: { ...pair, user: meOf(profile, account) } };
}

async function isAwake(
  { standings, authenticator }: AccountDeps,
  { player, id: family }: Pick<Family, 'player' | 'id'>,
  now: Millis,
): Promise<boolean> {
  const standing = await standings.find({ player, family }, { isByPerson: false, now });
  if (standing === 'IDLE') authenticator.endFamilies([family], now);
  return standing !== undefined && standing !== 'IDLE';
}
