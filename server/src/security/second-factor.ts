// Whether somebody who knows the password is the member: a code of their app, or a recovery code, each of them once.
import { DAY_MS, earlier, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { FactorKeys } from './factor-keys.ts';
import { tellChange } from './letters.ts';
import { plainCode } from './recovery-codes.ts';
import {
  type CodePool,
  countWrongCode,
  lockFactor,
  type Owner,
  type StoredFactor,
  saveCodeUse,
  saveSecurity,
  useRecoveryCode,
} from './store.ts';
import { matchedStep } from './totp.ts';

export type FactorCheck =
  | { readonly passed: 'NONE' | 'CODE' | 'RECOVERY_CODE' }
  | { readonly refusal: 'SECOND_FACTOR_NEEDED' | 'SECOND_FACTOR_WRONG' }
  | { readonly waitMs: number };

export interface FactorProof extends Owner {
  readonly code: string | undefined;
  /**
   * Where wrong codes are counted. Those of a known device that signs in are counted with its passwords
   * (`account/attempt-store.ts`): nobody else can use its attempts up.
   */
  readonly pool: CodePool | undefined;
  /** Of a request that may be repeated after a lost answer: the same code then passes for it again. */
  readonly use?: string | undefined;
  readonly now: Millis;
}

/**
 * Who has stolen a session gets five wrong codes in fifteen minutes. Who knows the password gets thirty in a day from
 * all devices that are not known: three of a million codes are right at a time, so one guess in 11,000 days succeeds.
 */
const MOST_WRONG: Readonly<Record<CodePool, { readonly most: number; readonly windowMs: number }>> = {
  confirm: { most: 5, windowMs: 15 * MINUTE_MS },
  stranger: { most: 30, windowMs: DAY_MS },
};

export const aboutOwner = ({ site, player }: Owner): string => `${site} ${player}`;

export async function checkFactor(tx: Tx, keys: FactorKeys, proof: FactorProof): Promise<FactorCheck> {
  const factor = await lockFactor(tx, proof);
  if (factor === undefined || factor.enabledAt === null) return { passed: 'NONE' };
  const { code = '', pool, now } = proof;
  if (code === '') return { refusal: 'SECOND_FACTOR_NEEDED' };
  const waitMs = pool && waitOf(factor, pool, now);
  if (waitMs !== undefined) return { waitMs };
  const passed = await passes(tx, keys, { ...proof, code, factor });
  if (passed !== undefined) return { passed };
  if (pool !== undefined)
    await countWrongCode(tx, proof, { pool, windowStart: earlier(now, MOST_WRONG[pool].windowMs), now });
  return { refusal: 'SECOND_FACTOR_WRONG' };
}

function waitOf(factor: StoredFactor, pool: CodePool, now: Millis): number | undefined {
  const { most, windowMs } = MOST_WRONG[pool];
  const [failures, since] =
    pool === 'confirm'
      ? [factor.confirmFailures, factor.confirmSince]
      : [factor.strangerFailures, factor.strangerSince];
  const left = since + windowMs - now;
  return failures >= most && left > 0 ? left : undefined;
}

async function passes(
  tx: Tx,
  keys: FactorKeys,
  proof: FactorProof & { readonly code: string; readonly factor: StoredFactor },
): Promise<'CODE' | 'RECOVERY_CODE' | undefined> {
  const { factor, pool, use, now } = proof;
  const isRepeated = use !== undefined && factor.lastUse === use;
  const typed = plainCode(proof.code);
  if (/^\d{6}$/.test(typed)) {
    const step = matchedStep(keys.open(factor.secret, aboutOwner(proof)), typed, now);
    if (step === undefined || step < factor.lastStep) return undefined;
    // A code that was used is worth nothing to whoever has read it over the owner's shoulder.
    if (step === factor.lastStep && !isRepeated) return undefined;
    await saveCodeUse(tx, proof, { step, use, pool });
    return 'CODE';
  }
  const code = keys.hashCode(typed, aboutOwner(proof));
  const used = await useRecoveryCode(tx, proof, { code, now });
  if (used === undefined || (used === 'USED_BEFORE' && !isRepeated)) return undefined;
  await saveCodeUse(tx, proof, { step: factor.lastStep, use, pool });
  if (used === 'USED_NOW') {
    await saveSecurity(tx, proof, { recovery_code_ms: now });
    await tellChange(tx, proof, { change: 'RECOVERY_CODE_USED', now });
  }
  return 'RECOVERY_CODE';
}
