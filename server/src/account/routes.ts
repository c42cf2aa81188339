import {
  accountEvents,
  blockDevice,
  blockPlayer,
  changeNick,
  changePassword,
  checkNick,
  checkUsername,
  endMySession,
  endSessions,
  me,
  mySessions,
  myWallets,
  officeChangePassword,
  officeMe,
  officeSignOut,
  refillPractice,
  signIn,
  signOut,
  signUp,
  unblockPlayer,
  verifyPartner,
} from '@maru/contract/account/calls';
import { foldNick, isReservedNick, isUsername, nickOf } from '@maru/contract/account/rules';
import { refusalText } from '@maru/contract/refusals';
import { playerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type AnswerOf, type Asked, type Principal, type Route, serve } from '../http/serve.ts';
import { familyOf } from './authenticator.ts';
import * as nick from './change-nick.ts';
import * as password from './change-password.ts';
import type { AccountDeps } from './deps.ts';
import { seeAccount } from './desk-account.ts';
import { deviceOf } from './device.ts';
import { listAccountEvents } from './events.ts';
import { meOf } from './me.ts';
import * as refill from './refill.ts';
import { endOwnFamily, listOpenSessions } from './session-store.ts';
import * as entry from './sign-in.ts';
import { mayRefer, signUp as signUpPlayer } from './sign-up.ts';
import * as staff from './staff.ts';
import { findPartner, findProfile, findTaken } from './store.ts';

export function accountRoutes(deps: AccountDeps): Route[] {
  return [...guestRoutes(deps), ...memberRoutes(deps), ...staffRoutes(deps)];
}

function guestRoutes(deps: AccountDeps): Route[] {
  const { database } = deps;
  return [
    serve(signUp, ({ body, site, ip, now }) => signUpPlayer(deps, { body, site, ip, now })),
    serve(signIn, async ({ body, site, now, ip, device, language }) => {
      const by = deviceOf({ deviceKey: body.deviceKey, device, ip });
      const { username, password: secret, refreshToken } = body;
      const answer =
        username !== undefined && secret !== undefined
          ? await entry.signIn(deps, { site, username, password: secret, device: by, now })
          : await entry.refreshSession(deps, { token: refreshToken ?? '', site, device: by, now });
      if (!answer.ok) return answer;
      const { reply } = answer;
      // The sign-in succeeds all the same (6.2): the app shows the rule and signs out, and money calls are refused
      // here.
      const isBlocked = device === 'MOBILE' && `${reply.user.etcJson['blockDevice'] ?? ''}`.includes('M');
      if (!isBlocked) return answer;
      const deviceRule = { code: 'DEVICE_BLOCKED', message: refusalText('DEVICE_BLOCKED', language) };
      return { ok: true, reply: { ...reply, deviceRule } };
    }),
    serve(verifyPartner, async ({ query, site }) => {
      const partner = await database.transaction((tx) => findPartner(tx, site, query.partnerPk));
      if (partner === undefined || !(await mayRefer(deps, partner)))
        return { ok: false, refusal: 'PARTNER_NOT_FOUND' };
      return { ok: true, reply: { partnerPk: query.partnerPk, nick: partner.nick } };
    }),
    serve(checkUsername, async ({ query: { username }, site }) => {
      if (!isUsername(username)) return { ok: false, refusal: 'USERNAME_INVALID' };
      const taken = await database.transaction((tx) => findTaken(tx, site, { username }));
      return taken === undefined
        ? { ok: true, reply: { username, available: true as const } }
        : { ok: false, refusal: 'USERNAME_TAKEN' };
    }),
    serve(checkNick, async ({ query, site }) => {
      const wanted = nickOf(query.nick);
      if (wanted === undefined) return { ok: false, refusal: 'NICK_INVALID' };
      if (isReservedNick(wanted)) return { ok: false, refusal: 'NICK_RESERVED' };
      const names = { foldedNick: foldNick(wanted) };
      const taken = await database.transaction((tx) => findTaken(tx, site, names));
      return taken === undefined
        ? { ok: true, reply: { nick: wanted, available: true as const } }
        : { ok: false, refusal: 'NICK_TAKEN' };
    }),
  ];
}

function memberRoutes(deps: AccountDeps): Route[] {
  const { database, desk } = deps;
  const setPassword = ({
    body,
    principal,
    now,
    ip,
    device,
  }: Asked<typeof changePassword | typeof officeChangePassword>) => {
    const by = deviceOf({ deviceKey: body.deviceKey, device, ip });
    return password.changePassword(deps, { body, principal, device: by, now });
  };
  return [
    serve(me, ({ principal }) => showMe(deps, principal)),
    serve(officeMe, ({ principal }) => showMe(deps, principal)),
    serve(signOut, ({ principal, now }) => endSignIn(deps, principal, now)),
    serve(officeSignOut, ({ principal, now }) => endSignIn(deps, principal, now)),
    serve(mySessions, async ({ principal, now }) => {
      const { player, session: version } = principal;
      const open = await database.transaction((tx) => listOpenSessions(tx, { player, version, now }));
      const current = familyOf(principal);
      const content = open.map((each) => ({ ...each, isCurrent: each.id === current }));
      return { ok: true, reply: { content } };
    }),
    serve(endMySession, async ({ body, principal, now }) =>
      (await endFamilyOf(deps, { principal, family: body.id, now }))
        ? { ok: true, reply: {} }
        : { ok: false, refusal: 'NOT_FOUND' },
    ),
    serve(changePassword, setPassword),
    serve(officeChangePassword, setPassword),
    serve(changeNick, ({ body, principal }) => nick.changeNick(database, { body, principal })),
    serve(myWallets, async ({ principal }) => {
      const account = await seeAccount(desk, principal.site, principal.player);
      if (account === 'TRY_AGAIN') return { ok: false, refusal: 'TRY_AGAIN' };
      if (account === 'MISSING') return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
      return { ok: true, reply: { ...account.wallets } };
    }),
    serve(refillPractice, ({ body, principal, key }) =>
      refill.refillPractice(deps, { body, principal, key }),
    ),
    serve(accountEvents, async ({ query: { since, size }, principal: { player } }) => {
      const complete = await desk.caughtUp(player);
      const content = await listAccountEvents(database, { player, since, size });
      if (content === 'ARCHIVED') return { ok: false, refusal: 'ARCHIVED' };
      return { ok: true, reply: { content: [...content], last: content.at(-1)?.seq ?? since, complete } };
    }),
  ];
}

async function showMe(
  { database, desk }: AccountDeps,
  { site, player }: Principal,
): Promise<AnswerOf<typeof me>> {
  const account = await seeAccount(desk, site, player);
  if (account === 'TRY_AGAIN') return { ok: false, refusal: 'TRY_AGAIN' };
  const profile = await database.transaction((tx) => findProfile(tx, site, player));
  if (account === 'MISSING' || profile === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
  return { ok: true, reply: meOf(profile, account) };
}

async function endSignIn(
  deps: AccountDeps,
  principal: Principal,
  now: Millis,
): Promise<{ readonly ok: true; readonly reply: Record<string, never> }> {
  const family = familyOf(principal);
  if (family !== undefined) await endFamilyOf(deps, { principal, family, now });
  return { ok: true, reply: {} };
}

async function endFamilyOf(
  deps: AccountDeps,
  {
    principal,
    family,
    now,
  }: { readonly principal: Principal; readonly family: string; readonly now: Millis },
): Promise<boolean> {
  const { player } = principal;
  if (!(await deps.database.transaction((tx) => endOwnFamily(tx, { player, family, now })))) return false;
  deps.authenticator.endFamilies([family], now);
  deps.forceLogout({ player, family });
  return true;
}

function staffRoutes(deps: AccountDeps): Route[] {
  const actOf = (asked: Pick<Asked<typeof endSessions>, 'body' | 'principal' | 'now'>) => ({
    staff: asked.principal,
    player: playerId(asked.body.playerId),
    now: asked.now,
  });
  return [
    serve(blockPlayer, async (asked) => {
      const answer = await staff.blockPlayer(deps, actOf(asked));
      return answer.ok
        ? { ok: true, reply: { playerId: asked.body.playerId, status: 'DENY' as const } }
        : answer;
    }),
    serve(unblockPlayer, async (asked) => {
      const answer = await staff.unblockPlayer(deps, actOf(asked));
      return answer.ok
        ? { ok: true, reply: { playerId: asked.body.playerId, status: 'ACTIVE' as const } }
        : answer;
    }),
    serve(endSessions, async (asked) => {
      const answer = await staff.endPlayerSessions(deps, actOf(asked));
      return answer.ok ? { ok: true, reply: { playerId: asked.body.playerId } } : answer;
    }),
    serve(blockDevice, async (asked) => {
      const { playerId: id, blockDevice: device } = asked.body;
      const answer = await staff.blockPlayerDevice(deps, { ...actOf(asked), blockDevice: device });
      return answer.ok ? { ok: true, reply: { playerId: id, blockDevice: device } } : answer;
    }),
  ];
}
