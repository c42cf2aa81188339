import type { StoppageTable } from '../staff/stoppages.ts';

/** Nobody can trade a closed instrument, and its open orders and positions are ended. */
export const CLOSINGS: StoppageTable = {
  table: 'oversea_closing',
  begunBy: 'closed_by',
  endedBy: 'reopened_by',
  once: 'an_instrument_is_closed_once',
  area: 'OVERSEA_CLOSE',
};
