// Signing up: the cheap checks first, in the order of the form, then the names against everybody else's, then the count
// of the address, then the hash.
import type { signUp as signUpCall } from '@maru/contract/account/calls';
import {
  emailOf,
  foldNick,
  isPasswordLength,
  isReservedNick,
  isSameName,
  isUsername,
  nickOf,
  personNameOf,
  phoneOf,
} from '@maru/contract/account/rules';
import type { BodyOf, RefusalOf } from '@maru/contract/call';
import { assert } from '@maru/engine/assert';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type Millis, SECOND_MS } from '@maru/engine/time';
import { limitKey } from '../http/client-address.ts';
import type { AnswerOf } from '../http/serve.ts';
import { checkProofs, givenProofs, takeProofs } from '../identity/sign-up-proofs.ts';
import { acceptPresentTerms } from '../identity/terms.ts';
import type { AccountDeps } from './deps.ts';
import { keepsTrials, openAccount } from './desk-account.ts';
import { BUSY } from './password-pool.ts';
import { isCommonPassword } from './passwords.ts';
import { countSignUp, uncountSignUp } from './sign-up-store.ts';
import { findPartner, findTaken, insertPlayer } from './store.ts';

type Body = BodyOf<typeof signUpCall>;
type Refusal = RefusalOf<typeof signUpCall>;

type SignUpAnswer = AnswerOf<typeof signUpCall>;

interface Names {
  readonly username: string;
  readonly nick: string;
  readonly foldedNick: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

const wrong = (refusal: Refusal, field: string) => ({ ok: false, refusal, field }) as const;

/** The first broken rule wins, in the order of the form. */
function checkForm(body: Body): { readonly ok: true; readonly names: Names } | ReturnType<typeof wrong> {
  const { username, password } = body;
  if (!isUsername(username)) return wrong('USERNAME_INVALID', 'username');
  if (!isPasswordLength(password)) return wrong('PASSWORD_LENGTH', 'password');
  if (body.name.trim() === '') return wrong('ENTER_NAME', 'name');
  const name = personNameOf(body.name);
  if (name === undefined) return wrong('NAME_INVALID', 'name');
  if (body.nick === '') return wrong('ENTER_NICK', 'nick');
  const nick = nickOf(body.nick);
  if (nick === undefined) return wrong('NICK_INVALID', 'nick');
  if (body.phone === '') return wrong('ENTER_PHONE', 'phone');
  const phone = phoneOf(body.phone);
  if (phone === undefined) return wrong('PHONE_INVALID', 'phone');
  if (body.email === '') return wrong('ENTER_EMAIL', 'email');
  const email = emailOf(body.email);
  if (email === undefined) return wrong('EMAIL_INVALID', 'email');
  if (isSameName({ username, nick })) return wrong('USERNAME_EQUALS_NICK', 'nick');
  if (isReservedNick(nick)) return wrong('NICK_RESERVED', 'nick');
  if (isCommonPassword(password, username)) return wrong('PASSWORD_TOO_COMMON', 'password');
  return { ok: true, names: { username, nick, foldedNick: foldNick(nick), name, phone, email } };
}

const FIELD_OF = { USERNAME_TAKEN: 'username', NICK_TAKEN: 'nick' } as const;

export async function signUp(
  deps: AccountDeps,
  asked: { readonly body: Body; readonly site: SiteId; readonly ip: string; readonly now: Millis },
): Promise<SignUpAnswer> {
  const { body, site, ip, now } = asked;
  const form = checkForm(body);
  if (!form.ok) return form;
  const { names } = form;

  const code = body.partnerId ?? undefined;
  const before = await deps.database.transaction(async (tx) => ({
    partner: code === undefined ? undefined : await findPartner(tx, site, code),
    taken: await findTaken(tx, site, names),
    proofs: await checkProofs(tx, { site, proofs: givenProofs(body, names), now }),
  }));
  if (code !== undefined && (before.partner === undefined || !(await mayRefer(deps, before.partner))))
    return wrong('PARTNER_NOT_FOUND', 'partnerId');
  if (before.taken !== undefined) return wrong(before.taken, FIELD_OF[before.taken]);
  if (before.proofs !== undefined) return wrong(before.proofs.refusal, before.proofs.field);

  // Counted before the work, so that many at once cannot share one place.
  const waitMs = await countAddress(deps, ip, now);
  if (waitMs !== undefined) {
    return { ok: false, refusal: 'TOO_MANY_SIGN_UPS', retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) };
  }
  const answer = await makeAccount(deps, { names, body, site, partner: before.partner?.id ?? null, now });
  if (!answer.ok) await uncountAddress(deps, ip);
  return answer;
}

interface Making {
  readonly names: Names;
  readonly body: Body;
  readonly site: SiteId;
  readonly partner: PlayerId | null;
  readonly now: Millis;
}

async function makeAccount(deps: AccountDeps, making: Making): Promise<SignUpAnswer> {
  const { names, body, site, partner, now } = making;
  const passwordHash = await deps.passwords.withPlace({ lane: 'CLEAN' }, (at) => at.hash(body.password));
  if (passwordHash === BUSY) return { ok: false, refusal: 'TRY_AGAIN' };
  const proofs = givenProofs(body, names);
  const trials = await findTrials(deps, site, body.trialTokens ?? []);
  const made = await deps.database.transaction(async (tx) => {
    if (!(await takeProofs(tx, { site, proofs, now }))) return 'PROOF_EXPIRED';
    const id = await insertPlayer(tx, {
      ...names,
      site,
      passwordHash,
      role: 'PLAYER',
      partner,
      bank: body.bankInfo,
      address: body.address,
      etc: body.etcJson ?? {},
      isPhoneProven: body.phoneProof !== undefined,
      isEmailProven: body.emailProof !== undefined,
      now,
    });
    // With the profile: if the desk is not available now, the first sign-in opens the account with the same rounds.
    if (id !== undefined) for (const trial of trials) await deps.trials?.claim(tx, trial, id);
    if (id !== undefined) await acceptPresentTerms(tx, { site, player: id, now });
    return { id, taken: id === undefined ? await findTaken(tx, site, names) : undefined };
  });
  if (made === 'PROOF_EXPIRED') return { ok: false, refusal: made };
  if (made.taken !== undefined) return wrong(made.taken, FIELD_OF[made.taken]);
  // The name was free again at the second query: the next attempt decides.
  if (made.id === undefined) return { ok: false, refusal: 'TRY_AGAIN' };

  const kept = trials.length === 0 ? undefined : await deps.trials?.of(site, made.id);
  const opened = await openAccount(deps, { site, player: made.id, role: 'PLAYER', trial: kept });
  assert(opened !== 'EXISTS', 'a new player id has no account yet');
  if (opened === 'SITE_NOT_FOUND') return { ok: false, refusal: opened };
  // The profile is kept even when the desk could not open the account now: the first sign-in opens it.
  if (opened !== 'OPENED')
    deps.log.warn('account not opened at sign-up, opening it at the first sign-in', { player: made.id });
  return { ok: true, reply: { id: made.id, username: names.username, nick: names.nick } };
}

/** A token that cannot be kept does not prevent a sign-up: the account opens without its round. */
async function findTrials({ trials, siteTerms }: AccountDeps, site: SiteId, tokens: readonly string[]) {
  const terms = siteTerms(site);
  if (terms === undefined || !keepsTrials(terms)) return [];
  const found = [];
  // One after the other: a sign-up reads the record no faster than anybody else.
  for (const token of new Set(tokens)) {
    const trial = await trials?.find(site, token);
    if (trial !== undefined) found.push(trial);
  }
  return found;
}

async function countAddress(
  { database, signUpsPerHour }: AccountDeps,
  ip: string,
  now: Millis,
): Promise<number | undefined> {
  if (signUpsPerHour === 'OFF') return undefined;
  return database.transaction((tx) => countSignUp(tx, { address: limitKey(ip), most: signUpsPerHour, now }));
}

async function uncountAddress({ database, signUpsPerHour }: AccountDeps, ip: string): Promise<void> {
  if (signUpsPerHour === 'OFF') return;
  await database.transaction((tx) => uncountSignUp(tx, limitKey(ip)));
}

/** A blocked partner cannot refer new players. */
export const mayRefer = async (
  { sessions }: Pick<AccountDeps, 'sessions'>,
  partner: { readonly id: PlayerId },
): Promise<boolean> => (await sessions.find(partner.id))?.blocked !== true;
