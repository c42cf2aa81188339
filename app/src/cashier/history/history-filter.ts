// The filters of the history, and which type codes each of them shows (docs/rules.md 6.4).
import type { DnwRow } from '@maru/contract/cashier/wire';

export const FILTERS = ['all', 'deposit', 'withdraw', 'bonus', 'p2p', 'convert', 'settlement'] as const;
export type HistoryFilter = (typeof FILTERS)[number];

type RowType = DnwRow['type'];

/** A cancellation belongs to what it undoes, so it is among all only. */
const TYPES: Readonly<Record<Exclude<HistoryFilter, 'all'>, readonly RowType[]>> = {
  deposit: ['D', 'TI'],
  withdraw: ['W', 'TO'],
  bonus: ['B', 'PB', 'PM'],
  p2p: ['WB', 'WS'],
  convert: ['CI', 'CO'],
  settlement: ['C'],
};

export interface HistoryAsked {
  readonly filter: HistoryFilter;
  readonly wallet: string | undefined;
  readonly startDate: string;
  readonly endDate: string;
}

/** The query of both the list and, without its types, of the sums. */
export function historyQuery({ filter, wallet, startDate, endDate }: HistoryAsked) {
  return {
    startDate,
    endDate,
    ...(wallet === undefined ? {} : { walletTypeStrs: wallet }),
    ...(filter === 'all' ? {} : { typeStrs: TYPES[filter].join(',') }),
  };
}

/** Done, or still on its way; everything else moved nothing. */
export const isMoving = ({ status }: Pick<DnwRow, 'status'>): boolean =>
  status === 0 || status === 1 || status === 4;

export const isOpenRequest = ({ status }: Pick<DnwRow, 'status'>): boolean => status === 0 || status === 4;

const OUTGOING: ReadonlySet<RowType> = new Set(['W', 'WS', 'TO', 'CO', 'PM']);

/** With the sign of its direction: what it moves, or would have moved. */
export const signedPoint = ({ type, point }: Pick<DnwRow, 'type' | 'point'>): string =>
  OUTGOING.has(type) && /[1-9]/.test(point) ? `-${point}` : point;
