import {
  accountEvents,
  changeNick,
  changePassword,
  checkNick,
  checkUsername,
  me,
  myWallets,
  officeChangePassword,
  passkeyChallenge,
  passkeySignIn,
  refillPractice,
  signIn,
  signUp,
  verifyPartner,
} from '@maru/contract/account/calls';
import { blockDevice, blockPlayer, endSessions } from '@maru/contract/account/office';
import { practiceRun } from '@maru/contract/account/practice';
import { foldNick, isReservedNick, isUsername, nickOf } from '@maru/contract/account/rules';
import { refusalText } from '@maru/contract/refusals';
import { playerId } from '@maru/engine/purse';
import { type AnswerOf, type Asked, type Principal, type Route, serve } from '../http/serve.ts';
import type { Passkeys } from '../security/passkeys.ts';
import * as nick from './change-nick.ts';
import * as password from './change-password.ts';
import type { AccountDeps } from './deps.ts';
import { seeAccount } from './desk-account.ts';
import { deviceOf } from './device.ts';
import { listAccountEvents } from './events.ts';
import { meOf } from './me.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import { signInWithPasskey } from './passkey-sign-in.ts';
import { findPracticeRun } from './practice-run.ts';
import * as refill from './refill.ts';
import * as entry from './sign-in.ts';
import { mayRefer, signUp as signUpPlayer } from './sign-up.ts';
import * as staff from './staff.ts';
import { findPartner, findProfile, findTaken } from './store.ts';

export function accountRoutes(deps: AccountDeps, passkeys: Passkeys): Route[] {
  return [
    ...guestRoutes(deps, passkeys),
    ...memberRoutes(deps),
    ...ownSessionRoutes(deps),
    ...staffRoutes(deps),
  ];
}

function guestRoutes(deps: AccountDeps, passkeys: Passkeys): Route[] {
  const { database } = deps;
  return [
    serve(signUp, (asked) => signUpPlayer(deps, asked)),
    serve(signIn, async (asked) => {
      const { site, now } = asked;
      const { username, password: secret, code, refreshToken } = asked.body;
      const by = { site, device: deviceOf(asked), door: 'APP', now } as const;
      return withDeviceNotice(
        deps,
        asked,
        username !== undefined && secret !== undefined
          ? await entry.signIn(deps, { ...by, username, password: secret, code })
          : await entry.refreshSession(deps, { ...by, token: refreshToken ?? '' }),
      );
    }),
    serve(passkeyChallenge, async ({ host, now }) => {
      const options = passkeys.signInOptions({ host, now });
      if (options === undefined) return { ok: false, refusal: 'PASSKEYS_NEED_HTTPS' };
      return { ok: true, reply: { options: { ...options } } };
    }),
    serve(passkeySignIn, async (asked) => {
      const { body, site, host, now } = asked;
      const from = { device: deviceOf(asked), door: 'APP' } as const;
      const by = { credential: body.credential, site, host, ...from, now };
      return withDeviceNotice(deps, asked, await signInWithPasskey(deps, passkeys, by));
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

/**
 * The sign-in succeeds all the same (6.2): the app shows the rule and signs out, and money calls are refused by
 * `device-rule.ts`.
 */
function withDeviceNotice<Answer extends AnswerOf<typeof signIn | typeof passkeySignIn>>(
  { authenticator }: AccountDeps,
  { device, language }: Pick<Asked<typeof signIn>, 'device' | 'language'>,
  answer: Answer,
): Answer {
  if (!answer.ok) return answer;
  const { reply } = answer;
  if (authenticator.mayUse({ player: playerId(reply.user.id) }, device)) return answer;
  const deviceRule = { code: 'DEVICE_BLOCKED', message: refusalText('DEVICE_BLOCKED', language) };
  return { ...answer, reply: { ...reply, deviceRule } };
}

function memberRoutes(deps: AccountDeps): Route[] {
  const { database, desk } = deps;
  const setPassword = (asked: Asked<typeof changePassword | typeof officeChangePassword>) =>
    password.changePassword(deps, { ...asked, device: deviceOf(asked) });
  return [
    serve(me, ({ principal }) => showMe(deps, principal)),
    serve(changePassword, setPassword),
    serve(officeChangePassword, setPassword),
    serve(changeNick, (asked) => nick.changeNick(database, asked)),
    serve(myWallets, async ({ principal }) => {
      const account = await seeAccount(desk, principal.site, principal.player);
      if (account === 'TRY_AGAIN') return { ok: false, refusal: 'TRY_AGAIN' };
      if (account === 'MISSING') return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
      return { ok: true, reply: { ...account.wallets } };
    }),
    serve(refillPractice, (asked) => refill.refillPractice(deps, asked)),
    serve(practiceRun, async ({ query: { walletType }, principal: { player, site } }) => {
      if (deps.siteTerms(site)?.moneyMode !== 'PRACTICE') return { ok: false, refusal: 'PRACTICE_ONLY' };
      await desk.caughtUp(player);
      return { ok: true, reply: { run: await findPracticeRun(database, { player, wallet: walletType }) } };
    }),
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

const replied = <Refused extends { readonly ok: false }, const Reply>(
  answer: { readonly ok: true } | Refused,
  reply: Reply,
) => (answer.ok ? ({ ok: true, reply } as const) : answer);

function staffRoutes(deps: AccountDeps): Route[] {
  const actOf = (asked: Pick<Asked<typeof endSessions>, 'body' | 'principal' | 'now'>) => ({
    staff: asked.principal,
    player: playerId(asked.body.playerId),
    now: asked.now,
    reason: asked.body.reason,
  });
  return [
    serve(blockPlayer, async (asked) => {
      const act = actOf(asked);
      return replied(await staff.blockPlayer(deps, act), { playerId: act.player, status: 'DENY' });
    }),
    serve(endSessions, async (asked) => {
      const act = actOf(asked);
      return replied(await staff.endPlayerSessions(deps, act), { playerId: act.player });
    }),
    serve(blockDevice, async (asked) => {
      const act = { ...actOf(asked), blockDevice: asked.body.blockDevice };
      const reply = { playerId: act.player, blockDevice: act.blockDevice };
      return replied(await staff.blockPlayerDevice(deps, act), reply);
    }),
  ];
}
