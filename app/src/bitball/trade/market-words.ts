// The names of the markets, what they mean, and their order on the page.
import { formatDecimal, formatPrice } from '@maru/client/format';
import {
  type Amount,
  amount,
  divide,
  ONE,
  parseUnits,
  portion,
  type Rate,
  toDecimal,
  toPlaces,
} from '@maru/engine/amount';
import { chanceOf, MARKETS, type Market } from '@maru/engine/bitball/markets';
import type { bitball } from '../../text/ko/bitball.ts';
import type { Same } from '../../text/same.ts';

export type BallWords = Same<typeof bitball>;
export type MarketTab = 'sum' | 'power' | 'number';

interface MarketRow {
  readonly columns: 3 | 4 | 5 | 6;
  readonly markets: readonly Market[];
}

const marketsOf = (prefix: string): readonly Market[] =>
  MARKETS.filter((market) => market.startsWith(prefix));

export const MARKET_TABS: Readonly<Record<MarketTab, readonly MarketRow[]>> = {
  sum: [
    { columns: 4, markets: marketsOf('NS_') },
    { columns: 3, markets: marketsOf('NZ_') },
    { columns: 6, markets: marketsOf('NC_') },
  ],
  power: [
    { columns: 4, markets: marketsOf('PB_') },
    { columns: 4, markets: marketsOf('PC_') },
  ],
  number: [{ columns: 5, markets: marketsOf('PN_') }],
};

const RANGES: Readonly<Partial<Record<Market, readonly [from: number, to: number]>>> = {
  NZ_SMALL: [15, 64],
  NZ_MID: [65, 80],
  NZ_BIG: [81, 130],
  NC_A: [15, 35],
  NC_B: [36, 49],
  NC_C: [50, 57],
  NC_D: [58, 65],
  NC_E: [66, 78],
  NC_F: [79, 130],
  PC_A: [0, 2],
  PC_B: [3, 4],
  PC_C: [5, 6],
  PC_D: [7, 9],
};

export function rangeOf(market: Market, words: BallWords): string | undefined {
  const range = RANGES[market];
  return range && words.range(range[0], range[1]);
}

const partsOf = (market: Market): readonly string[] => market.split('_').slice(1);
const isOnSum = (market: Market): boolean => market.startsWith('N');

/** The short name on its cell: `오버`, `홀·언더`, `소`, `A`, `7`. */
export function pickOf(market: Market, words: BallWords): string {
  const names = partsOf(market).map((part) => wordOf(part, words));
  return names.length === 2 ? words.both(names[0] ?? '', names[1] ?? '') : (names[0] ?? '');
}

function wordOf(part: string, words: BallWords): string {
  switch (part) {
    case 'ODD':
      return words.odd;
    case 'EVEN':
      return words.even;
    case 'UNDER':
      return words.under;
    case 'OVER':
      return words.over;
    case 'SMALL':
      return words.small;
    case 'MID':
      return words.middle;
    case 'BIG':
      return words.big;
    default:
      return part;
  }
}

/** The full name, outside its tab: `합 오버`, `파워볼 7`. */
export const fullPickOf = (market: Market, words: BallWords): string =>
  isOnSum(market) ? words.onSum(pickOf(market, words)) : words.onPower(pickOf(market, words));

const UNDER_MOST = { sum: 72, power: 4 } as const;

/** When it is hit: `합 73 이상`. */
export function meaningOf(market: Market, words: BallWords): string {
  const subject = isOnSum(market) ? words.sum : words.power;
  const most = UNDER_MOST[isOnSum(market) ? 'sum' : 'power'];
  const range = rangeOf(market, words);
  if (range !== undefined) return words.within(subject, range);
  const parts = partsOf(market).map((part, index) => {
    const about = index === 0 ? subject : '';
    if (part === 'UNDER') return words.atMost(about, most);
    if (part === 'OVER') return words.atLeast(about, most + 1);
    if (part === 'ODD' || part === 'EVEN') return words.isParity(about, wordOf(part, words));
    return words.exactly(about, part);
  });
  return parts.map((each) => each.trim()).join(' · ');
}

/** `1.95`, `9.10`, `12.5`, `80`: large odds need no hundredths. */
export function formatOdds(odds: string): string {
  const units = parseUnits(odds);
  return units !== undefined && units >= 10n * ONE ? formatDecimal(odds) : formatPrice(odds, 2);
}

const HUNDRED = 100n;

/** In percent, as decimal texts. */
export function sharesOf(market: Market, odds: Rate): { readonly chance: string; readonly returns: string } {
  const { hits, of } = chanceOf(market);
  return {
    chance: toDecimal(divide(BigInt(hits) * HUNDRED * ONE, BigInt(of), 'down')),
    returns: toDecimal(divide(odds * BigInt(hits) * HUNDRED, BigInt(of), 'down')),
  };
}

/** What a hit credits, stake included (docs/rules.md 2.5). */
export const payoutOf = (stake: string, odds: Rate, places: number): Amount =>
  toPlaces(portion(amount(stake === '' ? '0' : stake), odds, 'down'), places, 'down');
