// Signing in with a password, and going on with a refresh token. Nobody learns from an answer whether a name exists.
import { isUsername } from '@maru/contract/account-rules';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type Millis, SECOND_MS } from '@maru/engine/time';
import { limitKey } from '../http/client-address.ts';
import {
  type AttemptBy,
  beginAttempt,
  clearAttempts,
  isKnownDevice,
  isKnownDeviceOf,
  keepDevice,
  uncountAttempt,
  writeSignInAudit,
} from './attempt-store.ts';
import type { AccountDeps } from './deps.ts';
import { ensureAccount, seeAccount } from './desk-account.ts';
import type { Device } from './device.ts';
import { type Me, meOf } from './me.ts';
import type { Asker } from './password-lanes.ts';
import { BUSY } from './password-pool.ts';
import type { SeenAccount } from './reads.ts';
import { ownerOf, rotate } from './refresh.ts';
import { type Credentials, findCredentials, findProfile, lockPasswordHash, rehashPassword } from './store.ts';
import { beginSession, isRefreshToken, pairOf, type TokenPair } from './tokens.ts';

export type SignInAnswer =
  | { readonly ok: true; readonly reply: TokenPair & { readonly user: Me } }
  | {
      readonly ok: false;
      readonly refusal:
        | 'WRONG_CREDENTIALS'
        | 'WAITING_FOR_APPROVAL'
        | 'ACCOUNT_BLOCKED'
        | 'TOO_MANY_REQUESTS'
        | 'TOKEN_EXPIRED'
        | 'SESSION_ENDED'
        | 'SITE_NOT_FOUND'
        | 'RESULT_UNKNOWN'
        | 'TRY_AGAIN';
      readonly retryAfterSeconds?: number;
    };

interface Attempt {
  readonly site: SiteId;
  readonly username: string;
  readonly password: string;
  readonly device: Device;
  readonly now: Millis;
}

export async function signIn(deps: AccountDeps, attempt: Attempt): Promise<SignInAnswer> {
  const { site, username, password, device, now } = attempt;
  const address = limitKey(device.ip);
  const closedSeconds = deps.failures.waitSeconds(address, now);
  if (closedSeconds !== undefined && !(await isKnownBehind(deps, attempt, address))) {
    return tooMany(closedSeconds);
  }
  if (!isUsername(username)) {
    deps.failures.count(address, now);
    return { ok: false, refusal: 'WRONG_CREDENTIALS' };
  }

  const { found, by, mustWait } = await begin(deps, attempt);
  if (mustWait !== undefined) {
    // Asking again and again at a closed name is guessing too, and each time costs a read.
    deps.failures.count(address, now);
    return tooMany(Math.ceil(mustWait.waitMs / SECOND_MS));
  }
  const asker = askerOf(deps, { found, isKnown: by.isKnown, address, now });
  const right = await deps.passwords.verify(password, found?.passwordHash, asker);
  if (right === BUSY) {
    await deps.database.transaction((tx) => uncountAttempt(tx, by));
    return { ok: false, refusal: 'TRY_AGAIN', retryAfterSeconds: 3 };
  }
  if (!right || found === undefined) {
    deps.failures.count(address, now);
    await audit(deps, attempt, found?.id, 'WRONG_CREDENTIALS');
    return { ok: false, refusal: 'WRONG_CREDENTIALS' };
  }

  // From here on the asker knows the password, and may know what became of the account.
  await deps.database.transaction((tx) => clearAttempts(tx, by));
  if (found.status === 'WAITING') {
    await audit(deps, attempt, found.id, 'WAITING_FOR_APPROVAL');
    return { ok: false, refusal: 'WAITING_FOR_APPROVAL' };
  }
  const account = await ensureAccount(deps, { site, player: found.id, role: found.role });
  if (typeof account === 'string') return { ok: false, refusal: account };
  if (account.blocked) {
    await audit(deps, attempt, found.id, 'ACCOUNT_BLOCKED');
    return { ok: false, refusal: 'ACCOUNT_BLOCKED' };
  }
  return letIn(deps, attempt, { found, account, asker });
}

const tooMany = (retryAfterSeconds: number): SignInAnswer => ({
  ok: false,
  refusal: 'TOO_MANY_REQUESTS',
  retryAfterSeconds: Math.max(1, retryAfterSeconds),
});

/** Other people's failures close an address, never a device behind it that this account knows. */
async function isKnownBehind(deps: AccountDeps, attempt: Attempt, address: string): Promise<boolean> {
  const { site, username, device, now } = attempt;
  if (!isUsername(username) || !deps.failures.mayAskForDevice(address, now)) return false;
  return deps.database.transaction((tx) => isKnownDeviceOf(tx, { site, username, device: device.id }));
}

function begin({ database }: AccountDeps, { site, username, device, now }: Attempt) {
  return database.transaction(async (tx) => {
    const found = await findCredentials(tx, site, username);
    const isKnown = await isKnownDevice(tx, found?.id, device.id);
    const by: AttemptBy = { site, username, device: device.id, isKnown };
    return { found, by, mustWait: await beginAttempt(tx, by, now) };
  });
}

/** An unknown name waits in the same lane as a stranger at a known one: the time it takes tells nothing. */
function askerOf(
  { failures }: AccountDeps,
  who: {
    readonly found: Credentials | undefined;
    readonly isKnown: boolean;
    readonly address: string;
    readonly now: Millis;
  },
): Asker {
  if (who.isKnown && who.found !== undefined) return { lane: 'KNOWN', sender: `account ${who.found.id}` };
  return { lane: failures.hasFailed(who.address, who.now) ? 'TRIED' : 'CLEAN', sender: who.address };
}

async function letIn(
  deps: AccountDeps,
  attempt: Attempt,
  {
    found,
    account,
    asker,
  }: { readonly found: Credentials; readonly account: SeenAccount; readonly asker: Asker },
): Promise<SignInAnswer> {
  const { site, device, now, password } = attempt;
  const player = found.id;
  const better = deps.passwords.isOutdated(found.passwordHash)
    ? await deps.passwords.hash(password, asker)
    : BUSY;
  const session = await deps.database.transaction(async (tx) => {
    // The password may have been changed while it was being checked; then it was the wrong one.
    if ((await lockPasswordHash(tx, player)) !== found.passwordHash) return undefined;
    if (better !== BUSY) await rehashPassword(tx, player, better);
    await keepDevice(tx, { player, device: device.id, now });
    await writeSignInAudit(tx, auditEntry(attempt, player, 'SIGNED_IN'));
    return beginSession(tx, deps.random, { site, player, sessionVersion: account.version, device, now });
  });
  if (session === undefined) return { ok: false, refusal: 'WRONG_CREDENTIALS' };
  const pair = await pairOf(deps.secrets.access, session, {
    player,
    site,
    role: found.role,
    session: account.version,
    issuedAt: now,
    now,
  });
  return { ok: true, reply: { ...pair, user: meOf(found, account) } };
}

const auditEntry = (
  { site, username, device, now }: Omit<Attempt, 'password'>,
  player: PlayerId | undefined,
  outcome: string,
) => ({ now, site, player, username, ip: device.ip, deviceClass: device.class, outcome });

const audit = (deps: AccountDeps, attempt: Attempt, player: PlayerId | undefined, outcome: string) =>
  deps.database.transaction((tx) => writeSignInAudit(tx, auditEntry(attempt, player, outcome)));

export async function refreshSession(
  deps: AccountDeps,
  refresh: { readonly token: string; readonly site: SiteId; readonly device: Device; readonly now: Millis },
): Promise<SignInAnswer> {
  const { token, site, device, now } = refresh;
  if (!isRefreshToken(token)) return { ok: false, refusal: 'TOKEN_EXPIRED' };
  const owner = await deps.database.transaction((tx) => ownerOf(tx, token));
  if (owner === undefined || owner.site !== site) return { ok: false, refusal: 'TOKEN_EXPIRED' };
  // Asked before the token is spent: a desk that cannot answer now must not cost anybody their sign-in.
  const account = await seeAccount(deps.desk, site, owner.player);
  if (account === 'MISSING' || account === 'TRY_AGAIN') return { ok: false, refusal: 'TRY_AGAIN' };

  const { rotation, profile } = await deps.database.transaction(async (tx) => {
    const done = await rotate(tx, deps, { ...refresh, session: account });
    const whose = await findProfile(tx, site, owner.player);
    if (done.kind === 'REUSED') {
      const entry = { site, username: whose?.username ?? '', device, now };
      await writeSignInAudit(tx, auditEntry(entry, owner.player, 'REFRESH_REUSED'));
    }
    return { rotation: done, profile: whose };
  });
  if (rotation.kind === 'REFUSED') return { ok: false, refusal: rotation.refusal };
  if (rotation.kind === 'REUSED' || profile === undefined) {
    const family = rotation.family.id;
    deps.door.endFamilies([family], now);
    deps.forceLogout({ player: owner.player, family });
    deps.log.warn('a refresh token came twice', { player: owner.player, ip: device.ip });
    return { ok: false, refusal: 'TOKEN_EXPIRED' };
  }
  const { session, issuedAt } = rotation;
  const pair = await pairOf(deps.secrets.access, session, {
    player: profile.id,
    site,
    role: profile.role,
    session: rotation.family.sessionVersion,
    issuedAt,
    now,
  });
  return { ok: true, reply: { ...pair, user: meOf(profile, account) } };
}
