// Which bets the history shows, and the query for them.
import { DAY_MS, koreanDay, millis } from '@maru/engine/time';

export const PERIODS = ['week', 'month', 'quarter', 'all'] as const;
export type Period = (typeof PERIODS)[number];
export const STATUSES = ['open', 'won', 'lost', 'void'] as const;
type Status = (typeof STATUSES)[number];

export interface Filters {
  readonly period: Period;
  /** Undefined stands for all. */
  readonly status: Status | undefined;
  readonly tradeOptionId: number | undefined;
  readonly side: 'LONG' | 'SHORT' | undefined;
}

export const NO_FILTERS: Filters = {
  period: 'month',
  status: undefined,
  tradeOptionId: undefined,
  side: undefined,
};

const CODES: Readonly<Record<Status, string>> = { open: '0', won: '1', lost: '2', void: '3' };
const DAYS: Readonly<Record<Exclude<Period, 'all'>, number>> = { week: 7, month: 30, quarter: 90 };

/** Whole Korean days, today included. */
export function queryOf(
  { period, status, tradeOptionId, side }: Filters,
  now: number,
): Readonly<Record<string, string | number>> {
  const since = period === 'all' ? undefined : koreanDay(millis(now)) - (DAYS[period] - 1) * DAY_MS;
  return {
    ...(since === undefined ? {} : { startDate: String(since) }),
    ...(status === undefined ? {} : { statusStrs: CODES[status] }),
    ...(tradeOptionId === undefined ? {} : { tradeOptionId }),
    ...(side === undefined ? {} : { tradeTypeStrs: side }),
  };
}

/** The period may be another one. */
export const isUsual = ({ status, tradeOptionId, side }: Filters): boolean =>
  status === undefined && tradeOptionId === undefined && side === undefined;
