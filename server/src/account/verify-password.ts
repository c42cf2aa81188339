// Somebody who is signed in says the password again, before something that a stolen session must not do.
import type { Database } from '../db/database.ts';
import type { Principal } from '../http/serve.ts';
import { BUSY } from './password-pool.ts';
import type { Passwords } from './passwords.ts';
import { findCredentials, findProfile } from './store.ts';

/** A refusal when it cannot be checked now: because of all members together, or of this member's other checks. */
export type VerifyPassword = (
  who: Pick<Principal, 'site' | 'player'>,
  password: string,
) => Promise<boolean | 'TRY_AGAIN' | 'TOO_MANY_REQUESTS'>;

/** Of one member at the same time: fewer than the places of a sender, so that a full lane is never the member's own. */
const MOST_AT_ONCE = 3;

export function createVerifyPassword({
  database,
  passwords,
}: {
  readonly database: Database;
  readonly passwords: Pick<Passwords, 'withPlace'>;
}): VerifyPassword {
  /** Only members whose password is being checked have an entry. */
  const checking = new Map<number, number>();
  return async ({ site, player }, password) => {
    const before = checking.get(player) ?? 0;
    if (before >= MOST_AT_ONCE) return 'TOO_MANY_REQUESTS';
    checking.set(player, before + 1);
    try {
      const asker = { lane: 'KNOWN', sender: `verify ${site} ${player}` } as const;
      const right = await passwords.withPlace(asker, async (at) => {
        const credentials = await database.transaction(async (tx) => {
          const profile = await findProfile(tx, site, player);
          return profile && findCredentials(tx, site, profile.username);
        });
        return at.verify(password, credentials?.passwordHash);
      });
      return right === BUSY ? 'TRY_AGAIN' : right;
    } finally {
      const left = (checking.get(player) ?? 1) - 1;
      if (left === 0) checking.delete(player);
      else checking.set(player, left);
    }
  };
}
