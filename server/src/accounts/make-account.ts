// An account that others make for somebody: it may enter the office with a first password that none of them knows whole.
import { randomBytes } from 'node:crypto';
import type { OfficeRole } from '@maru/contract/staff/rights';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { insertPlayer, type NewPlayer, updatePasswordHash } from '../account/store.ts';
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
  readonly by: MadeBy;
  readonly now: Millis;
}

const NOTHING_ELSE = { phone: null, email: null, partner: null, bank: null, address: null, etc: {} };

/** `TAKEN` when a name or the code is somebody else's. `alongside` writes what belongs to the account with it. */
export async function makeAccount(
  { database, hashPassword, secret }: MakingParts,
  { site, role, level, parent, by, now, ...names }: NewOfficeAccount,
  alongside: (tx: Tx, id: PlayerId) => Promise<void>,
): Promise<PlayerId | 'TAKEN' | 'TRY_AGAIN'> {
  // Nobody knows this one: the halves depend on the account's number, which is not known before.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  if (passwordHash === undefined) return 'TRY_AGAIN';
  const player = await database.transaction(async (tx) => {
    const person = { ...NOTHING_ELSE, ...names, role: role === 'PARTNER' ? role : 'STAFF' } as const;
    const id = await insertPlayer(tx, { ...person, site, passwordHash, now });
    if (id === undefined) return undefined;
    const made = { player: id, site, role, level, passwordUntil: firstPasswordEnds(now) };
    const above = parent === undefined ? {} : { parent };
    await insertStaffAccount(tx, { ...made, ...above, createdBy: playerId(by[0]), now });
    await alongside(tx, id);
    return id;
  });
  if (player === undefined) return 'TAKEN';
  return (await setFirstPassword({ database, hashPassword, secret }, { player, by, now }))
    ? player
    : 'TRY_AGAIN';
}

export async function setFirstPassword(
  { database, hashPassword, secret }: MakingParts,
  { player, by, now }: { readonly player: PlayerId; readonly by: MadeBy; readonly now: Millis },
): Promise<boolean> {
  const nonce = randomBytes(16).toString('base64url');
  const hash = await hashPassword(firstPasswordOf(secret, { player, nonce }));
  if (hash === undefined) return false;
  await database.transaction(async (tx) => {
    await updatePasswordHash(tx, { player, hash, now });
    await saveFirstPassword(tx, { player, nonce, by, until: firstPasswordEnds(now) });
  });
  return true;
}

/** With a new first password somebody sets up a second factor anew. */
export async function deleteFactors(
  tx: Tx,
  owner: { readonly site: SiteId; readonly player: PlayerId },
): Promise<void> {
  await deleteFactor(tx, owner);
  for (const { id } of await listPasskeys(tx, owner)) await deletePasskey(tx, { ...owner, id });
}
