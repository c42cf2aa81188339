// The fills that count for the list of most traded instruments.
import type { TradedRows } from '../market/traded-store.ts';
import { FILLS_PER_EVENT } from './wire.ts';

export const tradedFills: TradedRows = {
  table: 'futures_fill',
  timeColumn: 'at_ms',
  perEvent: FILLS_PER_EVENT,
  // A contract has the number of its instrument.
  instrumentOf: (id) => id,
};
