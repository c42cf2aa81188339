// The names of the markets, what they mean, and their order on the page.
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import {
  type Amount,
  amount,
  divide,
  ONE,
  parseUnits,
  portion,
  type Rate,
  rate,
  toDecimal,
  toPlaces,
} from '@maru/engine/amount';
import type { Draw } from '@maru/engine/bitball/draw';
import {
  chanceOf,
  hitMarkets,
  MARKETS,
  type Market,
  type MarketSet,
  setOf,
  spanOf,
} from '@maru/engine/bitball/markets';
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

/** Their markets are named by a letter or a size, which says nothing without the range. */
const NAMED_BY_RANGE: ReadonlySet<MarketSet> = new Set(['SUM_SIZE', 'SUM_SECTION', 'POWER_SECTION']);

export function rangeOf(market: Market, words: BallWords): string | undefined {
  const span = NAMED_BY_RANGE.has(setOf(market)) ? spanOf(market) : undefined;
  return span && words.range(span.from, span.to);
}

const partsOf = (market: Market): readonly string[] => market.split('_').slice(1);
const isOnSum = (market: Market): boolean => market.startsWith('N');

/** The short name on its cell: `오버`, `홀·언더`, `소`, `A`, `7`. */
export function pickOf(market: Market, words: BallWords): string {
  const names = partsOf(market).map((part) => wordOf(part, words));
  return names.length === 2 ? words.both(names[0] ?? '', names[1] ?? '') : (names[0] ?? '');
}

function wordOf(part: string, words: BallWords): string {
  const names: Readonly<Record<string, string>> = {
    ODD: words.odd,
    EVEN: words.even,
    UNDER: words.under,
    OVER: words.over,
    SMALL: words.small,
    MID: words.middle,
    BIG: words.big,
  };
  return names[part] ?? part;
}

/** The full name, outside its tab: `합 오버`, `파워볼 7`. */
export const fullPickOf = (market: Market, words: BallWords): string =>
  isOnSum(market) ? words.onSum(pickOf(market, words)) : words.onPower(pickOf(market, words));

/** The picks of one kind that a draw hits, without those of two parts: `홀`, `언더`. */
export const hitPicks = (draw: Draw, prefix: string, words: BallWords): readonly string[] =>
  hitMarkets(draw)
    .filter((market) => market.startsWith(prefix) && partsOf(market).length === 1)
    .map((market) => pickOf(market, words));

/** `홀`, `언더`: which parity and which half the sum has. */
export function tagsOf({ ball }: Pick<WireTradeRound, 'ball'>, words: BallWords): readonly string[] {
  if (!ball?.balls || ball.powerBall === null) return [];
  return hitPicks({ balls: ball.balls, power: ball.powerBall }, 'NS_', words);
}

/** When it is hit: `합 73 이상`. */
export function meaningOf(market: Market, words: BallWords): string {
  const subject = isOnSum(market) ? words.sum : words.power;
  const range = rangeOf(market, words);
  if (range !== undefined) return words.within(subject, range);
  const span = spanOf(market);
  const parts = partsOf(market).map((part, index) => {
    const about = index === 0 ? subject : '';
    if (span && part === 'UNDER') return words.atMost(about, span.to);
    if (span && part === 'OVER') return words.atLeast(about, span.from);
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

/** The odds of a bet, from its rate of profit. */
export const oddsOf = (profitRate: string): string => formatOdds(toDecimal(ONE + rate(profitRate)));

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
