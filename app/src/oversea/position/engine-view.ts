// Contracts, positions and orders of the wire, as the engine's types: previews use the engine's own functions.

import type { WireOverseaOrder, WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { OverseaReceipt } from '@maru/contract/oversea/receipt';
import {
  type Amount,
  amount,
  amountOfUnits,
  PLACES,
  price as priceOf,
  qty as qtyOf,
  rate,
} from '@maru/engine/amount';
import type { Entry } from '@maru/engine/entry';
import { dayNumber, parseDate } from '@maru/engine/market/calendar-date';
import type { Quote } from '@maru/engine/market/quote';
import type { AccountFacts, HeldPosition, RestingOrder } from '@maru/engine/oversea/plan';
import type { OverseaTerms, Priced } from '@maru/engine/oversea/terms';
import type { WalletType } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';

export type TradedInstrument = Pick<WireOverseaOption, 'id' | 'tickSize' | 'multiplier' | 'isRest' | 'terms'>;

const dayOf = (date: string) => parseDate(date) ?? dayNumber(0);

/** The smallest amount of a wallet with so many decimal places. */
const unitOf = (places: number): Amount => amountOfUnits(10n ** BigInt(PLACES - places));

export interface EngineTerms extends OverseaTerms {
  readonly unit: Amount;
}

/** Undefined where the site does not trade it. */
export function termsOf({
  id,
  tickSize,
  multiplier,
  isRest,
  terms,
}: TradedInstrument): EngineTerms | undefined {
  if (terms === null) return undefined;
  const { session } = terms;
  return {
    instrument: id,
    wallet: terms.walletType as WalletType,
    tickSize: priceOf(tickSize),
    multiplier: qtyOf(multiplier),
    rate: rate(terms.rate),
    entryMargin: amount(terms.entryMargin),
    overnightMargin: amount(terms.overnightMargin),
    commission: amount(terms.commission),
    contractsMost: terms.contractsMost,
    playerContractsMost: terms.playerContractsMost,
    lossCutRate: rate(terms.lossCutRate),
    staleMs: terms.staleMillis,
    mayBeNegative: terms.mayBeNegative,
    mode: terms.mode,
    isRest: isRest === 1,
    session: session
      ? {
          tradeDate: dayOf(session.tradeDate),
          opensAt: millis(session.opensMillis),
          closesAt: millis(session.closesMillis),
          endsAt: millis(session.endsMillis),
          isLastTradingDay: session.isLastTradingDay,
        }
      : undefined,
    unit: unitOf(terms.walletPlaces),
  };
}

/** As much of a contract as its receipt has. */
export const receiptTermsOf = ({
  tickSize,
  multiplier,
  rate: exchangeRate,
  places,
}: OverseaReceipt['contract']) => ({
  tickSize: priceOf(tickSize),
  multiplier: qtyOf(multiplier),
  rate: rate(exchangeRate),
  unit: unitOf(places),
});

/** The exact mean at which a position was opened. */
export const entryOf = ({
  entrySum,
  entryOver,
}: Pick<WireOverseaPosition, 'entrySum' | 'entryOver'>): Entry => ({
  sum: BigInt(entrySum),
  over: BigInt(entryOver),
});

const positionOf = (position: WireOverseaPosition): HeldPosition => ({
  id: position.id,
  instrument: position.overseaOptionId,
  side: position.tradeType,
  qty: position.qty,
  entry: entryOf(position),
  margin: amount(position.margin),
  entryCommission: amount(position.entryCommission),
  tpTick: position.tpTick,
  slTick: position.slTick,
  overnight: position.isOvernight,
  heldFor: dayOf(position.heldFor),
});

const restingOf = (order: WireOverseaOrder): RestingOrder => ({
  id: order.id,
  instrument: order.overseaOptionId,
  side: order.tradeType,
  qty: order.qty,
  reduceOnly: order.reduceOnly,
  margin: amount(order.margin),
});

interface Held {
  readonly positions: readonly WireOverseaPosition[];
  readonly orders: readonly WireOverseaOrder[];
}

export const factsOf = ({ positions, orders }: Held, free: string, unit: Amount): AccountFacts => ({
  free: amount(free),
  unit,
  positions: new Map(positions.map((each) => [each.overseaOptionId, positionOf(each)])),
  orders: new Map(orders.toSorted((a, b) => a.id - b.id).map((each) => [each.id, restingOf(each)])),
});

export const quoteOf = ({ last, bid, ask, at }: Omit<LiveTick, 'mark'>): Quote => ({
  ts: millis(at),
  seq: 0,
  last: priceOf(last),
  bid: priceOf(bid),
  ask: priceOf(ask),
});

/** Another instrument at its last price, for the account as a whole. */
export function pricedAt(instrument: TradedInstrument, last: string): Priced | undefined {
  const terms = termsOf(instrument);
  return terms && { terms, quote: quoteOf({ last, bid: last, ask: last, at: 0 }) };
}
