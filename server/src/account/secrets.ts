// The keys that sign access tokens and derive refresh tokens. Created once, stored in the data directory, never logged.
import { createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Secrets {
  readonly access: Uint8Array;
  readonly refresh: Uint8Array;
  /** Prints of codes and of the values they were sent to. */
  readonly codes: Uint8Array;
}

const KEY_BYTES = 32;

/** One secret text of at least 32 characters gives all keys: several machines must have the same. */
export function secretsOf(secret: string): Secrets {
  if (secret.length < KEY_BYTES) throw new Error('the secret must have at least 32 characters');
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest();
  return { access: derive('access'), refresh: derive('refresh'), codes: derive('codes') };
}

/** The secret of the configuration, or the one in the data directory, which the first start creates. */
export function loadSecrets(from: {
  readonly secret?: string | undefined;
  readonly dataDirectory: string;
}): Secrets {
  return secretsOf(from.secret ?? loadOrCreateSecret(from.dataDirectory, 'secret'));
}

/** A secret text of this installation, created by the first start that needs it. */
export function loadOrCreateSecret(folder: string, name: string): string {
  const path = join(folder, name);
  if (!existsSync(path)) makeSecret(path);
  return readFileSync(path, 'utf8').trim();
}

/**
 * Written to a temporary file and linked into place: a crash leaves no partial secret, and of two starts the first one
 * wins.
 */
function makeSecret(path: string): void {
  const aside = `${path}.${randomBytes(8).toString('hex')}`;
  const file = openSync(aside, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(aside, path);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  } finally {
    rmSync(aside);
  }
}
