// Secrets of API keys at rest: AES-256-GCM with a key of the installation. The key's id and owner are authenticated with
// it, so a sealed secret that is copied into another row does not open.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { StoredKey } from './store.ts';

export interface Seal {
  seal(secret: string, of: Sealed): string;
  /** Undefined when it was sealed by another installation, or for another key. */
  open(sealed: string, of: Sealed): string | undefined;
}

export type Sealed = Pick<StoredKey, 'id' | 'site' | 'player'>;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const boundTo = ({ id, site, player }: Sealed): Buffer => Buffer.from(`api-key ${id} ${site} ${player}`);

export function createSeal(installationSecret: string, random: (bytes: number) => Uint8Array): Seal {
  const key = createHash('sha256').update(`seal of API keys ${installationSecret}`).digest();
  return {
    seal(secret, of) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(of));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed, of) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
        .setAAD(boundTo(of))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // The only thing that can fail here is the authentication.
        return undefined;
      }
    },
  };
}
