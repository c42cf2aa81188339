// Sending a code and checking it. Whether anybody is registered changes neither the answer nor the statements that are
// made for it (S-33); a code is bound to its key, value, purpose and site, and `ignoreKey` changes nothing (T-05).
import { createHmac, hash, randomInt, timingSafeEqual } from 'node:crypto';
import { emailOf, isUsername, phoneOf } from '@maru/contract/account/rules';
import type { BodyOf } from '@maru/contract/call';
import type {
  certificateEmail,
  certificatePhone,
  verifyEmail,
  verifyPhone,
} from '@maru/contract/identity/calls';
import type { Language } from '@maru/contract/refusals';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, SECOND_MS } from '@maru/engine/time';
import type { AccountDeps } from '../account/deps.ts';
import { limitKey } from '../http/client-address.ts';
import type { AnswerOf, Principal } from '../http/serve.ts';
import { delivery } from '../outbox/delivery.ts';
import { postLetter } from '../outbox/letters.ts';
import {
  type Budget,
  BudgetUsed,
  beginTry,
  CODE_MS,
  countInBudgets,
  endCode,
  insertCode,
  insertProof,
  PROOF_MS,
  type Purpose,
  type ValueKind,
} from './code-store.ts';
import { findOwnerNamed, isOfAnother } from './member-store.ts';

type SendCall = typeof certificateEmail | typeof certificatePhone;
type VerifyCall = typeof verifyEmail | typeof verifyPhone;
type SendAnswer = AnswerOf<SendCall>;
type VerifyAnswer = AnswerOf<VerifyCall>;

/** 192 bits, for keys and proofs (S-29). */
const TOKEN_BYTES = 24;
const NEXT_SEND_MS = MINUTE_MS;

export const printOf = (token: string): string => hash('sha256', `certificate ${token}`, 'base64url');

const keyedPrint = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Bound to the key, so that equal codes have different prints. */
const codePrintOf = (secret: Uint8Array, { key, code }: { readonly key: string; readonly code: string }) =>
  keyedPrint(secret, `code ${key} ${code}`);

const tokenOf = (random: AccountDeps['random']): string =>
  Buffer.from(random(TOKEN_BYTES)).toString('base64url');

const VALUE = {
  EMAIL: { channel: 'EMAIL', read: emailOf, missing: 'ENTER_EMAIL', invalid: 'EMAIL_INVALID' },
  PHONE: { channel: 'SMS', read: phoneOf, missing: 'ENTER_PHONE', invalid: 'PHONE_INVALID' },
} as const;

export interface Sending {
  readonly kind: ValueKind;
  readonly body: BodyOf<SendCall>;
  readonly principal: Principal | undefined;
  readonly site: SiteId;
  readonly ip: string;
  readonly language: Language;
  readonly now: Millis;
}

export async function sendCode(
  deps: Pick<AccountDeps, 'database' | 'secrets' | 'random'>,
  sending: Sending,
): Promise<SendAnswer> {
  const { kind, body, principal, site, now, language } = sending;
  const { purpose } = body;
  const { channel, read, missing, invalid } = VALUE[kind];
  if (body.certificateValue === '') return { ok: false, refusal: missing, field: 'certificateValue' };
  const value = read(body.certificateValue);
  if (value === undefined) return { ok: false, refusal: invalid, field: 'certificateValue' };
  const username = body.username ?? '';
  if (purpose === 'FIND_PASSWORD' && !isUsername(username))
    return { ok: false, refusal: 'USERNAME_INVALID', field: 'username' };
  if (purpose === 'PROFILE' && principal === undefined) return { ok: false, refusal: 'LOGIN_REQUIRED' };

  const key = tokenOf(deps.random);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const budgets = budgetsOf(deps.secrets.codes, sending, value);
  try {
    await deps.database.transaction(async (tx) => {
      await countInBudgets(tx, { site, budgets, now });
      // Asked of every purpose: none is faster than another.
      const owner = await findOwnerNamed(tx, { site, kind, value, username });
      const player = purpose === 'PROFILE' ? (principal?.player ?? null) : (owner ?? null);
      const print = printOf(key);
      const codePrint = codePrintOf(deps.secrets.codes, { key, code });
      await insertCode(tx, { site, print, kind, value, purpose, player, codePrint, now });
      const isDecoy = purpose === 'FIND_PASSWORD' && owner === undefined;
      await postLetter(tx, {
        ...{ site, channel, language, now },
        ...codeLetter(code),
        recipient: value,
        isDecoy,
      });
    });
  } catch (fault) {
    if (!(fault instanceof BudgetUsed)) throw fault;
    const retryAfterSeconds = Math.max(1, Math.ceil(fault.waitMs / SECOND_MS));
    return { ok: false, refusal: 'TOO_MANY_CODES', retryAfterSeconds };
  }
  return {
    ok: true,
    reply: {
      key,
      expiresIn: CODE_MS / SECOND_MS,
      nextSendIn: NEXT_SEND_MS / SECOND_MS,
      isStandIn: delivery.isStandIn,
    },
  };
}

const codeLetter = (code: string) =>
  ({
    kind: 'CODE',
    text: {
      ko: `[마루] 인증번호 ${code}. 3분 안에 입력해 주세요. 누구에게도 알려 주지 마세요.`,
      en: `[Maru] Your code is ${code}. Enter it within 3 minutes, and tell it to nobody.`,
    },
  }) as const;

/**
 * Members have budgets of their own for a value, so that strangers who ask for codes do not keep an owner from proving
 * it. What a code is worth: 25 guesses a day at one of a million for each value.
 */
function budgetsOf(
  secret: Uint8Array,
  { body, principal, ip, kind }: Sending,
  value: string,
): readonly Budget[] {
  const isMember = body.purpose === 'PROFILE' && principal !== undefined;
  const of = (what: string, most: number, windowMs: number): Budget => ({
    counted: keyedPrint(secret, `budget ${windowMs} ${what}`),
    most,
    windowMs,
  });
  const ofValue = `${kind} ${value} ${isMember ? 'member' : 'guest'}`;
  return [
    of(ofValue, 1, NEXT_SEND_MS),
    of(ofValue, 5, DAY_MS),
    of(`address ${limitKey(ip)}`, 30, HOUR_MS),
    ...(isMember ? [of(`player ${principal.player}`, 10, DAY_MS)] : []),
    ...(body.purpose === 'FIND_PASSWORD' ? [of(`username ${body.username ?? ''}`, 10, DAY_MS)] : []),
  ];
}

export interface Verifying {
  readonly kind: ValueKind;
  readonly body: BodyOf<VerifyCall>;
  readonly principal: Principal | undefined;
  readonly site: SiteId;
  readonly now: Millis;
}

export async function verifyCode(
  deps: Pick<AccountDeps, 'database' | 'secrets' | 'random'>,
  { kind, body, principal, site, now }: Verifying,
): Promise<VerifyAnswer> {
  const { key } = body;
  const print = printOf(key);
  const shown = codePrintOf(deps.secrets.codes, { key, code: body.secretCode.trim() });
  const wanted = body.certificateValue === undefined ? undefined : VALUE[kind].read(body.certificateValue);
  const proof = tokenOf(deps.random);
  const refusal = await deps.database.transaction(async (tx) => {
    const sent = await beginTry(tx, { site, print, kind, now });
    if (sent === 'TRIES_USED') return 'CODE_TRIES_USED';
    if (sent === undefined) return 'CODE_WRONG';
    const { codePrint, ...proven } = sent;
    const isRight = timingSafeEqual(Buffer.from(codePrint), Buffer.from(shown));
    const isOfValue = body.certificateValue === undefined || wanted === proven.value;
    if (!isRight || !isOfValue || !isAskedBy(proven, principal)) return 'CODE_WRONG';
    await endCode(tx, { print, now });
    // Said only to somebody who reads what is sent to this value.
    const mustBeFree = proven.purpose === 'SIGN_UP' || proven.purpose === 'PROFILE';
    if (mustBeFree && (await isOfAnother(tx, { site, ...proven })))
      return kind === 'PHONE' ? 'PHONE_REGISTERED' : 'EMAIL_REGISTERED';
    await insertProof(tx, { ...proven, site, print: printOf(proof), now });
    return undefined;
  });
  if (refusal !== undefined) return { ok: false, refusal, field: 'secretCode' };
  return { ok: true, reply: { proof, expiresIn: PROOF_MS / SECOND_MS } };
}

/** A member's code is of no use to anybody else. */
function isAskedBy(
  { purpose, player }: { readonly purpose: Purpose; readonly player: PlayerId | null },
  principal: Principal | undefined,
): boolean {
  return purpose !== 'PROFILE' || player === (principal?.player ?? null);
}
