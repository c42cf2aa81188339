// What can be bet on (docs/rules.md 2.3): every market depends on the draw alone, and belongs to a set of markets of
// which exactly one is hit by every draw.
import { ONE, type Rate, rate } from '../amount.ts';
import { type Draw, sumOf } from './draw.ts';

/** Every draw hits exactly one market of each. */
export const MARKET_SETS = [
  'SUM_PARITY',
  'SUM_HALF',
  'SUM_PARITY_HALF',
  'SUM_SIZE',
  'SUM_SECTION',
  'POWER_PARITY',
  'POWER_HALF',
  'POWER_PARITY_HALF',
  'POWER_SECTION',
  'POWER_NUMBER',
] as const;
export type MarketSet = (typeof MARKET_SETS)[number];

/** A part of all draws, in whole numbers: of 98,280 draws of balls, or of ten power balls. */
export interface Chance {
  readonly hits: number;
  readonly of: number;
}

interface MarketRule {
  readonly set: MarketSet;
  readonly chance: Chance;
  readonly odds: Rate;
  readonly question: Question;
  readonly isHitBy: (draw: Draw) => boolean;
}

/** Five of 28, in any order. */
export const BALL_DRAWS = 98_280;
export const POWER_DRAWS = 10;

interface Span {
  readonly from: number;
  readonly to: number;
}

type Parity = 'odd' | 'even';

const has = ({ from, to }: Span, value: number): boolean => value >= from && value <= to;
const isOf = (parity: Parity, value: number): boolean => (value % 2 === 1) === (parity === 'odd');

/** Both parts must hold, where both are given. */
interface Question {
  readonly span?: Span;
  readonly parity?: Parity;
}

const isAnswered = ({ span, parity }: Question, value: number): boolean =>
  (span === undefined || has(span, value)) && (parity === undefined || isOf(parity, value));

type MakeRule = (set: MarketSet, hits: number, odds: string, question: Question) => MarketRule;

const on =
  (draws: number, figureOf: (draw: Draw) => number): MakeRule =>
  (set, hits, odds, question) => ({
    set,
    chance: { hits, of: draws },
    odds: rate(odds),
    question,
    isHitBy: (draw) => isAnswered(question, figureOf(draw)),
  });

const onSum = on(BALL_DRAWS, sumOf);
const onPower = on(POWER_DRAWS, ({ power }) => power);

const span = (from: number, to: number): Span => ({ from, to });
/** Five balls add up to 15..130; half of all draws are under 72.5. */
const SUM_UNDER = span(15, 72);
const SUM_OVER = span(73, 130);
const POWER_UNDER = span(0, 4);
const POWER_OVER = span(5, 9);

const number = (power: number): MarketRule => onPower('POWER_NUMBER', 1, '9.3', { span: span(power, power) });

const RULES = {
  NS_ODD: onSum('SUM_PARITY', 49_140, '1.95', { parity: 'odd' }),
  NS_EVEN: onSum('SUM_PARITY', 49_140, '1.95', { parity: 'even' }),
  NS_UNDER: onSum('SUM_HALF', 49_140, '1.95', { span: SUM_UNDER }),
  NS_OVER: onSum('SUM_HALF', 49_140, '1.95', { span: SUM_OVER }),
  NS_ODD_UNDER: onSum('SUM_PARITY_HALF', 24_010, '3.9', { parity: 'odd', span: SUM_UNDER }),
  NS_ODD_OVER: onSum('SUM_PARITY_HALF', 25_130, '3.7', { parity: 'odd', span: SUM_OVER }),
  NS_EVEN_UNDER: onSum('SUM_PARITY_HALF', 25_130, '3.7', { parity: 'even', span: SUM_UNDER }),
  NS_EVEN_OVER: onSum('SUM_PARITY_HALF', 24_010, '3.9', { parity: 'even', span: SUM_OVER }),
  NZ_SMALL: onSum('SUM_SIZE', 31_520, '2.95', { span: span(15, 64) }),
  NZ_MID: onSum('SUM_SIZE', 35_240, '2.65', { span: span(65, 80) }),
  NZ_BIG: onSum('SUM_SIZE', 31_520, '2.95', { span: span(81, 130) }),
  NC_A: onSum('SUM_SECTION', 1_125, '80', { span: span(15, 35) }),
  NC_B: onSum('SUM_SECTION', 7_385, '12.5', { span: span(36, 49) }),
  NC_C: onSum('SUM_SECTION', 10_150, '9.1', { span: span(50, 57) }),
  NC_D: onSum('SUM_SECTION', 14_944, '6.2', { span: span(58, 65) }),
  NC_E: onSum('SUM_SECTION', 28_942, '3.2', { span: span(66, 78) }),
  NC_F: onSum('SUM_SECTION', 35_734, '2.6', { span: span(79, 130) }),
  PB_ODD: onPower('POWER_PARITY', 5, '1.95', { parity: 'odd' }),
  PB_EVEN: onPower('POWER_PARITY', 5, '1.95', { parity: 'even' }),
  PB_UNDER: onPower('POWER_HALF', 5, '1.95', { span: POWER_UNDER }),
  PB_OVER: onPower('POWER_HALF', 5, '1.95', { span: POWER_OVER }),
  PB_ODD_UNDER: onPower('POWER_PARITY_HALF', 2, '4.7', { parity: 'odd', span: POWER_UNDER }),
  PB_ODD_OVER: onPower('POWER_PARITY_HALF', 3, '3.15', { parity: 'odd', span: POWER_OVER }),
  PB_EVEN_UNDER: onPower('POWER_PARITY_HALF', 3, '3.15', { parity: 'even', span: POWER_UNDER }),
  PB_EVEN_OVER: onPower('POWER_PARITY_HALF', 2, '4.7', { parity: 'even', span: POWER_OVER }),
  PC_A: onPower('POWER_SECTION', 3, '3.15', { span: span(0, 2) }),
  PC_B: onPower('POWER_SECTION', 2, '4.7', { span: span(3, 4) }),
  PC_C: onPower('POWER_SECTION', 2, '4.7', { span: span(5, 6) }),
  PC_D: onPower('POWER_SECTION', 3, '3.15', { span: span(7, 9) }),
  PN_0: number(0),
  PN_1: number(1),
  PN_2: number(2),
  PN_3: number(3),
  PN_4: number(4),
  PN_5: number(5),
  PN_6: number(6),
  PN_7: number(7),
  PN_8: number(8),
  PN_9: number(9),
} as const satisfies Readonly<Record<string, MarketRule>>;

export type Market = keyof typeof RULES;
export const MARKETS = Object.keys(RULES) as readonly Market[];

export const isMarket = (code: string): code is Market => Object.hasOwn(RULES, code);

export const setOf = (market: Market): MarketSet => RULES[market].set;
export const chanceOf = (market: Market): Chance => RULES[market].chance;
/** The figures between which it is hit; undefined where only their parity counts. */
export const spanOf = (market: Market): Span | undefined => RULES[market].question.span;
export const defaultOddsOf = (market: Market): Rate => RULES[market].odds;

export type Outcome = 'WON' | 'LOST';
/** There is no tie: a draw hits a market or it does not. */
export const outcomeOf = (market: Market, draw: Draw): Outcome =>
  RULES[market].isHitBy(draw) ? 'WON' : 'LOST';

export const hitMarkets = (draw: Draw): readonly Market[] =>
  MARKETS.filter((market) => RULES[market].isHitBy(draw));

export type OddsFault = 'ODDS_PAY_NOTHING' | 'ODDS_ABOVE_CHANCE';

/** Checked when a setting is saved and when a bet is decided: no market may pay more than it takes on the average. */
export function checkOdds(market: Market, odds: Rate): OddsFault | undefined {
  const { hits, of } = chanceOf(market);
  if (odds <= ONE) return 'ODDS_PAY_NOTHING';
  return odds * BigInt(hits) < ONE * BigInt(of) ? undefined : 'ODDS_ABOVE_CHANCE';
}
