// Faults after which this process must not continue: a retry would not repair them.
import { Bug } from '@maru/engine/assert';
import { DamagedJournal, Fenced } from '../journal/journal.ts';
import { TablesDiffer } from '../shadow/tables.ts';

export const isFinal = (fault: unknown): boolean =>
  fault instanceof Fenced ||
  fault instanceof DamagedJournal ||
  fault instanceof TablesDiffer ||
  fault instanceof Bug;
