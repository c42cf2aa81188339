// What members of staff are and have proven, by their sign-ins: asked before every call of the office, so it is in memory.
// A sign-in ends when no person has caused a call for a quarter of an hour, also across a restart.
import type { PlayerId } from '@maru/engine/purse';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import type { StaffStanding } from '../http/serve.ts';
import type { Log } from '../log/log.ts';
import {
  endIdle,
  findOfficeSession,
  findStaffAccount,
  forgetFactors,
  type StaffAccount,
  saveFactor,
  saveSeen,
} from './account-store.ts';

export const IDLE_MS = 15 * MINUTE_MS;
/** The moment of the last call is written so often; after a restart a sign-in may end earlier by as much. */
const SAVE_SEEN_MS = MINUTE_MS;
/** More sign-ins than staff have; the oldest is read again when it is used. */
const MOST_REMEMBERED = 2_000;

interface SignInOf {
  readonly player: PlayerId;
  readonly family: string;
}

export interface Standings {
  /** Undefined when this is no open sign-in of staff. A call that a person caused keeps it open. */
  find(
    signIn: SignInOf,
    asked: { readonly isByPerson: boolean; readonly now: Millis },
  ): Promise<StaffStanding | 'IDLE' | undefined>;
  /** The second factor was given in this sign-in. */
  passedFactor(signIn: SignInOf, now: Millis): Promise<void>;
  /** The last factor was removed: every sign-in has to set one up. */
  lostFactors(player: PlayerId): Promise<void>;
  /** The account or its sign-ins were changed in the tables. */
  changed(player: PlayerId): void;
}

interface Remembered {
  readonly account: StaffAccount;
  factorAt: Millis | undefined;
  seenAt: Millis;
  savedAt: Millis;
}

export function createStandings({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Log;
}): Standings {
  const remembered = new Map<string, Remembered>();
  /** Counts changes, so that what was read before one is not remembered after it. */
  let changes = 0;

  async function load({ player, family }: SignInOf): Promise<Remembered | undefined> {
    for (;;) {
      const before = changes;
      const found = await database.transaction((tx) => findOfficeSession(tx, { player, family }));
      if (changes !== before) continue;
      if (found === undefined || found.disabledAt !== null) return undefined;
      const { factorAt, seenAt, ...account } = found;
      const seen = millis(seenAt ?? 0);
      const factor = factorAt === null ? undefined : millis(factorAt);
      const entry = { account, factorAt: factor, seenAt: seen, savedAt: seen };
      const [oldest] = remembered.keys();
      if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      remembered.set(family, entry);
      return entry;
    }
  }

  function forget(player: PlayerId): void {
    changes += 1;
    for (const [family, { account }] of remembered) {
      if (account.player === player) remembered.delete(family);
    }
  }

  const write = (work: (tx: Tx) => Promise<void>): void => {
    database
      .transaction(work)
      .catch((error: unknown) => log.warn('noting the use of a sign-in to the office failed', { error }));
  };

  return {
    async find({ player, family }, { isByPerson, now }) {
      const entry = remembered.get(family) ?? (await load({ player, family }));
      if (entry === undefined || entry.account.player !== player) return undefined;
      if (now - entry.seenAt >= IDLE_MS) {
        remembered.delete(family);
        await database.transaction((tx) => endIdle(tx, family, now));
        return 'IDLE';
      }
      if (isByPerson && now > entry.seenAt) {
        entry.seenAt = now;
        if (now - entry.savedAt >= SAVE_SEEN_MS) {
          entry.savedAt = now;
          write((tx) => saveSeen(tx, family, now));
        }
      }
      const { role, level, site, passwordUntil } = entry.account;
      return {
        ...{ role, level, home: site, factorAt: entry.factorAt },
        mustChangePassword: passwordUntil !== null,
      };
    },
    async passedFactor({ player, family }, now) {
      await database.transaction((tx) => saveFactor(tx, family, now));
      forget(player);
    },
    async lostFactors(player) {
      await database.transaction((tx) => forgetFactors(tx, player));
      forget(player);
    },
    changed: forget,
  };
}

/** Whether somebody of staff may sign in with the password they have. */
export async function mayEnterOffice(tx: Tx, player: PlayerId, now: Millis): Promise<boolean> {
  const account = await findStaffAccount(tx, player);
  if (account === undefined || account.disabledAt !== null) return false;
  return account.passwordUntil === null || now < account.passwordUntil;
}

/** A first password, which others handed over, is changed at the office before it opens anything else. */
export async function hasOwnPassword(tx: Tx, player: PlayerId): Promise<boolean> {
  const account = await findStaffAccount(tx, player);
  return account === undefined || account.passwordUntil === null;
}
