import type { StoppageTable } from '../staff/stoppages.ts';

/** A halt stops bets on an offer and voids nothing. */
export const HALTS: StoppageTable = {
  table: 'option_halt',
  begunBy: 'halted_by',
  endedBy: 'resumed_by',
  once: 'an_option_is_halted_once',
  area: 'HALT',
};
