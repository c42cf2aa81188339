// Somebody who is signed in says the password again, before something that a stolen session must not do.
import type { Database } from '../db/database.ts';
import type { Principal } from '../http/serve.ts';
import { BUSY } from './password-pool.ts';
import type { Passwords } from './passwords.ts';
import { findCredentials, findProfile } from './store.ts';

export type VerifyPassword = (
  who: Pick<Principal, 'site' | 'player'>,
  password: string,
) => Promise<boolean | 'BUSY'>;

export const createVerifyPassword =
  ({
    database,
    passwords,
  }: {
    readonly database: Database;
    readonly passwords: Pick<Passwords, 'withPlace'>;
  }): VerifyPassword =>
  async ({ site, player }, password) => {
    const asker = { lane: 'KNOWN', sender: `verify ${site} ${player}` } as const;
    const right = await passwords.withPlace(asker, async (at) => {
      const credentials = await database.transaction(async (tx) => {
        const profile = await findProfile(tx, site, player);
        return profile && findCredentials(tx, site, profile.username);
      });
      return at.verify(password, credentials?.passwordHash);
    });
    return right === BUSY ? 'BUSY' : right;
  };
