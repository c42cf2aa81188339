// Setting up the second factor, its recovery codes, and turning it off.
import type { AnyCall } from '@maru/contract/call';
import {
  beginTotp,
  confirmTotp,
  endTotp,
  mySecurity,
  newRecoveryCodes,
  officeBeginTotp,
  officeConfirmTotp,
  officeEndTotp,
  officeSecurity,
} from '@maru/contract/security/calls';
import { officeNewRecoveryCodes } from '@maru/contract/security/office';
import { MINUTE_MS, type Millis, SECOND_MS } from '@maru/engine/time';
import { findProfile } from '../account/store.ts';
import type { Tx } from '../db/database.ts';
import { type AnswerOf, type Asked, type Principal, type Route, serve } from '../http/serve.ts';
import type { SecurityDeps } from './deps.ts';
import { tellChange } from './letters.ts';
import { noteFactor, noteLostFactor } from './office-factor.ts';
import { makeRecoveryCodes, plainCode } from './recovery-codes.ts';
import { aboutOwner } from './second-factor.ts';
import { securityState, usualMsOf } from './state.ts';
import {
  countWrongCode,
  deleteFactor,
  enableFactor,
  findFactor,
  loadSecurity,
  lockFactor,
  type Owner,
  replaceRecoveryCodes,
  saveBegunFactor,
  saveSecurity,
} from './store.ts';
import { base32, keyUri, matchedStep, SECRET_BYTES } from './totp.ts';

/** The same for a member and for staff. */
type AskedOf<C extends AnyCall> = Pick<Asked<C>, 'body' | 'now'> & { readonly principal: Principal };

/** A set-up that nobody confirmed is over: its secret may have been seen by others meanwhile. */
const SETUP_MS = 10 * MINUTE_MS;
const SETUP_TRIES = 5;

export function factorRoutes(deps: SecurityDeps): readonly Route[] {
  const { database } = deps;
  const see = async ({
    principal,
    now,
  }: Omit<AskedOf<typeof mySecurity>, 'body'>): Promise<AnswerOf<typeof mySecurity>> => {
    const at = { usualMs: usualMsOf(deps, principal), now };
    const reply = await database.transaction((tx) => securityState(tx, principal, at));
    return reply === undefined ? { ok: false, refusal: 'ACCOUNT_NOT_FOUND' } : { ok: true, reply };
  };
  return [
    serve(mySecurity, see),
    serve(officeSecurity, see),
    serve(beginTotp, (asked) => begin(deps, asked)),
    serve(officeBeginTotp, (asked) => begin(deps, asked)),
    serve(confirmTotp, (asked) => confirm(deps, asked)),
    serve(officeConfirmTotp, async (asked) => {
      const confirmed = await confirm(deps, asked);
      // A first code is a second factor that was given.
      if (confirmed.ok) await noteFactor(deps, asked.principal, asked.now);
      return confirmed;
    }),
    serve(endTotp, (asked) => end(deps, asked)),
    serve(officeEndTotp, async (asked) => {
      const ended = await end(deps, asked);
      if (ended.ok) await noteLostFactor(deps, asked.principal);
      return ended;
    }),
    serve(newRecoveryCodes, (asked) => remakeCodes(deps, asked)),
    serve(officeNewRecoveryCodes, (asked) => remakeCodes(deps, asked)),
  ];
}

async function remakeCodes(
  deps: SecurityDeps,
  { body, principal, now }: AskedOf<typeof newRecoveryCodes>,
): Promise<AnswerOf<typeof newRecoveryCodes>> {
  if (!(await isOn(deps, principal))) return { ok: false, refusal: 'SECOND_FACTOR_OFF' };
  const unconfirmed = await deps.confirmOwner(principal, body);
  if (unconfirmed !== undefined) return unconfirmed;
  const recoveryCodes = await deps.database.transaction((tx) => renewCodes(tx, deps, principal, now));
  return { ok: true, reply: { recoveryCodes: [...recoveryCodes] } };
}

const isOn = async ({ database }: SecurityDeps, owner: Owner): Promise<boolean> => {
  const factor = await database.transaction((tx) => findFactor(tx, owner));
  return factor !== undefined && factor.enabledAt !== null;
};

async function renewCodes(
  tx: Tx,
  { random, factorKeys }: SecurityDeps,
  owner: Owner,
  now: Millis,
): Promise<readonly string[]> {
  const codes = makeRecoveryCodes(random);
  const hashes = codes.map((code) => factorKeys.hashCode(plainCode(code), aboutOwner(owner)));
  await replaceRecoveryCodes(tx, owner, { hashes, now });
  return codes;
}

async function begin(
  { database, confirmOwner, random, factorKeys, siteTerms }: SecurityDeps,
  { body: { password }, principal, now }: AskedOf<typeof beginTotp>,
): Promise<AnswerOf<typeof beginTotp>> {
  const unconfirmed = await confirmOwner(principal, { password });
  if (unconfirmed !== undefined) {
    // Who is asked for a code has the second factor on already.
    const { refusal } = unconfirmed;
    const isFactor = refusal === 'SECOND_FACTOR_NEEDED' || refusal === 'SECOND_FACTOR_WRONG';
    return isFactor ? { ok: false, refusal: 'SECOND_FACTOR_ON' } : { ...unconfirmed, refusal };
  }
  const secret = random(SECRET_BYTES);
  const sealed = factorKeys.seal(secret, aboutOwner(principal));
  const begun = await database.transaction(async (tx) => {
    const { lockedAt } = await loadSecurity(tx, principal);
    if (lockedAt !== null) return 'ACCOUNT_LOCKED';
    const profile = await findProfile(tx, principal.site, principal.player);
    if (profile === undefined) return 'ACCOUNT_NOT_FOUND';
    const isSaved = await saveBegunFactor(tx, principal, { secret: sealed, now });
    return isSaved ? profile : 'SECOND_FACTOR_ON';
  });
  if (typeof begun === 'string') return { ok: false, refusal: begun };
  const text = base32(secret);
  const issuer = siteTerms(principal.site)?.name ?? 'Maru';
  return {
    ok: true,
    reply: { secret: text, uri: keyUri({ secret: text, issuer, account: begun.username }) },
  };
}

async function confirm(
  deps: SecurityDeps,
  { body: { code }, principal, now }: AskedOf<typeof confirmTotp>,
): Promise<AnswerOf<typeof confirmTotp>> {
  const { database, factorKeys } = deps;
  return database.transaction(async (tx): Promise<AnswerOf<typeof confirmTotp>> => {
    const factor = await lockFactor(tx, principal);
    const { lockedAt } = await loadSecurity(tx, principal);
    if (lockedAt !== null) return { ok: false, refusal: 'ACCOUNT_LOCKED' };
    if (factor !== undefined && factor.enabledAt !== null) return { ok: false, refusal: 'SECOND_FACTOR_ON' };
    if (factor === undefined || now - factor.begunAt > SETUP_MS)
      return { ok: false, refusal: 'SETUP_EXPIRED' };
    const isSameSetup = factor.confirmSince >= factor.begunAt;
    if (isSameSetup && factor.confirmFailures >= SETUP_TRIES) {
      const retryAfterSeconds = Math.ceil((factor.begunAt + SETUP_MS - now) / SECOND_MS);
      return { ok: false, refusal: 'TOO_MANY_REQUESTS', retryAfterSeconds };
    }
    const step = matchedStep(factorKeys.open(factor.secret, aboutOwner(principal)), code, now);
    if (step === undefined) {
      const windowStart = (factor.begunAt - 1) as Millis;
      await countWrongCode(tx, principal, { pool: 'confirm', windowStart, now });
      return { ok: false, refusal: 'SECOND_FACTOR_WRONG', field: 'code' };
    }
    await enableFactor(tx, principal, { step, now });
    const recoveryCodes = await renewCodes(tx, deps, principal, now);
    await saveSecurity(tx, principal, { second_factor_ms: now });
    await tellChange(tx, principal, { change: 'SECOND_FACTOR_ON', now });
    return { ok: true, reply: { recoveryCodes: [...recoveryCodes] } };
  });
}

async function end(
  deps: SecurityDeps,
  { body, principal, now }: AskedOf<typeof endTotp>,
): Promise<AnswerOf<typeof endTotp>> {
  if (!(await isOn(deps, principal))) return { ok: false, refusal: 'SECOND_FACTOR_OFF' };
  const unconfirmed = await deps.confirmOwner(principal, body);
  if (unconfirmed !== undefined) return unconfirmed;
  await deps.database.transaction(async (tx) => {
    await deleteFactor(tx, principal);
    await saveSecurity(tx, principal, { second_factor_ms: now });
    await tellChange(tx, principal, { change: 'SECOND_FACTOR_OFF', now });
  });
  return { ok: true, reply: {} };
}
