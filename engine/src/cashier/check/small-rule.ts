// The rule by which small amounts are approved without anybody looking: data of the site, changed by two people.
import { type Amount, plus } from '../../amount.ts';
import { DAY_MS, type Millis } from '../../time.ts';
import { type Check, worstOf } from './check.ts';

/** Of one type and currency. */
export interface SmallRule {
  /** The most of one request, of one member on a Korean day, and of the whole site on a Korean day. */
  readonly most: Amount;
  readonly dayMost: Amount;
  readonly siteDayMost: Amount;
  /** How old the account must be. */
  readonly accountDays: number;
  /** What was asked for before it was in force is left to staff. */
  readonly since: Millis;
}

export interface SmallFacts {
  readonly amount: Amount;
  readonly twoFrom: Amount;
  readonly askedAt: Millis;
  readonly joinedAt: Millis;
  readonly now: Millis;
  /** How many requests of this direction were done before. */
  readonly doneBefore: number;
  /** What the rule has approved today. */
  readonly ofMember: Amount;
  readonly ofSite: Amount;
  readonly checks: readonly Check[];
}

export type LeftToStaff =
  | 'ASKED_BEFORE'
  | 'TOO_LARGE'
  | 'FIRST_TIME'
  | 'ACCOUNT_TOO_NEW'
  | 'CHECKED'
  | 'MEMBER_DAY'
  | 'SITE_DAY';

/** Why staff must look at it; undefined when nobody needs to. The first reason wins. */
export function leftToStaff(rule: SmallRule, facts: SmallFacts): LeftToStaff | undefined {
  const { amount, twoFrom, askedAt, joinedAt, now, doneBefore, ofMember, ofSite, checks } = facts;
  if (askedAt < rule.since) return 'ASKED_BEFORE';
  if (amount > rule.most || amount >= twoFrom) return 'TOO_LARGE';
  if (doneBefore === 0) return 'FIRST_TIME';
  if (now < joinedAt + rule.accountDays * DAY_MS) return 'ACCOUNT_TOO_NEW';
  if (worstOf(checks) !== 'PLAIN') return 'CHECKED';
  if (plus(ofMember, amount) > rule.dayMost) return 'MEMBER_DAY';
  return plus(ofSite, amount) > rule.siteDayMost ? 'SITE_DAY' : undefined;
}
