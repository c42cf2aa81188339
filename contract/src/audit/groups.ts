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
  FAIRNESS: 'CONTENT',
};

/** Terms of products (`…_SETTING`, `…_ODDS`, `…_RATE`), and what is stopped or closed. */
const OF_MARKET = /_(SETTING|ODDS|RATE|CLOSE)$|^(HALT|CALENDAR|FEED|RISK)/;
const OF_ROUNDS = /^ROUND/;

/** Whatever else there is concerns the rights and settings of the site. */
export function groupOf(area: ChangeArea): AuditGroup {
  const known = groups[area];
  if (known !== undefined) return known;
  if (OF_ROUNDS.test(area)) return 'ROUND';
  return OF_MARKET.test(area) ? 'MARKET' : 'RIGHTS';
}
