// What an order means before it is sent: what it locks and costs, how far the account would be from its loss-cut, and
// the refusal it would get. The same figures as the decision, because they come from the same functions.
import { type Amount, divide, type Price, ZERO } from '../amount.ts';
import { entryAt } from '../entry.ts';
import type { MoneyChange } from '../follower.ts';
import type { Quote } from '../market/quote.ts';
import type { Millis } from '../time.ts';
import { stakeMoved } from './changes.ts';
import { atLast, type MarkedPosition, type Standing, standingOf } from './equity.ts';
import type { PositionState } from './events.ts';
import { termsNow } from './gates.ts';
import { type NetProfit, netOfFill } from './net-profit.ts';
import {
  type FilledAtOnce,
  type OrderRefusal,
  type OrderRequest,
  planOrder,
  type Rests,
  shrunk,
} from './order-plan.ts';
import { type AccountFacts, type FillPlan, freeAfter, type HeldPosition, planFill } from './plan.ts';
import { type Marked, pnlOf, priceWherePnl, ticksValue } from './pricing.ts';
import type { OverseaTerms, Priced } from './terms.ts';

export interface PreviewOf {
  readonly facts: AccountFacts;
  readonly terms: OverseaTerms;
  readonly quote: Quote | undefined;
  readonly order: OrderRequest;
  readonly now: Millis;
  /** The other instruments in which positions are open. One without a price counts as if it stood at its entry. */
  readonly others: ReadonlyMap<number, Priced>;
}

export interface OrderPreview {
  readonly refusal: OrderRefusal | undefined;
  /** Undefined while there is nothing to compute: no number, no price. */
  readonly figures: OrderFigures | undefined;
}

export interface OrderFigures {
  /** Filled at once, or waiting for its price. */
  readonly kind: 'FILL' | 'REST';
  readonly price: Price;
  readonly openedQty: number;
  readonly closedQty: number;
  /** What the opened part locks. */
  readonly margin: Amount;
  readonly commission: Amount;
  /** Of the closed part. */
  readonly pnl: Amount;
  /** The same after its fees. */
  readonly closed: NetProfit;
  /** What it would put at stake, free and realise: its member's own limits judge it by these. */
  readonly stake: Pick<MoneyChange, 'opened' | 'ended' | 'result'>;
  /** Free money when the order is taken. Below zero: it is refused, or the house raises an empty account to zero. */
  readonly freeAfter: Amount;
  readonly before: Standing;
  /**
   * Once it is filled, with the market where it is. Contracts that are added have gained nothing yet, so that they
   * never increase the distance to the loss-cut.
   */
  readonly after: Standing;
  readonly positionAfter: PositionState | undefined;
  /** The first price on the grid at which the account would be cut, everything else standing still. */
  readonly lossCutPriceAfter: Price | undefined;
  /** In the wallet's currency, for the whole position after it; 0 where the distance is off. */
  readonly tpValue: Amount;
  readonly slValue: Amount;
}

export function previewOrder({ facts, quote, order, now, others, ...of }: PreviewOf): OrderPreview {
  const terms = termsNow(of.terms, now);
  const { refusal, plan } = planOrder(facts, terms, order, { quote, now, eventId: 0 });
  if (plan === undefined) return { refusal, figures: undefined };
  const fill = plan.kind === 'FILL' ? plan.fill : fillOfResting(facts, terms, order, plan);
  const around = markedOthers(facts, terms.instrument, others);
  const last = quote?.last ?? plan.price;
  const held = facts.positions.get(terms.instrument);
  const before = standingOf([...around, ...mark(held, terms, last)], facts);
  const lastAfter = plan.kind === 'FILL' ? last : plan.price;
  const marked = mark(fill.position, terms, lastAfter);
  const means = { ...facts, free: freeAfter(facts.free, fill) };
  const all = [...around, ...marked];
  const after = fill.closedQty === 0 ? addedTo(held, fill, { terms, last, plan }) : marked;
  const { position } = fill;
  const value = (ticks: number) =>
    position === undefined ? ZERO : ticksValue({ ticks, qty: position.qty }, terms, facts.unit);
  return {
    refusal,
    figures: {
      kind: plan.kind,
      price: plan.price,
      openedQty: fill.openedQty,
      closedQty: fill.closedQty,
      margin: fill.margin,
      commission: fill.commission,
      pnl: fill.pnl,
      closed: netOfFill(fill),
      stake:
        plan.kind === 'FILL'
          ? { ...stakeMoved(fill.before, fill), result: netOfFill(fill).net }
          : { opened: plan.margin, ended: ZERO, result: ZERO },
      freeAfter: freeAfterOf(facts.free, plan, fill),
      before,
      after: standingOf([...around, ...after], means),
      positionAfter: position,
      lossCutPriceAfter: lossCutPrice(marked[0], terms, standingOf(all, means), facts.unit),
      tpValue: value(position?.tpTick ?? 0),
      slValue: value(position?.slTick ?? 0),
    },
  };
}

/**
 * What was held stays as it is worth now. What is added at once loses the spread and gains nothing; what rests first has
 * the market at its price when it is filled.
 */
function addedTo(
  held: HeldPosition | undefined,
  { position, openedQty }: FillPlan,
  {
    terms,
    last,
    plan,
  }: { readonly terms: OverseaTerms; readonly last: Price; readonly plan: FilledAtOnce | Rests },
): readonly Marked[] {
  if (position === undefined) return [];
  const { price } = plan;
  const isWorse = position.side === 'LONG' ? last < price : last > price;
  const added = { ...position, qty: openedQty, entry: entryAt(price) };
  const at = plan.kind === 'FILL' && isWorse ? last : price;
  if (held === undefined) return mark(added, terms, at);
  return [
    ...mark({ ...held, margin: position.margin }, terms, last),
    ...mark({ ...added, margin: ZERO }, terms, at),
  ];
}

/** As if it were filled now at its own price. */
function fillOfResting(
  facts: AccountFacts,
  terms: OverseaTerms,
  order: OrderRequest,
  { price }: Rests,
): FillPlan {
  const position = facts.positions.get(terms.instrument);
  const { side, tpTick, slTick } = order;
  const request = { side, qty: shrunk(order, position), price, tpTick, slTick, eventId: 0 };
  return planFill(position, request, terms, facts.unit);
}

const freeAfterOf = (free: Amount, plan: FilledAtOnce | Rests, fill: FillPlan): Amount =>
  plan.kind === 'FILL' ? freeAfter(free, fill) : ((free - plan.margin) as Amount);

const mark = (position: PositionState | undefined, terms: OverseaTerms, last: Price): readonly Marked[] =>
  position === undefined ? [] : [{ position, terms, last }];

function markedOthers(
  { positions }: AccountFacts,
  instrument: number,
  others: ReadonlyMap<number, Priced>,
): readonly Marked[] {
  const marked: Marked[] = [];
  for (const [at, position] of positions) {
    const priced = others.get(at);
    if (at !== instrument && priced !== undefined) marked.push(atLast({ position, ...priced }));
  }
  return marked;
}

/**
 * The first price on the tick grid, seen from where the market is, at which the account is cut while all else stands
 * still (E20). `standing` is the account's at the marked price.
 */
export function lossCutPrice(
  marked: Marked | undefined,
  { tickSize }: Pick<OverseaTerms, 'tickSize'>,
  { headroom }: Pick<Standing, 'headroom'>,
  unit: Amount,
): Price | undefined {
  if (marked === undefined) return undefined;
  const { position, terms, last } = marked;
  const most = (pnlOf(position, last, terms, unit) - headroom) as Amount;
  const exact = priceWherePnl(position, most, terms, unit);
  return (divide(exact, tickSize, position.side === 'LONG' ? 'down' : 'up') * tickSize) as Price;
}

/** What may leave the wallet (docs/rules.md 6.3): what is open must stay well above its loss-cut. */
export function withdrawable(
  { free, unit, orders }: Pick<AccountFacts, 'free' | 'unit' | 'orders'>,
  marked: readonly MarkedPosition<HeldPosition>[],
): Amount {
  if (marked.length === 0) return free > 0n ? free : ZERO;
  const { equity, level } = standingOf(marked.map(atLast), { free, unit, orders });
  const spare = divide(equity * 10n - level * 12n, 10n * unit, 'down') * unit;
  const most = free < spare ? free : spare;
  return (most > 0n ? most : 0n) as Amount;
}

/**
 * The free money that must stay beside open positions, so that the account stands clear of its loss-cut; `equity` is
 * the account's without any free money. A player who could stake it in a round would leave the loss to the house.
 */
export function freeNeeded({ equity, level }: Pick<Standing, 'equity' | 'level'>): Amount {
  const needed = divide(level * 12n - equity * 10n, 10n, 'up');
  return (needed > 0n ? needed : 0n) as Amount;
}

/** The wallet as it is shown, never below nothing (I01). */
export const shownPoint = (of: {
  readonly free: Amount;
  readonly lastPnl: Amount;
  readonly wait: Amount;
}): Amount => {
  const point = of.free + of.lastPnl + of.wait;
  return (point > 0n ? point : 0n) as Amount;
};
