// The order of instruments in a list: won first (spec 2), by group, and in the order the trader chose.
import type { ListedInstrument } from '@maru/contract/market';

/** What the lists need to know of an instrument; every product's list has it. */
export type Instrument = Pick<
  ListedInstrument,
  | 'id'
  | 'stock'
  | 'koName'
  | 'enName'
  | 'kind'
  | 'currency'
  | 'precision'
  | 'isStop'
  | 'isRest'
  | 'isOpen'
  | 'nextOpenMillis'
  | 'lastPrice'
  | 'rateChange'
>;

export const GROUPS = ['index', 'commodity', 'currency', 'coin', 'share'] as const;
export type Group = (typeof GROUPS)[number];

/** The wire only has that a contract is a future; its underlying group follows from its exchange's code. */
const CONTRACT_GROUPS: readonly (readonly [Group, readonly string[]])[] = [
  [
    'index',
    ['K2', 'KQ', 'NQ', 'MNQ', 'ES', 'MES', 'YM', 'MYM', 'RTY', 'M2K', 'NKD', 'NIY', 'NK225', 'HSI', 'MHI'],
  ],
  ['index', ['FDAX', 'FDXM', 'FDXS', 'FESX']],
  ['commodity', ['CL', 'MCL', 'QM', 'BZ', 'NG', 'GC', 'MGC', 'SI', 'SIL', 'HG', 'PL', 'ZC', 'ZS', 'ZW']],
  ['currency', ['6E', 'M6E', '6J', '6B', '6A', '6C', '6S', '6N']],
];

/** A contract that is in no group is listed under "all" only. */
export function groupOf({ kind, stock }: Pick<Instrument, 'kind' | 'stock'>): Group | undefined {
  switch (kind) {
    case 'CRYPTO':
      return 'coin';
    case 'FOREX':
      return 'currency';
    case 'STOCK':
      return 'share';
    case 'INDEX':
      return 'index';
    case 'FUTURES':
      return CONTRACT_GROUPS.find(([, codes]) => codes.includes(stock))?.[0];
  }
}

/** Only groups that have an instrument: a filter that empties the list is useless. */
export function groupsIn(instruments: readonly Instrument[]): readonly Group[] {
  const present = new Set(instruments.map(groupOf));
  return GROUPS.filter((group) => present.has(group));
}

export const SORTS = ['usual', 'change', 'name'] as const;
export type Sort = (typeof SORTS)[number];

/** `changeOf` is called once, when the list is sorted: rows do not change places with every tick. */
export function sorted<Each extends Instrument>(
  instruments: readonly Each[],
  sort: Sort,
  changeOf: (stock: string) => number | undefined = () => undefined,
): readonly Each[] {
  switch (sort) {
    case 'usual':
      return instruments;
    case 'name':
      return instruments.toSorted((a, b) => a.koName.localeCompare(b.koName, 'ko'));
    case 'change': {
      const changes = new Map(
        instruments.map((each) => [each.stock, changeOf(each.stock) ?? each.rateChange]),
      );
      const change = ({ stock }: Instrument) => changes.get(stock) ?? 0;
      // A market at rest has no change of today and is sorted to the end.
      return instruments.toSorted((a, b) => b.isOpen - a.isOpen || change(b) - change(a));
    }
  }
}

export function sectionsOf<Each extends Instrument>(instruments: readonly Each[]) {
  const isWon = ({ currency }: Instrument) => currency === 'KRW';
  return { won: instruments.filter(isWon), foreign: instruments.filter((each) => !isWon(each)) };
}

/** `rest`: no session today any more. `closed`: opens again today. `halted`: open, but the price cannot be used. */
export type TradingState = 'open' | 'rest' | 'closed' | 'halted';

export function tradingState({
  isOpen,
  isRest,
  isStop,
}: Pick<Instrument, 'isOpen' | 'isRest' | 'isStop'>): TradingState {
  if (isOpen === 1) return isStop === 1 ? 'halted' : 'open';
  return isRest === 1 ? 'rest' : 'closed';
}
