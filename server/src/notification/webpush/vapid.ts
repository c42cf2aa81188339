// How the server proves to a push service who it is: RFC 8292. The key pair follows from a secret of the installation,
// because browsers are subscribed to its public half.
import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

const CURVE = 'prime256v1';
const TOKEN_SECONDS = 12 * 3_600;
/** A token is used again until this long before its end. */
const MARGIN_SECONDS = 3_600;
const MOST_TOKENS = 100;

export interface Vapid {
  /** What a browser subscribes with, base64url. */
  readonly publicKey: string;
  /** The Authorization header for this endpoint. */
  headerFor(endpoint: string, nowMs: number): string;
}

/** Not every text of 256 bits is a key of the curve, though nearly every one is: the next is tried. */
function privateKeyFrom(secret: string): Buffer {
  for (let round = 0; ; round++) {
    const key = createHash('sha256').update(`web push ${round} ${secret}`).digest();
    const pair = createECDH(CURVE);
    try {
      pair.setPrivateKey(key);
      return key;
    } catch {
      if (round > 100) throw new Error('expected a key of P-256 within 100 hashes of the secret, found none');
    }
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function createVapid({
  secret,
  contact,
}: {
  readonly secret: string;
  readonly contact: string;
}): Vapid {
  const privateKey = privateKeyFrom(secret);
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  const point = pair.getPublicKey();
  const publicKey = point.toString('base64url');
  const key: KeyObject = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  /** One token for each push service. There are few, but some have names without end below them. */
  const tokens = new Map<string, { readonly text: string; readonly expires: number }>();

  function tokenFor(audience: string, now: number): string {
    const known = tokens.get(audience);
    if (known !== undefined && known.expires - now > MARGIN_SECONDS) return known.text;
    const expires = now + TOKEN_SECONDS;
    const head = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded({ aud: audience, exp: expires, sub: contact })}`;
    const signature = sign('sha256', Buffer.from(head), { key, dsaEncoding: 'ieee-p1363' });
    const text = `${head}.${signature.toString('base64url')}`;
    if (tokens.size >= MOST_TOKENS) tokens.clear();
    tokens.set(audience, { text, expires });
    return text;
  }

  return {
    publicKey,
    headerFor: (endpoint, nowMs) =>
      `vapid t=${tokenFor(new URL(endpoint).origin, Math.floor(nowMs / 1_000))}, k=${publicKey}`,
  };
}
