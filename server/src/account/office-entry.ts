// The door of the office: signing in there, who one is, and giving the second factor again.
import type { signIn as appSignIn } from '@maru/contract/account/calls';
import type { BodyOf, ReplyOf } from '@maru/contract/call';
import { rightsOf } from '@maru/contract/staff/rights';
import {
  officeMe,
  officePasskeyChallenge,
  officePasskeySignIn,
  officeSignIn,
  officeStepUp,
} from '@maru/contract/staff/sign-in';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import { later, type Millis, SECOND_MS } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { type AnswerOf, type Asked, type Principal, type Route, serve } from '../http/serve.ts';
import { STEP_UP_MS } from '../http/staff-rule.ts';
import { advancePasskey, findPasskey, listPasskeys } from '../security/passkey-store.ts';
import type { Passkeys } from '../security/passkeys.ts';
import { checkFactor } from '../security/second-factor.ts';
import { findFactor } from '../security/store.ts';
import { findStaffAccount, listActedSites } from '../staff/account-store.ts';
import { IDLE_MS } from '../staff/standings.ts';
import { familyOf } from './authenticator.ts';
import type { AccountDeps } from './deps.ts';
import { deviceOf } from './device.ts';
import { signInWithPasskey } from './passkey-sign-in.ts';
import { refreshSession, signIn } from './sign-in.ts';
import { findProfile } from './store.ts';

type Member = ReplyOf<typeof officeMe>;

export function officeEntryRoutes(deps: AccountDeps, passkeys: Passkeys): readonly Route[] {
  const { database } = deps;
  return [
    serve(officeSignIn, async (asked) => {
      const { site, now } = asked;
      const { username, password, code, refreshToken } = asked.body;
      const by = { site, device: deviceOf(asked), door: 'OFFICE', now } as const;
      const answer =
        username !== undefined && password !== undefined
          ? await signIn(deps, { ...by, username, password, code })
          : await refreshSession(deps, { ...by, token: refreshToken ?? '' });
      if (!answer.ok && answer.field === 'passkey') return { ok: false, refusal: 'PASSKEY_NEEDED' };
      return answer.ok ? enter(deps, answer.reply, asked) : answer;
    }),
    serve(officePasskeyChallenge, async ({ host, now }) => {
      const options = passkeys.signInOptions({ host, now });
      if (options === undefined) return { ok: false, refusal: 'PASSKEYS_NEED_HTTPS' };
      return { ok: true, reply: { options: { ...options } } };
    }),
    serve(officePasskeySignIn, async (asked) => {
      const { body, site, host, now } = asked;
      const from = { device: deviceOf(asked), door: 'OFFICE' } as const;
      const by = { credential: body.credential, site, host, ...from, now };
      const answer = await signInWithPasskey(deps, passkeys, by);
      return answer.ok ? enter(deps, answer.reply, asked) : answer;
    }),
    serve(officeMe, async ({ principal: { site, player, standing } }) => {
      const member = await database.transaction((tx) => memberOf(tx, { site, player }, standing?.factorAt));
      return member === undefined ? { ok: false, refusal: 'ACCOUNT_NOT_FOUND' } : { ok: true, reply: member };
    }),
    serve(officeStepUp, (asked) => stepUp(deps, passkeys, asked)),
  ];
}

/** The tokens of a sign-in that succeeded, with who it is. */
async function enter(
  { database, authenticator }: AccountDeps,
  { accessToken, refreshToken, expiresIn, user }: ReplyOf<typeof appSignIn>,
  { site }: { readonly site: SiteId },
): Promise<
  | { readonly ok: true; readonly reply: ReplyOf<typeof officeSignIn> }
  | { readonly ok: false; readonly refusal: 'TOKEN_EXPIRED' }
> {
  const signedIn = await authenticator.authenticate(accessToken);
  const factorAt = typeof signedIn === 'object' ? signedIn.standing?.factorAt : undefined;
  const owner = { site, player: playerId(user.id) };
  const me = await database.transaction((tx) => memberOf(tx, owner, factorAt));
  if (me === undefined) return { ok: false, refusal: 'TOKEN_EXPIRED' };
  return { ok: true, reply: { accessToken, refreshToken, expiresIn, me } };
}

async function memberOf(
  tx: Tx,
  owner: { readonly site: SiteId; readonly player: PlayerId },
  factorAt: Millis | undefined,
): Promise<Member | undefined> {
  const profile = await findProfile(tx, owner.site, owner.player);
  const account = await findStaffAccount(tx, owner.player);
  if (profile === undefined || account === undefined) return undefined;
  const sites = await listActedSites(tx, account);
  const home = sites.find(({ id }) => id === account.site);
  if (home === undefined) return undefined;
  const factor = await findFactor(tx, owner);
  return {
    id: profile.id,
    username: profile.username,
    name: profile.name,
    role: account.role,
    level: account.level,
    rights: [...rightsOf[account.role]],
    site: home,
    sites: [...sites],
    totp: factor !== undefined && factor.enabledAt !== null,
    passkeys: (await listPasskeys(tx, owner)).length,
    mustChangePassword: account.passwordUntil !== null,
    stepUpUntilMillis: factorAt === undefined ? null : later(factorAt, STEP_UP_MS),
    idleMs: IDLE_MS,
  };
}

type StepUpAnswer = AnswerOf<typeof officeStepUp>;

async function stepUp(
  deps: AccountDeps,
  passkeys: Passkeys,
  { body: { code, credential }, principal, host, now }: Asked<typeof officeStepUp>,
): Promise<StepUpAnswer> {
  const family = familyOf(principal);
  if (family === undefined || principal.standing?.factorAt === undefined)
    return { ok: false, refusal: 'SECOND_FACTOR_SETUP_NEEDED' };
  const refused =
    credential === undefined
      ? await codeFault(deps, principal, { code, now })
      : await passkeyFault(deps, passkeys, { principal, credential, host, now });
  if (refused !== undefined) return refused;
  await deps.standings.passedFactor({ player: principal.player, family }, now);
  return { ok: true, reply: { stepUpUntilMillis: later(now, STEP_UP_MS) } };
}

async function codeFault(
  { database, factorKeys }: AccountDeps,
  { site, player }: Principal,
  { code, now }: { readonly code: string | undefined; readonly now: Millis },
): Promise<StepUpAnswer | undefined> {
  const proof = { site, player, code, pool: 'confirm', now } as const;
  const checked = await database.transaction((tx) => checkFactor(tx, factorKeys, proof));
  // Somebody who has only a passkey has no code to give.
  if ('passed' in checked && checked.passed === 'NONE')
    return { ok: false, refusal: 'SECOND_FACTOR_WRONG', field: 'code' };
  if ('passed' in checked) return undefined;
  if ('refusal' in checked) return { ok: false, refusal: checked.refusal, field: 'code' };
  const retryAfterSeconds = Math.ceil(checked.waitMs / SECOND_MS);
  return { ok: false, refusal: 'TOO_MANY_REQUESTS', retryAfterSeconds };
}

async function passkeyFault(
  { database }: AccountDeps,
  passkeys: Passkeys,
  {
    principal: { site, player },
    credential,
    host,
    now,
  }: {
    readonly principal: Principal;
    readonly credential: NonNullable<BodyOf<typeof officeStepUp>['credential']>;
    readonly host: string;
    readonly now: Millis;
  },
): Promise<StepUpAnswer | undefined> {
  const refused: StepUpAnswer = { ok: false, refusal: 'PASSKEY_REFUSED' };
  const stored = await database.transaction((tx) => findPasskey(tx, credential.id));
  // A colleague's passkey proves the colleague.
  if (stored === undefined || stored.site !== site || stored.player !== player) return refused;
  const counter = await passkeys.verifySignIn({ host, now }, stored, credential);
  if (counter === undefined) return refused;
  const isFirst = await database.transaction((tx) => advancePasskey(tx, { id: stored.id, counter, now }));
  return isFirst ? undefined : refused;
}
