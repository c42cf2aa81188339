// The bets that count for what is traded most.

import type { TradedRows } from '../market/traded-store.ts';
import { instrumentIdOf } from './offers.ts';

export const tradedBets: TradedRows = {
  table: 'bet',
  timeColumn: 'accepted_ms',
  instrumentOf: instrumentIdOf,
};
