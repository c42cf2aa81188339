// A first password in two halves. Whoever knew a whole one could enter as the new colleague and be the second person for
// their own requests.
import { createHmac } from 'node:crypto';
import { HOUR_MS, later, type Millis } from '@maru/engine/time';

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const HALF_LETTERS = 10;
const VALID_MS = 72 * HOUR_MS;

export type Half = 'FIRST' | 'SECOND';

export function halfOf(
  secret: string,
  { player, nonce, half }: { readonly player: number; readonly nonce: string; readonly half: Half },
): string {
  const bytes = createHmac('sha256', secret).update(`first password ${player} ${nonce} ${half}`).digest();
  return Array.from(bytes.subarray(0, HALF_LETTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** The halves one after the other, as they are typed. */
export const firstPasswordOf = (
  secret: string,
  made: { readonly player: number; readonly nonce: string },
): string => `${halfOf(secret, { ...made, half: 'FIRST' })}-${halfOf(secret, { ...made, half: 'SECOND' })}`;

export const firstPasswordEnds = (now: Millis): Millis => later(now, VALID_MS);
