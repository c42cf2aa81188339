// Authenticators in software, for tests: an app that computes codes, and a device that keeps passkeys.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { millis } from '@maru/engine/time';
import { newcomer, setUpFactor, type World } from '../account/testing.ts';
import { STEP_MS } from './code-testing.ts';

/** A member with the second factor on, and a new code to use. */
export async function protectedMember(world: World, options: Parameters<typeof newcomer>[1] = {}) {
  const member = await newcomer(world, options);
  const { secret, codes } = member.factor ?? (await setUpFactor(world, '/api/security', member));
  world.time.now = millis(world.time.now + STEP_MS);
  return { ...member, secret, codes };
}

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

/** The few forms of CBOR that a credential has. */
const cbor = {
  bytes: (bytes: Uint8Array) =>
    Buffer.concat([
      bytes.length < 256
        ? Buffer.from([0x58, bytes.length])
        : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
      bytes,
    ]),
  text: (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]),
  number: (value: number) => Buffer.from([value >= 0 ? value : 0x20 - 1 - value]),
  map: (pairs: readonly (readonly [Buffer, Buffer])[]) =>
    Buffer.concat([Buffer.from([0xa0 + pairs.length]), ...pairs.flat()]),
};

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_KEY = 0x40;

export interface Challenged {
  readonly challenge: string;
  readonly origin: string;
  readonly isVerified?: boolean;
}

/** A device that makes and uses one passkey. */
export function createSoftKey(relyingParty: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(24);
  let counter = 0;

  const clientData = (type: string, { challenge, origin }: Challenged) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(isVerified: boolean, extra: Buffer): Buffer {
    counter += 1;
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (extra.length > 0 ? HAS_KEY : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(relyingParty), head, extra]);
  }

  const both = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };
  return {
    id: base64url(id),
    /** As a copy of the key that was made before its last uses. */
    rewind: (to: number) => {
      counter = to;
    },
    register({ isVerified = true, ...asked }: Challenged) {
      const key = cbor.map([
        [cbor.number(1), cbor.number(2)],
        [cbor.number(3), cbor.number(-7)],
        [cbor.number(-1), cbor.number(1)],
        [cbor.number(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
        [cbor.number(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
      ]);
      const extra = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestationObject = cbor.map([
        [cbor.text('fmt'), cbor.text('none')],
        [cbor.text('attStmt'), cbor.map([])],
        [cbor.text('authData'), cbor.bytes(authenticatorData(isVerified, extra))],
      ]);
      const clientDataJSON = base64url(clientData('webauthn.create', { ...asked }));
      return { ...both, response: { clientDataJSON, attestationObject: base64url(attestationObject) } };
    },
    signIn({ isVerified = true, userHandle, ...asked }: Challenged & { readonly userHandle?: string }) {
      const data = clientData('webauthn.get', asked);
      const authenticator = authenticatorData(isVerified, Buffer.alloc(0));
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(data)]), privateKey);
      return {
        ...both,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authenticator),
          signature: base64url(signature),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
  };
}
