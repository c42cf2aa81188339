// What a member's closed trades brought, as the list of daily profits has it.
import type { Currency } from '@maru/engine/purse';
import { MOST_LISTED } from '../http/paging.ts';
import type { ResultsOf } from '../product/results.ts';
import { listDayProfits } from './fill-store.ts';

export const overseaResults: ResultsOf = async (tx, span) => {
  const { days } = await listDayProfits(
    tx,
    { ...span, instrument: undefined },
    { offset: 0, limit: MOST_LISTED },
  );
  return days.map(({ currency, gross, commission }) => ({
    currency: currency as Currency,
    net: gross - commission,
  }));
};
