// What staff may do to an account. The record is written first: no act without one.
import type { HttpRefusal } from '@maru/contract/call';
import { assert } from '@maru/engine/assert';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Principal } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { AccountDeps } from './deps.ts';
import { endFamilies } from './session-store.ts';
import { findProfile, updateBlockDevice } from './store.ts';

export interface StaffAct {
  readonly staff: Pick<Principal, 'site' | 'player'>;
  readonly player: PlayerId;
  readonly now: Millis;
  readonly reason: string;
  /** The second person, where one is needed. */
  readonly confirmedBy?: number;
}

export type StaffAnswer<Refusal extends string = never> =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: HttpRefusal | 'STAFF_PROTECTED' | Refusal };

/** Blocked from the decision on; the sessions end too, so that an unblocked player signs in afresh. */
export async function blockPlayer(
  deps: AccountDeps,
  act: StaffAct,
): Promise<StaffAnswer<'ALREADY_PROCESSED'>> {
  const begun = await begin(deps, act, 'BLOCK');
  if (!begun.ok) return begun;
  const blocked = await submit(deps, act, 'BLOCK_ACCOUNT');
  if (!blocked.ok) return blocked;
  return finish(deps, act, 'BLOCKED');
}

/** Asked for by one member of staff and approved by another. */
export async function unblockPlayer(
  deps: AccountDeps,
  act: StaffAct,
): Promise<StaffAnswer<'ALREADY_PROCESSED'>> {
  const begun = await begin(deps, act, 'UNBLOCK');
  if (!begun.ok) return begun;
  const session = await deps.sessions.find(act.player);
  if (session !== undefined && !session.blocked) return { ok: false, refusal: 'ALREADY_PROCESSED' };
  // A block that was interrupted before it ended the sessions must not make them valid again now.
  const ended = await finish(deps, act, 'UNBLOCKED');
  return ended.ok ? submit(deps, act, 'UNBLOCK_ACCOUNT') : ended;
}

export async function endPlayerSessions(deps: AccountDeps, act: StaffAct): Promise<StaffAnswer> {
  const begun = await begin(deps, act, 'END_SESSIONS');
  return begun.ok ? finish(deps, act, 'ENDED_BY_STAFF') : begun;
}

export async function blockPlayerDevice(
  deps: AccountDeps,
  act: StaffAct & { readonly blockDevice: string },
): Promise<StaffAnswer> {
  const { staff, player, blockDevice } = act;
  const begun = await begin(deps, act, `BLOCK_DEVICE:${blockDevice}`);
  if (!begun.ok) return begun;
  await deps.database.transaction((tx) => updateBlockDevice(tx, { site: staff.site, player, blockDevice }));
  deps.authenticator.setBlockDevice(player, blockDevice);
  return { ok: true };
}

async function begin(
  { database }: AccountDeps,
  { staff, player, now, reason, confirmedBy }: StaffAct,
  action: string,
): Promise<StaffAnswer> {
  // Staff cannot do this to their own account.
  if (player === staff.player) return { ok: false, refusal: 'FORBIDDEN' };
  return database.transaction(async (tx) => {
    const profile = await findProfile(tx, staff.site, player);
    // A closed account stays closed.
    if (profile === undefined || profile.isClosed) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
    // Staff who could block a colleague could then act alone where two people are needed.
    if (profile.role === 'STAFF' && action !== 'UNBLOCK') return { ok: false, refusal: 'STAFF_PROTECTED' };
    const [name = action, value] = action.split(':');
    await insertStaffChange(tx, {
      ...{ site: staff.site, area: 'MEMBER', action: name, subject: `player ${player}` },
      ...{ before: {}, after: value === undefined ? {} : { value } },
      by: { staff: staff.player, now, reason, ...(confirmedBy === undefined ? {} : { confirmedBy }) },
    });
    return { ok: true };
  });
}

async function finish(deps: AccountDeps, act: StaffAct, why: string): Promise<StaffAnswer> {
  const ended = await submit(deps, act, 'END_SESSIONS');
  if (!ended.ok)
    return ended.refusal === 'ALREADY_PROCESSED' ? { ok: true } : { ok: false, refusal: ended.refusal };
  const { player, now } = act;
  const families = await deps.database.transaction((tx) => endFamilies(tx, { player, why, now }));
  deps.authenticator.endFamilies(families, now);
  deps.forceLogout({ player });
  return { ok: true };
}

async function submit(
  { desk }: AccountDeps,
  { staff, player }: StaffAct,
  kind: 'BLOCK_ACCOUNT' | 'UNBLOCK_ACCOUNT' | 'END_SESSIONS',
): Promise<StaffAnswer<'ALREADY_PROCESSED'>> {
  const outcome = await desk.submit({ kind, site: staff.site, player });
  if (outcome.ok) return { ok: true };
  const { refusal } = outcome;
  assert(
    refusal === 'ALREADY_PROCESSED' ||
      refusal === 'ACCOUNT_NOT_FOUND' ||
      refusal === 'TRY_AGAIN' ||
      refusal === 'RESULT_UNKNOWN',
    `${kind} was refused: ${refusal}`,
  );
  return { ok: false, refusal };
}

/** The role, the password or the factor of somebody of staff was changed by two others: they sign in anew. */
export async function renewStaff(
  deps: AccountDeps,
  { site, player, now }: { readonly site: SiteId; readonly player: PlayerId; readonly now: Millis },
): Promise<void> {
  // Somebody who has never signed in has no account at the desk, and no session.
  await deps.desk.submit({ kind: 'END_SESSIONS', site, player });
  const families = await deps.database.transaction((tx) => endFamilies(tx, { player, why: 'CHANGED', now }));
  deps.standings.changed(player);
  deps.authenticator.endFamilies(families, now);
  deps.forceLogout({ player });
}
