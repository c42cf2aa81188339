// Whether the money may go or come: what open positions need, what a bonus asks for, and limits.
import type { Amount } from '../../amount.ts';
import type { Millis } from '../../time.ts';
import { type Check, isIncoming, isOutgoing } from './check.ts';

export interface MoneyFacts {
  readonly type: string;
  readonly now: Millis;
  /** Free money; what a withdrawal takes has left it already. */
  readonly free: Amount;
  /** What open positions need of it. */
  readonly reserved: Amount;
  /** Stakes that bonuses of the wallet still ask for. */
  readonly turnoverLeft: Amount;
  /** In won: what was asked to leave today, this request included, and the most of the member's level. */
  readonly dayUsed: Amount;
  readonly dayMost: Amount | undefined;
  /** In won: what was deposited this month, and the member's own limit of it. */
  readonly ownDeposit: { readonly used: Amount; readonly most: Amount } | undefined;
  /** The end of a break or self-exclusion. */
  readonly pausedUntil: Millis | undefined;
}

/** From nine tenths of a limit on it is worth a look. */
const isNear = (used: Amount, most: Amount): boolean => used * 10n >= most * 9n;

export function moneyChecks(facts: MoneyFacts): readonly Check[] {
  const { type, now, free, reserved, turnoverLeft, dayUsed, dayMost, ownDeposit, pausedUntil } = facts;
  const checks: Check[] = [];
  if (isOutgoing(type)) {
    if (reserved > 0n)
      checks.push({
        ...{ code: 'MARGIN', severity: free < reserved ? 'RED' : 'PLAIN' },
        ...{ value: free, against: reserved },
      });
    checks.push({ code: 'BONUS', severity: turnoverLeft > 0n ? 'RED' : 'PLAIN', value: turnoverLeft });
    if (dayMost !== undefined)
      checks.push({
        ...{
          code: 'DAY_LIMIT',
          severity: dayUsed > dayMost ? 'RED' : isNear(dayUsed, dayMost) ? 'AMBER' : 'PLAIN',
        },
        ...{ value: dayUsed, against: dayMost },
      });
  }
  if (isIncoming(type)) {
    if (ownDeposit !== undefined) {
      const { used, most } = ownDeposit;
      const severity = used > most ? 'RED' : 'PLAIN';
      checks.push({ code: 'OWN_LIMIT', severity, value: used, against: most });
    }
    if (pausedUntil !== undefined && now < pausedUntil)
      checks.push({ code: 'PAUSED', severity: 'RED', at: pausedUntil });
  }
  return checks;
}
