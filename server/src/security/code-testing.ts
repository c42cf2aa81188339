// An authenticator app in software, for tests.
import type { Millis } from '@maru/engine/time';
import { codeOf, stepAt } from './totp.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an app shows `steps` after now. */
export const codeAt = (secret: string, now: Millis, steps = 0): string =>
  codeOf(bytesOf(secret), stepAt(now) + steps);

/** How long a code is shown. */
export const STEP_MS = 30_000;
