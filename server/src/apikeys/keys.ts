// The keys that requests were signed with lately, opened and ready. One process serves all requests and makes all
// changes, so what is forgotten here is read anew by the next request.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { playerId, siteId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { addressRule } from './addresses.ts';
import type { Seal } from './seal.ts';
import { findKey, type StoredKey } from './store.ts';

export interface OpenKey
  extends Pick<StoredKey, 'id' | 'site' | 'player' | 'role' | 'session' | 'scopes' | 'expiresAt'> {
  readonly secret: KeyObject;
  readonly mayUse: (address: string) => boolean;
}

export interface Keys {
  /** In memory, or undefined. */
  known(id: string): OpenKey | undefined;
  read(id: string): Promise<OpenKey | undefined>;
  /** The row has changed. */
  forget(id: string): void;
  /** The row is gone. */
  revoke(id: string): void;
  isRevoked(id: string): boolean;
  /** Another number after every change: a connection was let in by the addresses of its own. */
  stampOf(id: string): number;
}

const MOST_KNOWN = 10_000;
/** Only connections that are being opened while their key is changed or deleted need this. */
const MOST_CHANGED = 10_000;

export function createKeys({
  database,
  seal,
  log,
  mostKnown = MOST_KNOWN,
}: {
  readonly database: Database;
  readonly seal: Seal;
  readonly log: Log;
  readonly mostKnown?: number;
}): Keys {
  /** The least recently used first. */
  const known = new Map<string, OpenKey>();
  const reading = new Map<string, Promise<OpenKey | undefined>>();
  const revoked = new Set<string>();
  const stamps = new Map<string, number>();
  let stamp = 0;

  function remember(key: OpenKey): void {
    known.delete(key.id);
    known.set(key.id, key);
    const [oldest] = known.keys();
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  }

  // An unknown id costs what a known one does, so that the time of the answer does not tell.
  const decoy = { id: 'mk_0', site: siteId(1), player: playerId(1) };
  const sealedDecoy = seal.seal('sk_0', decoy);

  async function load(id: string): Promise<OpenKey | undefined> {
    const stored = await database.transaction((tx) => findKey(tx, id));
    const secret = seal.open(stored?.sealedSecret ?? sealedDecoy, stored ?? decoy);
    if (stored === undefined) return undefined;
    if (secret === undefined) {
      log.warn('secret of an API key does not open: it was sealed by another installation', { key: id });
      return undefined;
    }
    const { site, player, role, session, scopes, expiresAt } = stored;
    return {
      ...{ id, site, player, role, session, scopes, expiresAt },
      secret: createSecretKey(secret, 'utf8'),
      mayUse: addressRule(stored.addresses),
    };
  }

  function forget(id: string): void {
    stamp += 1;
    stamps.delete(id);
    const [oldest] = stamps.keys();
    if (stamps.size >= MOST_CHANGED && oldest !== undefined) stamps.delete(oldest);
    stamps.set(id, stamp);
    known.delete(id);
    // What is being read may be from before the change.
    reading.delete(id);
  }

  return {
    known(id) {
      const key = known.get(id);
      if (key !== undefined) remember(key);
      return key;
    },
    async read(id) {
      const begun = reading.get(id);
      if (begun !== undefined) return begun;
      const loading = load(id);
      reading.set(id, loading);
      try {
        const key = await loading;
        if (key !== undefined && reading.get(id) === loading) remember(key);
        return key;
      } finally {
        if (reading.get(id) === loading) reading.delete(id);
      }
    },
    forget,
    revoke(id) {
      forget(id);
      const [oldest] = revoked;
      if (revoked.size >= MOST_CHANGED && oldest !== undefined) revoked.delete(oldest);
      revoked.add(id);
    },
    isRevoked: (id) => revoked.has(id),
    stampOf: (id) => stamps.get(id) ?? 0,
  };
}
