// The sign-ins of a person, of the app and of the office: which there are, and ending them.
import {
  endMySession,
  endOtherSessions,
  mySessions,
  officeSignOut,
  signOut,
} from '@maru/contract/account/calls';
import { officeEndOtherSessions, officeEndSession, officeSessions } from '@maru/contract/security/office';
import type { Millis } from '@maru/engine/time';
import { type AnswerOf, type Principal, type Route, serve } from '../http/serve.ts';
import { familyOf } from './authenticator.ts';
import type { AccountDeps } from './deps.ts';
import { endFamilies, listOpenSessions } from './session-store.ts';

interface By {
  readonly principal: Principal;
  readonly now: Millis;
}

export const ownSessionRoutes = (deps: AccountDeps): Route[] => [
  serve(signOut, (by) => endSignIn(deps, by)),
  serve(officeSignOut, (by) => endSignIn(deps, by)),
  serve(mySessions, (by) => list(deps, by)),
  serve(officeSessions, (by) => list(deps, by)),
  serve(endMySession, ({ body, ...by }) => endOne(deps, by, body.id)),
  serve(officeEndSession, ({ body, ...by }) => endOne(deps, by, body.id)),
  serve(endOtherSessions, (by) => endOthers(deps, by)),
  serve(officeEndOtherSessions, (by) => endOthers(deps, by)),
];

async function list({ database }: AccountDeps, { principal, now }: By): Promise<AnswerOf<typeof mySessions>> {
  const { player, session: version } = principal;
  const open = await database.transaction((tx) => listOpenSessions(tx, { player, version, now }));
  const current = familyOf(principal);
  const content = open.map((each) => ({ ...each, isCurrent: each.id === current }));
  return { ok: true, reply: { content } };
}

async function endSignIn(
  deps: AccountDeps,
  { principal, now }: By,
): Promise<{ readonly ok: true; readonly reply: Record<string, never> }> {
  const family = familyOf(principal);
  if (family !== undefined) await endFamilyOf(deps, principal, { family, now });
  return { ok: true, reply: {} };
}

const endOne = async (
  deps: AccountDeps,
  { principal, now }: By,
  family: string,
): Promise<AnswerOf<typeof endMySession>> =>
  (await endFamilyOf(deps, principal, { family, now }))
    ? { ok: true, reply: {} }
    : { ok: false, refusal: 'NOT_FOUND' };

/** False when the player has no such open sign-in; another player's looks the same. */
async function endFamilyOf(
  deps: AccountDeps,
  { player }: Principal,
  { family, now }: { readonly family: string; readonly now: Millis },
): Promise<boolean> {
  const which = { player, family, why: 'SIGNED_OUT', now };
  const ended = await deps.database.transaction((tx) => endFamilies(tx, which));
  if (ended.length === 0) return false;
  deps.authenticator.endFamilies(ended, now);
  deps.forceLogout({ player, family });
  return true;
}

async function endOthers(
  deps: AccountDeps,
  { principal, now }: By,
): Promise<AnswerOf<typeof endOtherSessions>> {
  const own = familyOf(principal);
  const except = own === undefined ? {} : { exceptFamily: own };
  const { player } = principal;
  const ended = await deps.database.transaction((tx) =>
    endFamilies(tx, { player, ...except, why: 'SIGNED_OUT', now }),
  );
  deps.authenticator.endFamilies(ended, now);
  deps.forceLogout({ player, ...except });
  return { ok: true, reply: { ended: ended.length } };
}
