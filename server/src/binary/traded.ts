// The bets that count for the list of most traded instruments.

import type { TradedRows } from '../market/traded-store.ts';
import { instrumentIdOf } from './offers.ts';

export const tradedBets: TradedRows = {
  table: 'bet',
  timeColumn: 'accepted_ms',
  perEvent: 1,
  instrumentOf: instrumentIdOf,
};
