// What a member's closed trades brought, as the list of daily profits has it.
import type { Currency } from '@maru/engine/purse';
import type { ResultsOf } from '../product/results.ts';
import { listRealised } from './fill-store.ts';

export const futuresResults: ResultsOf = async (tx, span) => {
  const days = await listRealised(tx, { ...span, instrument: undefined });
  return days.map(({ currency, net }) => ({ currency: currency as Currency, net }));
};
