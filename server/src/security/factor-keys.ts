// What the tables keep of second factors is useless without a key of the installation: secrets are sealed, recovery codes
// are hashed with a key.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

export interface FactorKeys {
  /** `about` must be the same when it is opened: a sealed secret cannot be moved to another member. */
  seal(secret: Uint8Array, about: string): string;
  open(sealed: string, about: string): Uint8Array;
  hashCode(code: string, about: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createFactorKeys(text: string, random: (bytes: number) => Uint8Array): FactorKeys {
  const derive = (purpose: string) => createHmac('sha256', text).update(purpose).digest();
  const sealing = derive('seal a second factor');
  const hashing = derive('hash a recovery code');
  return {
    seal(secret, about) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    hashCode: (code, about) => createHmac('sha256', hashing).update(`${about} ${code}`).digest('base64url'),
  };
}
