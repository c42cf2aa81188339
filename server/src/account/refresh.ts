// One refresh token has one successor. The main case is a token that is used a second time (T-02, I-78).
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { AccountDeps } from './deps.ts';
import { type Device, fingerprintOf } from './device.ts';
import type { SeenSession } from './reads.ts';
import {
  endFamilies,
  type Family,
  insertToken,
  isTokenUsed,
  lockToken,
  markUsed,
  noteSeen,
} from './session-store.ts';
import { idleEnd, type Session, successorOf } from './tokens.ts';

/** A device whose reply was lost may repeat the refresh for this long and gets the same pair. */
const LOST_REPLY_MS = 10_000;

export type Rotation =
  | {
      readonly kind: 'ROTATED';
      readonly family: Family;
      readonly session: Session;
      readonly issuedAt: Millis;
    }
  /** A token was used a second time: the whole sign-in has ended. */
  | { readonly kind: 'REUSED'; readonly family: Family }
  | { readonly kind: 'REFUSED'; readonly refusal: RefreshRefusal };

type RefreshRefusal = 'TOKEN_EXPIRED' | 'SESSION_ENDED' | 'ACCOUNT_BLOCKED' | 'TRY_AGAIN';

export interface Refresh {
  readonly token: string;
  readonly site: SiteId;
  readonly device: Device;
  readonly now: Millis;
  /** The owner's session, as the desk had it a moment ago. */
  readonly session: Pick<SeenSession, 'version' | 'blocked'>;
}

const refused = (refusal: RefreshRefusal) => ({ kind: 'REFUSED', refusal }) as const;

/** The sign-in of the token, whether the token is valid or not; undefined for one that was made at the other door. */
export async function ownerOf(
  tx: Tx,
  token: string,
  door: 'APP' | 'OFFICE',
): Promise<Pick<Family, 'id' | 'player' | 'site'> | undefined> {
  const family = (await lockToken(tx, fingerprintOf(token)))?.family;
  return family !== undefined && family.isOffice === (door === 'OFFICE') ? family : undefined;
}

export async function rotate(
  tx: Tx,
  { secrets, sessions }: Pick<AccountDeps, 'secrets' | 'sessions'>,
  { token, site, device, now, session: seen }: Refresh,
): Promise<Rotation> {
  const fingerprint = fingerprintOf(token);
  const use = await lockToken(tx, fingerprint);
  // A token of another site is refused exactly like one that does not exist.
  if (use === undefined || use.family.site !== site) return refused('TOKEN_EXPIRED');
  const { family } = use;
  // Without the key of its device a token is refused, and stays valid for its owner.
  if (family.deviceKey !== null && family.deviceKey !== device.key) return refused('TOKEN_EXPIRED');
  // Nothing here waits for the desk: a transaction is open, and the desk may need the database to answer.
  const current = sessions.known(family.player) ?? seen;
  // Whoever has a token of a blocked player may learn of the block; the app shows it and signs out (spec 4).
  if (family.isEnded) return refused(current.blocked ? 'ACCOUNT_BLOCKED' : 'TOKEN_EXPIRED');

  const next = successorOf(secrets.refresh, token);
  const session = { family: family.id, refreshToken: next };
  const isLostReply =
    use.usedAt !== undefined &&
    now - use.usedAt < LOST_REPLY_MS &&
    use.usedBy === device.id &&
    !(await isTokenUsed(tx, fingerprintOf(next)));
  if (use.usedAt !== undefined && !isLostReply) {
    await endFamilies(tx, { player: family.player, family: family.id, why: 'REFRESH_REUSED', now });
    return { kind: 'REUSED', family };
  }
  if (now >= use.expiresAt || now >= family.expiresAt) return refused('TOKEN_EXPIRED');
  if (current.blocked) return refused('ACCOUNT_BLOCKED');
  if (current.version !== family.sessionVersion) {
    await endFamilies(tx, { player: family.player, family: family.id, why: 'SESSIONS_ENDED', now });
    return refused('SESSION_ENDED');
  }
  if (use.usedAt !== undefined) return { kind: 'ROTATED', family, session, issuedAt: use.usedAt };

  await noteSeen(tx, { player: family.player, now });
  await markUsed(tx, { fingerprint, by: device.id, now });
  await insertToken(tx, {
    fingerprint: fingerprintOf(next),
    family: family.id,
    now,
    expiresAt: idleEnd(now, family.expiresAt),
  });
  return { kind: 'ROTATED', family, session, issuedAt: now };
}
