// To approve a request takes the right of what it does, besides that of being the second person.
import type { Right } from './rights.ts';

const RIGHTS_OF_KINDS: Readonly<Record<string, Right>> = {
  DAY_RATE: 'MARKET_CONTROL',
  CALENDAR: 'MARKET_CONTROL',
  COUPON: 'MONEY_GRANT',
  SECOND_FACTOR_RESET: 'MEMBER_SECURITY',
  RISK_LIMIT: 'MARKET_CONTROL',
  MEMBER_UNBLOCK: 'MEMBER_BLOCK',
  STAFF_NEW: 'ACCOUNTS_EDIT',
  STAFF_CHANGE: 'ACCOUNTS_EDIT',
  PARTNER_NEW: 'ACCOUNTS_EDIT',
  PARTNER_CHANGE: 'ACCOUNTS_EDIT',
  PARTNER_SHARE: 'MONEY_GRANT',
};

/** What counts for every site is decided by those who run the platform (level 1). */
export const takesPlatform = (kind: string): boolean => kind === 'CALENDAR';

/** To close something of the market is control of it; settings and every other kind take a head. */
export const rightToApprove = (kind: string): Right =>
  RIGHTS_OF_KINDS[kind] ?? (kind.endsWith('_CLOSE') ? 'MARKET_CONTROL' : 'SITE_SETTING');
