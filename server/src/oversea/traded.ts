// The fills that count for what is traded most.
import type { TradedRows } from '../market/traded-store.ts';

export const tradedFills: TradedRows = {
  table: 'oversea_fill',
  timeColumn: 'at_ms',
  // A contract has the number of its instrument.
  instrumentOf: (id) => id,
};
