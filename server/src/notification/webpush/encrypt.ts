// The content of a web push, encrypted for one browser: RFC 8291 over the aes128gcm coding of RFC 8188, with one record.
import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const CURVE = 'prime256v1';
const RECORD_BYTES = 4_096;
/** What push services accept is 4096 bytes with header, tag and padding; this leaves room for all of them. */
export const MOST_CONTENT_BYTES = 3_900;

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

const infoOf = (text: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${text}\0`), ...parts]);

/** Tests pass the values of the RFC; otherwise both are new for every message. */
export interface Fresh {
  readonly privateKey?: Buffer;
  readonly salt?: Buffer;
}

export function encryptPush(
  { p256dh, auth }: PushKeys,
  content: Buffer,
  { privateKey, salt = randomBytes(16) }: Fresh = {},
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const own = createECDH(CURVE);
  if (privateKey === undefined) own.generateKeys();
  else own.setPrivateKey(privateKey);
  const ownPublic = own.getPublicKey();
  const keying = derive(
    own.computeSecret(theirs),
    Buffer.from(auth, 'base64url'),
    infoOf('WebPush: info', theirs, ownPublic),
    32,
  );
  const key = derive(keying, salt, infoOf('Content-Encoding: aes128gcm'), 16);
  const nonce = derive(keying, salt, infoOf('Content-Encoding: nonce'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(ownPublic.length, 4);
  // The byte 2 ends the last record.
  const body = Buffer.concat([content, Buffer.from([2])]);
  return Buffer.concat([salt, header, ownPublic, cipher.update(body), cipher.final(), cipher.getAuthTag()]);
}

/** Whether a browser could have made these: a point of the curve, and 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    ECDH.convertKey(point, CURVE, undefined, undefined, 'compressed');
    return true;
  } catch {
    return false;
  }
}
