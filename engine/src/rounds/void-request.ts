import type { Command } from '../command.ts';
import type { RoundId } from './round.ts';

/** Two people of the staff, and a reason that the players read. */
export interface StaffVoid {
  readonly reason: string;
  readonly requestedBy: number;
  readonly approvedBy: number;
}

export interface VoidRequest<Kind extends string> extends Command<Kind>, StaffVoid {
  readonly round: RoundId;
}

export type VoidRequestRefusal = 'ENTER_REASON' | 'SECOND_PERSON_NEEDED';

export function voidRequestRefusal({
  reason,
  requestedBy,
  approvedBy,
}: StaffVoid): VoidRequestRefusal | undefined {
  if (reason.trim() === '') return 'ENTER_REASON';
  return requestedBy === approvedBy ? 'SECOND_PERSON_NEEDED' : undefined;
}
