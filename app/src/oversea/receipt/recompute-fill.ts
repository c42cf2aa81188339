// A fill recomputed on this device with the rules that the server itself runs (contract/src/oversea/receipt.ts lists
// them). `verify.mjs` does the same outside the app, with code of its own.

import type { OverseaReceipt } from '@maru/contract/oversea/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import {
  amount,
  amountOfUnits,
  divide,
  ONE,
  type Price,
  price,
  toDecimal,
  toPlaces,
} from '@maru/engine/amount';
import { netProfit } from '@maru/engine/oversea/net-profit';
import { marketPrice, pnlOf } from '@maru/engine/oversea/pricing';
import { millis } from '@maru/engine/time';
import { findQuote, isSealed, type RecordedQuote, reachedBy } from '../../receipt/recorded-quotes.ts';
import { checkChain } from '../../receipt/tick-record.ts';
import { type Check, check, isEverySame, type Recomputed, type Verdict } from '../../receipt/verification.ts';
import { entryOf, receiptTermsOf } from '../position/engine-view.ts';

export type FillCheckKey =
  | 'chain'
  | 'tick'
  | 'reached'
  | 'price'
  | 'pnl'
  | 'commission'
  | 'net'
  | 'equity'
  | 'losscut';

export type FillVerdict = Verdict<FillCheckKey>;

export function recomputeFill(receipt: OverseaReceipt, record: ReceiptTicks): Recomputed<FillVerdict> {
  if (!record.complete) return { kind: 'unsealed' };
  if (record.minutes.length === 0) return { kind: 'unrecorded' };
  const { fill, tick, closed, forced } = receipt;
  const quote = findQuote(record, tick);
  const chain = checkChain(record);
  const checks: Check<FillCheckKey>[] = [
    check(
      'chain',
      chain.server,
      chain.device,
      chain.isWhole && isSealed({ stock: fill.stock, tick }, record, quote),
    ),
    check('tick', quoteText(tick), quote === undefined ? '' : quoteText(asDecimals(quote))),
  ];
  if (quote !== undefined) {
    checks.push(...reachedChecks(receipt, quote));
    checks.push(check('price', toDecimal(price(fill.price)), toDecimal(filledAt(receipt, quote))));
  }
  if (closed !== null) checks.push(check('pnl', toDecimal(amount(fill.pnl)), toDecimal(profitOf(receipt))));
  checks.push(check('commission', toDecimal(amount(fill.commission)), toDecimal(commissionOf(receipt))));
  if (closed !== null) checks.push(check('net', toDecimal(amount(fill.net)), toDecimal(netOf(receipt))));
  if (forced?.losscut) checks.push(...lossCutChecks(forced.losscut));
  return { kind: 'judged', isSame: isEverySame(checks), checks };
}

const asDecimals = ({ last, bid, ask }: RecordedQuote) => ({
  last: toDecimal(last),
  bid: toDecimal(bid),
  ask: toDecimal(ask),
});

const quoteText = ({
  last,
  bid,
  ask,
}: {
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
}) => [last, bid, ask].map((each) => toDecimal(price(each))).join(' ');

function reachedChecks({ condition }: OverseaReceipt, quote: RecordedQuote): readonly Check<FillCheckKey>[] {
  if (condition === null) return [];
  const { seen, isReached } = reachedBy(condition, quote);
  return [
    { key: 'reached', server: toDecimal(price(condition.level)), device: toDecimal(seen), isSame: isReached },
  ];
}

/** A limit that rested is filled at its own price; everything else pays the ask or gets the bid. */
function filledAt({ fill, condition }: OverseaReceipt, quote: RecordedQuote): Price {
  if (fill.marketType === 'LIMIT' && condition !== null) return price(condition.level);
  return marketPrice(fill.tradeType, { ts: millis(quote.time), ...quote });
}

function profitOf({ fill, contract, closed }: OverseaReceipt): bigint {
  if (closed === null) return 0n;
  const held = { side: closed.tradeType, qty: fill.closedQty, entry: entryOf(closed) };
  const terms = receiptTermsOf(contract);
  return pnlOf(held, price(fill.price), terms, terms.unit);
}

/** The exact value before rounding to the wallet's places: the rounding is shown, also when it is zero. */
export function exactProfit({ fill, contract, closed }: OverseaReceipt): string {
  if (closed === null) return '0';
  const { sum, over } = entryOf(closed);
  const gap = price(fill.price) * over - sum;
  const signed = closed.tradeType === 'LONG' ? gap : -gap;
  const { multiplier, rate } = receiptTermsOf(contract);
  const whole = signed * BigInt(fill.closedQty) * multiplier * rate;
  return toDecimal(divide(whole, over * ONE * ONE, 'down'));
}

const commissionOf = ({ fill, contract }: OverseaReceipt): bigint =>
  toPlaces(amountOfUnits(amount(contract.commissionPerContract) * BigInt(fill.qty)), contract.places, 'down');

/** For a fill that opens nothing the whole commission is exit commission. */
function netOf({ fill }: OverseaReceipt): bigint {
  const exitCommission = amount(fill.openedQty === 0 ? fill.commission : fill.exitCommission);
  const entryCommission = amount(fill.entryCommission);
  return netProfit({ gross: amount(fill.pnl), entryCommission, exitCommission }).net;
}

type LossCutFacts = NonNullable<NonNullable<OverseaReceipt['forced']>['losscut']>;

function lossCutChecks({
  equity,
  level,
  free,
  margin,
  lastPnl,
}: LossCutFacts): readonly Check<FillCheckKey>[] {
  const sum = amount(free) + amount(margin) + amount(lastPnl);
  return [
    check('equity', toDecimal(amount(equity)), toDecimal(sum)),
    { key: 'losscut', server: level, device: toDecimal(sum), isSame: sum <= amount(level) },
  ];
}
