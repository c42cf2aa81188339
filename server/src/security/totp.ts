// Time-based one-time codes (RFC 6238): HMAC-SHA-1, steps of thirty seconds, six digits, as every authenticator app
// computes them.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Millis, SECOND_MS } from '@maru/engine/time';

const STEP_MS = 30 * SECOND_MS;
export const SECRET_BYTES = 20;

export const stepAt = (now: Millis): number => Math.floor(now / STEP_MS);

/** The code of a step: dynamic truncation of RFC 4226, 5.3. */
export function codeOf(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step whose code this is: the present one, or one before or after it, because the clocks of phones differ. Every
 * step is compared, so that the time says nothing about which one was right.
 */
export function matchedStep(secret: Uint8Array, code: string, now: Millis): number | undefined {
  const present = stepAt(now);
  const typed = Buffer.from(code);
  let matched: number | undefined;
  for (const step of [present - 1, present, present + 1]) {
    const right = Buffer.from(codeOf(secret, step));
    if (typed.length === right.length && timingSafeEqual(typed, right)) matched = step;
  }
  return matched;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding: as a person types it when the picture cannot be read. */
export function base32(bytes: Uint8Array): string {
  let [bits, value, text] = [0, 0, ''];
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31];
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** What the picture of the set-up says. */
export const keyUri = ({
  secret,
  issuer,
  account,
}: {
  readonly secret: string;
  readonly issuer: string;
  readonly account: string;
}): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}` +
  `?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
