import type { AuditEntry } from '@maru/contract/audit/calls';
import { subjectText } from '../requests/request-words.ts';
import { words } from '../text/audit.ts';

/** 0 is the platform itself. */
export const nameOf = ({ staff, staffName }: Pick<AuditEntry, 'staff' | 'staffName'>): string =>
  staff === 0 ? words.system : (staffName ?? `#${staff}`);

export const subjectOf = ({ subject, subjectName }: Pick<AuditEntry, 'subject' | 'subjectName'>): string =>
  subjectName ?? subject;

/** As it is read; what is searched for is the subject itself. */
export function subjectWords({
  area,
  subject,
  subjectName,
}: Pick<AuditEntry, 'area' | 'subject' | 'subjectName'>): string {
  if (subjectName !== null) return subjectName;
  const kind = /^\d+$/.test(subject) ? words.numbered[area] : undefined;
  return kind === undefined ? subjectText(subject) : `${kind} ${subject}`;
}

export const actionOf = ({ action, area, group }: Pick<AuditEntry, 'action' | 'area' | 'group'>): string =>
  words.actionsOf[area]?.[action] ?? words.actions[action] ?? words.areas[area] ?? words.groups[group];
