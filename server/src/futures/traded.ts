// The fills that count for the list of most traded instruments.
import type { TradedRows } from '../market/traded-store.ts';

export const tradedFills: TradedRows = {
  table: 'futures_fill',
  timeColumn: 'at_ms',
  // A contract has the number of its instrument.
  instrumentOf: (id) => id,
};
