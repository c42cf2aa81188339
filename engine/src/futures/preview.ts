// What an order means before it is sent: what it costs, where the position would be liquidated, what its exits would
// bring, and the refusal it would get. The same figures as the decision, because they come from the same functions.
import { type Amount, type Price, type Qty, type Rate, ZERO } from '../amount.ts';
import type { MoneyChange } from '../follower.ts';
import { stakeHeld, stakeMoved } from './changes.ts';
import type { EntryRequest } from './commands.ts';
import type { ExitLevel, PositionState } from './events.ts';
import { factsAfter } from './fill-fault.ts';
import { liquidationPriceOf } from './liquidation-prices.ts';
import { type NetProfit, netIfClosed, netProfit } from './net-profit.ts';
import {
  type FilledAtOnce,
  fillsOfResting,
  liquidationAfter,
  type Moment,
  type OrderRefusal,
  planOrder,
  type Rests,
} from './order-plan.ts';
import { affordableQty, mostQty, priceOf, qtyWorth, usedQty } from './order-qty.ts';
import { type FillPlan, freeAfter, planFills } from './plan.ts';
import { type AccountFacts, crossAccount, type Means, meansOf, type PricedOf } from './standing.ts';
import type { FuturesTerms } from './terms.ts';
import { initialMargin, roeOf } from './value.ts';

export interface PreviewOf {
  readonly facts: AccountFacts;
  readonly terms: FuturesTerms;
  readonly order: EntryRequest;
  readonly moment: Omit<Moment, 'eventId'>;
}

/** What an exit brings if it is filled at its own price. */
export interface ExitPreview extends NetProfit {
  readonly at: Price;
  readonly roe: Rate;
}

export interface OrderFigures {
  /** Filled at once, or waiting for its price. */
  readonly kind: 'FILL' | 'REST';
  readonly qty: Qty;
  readonly price: Price;
  readonly openedQty: Qty;
  readonly closedQty: Qty;
  /** Of the part that opens, cross or isolated; and the fee of everything. */
  readonly margin: Amount;
  readonly fee: Amount;
  /** Of the part that closes. */
  readonly closed: NetProfit;
  /** What it would put at stake, free and realise: its member's own limits judge it by these. */
  readonly stake: Pick<MoneyChange, 'opened' | 'ended' | 'result'>;
  /** Free money once it is filled; below zero: it is refused, or the insurance pays. */
  readonly freeAfter: Amount;
  /** Undefined while a price of the account is missing. */
  readonly before: Means | undefined;
  /** Once it is taken: filled, or resting and holding its cost back. */
  readonly after: Means | undefined;
  readonly positionAfter: PositionState | undefined;
  /** The account once it is filled. */
  readonly factsAfter: AccountFacts;
  readonly liquidationBefore: Price | undefined;
  readonly liquidationAfter: Price | undefined;
  readonly takeProfit: ExitPreview | undefined;
  readonly stopLoss: ExitPreview | undefined;
}

export interface OrderPreview {
  readonly refusal: OrderRefusal | undefined;
  /** Undefined while there is nothing to compute: no quantity, no price. */
  readonly figures: OrderFigures | undefined;
}

export function previewOrder({ facts, terms, order, moment }: PreviewOf): OrderPreview {
  const at = { ...moment, eventId: 0 };
  const { refusal, plan } = planOrder(facts, terms, order, at);
  if (plan === undefined) return { refusal, figures: undefined };
  const fills =
    plan.kind === 'FILL'
      ? plan.fills
      : fillsOfResting(facts, terms, { ...order, qty: plan.qty }, { at: plan.at, moment: at });
  return { refusal, figures: figuresOf({ facts, terms, order, moment }, plan, fills) };
}

function figuresOf(
  { facts, terms, order, moment }: PreviewOf,
  plan: FilledAtOnce | Rests,
  fills: readonly FillPlan[],
): OrderFigures {
  const { unit } = facts;
  const pricedOf = withOwn(terms, moment);
  const price = plan.kind === 'REST' ? plan.at : plan.price;
  const closing = fills.find(({ closedQty }) => closedQty > 0n);
  const opening = fills.find(({ openedQty }) => openedQty > 0n);
  const openedQty = opening?.openedQty ?? (0n as Qty);
  const position = fills.at(-1)?.position;
  const held = facts.positions.get(terms.instrument);
  const before = meansAt(facts, pricedOf);
  const filled = factsAfter(facts, terms, fills);
  const exit = (level: ExitLevel | undefined) =>
    level === undefined || position === undefined
      ? undefined
      : exitPreview(position, level.price, terms, unit);
  return {
    kind: plan.kind,
    qty: plan.qty,
    price,
    openedQty,
    closedQty: closing?.closedQty ?? (0n as Qty),
    margin: openedQty === 0n ? ZERO : initialMargin(openedQty, price, order.leverage, terms, unit),
    fee: fills.reduce((sum, { fee }) => sum + fee, 0n) as Amount,
    closed: closedOf(closing),
    stake:
      plan.kind === 'FILL'
        ? stakeOfFills(plan.fills, terms)
        : { opened: stakeHeld({ ...order, ...plan }, held), ended: ZERO, result: ZERO },
    freeAfter: freeAfter(facts.free, fills),
    before,
    after: plan.kind === 'REST' ? holding(before, plan.held) : meansAt(filled, pricedOf),
    positionAfter: position,
    factsAfter: filled,
    liquidationBefore: held && liquidationPriceOf(held, facts, pricedOf),
    liquidationAfter: liquidationAfter(facts, terms, fills, moment),
    takeProfit: exit(order.takeProfit),
    stopLoss: exit(order.stopLoss),
  };
}

/** The instrument itself with the price that the order meets, the others with theirs. */
const withOwn =
  (terms: FuturesTerms, { quote, pricedOf }: Pick<Moment, 'quote' | 'pricedOf'>): PricedOf =>
  (instrument) =>
    instrument === terms.instrument && quote !== undefined ? { terms, quote } : pricedOf(instrument);

function meansAt(facts: AccountFacts, pricedOf: PricedOf): Means | undefined {
  const account = crossAccount(facts, pricedOf);
  return account && meansOf(facts, account);
}

function holding(before: Means | undefined, held: Amount): Means | undefined {
  if (before === undefined) return undefined;
  const available = before.available - held;
  return {
    ...before,
    held: (before.held + held) as Amount,
    available: (available > 0n ? available : 0n) as Amount,
  };
}

function stakeOfFills(
  fills: readonly FillPlan[],
  { wallet }: Pick<FuturesTerms, 'wallet'>,
): OrderFigures['stake'] {
  let [opened, ended, result] = [0n, 0n, 0n];
  for (const fill of fills) {
    const moved = stakeMoved(fill.before, fill, wallet);
    opened += moved.opened;
    ended += moved.ended;
    if (fill.closedQty > 0n) result += closedOf(fill).net;
  }
  return { opened: opened as Amount, ended: ended as Amount, result: result as Amount };
}

const closedOf = (plan: FillPlan | undefined): NetProfit =>
  netProfit({
    gross: plan?.pnl ?? ZERO,
    funding: plan?.funding ?? ZERO,
    entryFee: plan?.entryFee ?? ZERO,
    exitFee: plan?.fee ?? ZERO,
    liquidationFee: ZERO,
    insured: plan?.insured ?? ZERO,
  });

export const exitPreview = (
  position: PositionState,
  at: Price,
  terms: Pick<FuturesTerms, 'contract' | 'feeRate'>,
  unit: Amount,
): ExitPreview => ({ ...netIfClosed(position, at, terms, unit), at, roe: roeOf(position, at, terms) });

/**
 * The largest quantity that an order of this side would be taken with: what it closes, and what the money and the cap of
 * the leverage let it open. On the step, rounded down.
 */
export function largestQty({ facts, terms, order, moment }: PreviewOf): Qty {
  const position = facts.positions.get(terms.instrument);
  const closable = position !== undefined && position.side !== order.side ? position.qty : (0n as Qty);
  const at = priceOf(order, moment.quote);
  if (order.reduceOnly || terms.mode !== 'NORMAL' || at === undefined || at <= 0n) return closable;
  const free = closable === 0n ? facts : afterClosing(facts, terms, order, at, moment);
  const means = meansAt(free, withOwn(terms, moment));
  if (means === undefined) return closable;
  const room =
    mostQty(order.leverage, moment.quote?.mark ?? at, terms) - usedQty(free, terms.instrument, order.side);
  const money = [
    affordableQty(means.available, at, order, terms, facts.unit),
    postedQty(free.free, at, order, terms, facts.unit),
    (room > 0n ? room : 0n) as Qty,
  ];
  const opened = money.reduce((least, each) => (each < least ? each : least));
  return (closable + opened) as Qty;
}

/** What is posted at once is paid by free money alone: the fee, and the margin of an isolated position. */
function postedQty(free: Amount, at: Price, order: EntryRequest, terms: FuturesTerms, unit: Amount): Qty {
  if (free <= 0n) return 0n as Qty;
  if (order.marginType === 'ISOLATED') return affordableQty(free, at, order, terms, unit);
  if (terms.feeRate === 0n) return mostQty(1, at, terms);
  return qtyWorth(((free * 100_000_000n) / terms.feeRate) as Amount, at, terms, false);
}

function afterClosing(
  facts: AccountFacts,
  terms: FuturesTerms,
  { side, leverage, marginType }: EntryRequest,
  price: Price,
  { now }: Pick<Moment, 'now'>,
): AccountFacts {
  const position = facts.positions.get(terms.instrument);
  if (position === undefined) return facts;
  const request = { side, qty: position.qty, price, leverage, marginType, eventId: 0, now };
  return factsAfter(facts, terms, planFills(position, request, terms, facts.unit));
}
