import type { StoppageTable } from '../staff/stoppages.ts';

/** A closed instrument is traded by nobody, and what is open in it ends. */
export const CLOSINGS: StoppageTable = {
  table: 'oversea_closing',
  begunBy: 'closed_by',
  endedBy: 'reopened_by',
  once: 'an_instrument_is_closed_once',
};
