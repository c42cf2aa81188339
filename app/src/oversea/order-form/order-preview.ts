// The margin, cost and remaining money of an order before it is sent: the engine's own preview with the page's data.
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { divide, price, toDecimal } from '@maru/engine/amount';
import type { AskedStake } from '@maru/engine/limits/standing';
import { type Standing, standingOf } from '@maru/engine/oversea/equity';
import { contractsOf } from '@maru/engine/oversea/netting';
import type { AccountFacts } from '@maru/engine/oversea/plan';
import {
  lossCutPrice as lossCutPriceInEngine,
  previewOrder as previewInEngine,
} from '@maru/engine/oversea/preview';
import type { Priced } from '@maru/engine/oversea/terms';
import { millis } from '@maru/engine/time';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { type EquityRoom, equityRoom } from '../account/equity-room.ts';
import type { OverseaAccount } from '../account/use-oversea-account.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { type EngineTerms, factsOf, pricedAt, quoteOf, termsOf } from '../position/engine-view.ts';

export interface OrderPreview {
  /** Locked for the part that would open. */
  readonly margin: string;
  readonly commission: string;
  /** How many contracts could still be opened. */
  readonly contractsLeft: number;
  readonly isWithinReach: boolean;
  /** Undefined where another rule refuses the order first. */
  readonly stake: AskedStake | undefined;
  /** Undefined while nothing is open. */
  readonly before: EquityRoom | undefined;
  readonly after: EquityRoom | undefined;
}

/** The page's data on the account and the market of an order. */
export interface Surroundings {
  readonly instrument: WireOverseaOption;
  /** All instruments of the site: positions in the others count as well. */
  readonly instruments: readonly WireOverseaOption[];
  readonly lastOf: (instrument: WireOverseaOption) => string | undefined;
  readonly account: Pick<OverseaAccount, 'positions' | 'orders'>;
  /** Free money of the wallet; zero while it is not known. */
  readonly free: string;
  readonly tick: LiveTick | undefined;
  readonly now: number;
}

export function previewOrder(around: Surroundings, request: OrderRequest): OrderPreview | undefined {
  const { instrument, account, free, tick, now } = around;
  const terms = termsOf(instrument);
  if (terms === undefined) return undefined;
  const facts = factsOf(account, free, terms.unit);
  const { overseaOptionId: _, tradeType: side, marketType: type, price: at, ...rest } = request;
  const { refusal, figures } = previewInEngine({
    facts,
    terms,
    quote: tick && quoteOf(tick),
    order: { reduceOnly: false, ...rest, side, type, ...(at ? { price: price(at) } : {}) },
    now: millis(now),
    others: othersOf(around),
  });
  if (figures === undefined) return undefined;
  const contractsLeft = roomFor(facts, terms);
  return {
    margin: toDecimal(figures.margin),
    commission: toDecimal(figures.commission),
    contractsLeft,
    isWithinReach: figures.openedQty <= contractsLeft,
    stake: refusal === undefined ? figures.stake : undefined,
    before: roomOf(figures.before),
    after: roomOf(figures.after),
  };
}

/** The price of this instrument at which the account would be liquidated if all other prices stay the same. */
export function lossCutPrice(around: Surroundings): string | undefined {
  const { instrument, account, free, tick } = around;
  const terms = termsOf(instrument);
  if (terms === undefined || tick === undefined) return undefined;
  const facts = factsOf(account, free, terms.unit);
  const position = facts.positions.get(instrument.id);
  if (position === undefined) return undefined;
  const mine = { position, terms, last: price(tick.last) };
  const others = [...othersOf(around)].flatMap(([at, { terms: theirs, quote }]) => {
    const held = facts.positions.get(at);
    return held === undefined ? [] : [{ position: held, terms: theirs, last: quote.last }];
  });
  const level = lossCutPriceInEngine(mine, terms, standingOf([mine, ...others], facts), terms.unit);
  return level === undefined || (level <= 0n && !terms.mayBeNegative) ? undefined : toDecimal(level);
}

function othersOf({ instrument, instruments, account, lastOf }: Surroundings): ReadonlyMap<number, Priced> {
  const others = new Map<number, Priced>();
  for (const { overseaOptionId } of account.positions) {
    const other = instruments.find(({ id }) => id === overseaOptionId && id !== instrument.id);
    const last = other && lastOf(other);
    const priced = other && last !== undefined ? pricedAt(other, last) : undefined;
    if (priced) others.set(overseaOptionId, priced);
  }
  return others;
}

const roomOf = ({ equity, level, lastPnl }: Standing): EquityRoom | undefined =>
  equityRoom({ equity: toDecimal(equity), losscut: toDecimal(level), lastPnl: toDecimal(lastPnl) });

function roomFor({ free, positions, orders }: AccountFacts, terms: EngineTerms): number {
  const { ofInstrument, ofPlayer } = contractsOf(positions, orders.values(), terms.instrument);
  const cost = terms.entryMargin + terms.commission;
  const byMoney = cost > 0n ? Number(divide(free, cost, 'down')) : Number.MAX_SAFE_INTEGER;
  const { contractsMost, playerContractsMost } = terms;
  return Math.max(0, Math.min(contractsMost - ofInstrument, playerContractsMost - ofPlayer, byMoney));
}
