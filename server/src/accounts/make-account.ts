// An account that others make for somebody: it may enter the office with a first password that none of them knows whole.
import { randomBytes } from 'node:crypto';
import type { OfficeRole } from '@maru/contract/staff/rights';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { insertPlayer, type NewPlayer, takePlayerId, updatePasswordHash } from '../account/store.ts';
import type { Tx } from '../db/database.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { deletePasskey, listPasskeys } from '../security/passkey-store.ts';
import { deleteFactor } from '../security/store.ts';
import { insertStaffAccount } from '../staff/account-store.ts';
import { firstPasswordEnds, firstPasswordOf } from './first-password.ts';
import { saveFirstPassword } from './store.ts';

export type MakingParts = Pick<FeatureParts, 'database' | 'hashPassword'> & { readonly secret: string };

/** Who asked for it and who approved it: each of them sees one half of the first password. */
export type MadeBy = readonly [requested: number, approved: number];

export interface NewOfficeAccount
  extends Pick<NewPlayer, 'username' | 'name' | 'nick' | 'foldedNick' | 'partnerCode'> {
  readonly site: SiteId;
  readonly role: OfficeRole;
  readonly level: number;
  readonly parent?: PlayerId;
  readonly password: FirstPassword;
  readonly by: MadeBy;
  readonly now: Millis;
}

const NOTHING_ELSE = { phone: null, email: null, partner: null, bank: null, address: null, etc: {} };

/** A first password of somebody, who may not be there yet. Not more of it is known here than its hash. */
export interface FirstPassword {
  readonly player: PlayerId;
  readonly nonce: string;
  readonly hash: string;
}

/**
 * Without a player of somebody new. Undefined when no place for hashing is free: it is computed before anything is
 * written, so that whoever was refused for it may ask again.
 */
export async function prepareFirstPassword(
  { database, hashPassword, secret }: MakingParts,
  known?: PlayerId,
): Promise<FirstPassword | undefined> {
  const player = known ?? (await database.transaction(takePlayerId));
  const nonce = randomBytes(16).toString('base64url');
  const hash = await hashPassword(firstPasswordOf(secret, { player, nonce }));
  return hash === undefined ? undefined : { player, nonce, hash };
}

/** Of a change: only a reset has a password. */
export async function prepareReset(
  parts: MakingParts,
  { id, isReset }: { readonly id: number; readonly isReset?: boolean | undefined },
): Promise<{ readonly password: FirstPassword | undefined } | undefined> {
  if (isReset !== true) return { password: undefined };
  const password = await prepareFirstPassword(parts, playerId(id));
  return password && { password };
}

/** `TAKEN` when a name or the code is somebody else's. `alongside` writes what belongs to the account with it. */
export async function makeAccount(
  database: MakingParts['database'],
  { password, site, role, level, parent, by, now, ...names }: NewOfficeAccount,
  alongside: (tx: Tx, id: PlayerId) => Promise<void>,
): Promise<PlayerId | 'TAKEN'> {
  const { player: id, hash: passwordHash } = password;
  return database.transaction(async (tx) => {
    const person = { ...NOTHING_ELSE, ...names, role: role === 'PARTNER' ? role : 'STAFF' } as const;
    if ((await insertPlayer(tx, { ...person, id, site, passwordHash, now })) === undefined) return 'TAKEN';
    const made = { player: id, site, role, level, passwordUntil: firstPasswordEnds(now) };
    const above = parent === undefined ? {} : { parent };
    await insertStaffAccount(tx, { ...made, ...above, createdBy: playerId(by[0]), now });
    await saveFirstPassword(tx, { ...password, by, until: firstPasswordEnds(now) });
    await alongside(tx, id);
    return id;
  });
}

/** Instead of the one that its owner has lost. */
export async function replacePassword(
  tx: Tx,
  { password, by, now }: Pick<NewOfficeAccount, 'password' | 'by' | 'now'>,
): Promise<void> {
  await updatePasswordHash(tx, { player: password.player, hash: password.hash, now });
  await saveFirstPassword(tx, { ...password, by, until: firstPasswordEnds(now) });
}

/** With a new first password somebody sets up a second factor anew. */
export async function deleteFactors(
  tx: Tx,
  owner: { readonly site: SiteId; readonly player: PlayerId },
): Promise<void> {
  await deleteFactor(tx, owner);
  for (const { id } of await listPasskeys(tx, owner)) await deletePasskey(tx, { ...owner, id });
}
