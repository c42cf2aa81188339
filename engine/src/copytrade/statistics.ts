// How a trader does, from sums of Korean days (docs/rules.md 5.8): pure, so that every figure on a trader's page can be
// computed again from the days. Figures of money are exact; those of a percentage are floating and shown with two places.
import { type Amount, amountOfUnits, ZERO } from '../amount.ts';

/** One Korean day on which the trader traded, or followers copied. */
export interface TraderDay {
  /** Days since 1970 by Korea's calendar. */
  readonly day: number;
  /** What the wallet held before the first own trade of the day; undefined on a day without one. */
  readonly cash?: Amount | undefined;
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

/** Two places, toward the nearer. */
const rounded = (value: number): number => Math.round(value * 100) / 100 + 0;

const percentOf = (part: bigint, of: bigint): number | undefined =>
  of > 0n ? rounded((Number(part) / Number(of)) * 100) : undefined;

/**
 * What the equity did on this day. Money that is brought in or taken out between the days is in what the wallet held
 * before the first trade, and so never counts as a profit. Nobody loses more than everything.
 */
const returnOf = ({ cash, net }: Pick<TraderDay, 'cash' | 'net'>): number =>
  cash === undefined || cash <= 0n ? 0 : Math.max(Number(net) / Number(cash), -1);

interface Span {
  readonly from: number;
  readonly through: number;
}

const within = (days: readonly TraderDay[], { from, through }: Span): readonly TraderDay[] =>
  days.filter(({ day }) => day >= from && day <= through);

/** Every day of the span, oldest first: also those on which nothing happened. */
function dailyReturns(days: readonly TraderDay[], { from, through }: Span): readonly number[] {
  const known = new Map(within(days, { from, through }).map((each) => [each.day, returnOf(each)]));
  return Array.from({ length: Math.max(through - from + 1, 0) }, (_, place) => known.get(from + place) ?? 0);
}

export function traderCurve(days: readonly TraderDay[], span: Span): readonly CurveDay[] {
  let [value, highest] = [1, 1];
  return dailyReturns(days, span).map((each, place) => {
    value *= 1 + each;
    highest = Math.max(highest, value);
    return {
      day: span.from + place,
      returnPercent: rounded((value - 1) * 100),
      drawdownPercent: rounded((value / highest - 1) * 100),
    };
  });
}

/** Undefined where the trader did not trade in these days. */
function returnIn(days: readonly TraderDay[], span: Span): number | undefined {
  return hasTraded(days, span) ? traderCurve(days, span).at(-1)?.returnPercent : undefined;
}

const hasTraded = (days: readonly TraderDay[], span: Span): boolean =>
  within(days, span).some(({ cash }) => cash !== undefined);

/** Above zero. */
function drawdownIn(days: readonly TraderDay[], span: Span): number | undefined {
  if (!hasTraded(days, span)) return undefined;
  return -Math.min(...traderCurve(days, span).map(({ drawdownPercent }) => drawdownPercent)) + 0;
}

const sumOf = (days: readonly TraderDay[], of: (day: TraderDay) => bigint): Amount => {
  let sum = 0n;
  for (const day of days) sum += of(day);
  return amountOfUnits(sum);
};

const countOf = (days: readonly TraderDay[], of: (day: TraderDay) => number): number =>
  days.reduce((sum, day) => sum + of(day), 0);

function winRateOf(days: readonly TraderDay[]): number | undefined {
  const closed = countOf(days, (day) => day.closed);
  return closed === 0 ? undefined : rounded((countOf(days, (day) => day.wins) / closed) * 100);
}

/** Mean profit of those won over mean loss of the others. */
function profitLossRatio(days: readonly TraderDay[]): number | undefined {
  const [closed, wins] = [countOf(days, (day) => day.closed), countOf(days, (day) => day.wins)];
  const gains = sumOf(days, (day) => day.gains);
  const losses = amountOfUnits(gains - sumOf(days, (day) => day.net));
  if (wins === 0 || wins === closed || losses <= ZERO) return undefined;
  return rounded(Number(gains) / wins / (Number(losses) / (closed - wins)));
}

/** Mean of daily returns over their spread, for a year of 365 days. */
function sharpeOf(returns: readonly number[]): number | undefined {
  if (returns.length < LEAST_SHARPE_DAYS) return undefined;
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const spread = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1);
  return spread === 0 ? undefined : rounded((mean / Math.sqrt(spread)) * Math.sqrt(DAYS_OF_YEAR));
}

/** `first`: the day on which this member became a trader; `today` is not over. */
export function traderFigures(
  days: readonly TraderDay[],
  { first, today }: { readonly first: number; readonly today: number },
): TraderFigures {
  const { week, month, quarter } = STATISTIC_DAYS;
  const last = (count: number): Span => ({ from: Math.max(first, today - count + 1), through: today });
  const all: Span = { from: first, through: today };
  const [of30, ofAll] = [within(days, last(month)), within(days, all)];
  const closed = countOf(ofAll, (day) => day.closed);
  const openedMargin = sumOf(ofAll, (day) => day.openedMargin);
  const profit = (of: readonly TraderDay[]) => sumOf(of, (day) => day.copyNet - day.shared);
  return {
    return7: returnIn(days, last(week)),
    return30: returnIn(days, last(month)),
    return90: returnIn(days, last(quarter)),
    returnAll: returnIn(days, all),
    maxDrawdown30: drawdownIn(days, last(month)),
    maxDrawdown: drawdownIn(days, all),
    winRate30: winRateOf(of30),
    winRate: winRateOf(ofAll),
    trades30: countOf(of30, (day) => day.closed),
    trades: closed,
    profitLossRatio: profitLossRatio(ofAll),
    sharpe: hasTraded(days, all) ? sharpeOf(dailyReturns(days, all)) : undefined,
    averageLeverage:
      openedMargin === ZERO
        ? undefined
        : rounded(Number(sumOf(ofAll, (day) => day.openedValue)) / Number(openedMargin)),
    averageHoldingMs: closed === 0 ? undefined : Math.round(countOf(ofAll, (day) => day.heldMs) / closed),
    followerProfit30: profit(of30),
    followerProfit: profit(ofAll),
    followerReturn30: percentOf(
      profit(of30),
      sumOf(of30, (day) => day.copyMargin),
    ),
    averageSlippage30: percentOf(
      sumOf(of30, (day) => day.copySlipped),
      sumOf(of30, (day) => day.copyValue),
    ),
    copied30: countOf(of30, (day) => day.copied),
    missed30: countOf(of30, (day) => day.missed),
  };
}
