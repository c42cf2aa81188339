// Proofs that come with a sign-up: each must be of the very value in the form, and of nobody else's account.
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { findProof, type Proven, takeProof, type ValueKind } from './code-store.ts';
import { printOf } from './codes.ts';
import { isOfAnother } from './member-store.ts';

interface GivenProof {
  readonly kind: ValueKind;
  readonly value: string;
  readonly print: string;
}

export function givenProofs(
  body: { readonly phoneProof?: string | undefined; readonly emailProof?: string | undefined },
  { phone, email }: { readonly phone: string; readonly email: string },
): readonly GivenProof[] {
  const given = (kind: ValueKind, value: string, proof: string | undefined): readonly GivenProof[] =>
    proof === undefined ? [] : [{ kind, value, print: printOf(proof) }];
  return [...given('PHONE', phone, body.phoneProof), ...given('EMAIL', email, body.emailProof)];
}

interface WithProofs {
  readonly site: SiteId;
  readonly proofs: readonly GivenProof[];
  readonly now: Millis;
}

const isOf = (proven: Proven | undefined, { kind, value }: GivenProof): boolean =>
  proven?.kind === kind && proven.value === value;

const FIELD = { PHONE: 'phoneProof', EMAIL: 'emailProof' } as const;

/** Undefined when all are good; nothing is used up yet. */
export async function checkProofs(tx: Tx, { site, proofs, now }: WithProofs) {
  for (const given of proofs) {
    const { kind, value, print } = given;
    const field = FIELD[kind];
    const proven = await findProof(tx, { site, print, purpose: 'SIGN_UP', now });
    if (!isOf(proven, given)) return { refusal: 'PROOF_EXPIRED', field } as const;
    if (await isOfAnother(tx, { site, kind, value, player: null }))
      return { refusal: kind === 'PHONE' ? 'PHONE_REGISTERED' : 'EMAIL_REGISTERED', field } as const;
  }
  return undefined;
}

/** False when one of them was used meanwhile. */
export async function takeProofs(tx: Tx, { site, proofs, now }: WithProofs): Promise<boolean> {
  for (const given of proofs) {
    const proven = await takeProof(tx, { site, print: given.print, purpose: 'SIGN_UP', now });
    if (!isOf(proven, given)) return false;
  }
  return true;
}
