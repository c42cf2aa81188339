// How a trader does, from sums of Korean days (docs/rules.md 5.8): pure, so that every figure on a trader's page can be
// computed again from the days. Figures of money are exact; those of a percentage are floating and shown with two places.
import { type Amount, amountOfUnits, ZERO } from '../amount.ts';

/** One Korean day on which the trader traded, or followers copied. */
export interface TraderDay {
  /** Days since 1970 by Korea's calendar. */
  readonly day: number;
  /** By how much own trades grew the equity, as `growthOf` adds it up; undefined on a day without one. */
  readonly growth?: number | undefined;
  /** Own fills that closed something, those above zero, what they brought after fees and funding, and the part above zero. */
  readonly closed: number;
  readonly wins: number;
  readonly net: Amount;
  readonly gains: Amount;
  readonly heldMs: number;
  /** Of what was opened. */
  readonly openedValue: Amount;
  readonly openedMargin: Amount;
  /** Copies and misses of all followers; what copies brought before the share, and the share that was paid of it. */
  readonly copied: number;
  readonly missed: number;
  readonly copyNet: Amount;
  readonly copyMargin: Amount;
  readonly shared: Amount;
  /** Of mirrored copies: their value at the trader's price, and what was lost to worse prices. */
  readonly copyValue: Amount;
  readonly copySlipped: Amount;
}

export interface CurveDay {
  readonly day: number;
  /** Since the first day of the curve. */
  readonly returnPercent: number;
  /** Below the highest value so far: 0 or below. */
  readonly drawdownPercent: number;
}

export interface TraderFigures {
  readonly return7: number | undefined;
  readonly return30: number | undefined;
  readonly return90: number | undefined;
  readonly returnAll: number | undefined;
  readonly maxDrawdown30: number | undefined;
  readonly maxDrawdown: number | undefined;
  readonly winRate30: number | undefined;
  readonly winRate: number | undefined;
  readonly trades30: number;
  readonly trades: number;
  readonly profitLossRatio: number | undefined;
  readonly sharpe: number | undefined;
  readonly averageLeverage: number | undefined;
  readonly averageHoldingMs: number | undefined;
  /** After the share. */
  readonly followerProfit30: Amount;
  readonly followerProfit: Amount;
  /** Of the margin that copies were opened with in these days. */
  readonly followerReturn30: number | undefined;
  readonly averageSlippage30: number | undefined;
  readonly copied30: number;
  readonly missed30: number;
}

export const STATISTIC_DAYS = { week: 7, month: 30, quarter: 90 } as const;
/** Fewer daily returns say nothing about their spread. */
const LEAST_SHARPE_DAYS = 8;
const DAYS_OF_YEAR = 365;

/** Sums over some days. */
export interface TraderTotals {
  readonly closed: number;
  readonly wins: number;
  readonly net: Amount;
  readonly gains: Amount;
  readonly heldMs: number;
  readonly openedValue: Amount;
  readonly openedMargin: Amount;
  readonly copied: number;
  readonly missed: number;
  /** What copies brought after the share. */
  readonly followerProfit: Amount;
  readonly copyMargin: Amount;
  readonly copyValue: Amount;
  readonly copySlipped: Amount;
}

export interface TraderReturns {
  /** The Korean day on which this member became a trader, or the first that has sums. */
  readonly first: number;
  /** What the equity did on each day from then on, also where nothing happened: 0.05 is 5 %. */
  readonly returns: readonly number[];
}

/**
 * All that figures are made of. What is over never changes, so whoever computes them often keeps it and adds the days that
 * may: a trader of three years has a thousand of them.
 */
export interface TraderPast extends TraderReturns {
  /** The last day with a trade of the trader's own. */
  readonly tradedOn: number | undefined;
  readonly all: TraderTotals;
  /** Of the last 30 days. */
  readonly month: TraderTotals;
}

const NO_TOTALS: TraderTotals = {
  ...{ closed: 0, wins: 0, net: ZERO, gains: ZERO, heldMs: 0, openedValue: ZERO, openedMargin: ZERO },
  ...{ copied: 0, missed: 0, followerProfit: ZERO, copyMargin: ZERO, copyValue: ZERO, copySlipped: ZERO },
};

/** `first`: the day on which this member became a trader. */
export const noPast = (first: number): TraderPast => ({
  ...{ first, returns: [], tradedOn: undefined, all: NO_TOTALS, month: NO_TOTALS },
});

const sum = (one: Amount, other: bigint): Amount => amountOfUnits(one + other);

const added = (totals: TraderTotals, day: TraderDay): TraderTotals => ({
  closed: totals.closed + day.closed,
  wins: totals.wins + day.wins,
  net: sum(totals.net, day.net),
  gains: sum(totals.gains, day.gains),
  heldMs: totals.heldMs + day.heldMs,
  openedValue: sum(totals.openedValue, day.openedValue),
  openedMargin: sum(totals.openedMargin, day.openedMargin),
  copied: totals.copied + day.copied,
  missed: totals.missed + day.missed,
  followerProfit: sum(totals.followerProfit, day.copyNet - day.shared),
  copyMargin: sum(totals.copyMargin, day.copyMargin),
  copyValue: sum(totals.copyValue, day.copyValue),
  copySlipped: sum(totals.copySlipped, day.copySlipped),
});

/** Of the natural logarithm: whole numbers add up to the same in every order. */
const GROWTH_UNITS = 1_000_000_000;
/** Nobody loses more than everything, and who begins again after that still has a curve. */
const LEAST_LEFT = 0.0001;

/**
 * What a trade that realised `net` did to the equity, where the wallet held `cash` when the position was opened. Trades of
 * a day add up. Money that is brought in or taken out, before, between or while a position is open, is no profit and hides
 * no loss.
 */
export function growthOf(net: Amount, cash: Amount): number {
  const left = cash > 0n ? 1 + Number(net) / Number(cash) : net < 0n ? 0 : 1;
  return Math.round(Math.log(Math.max(left, LEAST_LEFT)) * GROWTH_UNITS) + 0;
}

/** What the equity did on a day: 0.05 is 5 %. */
export const returnOfGrowth = (growth: number): number => Math.expm1(growth / GROWTH_UNITS);

/** With days that it does not contain, until today, which is not over. */
export function addDays(past: TraderPast, days: readonly TraderDay[], today: number): TraderPast {
  const returns = [...past.returns];
  for (let day = past.first + returns.length; day <= today; day += 1) returns.push(0);
  let { all, month, tradedOn } = past;
  for (const each of days) {
    const { day, growth } = each;
    if (day < past.first || day > today) continue;
    returns[day - past.first] = returnOfGrowth(growth ?? 0);
    all = added(all, each);
    if (day > today - STATISTIC_DAYS.month) month = added(month, each);
    if (growth !== undefined) tradedOn = Math.max(tradedOn ?? day, day);
  }
  return { first: past.first, returns, tradedOn, all, month };
}

/** Two places, toward the nearer. */
const rounded = (value: number): number => Math.round(value * 100) / 100 + 0;

const percentOf = (part: bigint, of: bigint): number | undefined =>
  of > 0n ? rounded((Number(part) / Number(of)) * 100) : undefined;

interface Span {
  readonly from: number;
  readonly through: number;
}

/** Every day of the span, oldest first: also those of which nothing is known. */
export function traderCurve({ first, returns }: TraderReturns, { from, through }: Span): readonly CurveDay[] {
  let [value, highest] = [1, 1];
  return Array.from({ length: Math.max(through - from + 1, 0) }, (_, place) => {
    value *= 1 + (returns[from + place - first] ?? 0);
    highest = Math.max(highest, value);
    return {
      day: from + place,
      returnPercent: rounded((value - 1) * 100),
      drawdownPercent: rounded((value / highest - 1) * 100),
    };
  });
}

/** The end of the curve of these days and its deepest drawdown, above zero; none where the trader did not trade in them. */
function resultOf({ first, returns, tradedOn }: TraderPast, from: number) {
  if (tradedOn === undefined || tradedOn < from) return { percent: undefined, drawdown: undefined };
  let [value, highest, deepest] = [1, 1, 0];
  for (let place = Math.max(from - first, 0); place < returns.length; place += 1) {
    value *= 1 + returns[place]!;
    highest = Math.max(highest, value);
    deepest = Math.min(deepest, value / highest - 1);
  }
  return { percent: rounded((value - 1) * 100), drawdown: -rounded(deepest * 100) + 0 };
}

const winRateOf = ({ closed, wins }: TraderTotals): number | undefined =>
  closed === 0 ? undefined : rounded((wins / closed) * 100);

/** Mean profit of those won over mean loss of the others. */
function profitLossRatio({ closed, wins, gains, net }: TraderTotals): number | undefined {
  const losses = gains - net;
  if (wins === 0 || wins === closed || losses <= 0n) return undefined;
  return rounded(Number(gains) / wins / (Number(losses) / (closed - wins)));
}

/** Mean of daily returns over their spread, for a year of 365 days. */
function sharpeOf(returns: readonly number[]): number | undefined {
  if (returns.length < LEAST_SHARPE_DAYS) return undefined;
  const mean = returns.reduce((total, each) => total + each, 0) / returns.length;
  const spread = returns.reduce((total, each) => total + (each - mean) ** 2, 0) / (returns.length - 1);
  return spread === 0 ? undefined : rounded((mean / Math.sqrt(spread)) * Math.sqrt(DAYS_OF_YEAR));
}

/** `past` is until today, which is not over. */
export function traderFigures(past: TraderPast, today: number): TraderFigures {
  const { returns, tradedOn, all, month } = past;
  const { week, month: days, quarter } = STATISTIC_DAYS;
  const last = (count: number) => resultOf(past, today - count + 1);
  const [of30, ofAll] = [last(days), resultOf(past, past.first)];
  return {
    return7: last(week).percent,
    return30: of30.percent,
    return90: last(quarter).percent,
    returnAll: ofAll.percent,
    maxDrawdown30: of30.drawdown,
    maxDrawdown: ofAll.drawdown,
    winRate30: winRateOf(month),
    winRate: winRateOf(all),
    trades30: month.closed,
    trades: all.closed,
    profitLossRatio: profitLossRatio(all),
    sharpe: tradedOn === undefined ? undefined : sharpeOf(returns),
    averageLeverage:
      all.openedMargin === ZERO ? undefined : rounded(Number(all.openedValue) / Number(all.openedMargin)),
    averageHoldingMs: all.closed === 0 ? undefined : Math.round(all.heldMs / all.closed),
    followerProfit30: month.followerProfit,
    followerProfit: all.followerProfit,
    followerReturn30: percentOf(month.followerProfit, month.copyMargin),
    averageSlippage30: percentOf(month.copySlipped, month.copyValue),
    copied30: month.copied,
    missed30: month.missed,
  };
}
