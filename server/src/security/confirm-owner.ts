// Somebody who is signed in proves again who they are, before something that a stolen session must not do.
import { type Millis, SECOND_MS } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { ConfirmOwner } from '../product/server-product.ts';
import type { FactorKeys } from './factor-keys.ts';
import { checkFactor } from './second-factor.ts';
import type { Owner } from './store.ts';

export function createConfirmOwner({
  database,
  keys,
  verifyPassword,
  clock,
}: {
  readonly database: Database;
  readonly keys: FactorKeys;
  readonly verifyPassword: (
    who: Owner,
    password: string,
  ) => Promise<boolean | 'TRY_AGAIN' | 'TOO_MANY_REQUESTS'>;
  readonly clock: () => Millis;
}): ConfirmOwner {
  return async ({ site, player }, { password, code, use }) => {
    if (password !== undefined) {
      const right = await verifyPassword({ site, player }, password);
      if (typeof right === 'string') return { ok: false, refusal: right, retryAfterSeconds: 1 };
      if (!right) return { ok: false, refusal: 'CURRENT_PASSWORD_MISMATCH', field: 'password' };
    }
    const proof = { site, player, code, pool: 'confirm', use, now: clock() } as const;
    const checked = await database.transaction((tx) => checkFactor(tx, keys, proof));
    if ('passed' in checked) return undefined;
    if ('refusal' in checked) return { ok: false, refusal: checked.refusal, field: 'code' };
    const retryAfterSeconds = Math.ceil(checked.waitMs / SECOND_MS);
    return { ok: false, refusal: 'TOO_MANY_REQUESTS', retryAfterSeconds };
  };
}
