// Contracts, positions and orders of the wire, as the engine's types: previews use the engine's own functions.

import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesTerms } from '@maru/contract/futures/terms';
import type { WireFuturesOrder, WireFuturesPosition } from '@maru/contract/futures/wire';
import { amount, price as priceOf, qty as qtyOf, rate, unitOf } from '@maru/engine/amount';
import type { Entry } from '@maru/engine/entry';
import type { ExitLevel, RestingOrder } from '@maru/engine/futures/events';
import type { AccountFacts, HeldPosition } from '@maru/engine/futures/standing';
import type { FuturesTerms, Quote } from '@maru/engine/futures/terms';
import type { WalletType } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import type { FuturesAccount } from './use-futures-account.ts';

/** Undefined where the site does not trade it. */
export const termsOf = ({ id, terms }: Pick<WireFuturesOption, 'id' | 'terms'>): FuturesTerms | undefined =>
  terms === null ? undefined : engineTerms(id, terms);

const engineTerms = (instrument: number, terms: WireFuturesTerms): FuturesTerms => ({
  instrument,
  wallet: terms.walletType as WalletType,
  contract: terms.contractType,
  tickSize: priceOf(terms.tickSize),
  qtyStep: qtyOf(terms.qtyStep),
  qtyLeast: qtyOf(terms.qtyLeast),
  notionalLeast: amount(terms.notionalLeast),
  leverageMost: terms.leverageMost,
  tiers: terms.tiers.map((tier) => ({
    floor: amount(tier.floor),
    cap: amount(tier.cap),
    leverageMost: tier.leverageMost,
    maintenance: rate(tier.maintenanceRate),
    deduction: amount(tier.deduction),
  })),
  feeRate: rate(terms.feeRate),
  liquidationFeeRate: rate(terms.liquidationFeeRate),
  warnRatio: rate(terms.warnRatio),
  leverageWithPosition: terms.leverageWithPosition,
  staleMs: terms.staleMillis,
  mode: terms.mode,
  fundingDue: millis(terms.fundingDueMillis),
});

export const quoteOf = ({ last, bid, ask, mark, at }: LiveTick): Quote => ({
  ts: millis(at),
  seq: 0,
  last: priceOf(last),
  bid: priceOf(bid),
  ask: priceOf(ask),
  mark: priceOf(mark),
});

/** The exact mean at which a position was opened. */
export const entryOf = ({
  entrySum,
  entryOver,
}: Pick<WireFuturesPosition, 'entrySum' | 'entryOver'>): Entry => ({
  sum: BigInt(entrySum),
  over: BigInt(entryOver),
});

export const heldOf = (position: WireFuturesPosition): HeldPosition => ({
  id: position.id,
  instrument: position.futuresOptionId,
  wallet: position.walletType as WalletType,
  side: position.tradeType,
  qty: qtyOf(position.qty),
  entry: entryOf(position),
  leverage: position.leverage,
  marginType: position.marginType,
  margin: amount(position.margin),
  funding: amount(position.funding),
  entryFee: amount(position.entryFee),
  openedAt: millis(position.createdMillis),
  ...(position.warnedMillis === null ? {} : { warnedAt: millis(position.warnedMillis) }),
});

const levelOf = (price: string | null, isMark: boolean): ExitLevel | undefined =>
  price === null ? undefined : { price: priceOf(price), by: isMark ? 'mark' : 'last' };

/** A limit to buy waits for a lower price, one to sell for a higher one. */
const firesOf = ({ fires, tradeType }: Pick<WireFuturesOrder, 'fires' | 'tradeType'>) =>
  fires ?? (tradeType === 'LONG' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE');

function restingOf(order: WireFuturesOrder): RestingOrder {
  const takeProfit = levelOf(order.takeProfit, order.isMarkTp);
  const stopLoss = levelOf(order.stopLoss, order.isMarkSl);
  return {
    id: order.id,
    instrument: order.futuresOptionId,
    wallet: order.walletType as WalletType,
    side: order.tradeType,
    type: order.marketType as RestingOrder['type'],
    state: order.status === 'OPEN' ? 'OPEN' : 'WAITING',
    by: order.isMark ? 'mark' : 'last',
    fires: firesOf(order),
    reduceOnly: order.reduceOnly,
    postOnly: order.postOnly,
    leverage: order.leverage,
    marginType: order.marginType,
    cost: amount(order.cost),
    isUnpriced: false,
    placedAt: millis(order.createdMillis),
    ...(order.qty === null ? {} : { qty: qtyOf(order.qty) }),
    ...(order.price === null ? {} : { price: priceOf(order.price) }),
    ...(order.stopPrice === null ? {} : { trigger: priceOf(order.stopPrice) }),
    ...(order.futuresPositionId === null ? {} : { position: order.futuresPositionId }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
}

interface WalletFacts {
  readonly terms: WireFuturesTerms;
  /** Cash outside isolated positions. */
  readonly free: string;
}

/** The account of the wallet that pays for an instrument. */
export const factsOf = (
  { positions, orders }: Pick<FuturesAccount, 'positions' | 'orders'>,
  { terms, free }: WalletFacts,
): AccountFacts => ({
  wallet: terms.walletType as WalletType,
  free: amount(free),
  unit: unitOf(terms.walletPlaces),
  positions: new Map(positions.map((each) => [each.futuresOptionId, heldOf(each)])),
  orders: new Map(orders.toSorted((a, b) => a.id - b.id).map((each) => [each.id, restingOf(each)])),
});
