// Assembles accounts for `platform.ts`.
import { randomBytes } from 'node:crypto';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { Route } from '../http/serve.ts';
import { eraseClosed, finishClosings } from '../identity/close-account.ts';
import { forgetOldCodes } from '../identity/code-store.ts';
import { identityRoutes } from '../identity/routes.ts';
import type { ConfirmOwner, ProductParts } from '../product/server-product.ts';
import { createChallenges } from '../security/challenges.ts';
import { createConfirmOwner } from '../security/confirm-owner.ts';
import { createFactorKeys } from '../security/factor-keys.ts';
import { createPasskeys } from '../security/passkeys.ts';
import { protectionOf } from '../security/protection.ts';
import { securityRoutes } from '../security/routes.ts';
import { aboutOwner } from '../security/second-factor.ts';
import { createStandings } from '../staff/standings.ts';
import { forgetOldAttempts } from './attempt-store.ts';
import { type Authenticator, openAuthenticator } from './authenticator.ts';
import type { AccountDeps } from './deps.ts';
import { seedFirstStart } from './first-start.ts';
import { createKnownDevices } from './known-devices.ts';
import { officeEntryRoutes } from './office-entry.ts';
import { BUSY, createPasswordPool } from './password-pool.ts';
import { createPasswords, PASSWORD_COST } from './passwords.ts';
import { accountRoutes } from './routes.ts';
import { forgetOldSessions } from './session-store.ts';
import { createSessions } from './sessions.ts';
import { forgetOldSignUps, SIGN_UP_WINDOW_MS } from './sign-up-store.ts';
import { renewStaff, type StaffAct, type StaffAnswer, unblockPlayer } from './staff.ts';
import { raisePlayerIdsAbove } from './store.ts';
import { createAddressFailures } from './throttle.ts';
import { createVerifyPassword } from './verify-password.ts';

export interface AccountOptions
  extends Pick<
    AccountDeps,
    | 'shard'
    | 'database'
    | 'desk'
    | 'siteTerms'
    | 'secrets'
    | 'forceLogout'
    | 'log'
    | 'signUpsPerHour'
    | 'trials'
  > {
  readonly clock: () => Millis;
  /** Of this installation: it seals the secrets of second factors. */
  readonly factorSecret: string;
  readonly random?: AccountDeps['random'];
  /** Lower in tests only. */
  readonly passwordCost?: typeof PASSWORD_COST;
  /** The highest player id in the journal: new ids are above it, whatever the tables have lost. */
  readonly highestPlayer: number;
}

export interface Accounts {
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  readonly confirmOwner: ConfirmOwner;
  readonly protection: ProductParts['protection'];
  /** What staff were asked for and approved. */
  unblock(act: StaffAct): Promise<StaffAnswer<'ALREADY_PROCESSED'>>;
  hashPassword(password: string): Promise<string | undefined>;
  renewStaff(site: SiteId, player: PlayerId): Promise<void>;
  /** Called with each durable event, before the caller that caused it is answered. */
  onEvent(event: AnyEvent): void;
  seedFirstStart(start: Parameters<typeof seedFirstStart>[1]): ReturnType<typeof seedFirstStart>;
  /** At the start and every hour: what an earlier process did not finish. */
  finishBegun(): Promise<void>;
  /** Should be called about every hour. */
  forgetOld(): Promise<void>;
  close(): Promise<void>;
}

const OWNER_PACE = { burst: 10, refillMs: 60_000 };
/** As long as members can read it. */
const AUDIT_KEPT_MS = 90 * DAY_MS;

export async function openAccounts(options: AccountOptions): Promise<Accounts> {
  const { database, desk, secrets, clock, highestPlayer } = options;
  await database.transaction((tx) => raisePlayerIdsAbove(tx, highestPlayer));
  const sessions = createSessions(desk);
  const standings = createStandings({ database, log: options.log });
  const authenticator = await openAuthenticator({ database, secrets, sessions, standings, clock });
  const passwords = createPasswords(createPasswordPool(), options.passwordCost ?? PASSWORD_COST);
  const knownDevices = createKnownDevices(database);
  const loadingDevices = knownDevices
    .load()
    .catch((fault: unknown) => options.log.warn('reading known devices failed', { error: fault }));
  const random = options.random ?? randomBytes;
  const factorKeys = createFactorKeys(options.factorSecret, random);
  const verifyPassword = createVerifyPassword({ database, passwords });
  const confirmOwner = createConfirmOwner({ database, keys: factorKeys, verifyPassword, clock });
  const deps: AccountDeps = {
    ...options,
    random,
    factorKeys,
    confirmOwner,
    sessions,
    standings,
    authenticator,
    passwords,
    failures: createAddressFailures(),
    knownDevices,
    ownerPace: createRateLimit(OWNER_PACE),
  };
  const passkeys = createPasskeys({
    challenges: createChallenges(options.factorSecret, random),
    handleOf: (owner) => factorKeys.hashCode('passkey', aboutOwner(owner)),
  });
  return {
    routes: [
      ...accountRoutes(deps, passkeys),
      ...officeEntryRoutes(deps, passkeys),
      ...identityRoutes(deps),
      ...securityRoutes({ ...deps, passkeys }),
    ],
    authenticator,
    confirmOwner,
    protection: (tx, who, usualMs) => protectionOf(tx, who, { usualMs, now: clock() }),
    unblock: (act) => unblockPlayer(deps, act),
    async hashPassword(password) {
      const hash = await passwords.withPlace({ lane: 'KNOWN' }, (at) => at.hash(password));
      return hash === BUSY ? undefined : hash;
    },
    renewStaff: (site, player) => renewStaff(deps, { site, player, now: clock() }),
    onEvent: sessions.onEvent,
    seedFirstStart: (start) => seedFirstStart(deps, start),
    finishBegun: () => finishClosings(deps, clock()),
    forgetOld: () => forgetOld(database, clock()),
    async close() {
      knownDevices.stop();
      await loadingDevices;
      await passwords.close();
    },
  };
}

const forgetOld = (database: Database, now: Millis): Promise<void> =>
  database.transaction(async (tx) => {
    await forgetOldSessions(tx, earlier(now, DAY_MS));
    await forgetOldAttempts(tx, {
      now,
      auditBefore: earlier(now, AUDIT_KEPT_MS),
    });
    await forgetOldSignUps(tx, earlier(now, SIGN_UP_WINDOW_MS));
    await forgetOldCodes(tx, now);
    await eraseClosed(tx, now);
  });
