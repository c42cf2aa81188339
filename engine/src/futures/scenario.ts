// "What if the price went there": the whole account at hypothetical marks, and what would be liquidated on the way, one
// after another. Nothing is sent; the figures are those by which the server would judge.
import { type Amount, divide, ONE, type Price, type Rate } from '../amount.ts';
import { isolatedLiquidationPrice } from './liquidation-prices.ts';
import {
  type AccountFacts,
  crossAccount,
  type HeldPosition,
  isUnderwater,
  type PricedOf,
} from './standing.ts';
import type { Priced } from './terms.ts';
import { finePnl, isIsolated, pnlOf, ratioOf, toMoney } from './value.ts';

/** One instrument moves, or all of them by the same share. */
export interface Hypothesis {
  readonly instrument: number;
  readonly price: Price;
  readonly isTogether: boolean;
}

export interface ScenarioPosition {
  readonly position: HeldPosition;
  /** Now and then, each rounded as it would be if it were closed at the mark. */
  readonly pnlNow: Amount;
  readonly pnl: Amount;
  readonly isLiquidated: boolean;
}

export interface Scenario {
  /** Free money, what isolated positions have set aside, funding and profit: what the wallet is worth. */
  readonly equityNow: Amount;
  readonly equity: Amount;
  /** Of the cross positions; zero without any. */
  readonly ratioNow: Rate;
  readonly ratio: Rate;
  readonly positions: readonly ScenarioPosition[];
}

/** Undefined while a price is missing. */
export function scenarioAt(
  facts: AccountFacts,
  pricedOf: PricedOf,
  hypothesis: Hypothesis,
): Scenario | undefined {
  const there = movedTo(pricedOf, hypothesis);
  const [now, then] = [crossAccount(facts, pricedOf), crossAccount(facts, there)];
  const held = [...facts.positions.values()].filter(({ wallet }) => wallet === facts.wallet);
  if (now === undefined || then === undefined) return undefined;
  const isSunk = isUnderwater(then);
  const positions: ScenarioPosition[] = [];
  let [equityNow, equity] = [
    toMoney(now.equity, facts.unit, 'down'),
    toMoney(then.equity, facts.unit, 'down'),
  ];
  for (const position of held) {
    const [before, after] = [pricedOf(position.instrument), there(position.instrument)];
    if (before === undefined || after === undefined) return undefined;
    const pnlNow = pnlOf(position, before.quote.mark, before.terms, facts.unit);
    const isLiquidated = isIsolated(position) ? isPast(position, after) : isSunk;
    // All that an isolated position can lose is its margin.
    const pnl =
      isLiquidated && isIsolated(position)
        ? (-(position.margin + position.funding) as Amount)
        : pnlOf(position, after.quote.mark, after.terms, facts.unit);
    if (isIsolated(position)) {
      const margin = position.margin + position.funding;
      equityNow = (equityNow + margin + pnlNow) as Amount;
      equity = (equity + margin + pnl) as Amount;
    }
    positions.push({ position, pnlNow, pnl, isLiquidated });
  }
  return {
    equityNow,
    equity: (equity > 0n ? equity : 0n) as Amount,
    ratioNow: now.marked.length === 0 ? (0n as Rate) : ratioOf(now.maintenance, now.equity),
    ratio: then.marked.length === 0 ? (0n as Rate) : ratioOf(then.maintenance, then.equity),
    positions,
  };
}

function isPast(position: HeldPosition, { terms, quote }: Priced): boolean {
  const level = isolatedLiquidationPrice(position, terms);
  return level !== undefined && (position.side === 'LONG' ? quote.mark <= level : quote.mark >= level);
}

/** Every price by its share; marks stay on their tick, as real ones do. */
function movedTo(pricedOf: PricedOf, { instrument, price, isTogether }: Hypothesis): PricedOf {
  const own = pricedOf(instrument);
  return (each) => {
    const priced = pricedOf(each);
    if (priced === undefined || own === undefined) return undefined;
    if (each === instrument) return at(priced, price);
    if (!isTogether) return priced;
    const { tickSize } = priced.terms;
    const moved = divide(priced.quote.mark * price, own.quote.mark * tickSize, 'half-even') * tickSize;
    return at(priced, (moved > 0n ? moved : tickSize) as Price);
  };
}

const at = ({ terms, quote }: Priced, price: Price): Priced => ({
  terms,
  quote: { ...quote, last: price, bid: price, ask: price, mark: price },
});

/** What is liquidated when the price goes one way, the nearest first. */
export interface ScenarioStep {
  /** Of the instrument that moves. */
  readonly price: Price;
  /** One isolated position, or the cross position that would be closed first. */
  readonly position: HeldPosition;
}

export function liquidationsOnTheWay(
  facts: AccountFacts,
  pricedOf: PricedOf,
  {
    instrument,
    isTogether,
    direction,
  }: Pick<Hypothesis, 'instrument' | 'isTogether'> & {
    readonly direction: 'DOWN' | 'UP';
  },
): readonly ScenarioStep[] {
  const own = pricedOf(instrument);
  if (own === undefined) return [];
  const steps: ScenarioStep[] = [];
  const isOnTheWay = (price: Price) =>
    direction === 'DOWN' ? price < own.quote.mark : price > own.quote.mark;
  for (const position of facts.positions.values()) {
    if (position.wallet !== facts.wallet || !isIsolated(position)) continue;
    if (!isTogether && position.instrument !== instrument) continue;
    const priced = pricedOf(position.instrument);
    const level = priced && isolatedLiquidationPrice(position, priced.terms);
    if (priced === undefined || level === undefined) continue;
    const price = asPriceOf(own, priced, level);
    if (isOnTheWay(price)) steps.push({ price, position });
  }
  const cross = crossStep(facts, pricedOf, own, { instrument, isTogether, direction });
  if (cross !== undefined) steps.push(cross);
  const sign = direction === 'DOWN' ? -1 : 1;
  return steps.sort(
    (a, b) => sign * (a.price < b.price ? -1 : a.price > b.price ? 1 : a.position.id - b.position.id),
  );
}

/** Where the instrument that moves stands when another one, moving by the same share, is at this level. */
const asPriceOf = (own: Priced, other: Priced, level: Price): Price =>
  own.terms.instrument === other.terms.instrument
    ? level
    : ((divide(level * own.quote.mark, other.quote.mark * own.terms.tickSize, 'half-even') *
        own.terms.tickSize) as Price);

/** Nothing falls below a hundredth or rises above a hundredfold here. */
const FURTHEST = 100n;
const STEPS = 200n;

/**
 * The first price at which the cross account is short. Long and short positions may offset each other, so the way is
 * walked in steps, and the one in which it happens is halved down to the tick.
 */
function crossStep(
  facts: AccountFacts,
  pricedOf: PricedOf,
  own: Priced,
  hypothesis: Omit<Hypothesis, 'price'> & { readonly direction: 'DOWN' | 'UP' },
): ScenarioStep | undefined {
  const { tickSize } = own.terms;
  const isShortAt = (ticks: bigint): boolean => {
    const account = crossAccount(
      facts,
      movedTo(pricedOf, { ...hypothesis, price: (ticks * tickSize) as Price }),
    );
    return account !== undefined && isUnderwater(account);
  };
  const start = own.quote.mark / tickSize;
  const isDown = hypothesis.direction === 'DOWN';
  const walk = (place: bigint): bigint =>
    isDown
      ? start - ((start - 1n) * place) / STEPS
      : start + (start * (FURTHEST - 1n) * place ** 3n) / STEPS ** 3n;
  for (let place = 1n; place <= STEPS; place++) {
    if (!isShortAt(walk(place))) continue;
    let [safe, short] = [walk(place - 1n), walk(place)];
    while (safe - short > 1n || short - safe > 1n) {
      const middle = (safe + short) / 2n;
      if (isShortAt(middle)) short = middle;
      else safe = middle;
    }
    const price = (short * tickSize) as Price;
    const position = firstClosed(facts, movedTo(pricedOf, { ...hypothesis, price }));
    return position && { price, position };
  }
  return undefined;
}

/** The cross position with the largest loss is closed first (docs/rules.md 3.12). */
function firstClosed(facts: AccountFacts, pricedOf: PricedOf): HeldPosition | undefined {
  let worst: { readonly position: HeldPosition; readonly pnl: bigint } | undefined;
  for (const position of facts.positions.values()) {
    const priced = pricedOf(position.instrument);
    if (position.wallet !== facts.wallet || isIsolated(position) || priced === undefined) continue;
    const pnl = finePnl(position, priced.quote.mark, priced.terms);
    if (worst === undefined || pnl < worst.pnl || (pnl === worst.pnl && position.id < worst.position.id))
      worst = { position, pnl };
  }
  return worst?.position;
}

/** The move as a share of the mark, for the chips and the caption. */
export const moveOf = (from: Price, to: Price): Rate => divide((to - from) * ONE, from, 'down') as Rate;
