// Faults after which this process must not go on: trying again would not mend them.
import { Bug } from '@maru/engine/assert';
import { DamagedJournal, Fenced } from '../journal/journal.ts';
import { TablesDiffer } from '../shadow/tables.ts';

export const isFinal = (fault: unknown): boolean =>
  fault instanceof Fenced ||
  fault instanceof DamagedJournal ||
  fault instanceof TablesDiffer ||
  fault instanceof Bug;
