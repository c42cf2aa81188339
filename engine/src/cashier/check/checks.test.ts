// What staff look at before they decide, and what the rule for small amounts leaves to them.
import { describe, expect, test } from 'vitest';
import { amount, ZERO } from '../../amount.ts';
import { DAY_MS, earlier, HOUR_MS, later, millis } from '../../time.ts';
import { accountChecks } from './account-checks.ts';
import { type Check, worstOf } from './check.ts';
import { historyChecks } from './history-checks.ts';
import { moneyChecks } from './money-checks.ts';
import { securityChecks } from './security-checks.ts';
import { leftToStaff } from './small-rule.ts';

const now = millis(1_800_000_000_000);
const severityOf = (checks: readonly Check[], code: Check['code']) =>
  checks.find((check) => check.code === code)?.severity;
const past = (count: number, each: string) => ({
  ...{ count, largest: amount(each) },
  total: (amount(each) * BigInt(count)) as never,
});

describe('beside the history', () => {
  const facts = {
    ...{ type: 'W', amount: amount('300000'), twoFrom: amount('5000000') },
    ...{ came: past(4, '100000'), went: past(2, '100000') },
  };
  const of = (own: Partial<typeof facts>) => historyChecks({ ...facts, ...own });

  test('a first withdrawal is worth a look, a first deposit is not', () => {
    expect(severityOf(of({ went: past(0, '0') }), 'FIRST_TIME')).toBe('AMBER');
    expect(severityOf(of({ type: 'D', came: past(0, '0') }), 'FIRST_TIME')).toBe('PLAIN');
    expect(severityOf(of({}), 'FIRST_TIME')).toBeUndefined();
  });

  test('from the limit of two people on an amount is large', () => {
    expect(severityOf(of({ amount: amount('5000000') }), 'LARGE')).toBe('AMBER');
    expect(severityOf(of({ amount: amount('4999999') }), 'LARGE')).toBeUndefined();
  });

  test('more than ever and more than three times the mean is unusual', () => {
    expect(severityOf(of({ amount: amount('300000') }), 'UNUSUAL_SIZE')).toBe('PLAIN');
    expect(severityOf(of({ amount: amount('300001') }), 'UNUSUAL_SIZE')).toBe('AMBER');
    const sums = of({ amount: amount('400000') }).find(({ code }) => code === 'MORE_OUT_THAN_IN');
    expect(sums).toMatchObject({ severity: 'PLAIN', value: amount('600000'), against: amount('400000') });
  });
});

describe('where the money goes', () => {
  const payout = { kind: 'BANK', holder: '김마루', confirmedAt: earlier(now, 100 * HOUR_MS) } as const;
  const facts = { type: 'W', now, name: '김 마루', payout };

  test('another name of the holder speaks against it', () => {
    expect(severityOf(accountChecks(facts), 'HOLDER_NAME')).toBe('PLAIN');
    const other = { ...facts, payout: { ...payout, holder: '김마로' } };
    expect(severityOf(accountChecks(other), 'HOLDER_NAME')).toBe('RED');
  });

  test('an account is new for 72 hours', () => {
    const since = (hours: number) =>
      accountChecks({ ...facts, payout: { ...payout, confirmedAt: earlier(now, hours * HOUR_MS) } });
    expect(severityOf(since(71), 'NEW_PAYOUT')).toBe('AMBER');
    expect(severityOf(since(72), 'NEW_PAYOUT')).toBe('PLAIN');
    expect(accountChecks({ ...facts, type: 'D' })).toEqual([]);
  });
});

describe('who sits there', () => {
  const calm = {
    ...{ type: 'W', now, passwordAt: undefined, protectionAt: undefined },
    ...{ isLocked: false, isOtherDevice: false },
  };

  test('a change of the password or of the protection is told for 72 hours', () => {
    expect(worstOf(securityChecks(calm))).toBe('PLAIN');
    for (const name of ['passwordAt', 'protectionAt'] as const) {
      expect(worstOf(securityChecks({ ...calm, [name]: earlier(now, HOUR_MS) }))).toBe('AMBER');
      expect(worstOf(securityChecks({ ...calm, [name]: earlier(now, 72 * HOUR_MS) }))).toBe('PLAIN');
    }
  });

  test('a locked account and another device speak against it, and not against a deposit', () => {
    for (const own of [{ isLocked: true }, { isOtherDevice: true }]) {
      expect(worstOf(securityChecks({ ...calm, ...own }))).toBe('RED');
      expect(securityChecks({ ...calm, ...own, type: 'D' })).toEqual([]);
    }
  });
});

describe('whether it may move', () => {
  const facts = {
    ...{ type: 'W', now, free: amount('480500'), reserved: ZERO, turnoverLeft: ZERO },
    ...{ dayUsed: amount('1'), dayMost: amount('100'), ownDeposit: undefined, pausedUntil: undefined },
  };
  const of = (own: object) => moneyChecks({ ...facts, ...own });

  test('less than open positions need speaks against it', () => {
    expect(severityOf(of({ reserved: amount('600000') }), 'MARGIN')).toBe('RED');
    expect(severityOf(of({ reserved: amount('480500') }), 'MARGIN')).toBe('PLAIN');
  });

  test('an open condition of a bonus speaks against it', () => {
    expect(severityOf(of({ turnoverLeft: amount('1') }), 'BONUS')).toBe('RED');
  });

  test('the limit of a day is amber from nine tenths on', () => {
    expect(severityOf(of({ dayUsed: amount('89') }), 'DAY_LIMIT')).toBe('PLAIN');
    expect(severityOf(of({ dayUsed: amount('90') }), 'DAY_LIMIT')).toBe('AMBER');
    expect(severityOf(of({ dayUsed: amount('101') }), 'DAY_LIMIT')).toBe('RED');
  });

  test('a deposit of a member on a break, or above the own limit, speaks against it', () => {
    const paused = of({ type: 'D', pausedUntil: later(now, 1) });
    expect(paused).toMatchObject([{ code: 'PAUSED', severity: 'RED' }]);
    expect(of({ type: 'D', pausedUntil: now })).toEqual([]);
    const own = { used: amount('11'), most: amount('10') };
    expect(severityOf(of({ type: 'D', ownDeposit: own }), 'OWN_LIMIT')).toBe('RED');
  });
});

describe('the rule for small amounts', () => {
  const rule = {
    ...{ most: amount('100'), dayMost: amount('250'), siteDayMost: amount('1000'), accountDays: 7 },
    since: earlier(now, DAY_MS),
  };
  const facts = {
    ...{ amount: amount('100'), twoFrom: amount('1000'), askedAt: now, now, doneBefore: 1 },
    ...{ joinedAt: earlier(now, 7 * DAY_MS), ofMember: amount('150'), ofSite: amount('900') },
    checks: [{ code: 'BONUS', severity: 'PLAIN' }] as readonly Check[],
  };

  test('approves what is within all of its bounds', () => {
    expect(leftToStaff(rule, facts)).toBeUndefined();
  });

  test.each([
    ['ASKED_BEFORE', { askedAt: earlier(now, DAY_MS + 1) }],
    ['TOO_LARGE', { amount: amount('101') }],
    ['TOO_LARGE', { twoFrom: amount('100') }],
    ['FIRST_TIME', { doneBefore: 0 }],
    ['ACCOUNT_TOO_NEW', { joinedAt: earlier(now, 7 * DAY_MS - 1) }],
    ['CHECKED', { checks: [{ code: 'BONUS', severity: 'AMBER' }] as readonly Check[] }],
    ['MEMBER_DAY', { ofMember: amount('151') }],
    ['SITE_DAY', { ofSite: amount('901') }],
  ] as const)('leaves it to staff: %s', (reason, own) => {
    expect(leftToStaff(rule, { ...facts, ...own })).toBe(reason);
  });
});
