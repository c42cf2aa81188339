// Challenges of passkeys. One carries its own proof that we made it, for whom and until when, so that asking for many of
// them fills nothing; only those that were used are remembered, for as long as they would be valid.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { later, MINUTE_MS, type Millis } from '@maru/engine/time';

/** What a challenge is good for: signing in, or a new passkey of one member, on one host. */
export interface ChallengeUse {
  readonly purpose: 'SIGN_IN' | `REGISTER ${number}`;
  readonly host: string;
}

export interface Challenges {
  make(use: ChallengeUse, now: Millis): string;
  isValid(challenge: string, use: ChallengeUse, now: Millis): boolean;
  /** False when it was used before. */
  use(challenge: string, now: Millis): boolean;
}

export const CHALLENGE_MS = 2 * MINUTE_MS;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;

export function createChallenges(key: string, random: (bytes: number) => Uint8Array): Challenges {
  const used = new Map<string, Millis>();
  const macOf = (head: Uint8Array, { purpose, host }: ChallengeUse) =>
    createHmac('sha256', key).update(`challenge ${purpose} ${host} `).update(head).digest();

  return {
    make(use, now) {
      const head = Buffer.alloc(HEAD_BYTES);
      head.set(random(NONCE_BYTES));
      head.writeUIntBE(later(now, CHALLENGE_MS), NONCE_BYTES, TIME_BYTES);
      return Buffer.concat([head, macOf(head, use)]).toString('base64url');
    },
    isValid(challenge, use, now) {
      const bytes = Buffer.from(challenge, 'base64url');
      const head = bytes.subarray(0, HEAD_BYTES);
      const mac = macOf(head, use);
      const isOurs =
        bytes.length === HEAD_BYTES + mac.length && timingSafeEqual(bytes.subarray(HEAD_BYTES), mac);
      return isOurs && now < head.readUIntBE(NONCE_BYTES, TIME_BYTES) && !used.has(challenge);
    },
    use(challenge, now) {
      // In the order of insertion: the first ones are over first.
      for (const [each, until] of used) {
        if (now < until) break;
        used.delete(each);
      }
      if (used.has(challenge)) return false;
      used.set(challenge, later(now, CHALLENGE_MS));
      return true;
    },
  };
}
