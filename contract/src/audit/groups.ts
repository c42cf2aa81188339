// Which part of the audit log an area belongs to.
import type { AuditGroup, ChangeArea } from './calls.ts';

const groups: Readonly<Record<string, AuditGroup>> = {
  MEMBER: 'MEMBER',
  SECURITY: 'MEMBER',
  MESSAGE: 'MEMBER',
  CONTACT: 'MEMBER',
  CASHIER: 'CASHIER',
  CONTENT: 'CONTENT',
  ECONOMIC: 'CONTENT',
  OUTBOX: 'CONTENT',
  TERMS: 'CONTENT',
};

/** Terms of products: `…_SETTING`, `…_ODDS`, `…_RATE`. */
const OF_MARKET = /_(SETTING|ODDS|RATE)$/;

/** Whatever else there is concerns the rights and settings of the site. */
export const groupOf = (area: ChangeArea): AuditGroup =>
  groups[area] ?? (OF_MARKET.test(area) ? 'MARKET' : 'RIGHTS');
