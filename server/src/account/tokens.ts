// Refresh tokens: random at first, then each one derived from the one before, so that a lost reply can be rebuilt
// without storing any token, and there is never a second successor (T-02).
import { createHmac } from 'node:crypto';
import { DAY_MS, HOUR_MS, later, type Millis, SECOND_MS } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Principal } from '../http/serve.ts';
import { ACCESS_SECONDS, mintAccess } from './access-token.ts';
import type { AccountDeps } from './deps.ts';
import { fingerprintOf } from './device.ts';
import { insertFamily, insertToken, type NewFamily, noteSeen } from './session-store.ts';

const IDLE_MS = 7 * DAY_MS;
const ABSOLUTE_MS = 30 * DAY_MS;
/** Staff sign in every day, whatever they do meanwhile. */
const OFFICE_ABSOLUTE_MS = 12 * HOUR_MS;

/** 32 random bytes in base64url. */
export const isRefreshToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

export const successorOf = (secret: Uint8Array, token: string): string =>
  createHmac('sha256', secret).update(`successor ${token}`).digest('base64url');

export const idleEnd = (now: Millis, absoluteEnd: Millis): Millis =>
  Math.min(later(now, IDLE_MS), absoluteEnd) as Millis;

export interface Session {
  readonly family: string;
  readonly refreshToken: string;
}

/** A new sign-in with its first refresh token. */
export async function beginSession(
  tx: Tx,
  random: AccountDeps['random'],
  begun: NewFamily,
): Promise<Session> {
  const { now } = begun;
  const family = Buffer.from(random(16)).toString('base64url');
  const refreshToken = Buffer.from(random(32)).toString('base64url');
  const expiresAt = later(now, begun.office === undefined ? ABSOLUTE_MS : OFFICE_ABSOLUTE_MS);
  await noteSeen(tx, begun);
  await insertFamily(tx, begun, { id: family, expiresAt });
  await insertToken(tx, {
    fingerprint: fingerprintOf(refreshToken),
    family,
    now,
    expiresAt: idleEnd(now, expiresAt),
  });
  return { family, refreshToken };
}

/** `issuedAt` lies before `now` when a lost reply is rebuilt: it is then the same pair. */
export async function pairOf(
  secret: Uint8Array,
  session: Session,
  { issuedAt, now, ...principal }: Principal & { readonly issuedAt: Millis; readonly now: Millis },
) {
  const { family, refreshToken } = session;
  const accessToken = await mintAccess(secret, { ...principal, family }, issuedAt);
  const endsAt = (Math.floor(issuedAt / SECOND_MS) + ACCESS_SECONDS) * SECOND_MS;
  return { accessToken, refreshToken, expiresIn: Math.max(0, Math.ceil((endsAt - now) / SECOND_MS)) };
}
