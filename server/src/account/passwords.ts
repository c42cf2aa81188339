// argon2id at the OWASP minimum, each hash with its own salt, hashed again at the next sign-in when we raise the cost
// (S-31).
import { randomBytes } from 'node:crypto';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import type { Asker } from './password-lanes.ts';
import { BUSY, type Busy, type PasswordCost, type PasswordPool } from './password-pool.ts';

export const PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2, lanes: 1 };

export interface PasswordWork {
  hash(password: string): Promise<string | Busy>;
  /** Without a hash the same work is done against a hash whose password is unknown, and the answer is false (T-01). */
  verify(password: string, hash: string | undefined): Promise<boolean | Busy>;
}

export interface Passwords {
  /** `BUSY`, and nothing was done, when the asker gets no place. */
  withPlace<Done>(asker: Asker, work: (at: PasswordWork) => Promise<Done>): Promise<Done | Busy>;
  isOutdated(hash: string): boolean;
  close(): Promise<void>;
}

export function createPasswords(pool: PasswordPool, cost: PasswordCost = PASSWORD_COST): Passwords {
  const prefix = `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}$`;
  /** A well-formed hash of no password: verifying against it costs what a real one costs. */
  const nobodysHash = `${prefix}${unpadded(16)}$${unpadded(32)}`;
  return {
    withPlace: (asker, work) =>
      pool.withPlace(asker, (run) =>
        work({
          async hash(password) {
            const hashed = await run({ kind: 'hash', password: exact(password), cost });
            return hashed === BUSY ? BUSY : String(hashed);
          },
          async verify(password, hash) {
            const right = await run({ kind: 'verify', password: exact(password), hash: hash ?? nobodysHash });
            return right === BUSY ? BUSY : right === true && hash !== undefined;
          },
        }),
      ),
    isOutdated: (hash) => !hash.startsWith(prefix),
    close: () => pool.close(),
  };
}

const unpadded = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** Neither trimmed nor folded. Only the two Unicode forms of a Korean syllable are normalized to one. */
const exact = (password: string): string => password.normalize('NFC');

/** In every list of leaked passwords, the own username, one character repeated, or a plain run (S-30). */
export function isCommonPassword(password: string, username: string): boolean {
  const folded = password.toLowerCase();
  if (COMMON_PASSWORDS.has(folded) || folded === username || folded === `${username}${username}`) return true;
  const points = [...folded].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)));
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? 2);
}
