// Resolves a token to its principal, for HTTP and for sockets, before anything else. Cheap: one signature check per
// token, then memory.
import type { PlayerId } from '@maru/engine/purse';
import { earlier, later, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { DeviceClass, Principal } from '../http/serve.ts';
import type { Standings } from '../staff/standings.ts';
import { ACCESS_SECONDS, type SignedIn, type VerifiedAccess, verifyAccess } from './access-token.ts';
import type { Secrets } from './secrets.ts';
import { listEndedSince } from './session-store.ts';
import type { Sessions } from './sessions.ts';
import { listBlockedDevices } from './store.ts';

export interface Authenticator {
  /** `EXPIRED` when the token was ours and has expired; undefined for anything else that does not sign in. */
  authenticate(
    token: string,
    /** A request that a person caused keeps a sign-in to the office open. */
    request?: { readonly isByPerson: boolean },
  ): Promise<SignedIn | 'EXPIRED' | undefined>;
  /** Whether the account is not blocked and the principal's session has not ended. */
  isCurrent(principal: Principal): Promise<boolean>;
  /** Is the principal that `authenticate` returned still signed in? Long-lived connections check again. */
  isSignedIn(principal: Principal): boolean;
  /** May this player act from this class of device (spec 4, blockDevice)? */
  mayUse(principal: Pick<Principal, 'player'>, device: DeviceClass): boolean;
  endFamilies(families: readonly string[], now: Millis): void;
  setBlockDevice(player: PlayerId, blockDevice: string): void;
}

const REMEMBERED_TOKENS = 20_000;
/** After this long no access token of an ended sign-in is valid any more. */
const ENDED_RETENTION_MS = ACCESS_SECONDS * 1_000 + MINUTE_MS;

export async function openAuthenticator(options: {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly sessions: Pick<Sessions, 'find' | 'known'>;
  readonly standings: Pick<Standings, 'find'>;
  readonly clock: () => Millis;
}): Promise<Authenticator> {
  const { database, secrets, sessions, standings, clock } = options;
  const verified = new Map<string, VerifiedAccess>();
  const ended = new Map<string, Millis>();
  const blockedDevices = new Map<PlayerId, string>();

  await database.transaction(async (tx) => {
    const now = clock();
    for (const family of await listEndedSince(tx, earlier(now, ENDED_RETENTION_MS))) ended.set(family, now);
    for (const { id, blockDevice } of await listBlockedDevices(tx)) blockedDevices.set(id, blockDevice);
  });

  function remember(token: string, access: VerifiedAccess): void {
    if (verified.size >= REMEMBERED_TOKENS) verified.delete(verified.keys().next().value ?? token);
    verified.set(token, access);
  }

  function isCurrent(principal: Principal, session: { readonly version: number; readonly blocked: boolean }) {
    if (session.blocked || session.version !== principal.session) return false;
    const family = familyOf(principal);
    return family === undefined || !ended.has(family);
  }

  /**
   * A principal whose session is no longer cached counts as signed in for now: an event would have reported a block or
   * an ended session, and the next call uses the session that is read from the desk meanwhile.
   */
  function isSignedIn(principal: Principal): boolean {
    const session = sessions.known(principal.player);
    if (session !== undefined) return isCurrent(principal, session);
    sessions.find(principal.player).catch(() => undefined);
    return true;
  }

  return {
    async authenticate(token, { isByPerson } = { isByPerson: false }) {
      const now = clock();
      let access = verified.get(token);
      if (access === undefined) {
        const result = await verifyAccess(secrets.access, token, now);
        if (result === 'EXPIRED' || result === undefined) return result;
        access = result;
        remember(token, access);
      }
      if (now >= access.endsAt) {
        verified.delete(token);
        return 'EXPIRED';
      }
      const session = await sessions.find(access.claims.player);
      const { claims } = access;
      if (session === undefined || !isCurrent(claims, session)) return 'EXPIRED';
      if (claims.role !== 'STAFF') return claims;
      const standing = await standings.find(claims, { isByPerson, now });
      if (standing === 'IDLE') ended.set(claims.family, now);
      return standing === undefined || standing === 'IDLE' ? 'EXPIRED' : { ...claims, standing };
    },
    async isCurrent(principal) {
      const session = await sessions.find(principal.player);
      return session !== undefined && isCurrent(principal, session);
    },
    isSignedIn,
    mayUse: ({ player }, device) => device !== 'MOBILE' || !blockedDevices.get(player)?.includes('M'),
    endFamilies(families, now) {
      for (const [family, at] of ended) {
        if (now <= later(at, ENDED_RETENTION_MS)) break;
        ended.delete(family);
      }
      for (const family of families) ended.set(family, now);
    },
    setBlockDevice(player, blockDevice) {
      if (blockDevice === '') blockedDevices.delete(player);
      else blockedDevices.set(player, blockDevice);
    },
  };
}

/** HTTP passes principals on unchanged, so every token of ours has its family. */
export const familyOf = (principal: Principal): string | undefined => (principal as Partial<SignedIn>).family;
