// The access token: signed, short-lived, for one site, tied to a session version and to one sign-in (T-03, T-04).
import { playerId, type SiteId, siteId } from '@maru/engine/purse';
import { type Millis, SECOND_MS } from '@maru/engine/time';
// Only these parts of the package are imported: a start waits for every file.
import { JOSEError, JWTExpired } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { Principal } from '../http/serve.ts';

/** The principal with the sign-in that its token was issued for. */
export interface SignedIn extends Principal {
  readonly family: string;
}

export const ACCESS_SECONDS = 15 * 60;
const LEEWAY_SECONDS = 30;
const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const ISSUER = 'maru';
const TOKEN_MOST = 1_024;

/** The same claims at the same instant give the same token, so a repeated reply can be rebuilt. */
export async function mintAccess(key: Uint8Array, claims: SignedIn, now: Millis): Promise<string> {
  const issuedAt = Math.floor(now / SECOND_MS);
  return new SignJWT({ sv: claims.session, fam: claims.family, role: claims.role })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(audience(claims.site))
    .setSubject(String(claims.player))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_SECONDS)
    .sign(key);
}

export interface VerifiedAccess {
  readonly claims: SignedIn;
  /** From this instant on the token is refused, leeway included. */
  readonly endsAt: Millis;
}

/**
 * `EXPIRED` for a token of ours that has expired; undefined for everything else, so that the reason is not disclosed.
 */
export async function verifyAccess(
  key: Uint8Array,
  token: string,
  now: Millis,
): Promise<VerifiedAccess | 'EXPIRED' | undefined> {
  if (token.length > TOKEN_MOST) return undefined;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      requiredClaims: ['sub', 'aud', 'iat', 'exp'],
      maxTokenAge: ACCESS_SECONDS,
      clockTolerance: LEEWAY_SECONDS,
      currentDate: new Date(now),
    });
    const claims = readClaims(payload);
    const { exp } = payload;
    if (claims === undefined || exp === undefined) return undefined;
    return { claims, endsAt: ((exp + LEEWAY_SECONDS) * SECOND_MS) as Millis };
  } catch (fault) {
    // The signature is checked before the times: only our own tokens get here.
    if (fault instanceof JWTExpired) return 'EXPIRED';
    if (fault instanceof JOSEError || fault instanceof TypeError) return undefined;
    throw fault;
  }
}

const audience = (site: SiteId): string => `site:${site}`;

function readClaims(payload: Readonly<Record<string, unknown>>): SignedIn | undefined {
  const { sub, aud, sv, fam, role } = payload;
  const player = positive(sub, /^(\d{1,15})$/);
  const site = positive(aud, /^site:(\d{1,15})$/);
  if (player === undefined || site === undefined) return undefined;
  if (typeof sv !== 'number' || !Number.isSafeInteger(sv) || typeof fam !== 'string') return undefined;
  if (role !== 'PLAYER' && role !== 'PARTNER' && role !== 'STAFF') return undefined;
  return { player: playerId(player), site: siteId(site), role, session: sv, family: fam };
}

function positive(value: unknown, pattern: RegExp): number | undefined {
  const digits = typeof value === 'string' ? pattern.exec(value)?.[1] : undefined;
  const number = Number(digits);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
