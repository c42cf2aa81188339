// What a follow would have brought: leads of the past are copied with other settings (docs/rules.md 5.8). Sizes, fees,
// profits and the share come from the functions with which the desk decides. Prices are known at the leads alone: what a
// loss limit or a liquidation between two of them would have done is not in it.
import {
  type Amount,
  amountOfUnits,
  divide,
  minus,
  ONE,
  type Price,
  plus,
  type Qty,
  type Rate,
  smaller,
  ZERO,
} from '../amount.ts';
import { netIfClosed, netOfFill } from '../futures/net-profit.ts';
import { mostQty } from '../futures/order-qty.ts';
import { type FillPlan, freeAfter, planClose, planFills } from '../futures/plan.ts';
import type { HeldPosition } from '../futures/standing.ts';
import { type FuturesTerms, type OrderSide, otherSide } from '../futures/terms.ts';
import type { Tier } from '../futures/tiers.ts';
import { initialMargin, isIsolated, pnlOf, requiredMargin, shareOf, UNIT } from '../futures/value.ts';
import { koreanDate, MINUTE_MS, type Millis } from '../time.ts';
import type { MissedReason } from './events.ts';
import { dueShare } from './share.ts';
import { closingQty, copyLeverage, copySize, entryGuardOf, leastQty, type SizedBy } from './size.ts';
import type { CopyLead, FollowSettings } from './state.ts';
import { COPY_WALLET } from './terms.ts';

export interface PastLead
  extends Pick<
    CopyLead,
    'kind' | 'instrument' | 'side' | 'price' | 'leverage' | 'marginType' | 'margin' | 'closed' | 'of' | 'at'
  > {
  /** Posted with a CLOSE, for all of `closed`; below zero was paid. */
  readonly funding: Amount;
  /** The trader was liquidated: the follow is detached, and nothing is copied any more. */
  readonly isLiquidation: boolean;
}

export type PastTerms = SizedBy &
  Pick<FuturesTerms, 'leverageMost'> & {
    readonly tiers: readonly Pick<Tier, 'cap' | 'leverageMost'>[];
    /** How much worse than the trader's price a copy may open. */
    readonly entryGuard: Rate;
  };

export interface Assumed {
  /** What the wallet holds at the beginning. */
  readonly free: Amount;
  /** How much worse than the trader's price every copy is filled; below zero is better. */
  readonly slippage: Rate;
  /** Of the profit, to the trader. */
  readonly shareRate: Rate;
}

export interface SimulatedLead {
  readonly lead: PastLead;
  /** Undefined where it was copied. */
  readonly missed: MissedReason | undefined;
  /** The figures of the reason, as those of a missed lead. */
  readonly found?: bigint;
  readonly allowed?: bigint;
  readonly qty: Qty;
  readonly price: Price;
  readonly fee: Amount;
  /** What closing realised, after fees and funding. */
  readonly net: Amount;
}

export interface Simulation {
  readonly leads: readonly SimulatedLead[];
  readonly copied: number;
  /** Without closes for which there was no copy. */
  readonly missed: number;
  /** Realised by Korean day, oldest first, in days since 1970; before the share. */
  readonly days: readonly { readonly day: number; readonly net: Amount }[];
  /** Realised after fees and funding, and what of it was paid to the trader, also at the end. */
  readonly total: Amount;
  readonly share: Amount;
  readonly net: Amount;
  /** Of all fills; funding below zero was paid. */
  readonly fees: Amount;
  readonly funding: Amount;
  /** Of what is open at the end, at the last prices. */
  readonly open: Amount;
  /** Of profit realised and open together, after shares: how far it fell below its highest. */
  readonly worstDrawdown: Amount;
  readonly peakMargin: Amount;
  /** When the loss limit closed everything. */
  readonly pausedAt: Millis | undefined;
  readonly detachedAt: Millis | undefined;
}

interface OpenCopy {
  readonly position: HeldPosition;
  readonly margin: Amount;
  /** Its close was missed: it is the follower's own from then on. */
  readonly isLeft: boolean;
}

interface Run {
  readonly settings: FollowSettings;
  readonly assumed: Assumed;
  readonly terms: ReadonlyMap<number, PastTerms>;
  readonly copies: Map<number, OpenCopy>;
  readonly prices: Map<number, Price>;
  readonly days: Map<number, Amount>;
  free: Amount;
  total: Amount;
  shared: Amount;
  fees: Amount;
  funding: Amount;
  pausedAt: Millis | undefined;
}

/** Leads are given oldest first. */
export function simulateFollow(
  leads: readonly PastLead[],
  terms: ReadonlyMap<number, PastTerms>,
  settings: FollowSettings,
  assumed: Assumed,
): Simulation {
  const run: Run = {
    ...{ settings, assumed, terms, copies: new Map(), prices: new Map(), days: new Map() },
    ...{ free: assumed.free, total: ZERO, shared: ZERO, fees: ZERO, funding: ZERO, pausedAt: undefined },
  };
  const outcomes: SimulatedLead[] = [];
  let [highest, worst, peak] = [0n, 0n, 0n];
  let before: Millis | undefined;
  let detachedAt: Millis | undefined;
  for (const lead of leads) {
    if (before !== undefined && shareDay(before) < shareDay(lead.at)) payShare(run);
    before = lead.at;
    run.prices.set(lead.instrument, lead.price);
    limitLoss(run, lead.at);
    // Its price counts, though nothing is copied of it.
    if (lead.isLiquidation) detachedAt = lead.at;
    else outcomes.push(lead.kind === 'OPEN' ? open(run, lead) : close(run, lead));
    const used = usedBy(run);
    if (used > peak) peak = used;
    const worth = run.total - run.shared + openProfit(run);
    if (worth > highest) highest = worth;
    if (highest - worth > worst) worst = highest - worth;
    if (detachedAt !== undefined) break;
  }
  payShare(run);
  const missed = outcomes.filter((each) => each.missed !== undefined && each.missed !== 'NO_COPY').length;
  return {
    leads: outcomes,
    copied: outcomes.filter((each) => each.missed === undefined).length,
    missed,
    days: Array.from(run.days, ([day, net]) => ({ day, net })),
    total: run.total,
    share: run.shared,
    net: minus(run.total, run.shared),
    fees: run.fees,
    funding: run.funding,
    open: openProfit(run),
    worstDrawdown: amountOfUnits(worst),
    peakMargin: amountOfUnits(peak),
    pausedAt: run.pausedAt,
    detachedAt,
  };
}

/** Shares are paid ten minutes after midnight in Korea. */
const SHARE_AFTER_MS = 10 * MINUTE_MS;
const shareDay = (at: Millis): number => koreanDate(at - SHARE_AFTER_MS);

/** All of it or nothing, as the platform does; skipped, it is due the next time. */
function payShare(run: Run): void {
  const { total, shared } = run;
  const due = dueShare({ total, rate: run.assumed.shareRate, shared });
  const needed = run.free - availableIn(run);
  if (due === ZERO || due > run.free - (needed > 0n ? needed : 0n)) return;
  run.free = minus(run.free, due);
  run.shared = plus(shared, due);
}

function usedBy({ copies }: Run): Amount {
  let sum = 0n;
  for (const { margin } of copies.values()) sum += margin;
  return amountOfUnits(sum);
}

const LINEAR = { contract: 'LINEAR' } as const;

/** Of one wallet whose orders all fill at once: what may be spent on margin and fee. */
function availableIn({ free, copies, prices }: Run): Amount {
  let left: bigint = free;
  for (const { position } of copies.values()) {
    if (isIsolated(position)) continue;
    const price = prices.get(position.instrument);
    if (price !== undefined) left += pnlOf(position, price, LINEAR, UNIT);
    left -= requiredMargin(position, LINEAR, UNIT);
  }
  return amountOfUnits(left > 0n ? left : 0n);
}

function openProfit({ copies, prices, terms }: Run): Amount {
  let sum = 0n;
  for (const { position } of copies.values()) {
    const [price, own] = [prices.get(position.instrument), terms.get(position.instrument)];
    if (price !== undefined && own !== undefined) sum += netIfClosed(position, price, own, UNIT).net;
  }
  return amountOfUnits(sum);
}

/** Worse than the trader's price by what is assumed. */
const filledAt = (side: OrderSide, price: Price, { slippage }: Assumed): Price =>
  divide(
    price * (side === 'LONG' ? ONE + slippage : ONE - slippage),
    ONE,
    side === 'LONG' ? 'up' : 'down',
  ) as Price;

const NONE = 0n as Qty;

const missedLead = (
  lead: PastLead,
  missed: MissedReason,
  figures: Pick<SimulatedLead, 'found' | 'allowed'> = {},
): SimulatedLead => ({
  ...{ lead, missed, ...figures, qty: NONE, price: lead.price, fee: ZERO, net: ZERO },
});

function barOf(
  { settings, copies, total, pausedAt }: Run,
  { instrument, side }: PastLead,
): MissedReason | undefined {
  if (!settings.pairs.includes(instrument)) return 'PAIR_OFF';
  const isUsedUp = settings.lossLimit !== undefined && total <= -settings.lossLimit;
  if (settings.isPaused || pausedAt !== undefined || settings.multiplyPer === 0 || isUsedUp) return 'PAUSED';
  const held = copies.get(instrument);
  return held !== undefined && (held.isLeft || held.position.side !== side) ? 'OWN_POSITION' : undefined;
}

function open(run: Run, lead: PastLead): SimulatedLead {
  const { settings, assumed, copies } = run;
  const { instrument, side, at } = lead;
  const terms = run.terms.get(instrument);
  const bar = terms === undefined ? 'PAIR_OFF' : barOf(run, lead);
  if (bar !== undefined || terms === undefined) return missedLead(lead, bar ?? 'PAIR_OFF');
  const allowed = entryGuardOf(settings, terms.entryGuard);
  if (assumed.slippage > allowed) return missedLead(lead, 'SLIPPAGE', { found: assumed.slippage, allowed });
  const held = copies.get(instrument);
  const leverage = held?.position.leverage ?? copyLeverage(lead, settings, terms);
  const marginType = held?.position.marginType ?? lead.marginType;
  const price = filledAt(side, lead.price, assumed);
  const all = availableIn(run);
  const available = marginType === 'ISOLATED' ? smaller(all, run.free > 0n ? run.free : ZERO) : all;
  const request = { traderMargin: lead.margin, settings, used: usedBy(run), available };
  const size = copySize({ ...request, leverage, price, unit: UNIT }, terms);
  if (size.missed !== undefined) {
    const figures = {
      CAP: { found: size.capped, allowed: settings.maxBet },
      BALANCE: { found: available, allowed: size.capped },
      MIN_QTY: { found: size.wantedQty, allowed: leastQty(price, terms) },
    }[size.missed];
    return missedLead(lead, size.missed, figures);
  }
  const { qty } = size;
  if ((held?.position.qty ?? 0n) + qty > mostQty(leverage, lead.price, terms))
    return missedLead(lead, 'LEVERAGE');
  const fill = { side, qty, price, leverage, marginType, eventId: 0, now: at };
  const [plan] = planFills(held?.position, fill, terms, UNIT);
  if (plan?.position === undefined) return missedLead(lead, 'FAILED');
  const position = { ...plan.position, instrument, wallet: COPY_WALLET };
  const margin = plus(held?.margin ?? ZERO, initialMargin(qty, price, leverage, terms, UNIT));
  copies.set(instrument, { position, margin, isLeft: false });
  return done(run, lead, plan, { qty, price, funding: ZERO });
}

function close(run: Run, lead: PastLead): SimulatedLead {
  const { settings, assumed, copies } = run;
  const held = copies.get(lead.instrument);
  const terms = run.terms.get(lead.instrument);
  if (held === undefined || held.isLeft || terms === undefined || held.position.side !== lead.side)
    return missedLead(lead, 'NO_COPY');
  const isWhole = lead.closed >= lead.of;
  const qty = closingQty(held.position.qty, lead, terms);
  if (qty === NONE) return missedLead(lead, 'MIN_QTY');
  if (assumed.slippage > settings.exitGuard) {
    if (isWhole) copies.set(lead.instrument, { ...held, isLeft: true });
    return missedLead(lead, 'SLIPPAGE', { found: assumed.slippage, allowed: settings.exitGuard });
  }
  const price = filledAt(otherSide(lead.side), lead.price, assumed);
  return closed(run, lead, { held, terms, qty, price });
}

function closed(
  run: Run,
  lead: PastLead,
  {
    held,
    terms,
    qty,
    price,
  }: { readonly held: OpenCopy; readonly terms: PastTerms; readonly qty: Qty; readonly price: Price },
): SimulatedLead {
  const { position, margin } = held;
  const plan = planClose(position, qty, { price }, terms, UNIT);
  const left = minus(margin, shareOf(margin, { part: qty, of: position.qty }, UNIT));
  if (plan.position === undefined) run.copies.delete(position.instrument);
  else {
    const after = { ...plan.position, instrument: position.instrument, wallet: COPY_WALLET };
    run.copies.set(position.instrument, { ...held, position: after, margin: left });
  }
  const funding = lead.closed > 0n ? amountOfUnits(divide(lead.funding * qty, lead.closed, 'down')) : ZERO;
  return done(run, lead, plan, { qty, price, funding });
}

function done(
  run: Run,
  lead: PastLead,
  plan: FillPlan,
  { qty, price, funding }: { readonly qty: Qty; readonly price: Price; readonly funding: Amount },
): SimulatedLead {
  const exitFee = plan.closedQty > 0n ? plan.fee : ZERO;
  const { net } = netOfFill({ ...plan, funding, exitFee });
  const free = plus(freeAfter(run.free, [plan]), funding);
  // An account without cross positions owes nothing.
  const isCovered = free >= 0n || [...run.copies.values()].some(({ position }) => !isIsolated(position));
  run.free = isCovered ? free : ZERO;
  run.fees = plus(run.fees, plan.fee);
  run.funding = plus(run.funding, funding);
  run.total = plus(run.total, net);
  const day = koreanDate(lead.at);
  if (net !== ZERO) run.days.set(day, plus(run.days.get(day) ?? ZERO, net));
  return { lead, missed: undefined, qty, price, fee: plan.fee, net };
}

/** With the prices that are known then, of all copies. */
function limitLoss(run: Run, at: Millis): void {
  const { settings, assumed, copies, prices } = run;
  const { lossLimit } = settings;
  if (lossLimit === undefined || run.pausedAt !== undefined || copies.size === 0) return;
  if (plus(run.total, openProfit(run)) > -lossLimit) return;
  run.pausedAt = at;
  for (const [instrument, held] of [...copies]) {
    const [known, terms] = [prices.get(instrument), run.terms.get(instrument)];
    if (known === undefined || terms === undefined) continue;
    const { side, qty, leverage, marginType } = held.position;
    const price = filledAt(otherSide(side), known, assumed);
    const lead: PastLead = {
      ...{ kind: 'CLOSE', instrument, side, price: known, leverage, marginType, margin: ZERO, at },
      ...{ closed: qty, of: qty, funding: ZERO, isLiquidation: false },
    };
    closed(run, lead, { held, terms, qty, price });
  }
}
