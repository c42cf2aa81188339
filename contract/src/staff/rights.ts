// What staff may do, as data. A staff call names the one right it takes; a role is a set of rights. The office hides what
// a role may not do, and the server refuses it.

export const STAFF_ROLES = ['HEAD', 'OPERATOR', 'SUPPORT', 'AUDITOR'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Who may enter the office: staff, and partners, who see their own part of the tree. */
export const OFFICE_ROLES = [...STAFF_ROLES, 'PARTNER'] as const;
export type OfficeRole = (typeof OFFICE_ROLES)[number];

export const RIGHTS = [
  /** One's own sign-in, password and second factor: everybody. */
  'SELF',
  'MEMBER_READ',
  /** Values that are masked otherwise; every look is in the audit log. */
  'MEMBER_REVEAL',
  /** Letters, ended sign-ins, blocked devices, notes. */
  'MEMBER_ACT',
  'MEMBER_BLOCK',
  /** Unlocking, and asking for a reset of the second factor. */
  'MEMBER_SECURITY',
  'MONEY_READ',
  'MONEY_DECIDE',
  /** Grants, deductions and coupons: all of them take two people. */
  'MONEY_GRANT',
  'SUPPORT_READ',
  'SUPPORT_ANSWER',
  'CONTENT_READ',
  'CONTENT_EDIT',
  'MARKET_READ',
  /** Halts, closings, settings, odds, rates, calendars. */
  'MARKET_CONTROL',
  'ROUND_VOID',
  /** Traders of copy trading, follows and copies. */
  'COPY_READ',
  /** To approve traders, and to change or end them. */
  'COPY_EDIT',
  'RISK_READ',
  'BOOKS_READ',
  'AUDIT_READ',
  'REQUEST_READ',
  /** To be the second person. What is approved takes the right of its kind as well. */
  'REQUEST_APPROVE',
  'SITE_READ',
  'SITE_SETTING',
  'ACCOUNTS_READ',
  /** Accounts of staff, and to be the second person for those of partners. */
  'ACCOUNTS_EDIT',
  /** The tree of partners; a partner sees what is below their own place. */
  'PARTNER_READ',
  /** To ask for a partner below, and for other rates. */
  'PARTNER_EDIT',
] as const;
export type Right = (typeof RIGHTS)[number];

const READING: readonly Right[] = RIGHTS.filter((right) => right.endsWith('_READ'));

export const rightsOf: Readonly<Record<OfficeRole, readonly Right[]>> = {
  HEAD: RIGHTS,
  OPERATOR: RIGHTS.filter(
    (right) => right !== 'SITE_SETTING' && right !== 'ACCOUNTS_EDIT' && right !== 'PARTNER_EDIT',
  ),
  SUPPORT: [
    'SELF',
    'MEMBER_READ',
    'MEMBER_REVEAL',
    'MEMBER_ACT',
    'MONEY_READ',
    'SUPPORT_READ',
    'SUPPORT_ANSWER',
    'CONTENT_READ',
    'MARKET_READ',
    'COPY_READ',
  ],
  /** Reads everything and changes nothing. */
  AUDITOR: ['SELF', ...READING],
  PARTNER: ['SELF', 'PARTNER_READ', 'PARTNER_EDIT'],
};
