// What staff look at before they decide about a request: each check is a pure function of facts, and says how serious its
// finding is. The same checks bar the rule for small amounts (small-rule.ts).
import type { Amount } from '../../amount.ts';
import type { Millis } from '../../time.ts';

/** `AMBER`: look before you decide; `RED`: something speaks against it. */
export type Severity = 'PLAIN' | 'AMBER' | 'RED';

export const CHECK_CODES = [
  'FIRST_TIME',
  'LARGE',
  'UNUSUAL_SIZE',
  'MORE_OUT_THAN_IN',
  'HOLDER_NAME',
  'NEW_PAYOUT',
  'PASSWORD_CHANGED',
  'PROTECTION_CHANGED',
  'ACCOUNT_LOCKED',
  'OTHER_DEVICE',
  'MARGIN',
  'BONUS',
  'DAY_LIMIT',
  'OWN_LIMIT',
  'PAUSED',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

export interface Check {
  readonly code: CheckCode;
  readonly severity: Severity;
  /** What was found, and what it was compared with. */
  readonly value?: Amount;
  readonly against?: Amount;
  readonly at?: Millis;
  readonly text?: string;
}

export const isIncoming = (type: string): boolean => type === 'D' || type === 'WB';
export const isOutgoing = (type: string): boolean => type === 'W' || type === 'WS';

const RANK: Readonly<Record<Severity, number>> = { PLAIN: 0, AMBER: 1, RED: 2 };

export const worstOf = (checks: readonly Check[]): Severity =>
  checks.reduce<Severity>(
    (worst, { severity }) => (RANK[severity] > RANK[worst] ? severity : worst),
    'PLAIN',
  );
