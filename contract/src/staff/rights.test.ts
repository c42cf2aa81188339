import { describe, expect, it } from 'vitest';
import { RIGHTS, rightsOf, STAFF_ROLES } from './rights.ts';

describe('the rights of staff', () => {
  it('let everybody at their own sign-in', () => {
    for (const role of STAFF_ROLES) expect(rightsOf[role], role).toContain('SELF');
  });

  it('leave nothing that nobody may do', () => {
    const given = new Set(STAFF_ROLES.flatMap((role) => rightsOf[role]));
    expect([...given].sort()).toEqual([...RIGHTS].sort());
  });

  it('let an auditor read everything and change nothing', () => {
    const beyondReading = rightsOf.AUDITOR.filter((right) => !right.endsWith('_READ'));
    expect(beyondReading).toEqual(['SELF']);
  });

  it('give support no part in money, rules or accounts', () => {
    const kept = ['MONEY_DECIDE', 'MONEY_GRANT', 'MARKET_CONTROL', 'ROUND_VOID', 'MEMBER_BLOCK'] as const;
    for (const right of [...kept, 'SITE_SETTING', 'ACCOUNTS_EDIT', 'REQUEST_APPROVE'] as const)
      expect(rightsOf.SUPPORT, right).not.toContain(right);
  });
});
