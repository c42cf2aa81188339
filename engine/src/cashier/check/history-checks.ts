// The request beside what its member did before, in the same currency.
import { type Amount, amountOfUnits, plus } from '../../amount.ts';
import { type Check, isOutgoing } from './check.ts';

/** What is done already, one way. */
export interface Past {
  readonly count: number;
  readonly largest: Amount;
  readonly total: Amount;
}

export interface HistoryFacts {
  readonly type: string;
  readonly amount: Amount;
  /** From this amount on two people decide. */
  readonly twoFrom: Amount;
  readonly came: Past;
  readonly went: Past;
}

/** More than this times the mean, and more than ever, is unusual. */
const UNUSUAL_TIMES = 3n;

export function historyChecks({ type, amount, twoFrom, came, went }: HistoryFacts): readonly Check[] {
  const isOut = isOutgoing(type);
  const same = isOut ? went : came;
  const checks: Check[] = [];
  // The first deposit of a member is nothing to worry about; where money goes for the first time somebody looks.
  if (same.count === 0) checks.push({ code: 'FIRST_TIME', severity: isOut ? 'AMBER' : 'PLAIN' });
  if (amount >= twoFrom) checks.push({ code: 'LARGE', severity: 'AMBER', value: amount, against: twoFrom });
  if (same.count > 0) {
    const isMost = amount > same.largest;
    const isFarAbove = amount * BigInt(same.count) > same.total * UNUSUAL_TIMES;
    checks.push({
      ...{ code: 'UNUSUAL_SIZE', severity: isMost && isFarAbove ? 'AMBER' : 'PLAIN' },
      ...{ value: amount, against: amountOfUnits(same.total / BigInt(same.count)) },
    });
  }
  if (isOut) {
    const out = plus(went.total, amount);
    // Who won takes out more than came in: it is shown, and nothing to hold against anybody.
    checks.push({ code: 'MORE_OUT_THAN_IN', severity: 'PLAIN', value: out, against: came.total });
  }
  return checks;
}
