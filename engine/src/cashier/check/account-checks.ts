// Where the money of a withdrawal or sale goes.

import { isSameName } from '../../same-name.ts';
import { HOUR_MS, type Millis } from '../../time.ts';
import { type Check, isOutgoing } from './check.ts';

export interface AccountFacts {
  readonly type: string;
  readonly now: Millis;
  /** The name of the member. */
  readonly name: string;
  readonly payout:
    | {
        readonly kind: 'BANK' | 'CHAIN';
        /** Of a bank account whose owner was asked for. */
        readonly holder: string | undefined;
        readonly confirmedAt: Millis | undefined;
      }
    | undefined;
}

/** A new account or address stays conspicuous for longer than its waiting time. */
const NEW_FOR_MS = 72 * HOUR_MS;

export function accountChecks({ type, now, name, payout }: AccountFacts): readonly Check[] {
  if (!isOutgoing(type) || payout === undefined) return [];
  const { kind, holder, confirmedAt } = payout;
  const checks: Check[] = [];
  if (kind === 'BANK' && holder !== undefined)
    checks.push({ code: 'HOLDER_NAME', severity: isSameName(holder, name) ? 'PLAIN' : 'RED', text: holder });
  if (confirmedAt !== undefined) {
    const isNew = now < confirmedAt + NEW_FOR_MS;
    checks.push({ code: 'NEW_PAYOUT', severity: isNew ? 'AMBER' : 'PLAIN', at: confirmedAt });
  }
  return checks;
}
