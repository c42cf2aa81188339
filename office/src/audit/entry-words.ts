import type { AuditEntry } from '@maru/contract/audit/calls';
import { words } from '../text/audit.ts';

/** 0 is the platform itself. */
export const nameOf = ({ staff, staffName }: Pick<AuditEntry, 'staff' | 'staffName'>): string =>
  staff === 0 ? words.system : (staffName ?? `#${staff}`);

export const subjectOf = ({ subject, subjectName }: Pick<AuditEntry, 'subject' | 'subjectName'>): string =>
  subjectName ?? subject;

export const actionOf = ({ action, area, group }: Pick<AuditEntry, 'action' | 'area' | 'group'>): string =>
  words.actions[action] ?? words.areas[area] ?? words.groups[group];
