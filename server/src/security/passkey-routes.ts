// A member's own passkeys. Signing in with one is in `account/passkey-sign-in.ts`.
import type { AnyCall } from '@maru/contract/call';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '@maru/contract/security/calls';
import {
  officeAddPasskey,
  officeBeginPasskey,
  officeRemovePasskey,
  officeRenamePasskey,
} from '@maru/contract/security/office';
import { findProfile } from '../account/store.ts';
import { type AnswerOf, type Asked, type Principal, type Route, serve } from '../http/serve.ts';
import type { SecurityDeps } from './deps.ts';
import { tellChange } from './letters.ts';
import { noteFactor, noteLostFactor } from './office-factor.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  MOST_PASSKEYS,
  renamePasskeyRow,
} from './passkey-store.ts';
import { wirePasskey } from './state.ts';
import { loadSecurity, saveSecurity } from './store.ts';

/** The same for a member and for staff. */
type AskedOf<C extends AnyCall> = Pick<Asked<C>, 'body' | 'host' | 'now'> & { readonly principal: Principal };

export const passkeyRoutes = (deps: SecurityDeps): readonly Route[] => [
  serve(beginPasskey, (asked) => begin(deps, asked)),
  serve(officeBeginPasskey, (asked) => begin(deps, asked)),
  serve(addPasskey, (asked) => add(deps, asked)),
  serve(officeAddPasskey, async (asked) => {
    const added = await add(deps, asked);
    // The device has verified the person.
    if (added.ok) await noteFactor(deps, asked.principal, asked.now);
    return added;
  }),
  serve(renamePasskey, (asked) => rename(deps, asked)),
  serve(officeRenamePasskey, (asked) => rename(deps, asked)),
  serve(removePasskey, (asked) => remove(deps, asked)),
  serve(officeRemovePasskey, async (asked) => {
    const removed = await remove(deps, asked);
    if (removed.ok) await noteLostFactor(deps, asked.principal);
    return removed;
  }),
];

async function begin(
  { database, confirmOwner, passkeys, siteTerms }: SecurityDeps,
  { body, principal, host, now }: AskedOf<typeof beginPasskey>,
): Promise<AnswerOf<typeof beginPasskey>> {
  const unconfirmed = await confirmOwner(principal, body);
  if (unconfirmed !== undefined) return unconfirmed;
  const found = await database.transaction(async (tx) => ({
    profile: await findProfile(tx, principal.site, principal.player),
    known: await listPasskeys(tx, principal),
    lockedAt: (await loadSecurity(tx, principal)).lockedAt,
  }));
  const { profile, known, lockedAt } = found;
  if (profile === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
  if (lockedAt !== null) return { ok: false, refusal: 'ACCOUNT_LOCKED' };
  if (known.length >= MOST_PASSKEYS) return { ok: false, refusal: 'TOO_MANY_PASSKEYS' };
  const siteName = siteTerms(principal.site)?.name ?? 'Maru';
  const member = { ...principal, username: profile.username, siteName, known };
  const options = passkeys.registerOptions({ host, now }, member);
  if (options === undefined) return { ok: false, refusal: 'PASSKEYS_NEED_HTTPS' };
  return { ok: true, reply: { options: { ...options } } };
}

async function add(
  { database, passkeys }: SecurityDeps,
  { body: { name, credential }, principal, host, now }: AskedOf<typeof addPasskey>,
): Promise<AnswerOf<typeof addPasskey>> {
  const made = await passkeys.verifyNew({ host, now }, principal, credential);
  if (made === undefined) return { ok: false, refusal: 'PASSKEY_REFUSED' };
  const { site, player } = principal;
  const saved = await database.transaction(async (tx) => {
    if ((await loadSecurity(tx, principal)).lockedAt !== null) return 'LOCKED';
    const passkey = await insertPasskey(tx, { site, player, ...made, name, now });
    if (typeof passkey !== 'string') await tellChange(tx, principal, { change: 'PASSKEY_ADDED', now });
    return passkey;
  });
  if (saved === 'LOCKED') return { ok: false, refusal: 'ACCOUNT_LOCKED' };
  if (saved === 'TOO_MANY') return { ok: false, refusal: 'TOO_MANY_PASSKEYS' };
  if (saved === 'EXISTS') return { ok: false, refusal: 'PASSKEY_REFUSED' };
  return { ok: true, reply: wirePasskey(saved) };
}

async function rename(
  { database }: SecurityDeps,
  { body: { id, name }, principal: { site, player } }: AskedOf<typeof renamePasskey>,
): Promise<AnswerOf<typeof renamePasskey>> {
  const renamed = await database.transaction((tx) => renamePasskeyRow(tx, { site, player, id, name }));
  return renamed === undefined
    ? { ok: false, refusal: 'PASSKEY_NOT_FOUND' }
    : { ok: true, reply: wirePasskey(renamed) };
}

async function remove(
  { database, confirmOwner }: SecurityDeps,
  { body: { id, ...proof }, principal, now }: AskedOf<typeof removePasskey>,
): Promise<AnswerOf<typeof removePasskey>> {
  const { site, player } = principal;
  const own = await database.transaction((tx) => listPasskeys(tx, principal));
  if (!own.some((each) => each.id === id)) return { ok: false, refusal: 'PASSKEY_NOT_FOUND' };
  const unconfirmed = await confirmOwner(principal, proof);
  if (unconfirmed !== undefined) return unconfirmed;
  await database.transaction(async (tx) => {
    if (!(await deletePasskey(tx, { site, player, id }))) return;
    await saveSecurity(tx, principal, { passkey_ms: now });
    await tellChange(tx, principal, { change: 'PASSKEY_REMOVED', now });
  });
  return { ok: true, reply: {} };
}
