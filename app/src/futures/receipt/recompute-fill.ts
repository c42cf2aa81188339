// A fill recomputed on this device with the rules that the server itself runs (contract/src/futures/receipt.ts lists
// them), from the receipt and the recorded ticks alone.
import type { FuturesReceipt } from '@maru/contract/futures/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { type Amount, amount, type Price, price, qty, rate, toDecimal, unitOf } from '@maru/engine/amount';
import { netProfit } from '@maru/engine/futures/net-profit';
import { marketPrice } from '@maru/engine/futures/terms';
import {
  type Fine,
  feeOf,
  fineOf,
  finePnl,
  fineRateOf,
  pnlOf,
  sumFine,
  toMoney,
} from '@maru/engine/futures/value';
import { levelBehind } from '@maru/engine/market/level-behind';
import { findQuote, isSealed, type RecordedQuote, reachedBy } from '../../receipt/recorded-quotes.ts';
import { checkChain } from '../../receipt/tick-record.ts';
import { type Check, check, isEverySame, type Recomputed, type Verdict } from '../../receipt/verification.ts';
import { entryOf } from '../account/engine-view.ts';

export type FillCheckKey =
  | 'chain'
  | 'tick'
  | 'trailing'
  | 'reached'
  | 'price'
  | 'pnl'
  | 'fee'
  | 'net'
  | 'balance'
  | 'maintenance'
  | 'liquidation';

export type FillVerdict = Verdict<FillCheckKey>;
type Checks = readonly Check<FillCheckKey>[];

export function recomputeFill(receipt: FuturesReceipt, record: ReceiptTicks): Recomputed<FillVerdict> {
  if (!record.complete) return { kind: 'unsealed' };
  if (record.minutes.length === 0) return { kind: 'unrecorded' };
  const { fill, tick } = receipt;
  const quote = findQuote(record, tick);
  const chain = checkChain(record);
  const sealed = chain.isWhole && isSealed({ stock: fill.stock, tick }, record, quote);
  const checks = [
    check<FillCheckKey>('chain', chain.server, chain.device, sealed),
    check<FillCheckKey>('tick', pricesText(tick), quote === undefined ? '' : pricesText(asDecimals(quote))),
    ...trailingChecks(receipt),
    ...(quote === undefined ? [] : priceChecks(receipt, quote)),
    ...moneyChecks(receipt),
    ...liquidationChecks(receipt),
  ];
  return { kind: 'judged', isSame: isEverySame(checks), checks };
}

type Prices = Readonly<Record<'last' | 'bid' | 'ask' | 'mark', string>>;

const pricesText = ({ last, bid, ask, mark }: Prices): string =>
  [last, bid, ask, mark].map((each) => toDecimal(price(each))).join(' ');

const asDecimals = ({ last, bid, ask, mark }: RecordedQuote): Prices => ({
  last: toDecimal(last),
  bid: toDecimal(bid),
  ask: toDecimal(ask),
  mark: toDecimal(mark),
});

/** The level follows from the furthest price. */
function trailingChecks({ trailing, condition }: FuturesReceipt): Checks {
  if (trailing === null || condition === null) return [];
  const level = levelBehind(condition.fires, price(trailing.extremePrice), rate(trailing.callbackRate));
  return [check('trailing', toDecimal(price(condition.level)), toDecimal(level))];
}

function priceChecks(receipt: FuturesReceipt, quote: RecordedQuote): Checks {
  const { fill, condition } = receipt;
  const reached = condition && reachedBy(condition, quote);
  return [
    ...(condition && reached
      ? [
          {
            key: 'reached' as const,
            server: toDecimal(price(condition.level)),
            device: toDecimal(reached.seen),
            isSame: reached.isReached,
          },
        ]
      : []),
    check('price', toDecimal(price(fill.price)), toDecimal(filledAt(receipt, quote))),
  ];
}

/** A limit that rested is filled at its own price; everything else pays the ask or gets the bid. */
function filledAt({ fill, condition }: FuturesReceipt, quote: RecordedQuote): Price {
  const isLimit = fill.marketType === 'LIMIT' || fill.marketType === 'STOPLIMIT';
  const hasRested = condition !== null && (condition.by === 'bid' || condition.by === 'ask');
  if (isLimit && hasRested) return price(condition.level);
  return marketPrice(fill.tradeType, quote);
}

function moneyChecks({ fill, contract, closed, liquidation }: FuturesReceipt): Checks {
  const unit = unitOf(contract.places);
  const valued = { contract: contract.contractType };
  const at = price(fill.price);
  const fee = feeOf(qty(fill.qty), at, { ...valued, rate: rate(contract.feeRate) }, unit);
  // Of a cross liquidation it is at most what was left of the account.
  const isLimited = liquidation?.marginType === 'CROSS' && amount(fill.fee) < fee;
  const feeCheck = { ...check<FillCheckKey>('fee', toDecimal(amount(fill.fee)), toDecimal(fee)) };
  const fees = [isLimited ? { ...feeCheck, isSame: true } : feeCheck];
  if (closed === null) return fees;
  const held = { side: closed.tradeType, qty: qty(fill.closedQty), entry: entryOf(closed) };
  const { net } = netProfit({
    gross: amount(fill.pnl),
    funding: amount(fill.funding),
    entryFee: amount(fill.entryFee),
    exitFee: amount(fill.exitFee),
    liquidationFee: amount(fill.liquidationFee),
    insured: amount(fill.insured),
  });
  return [
    check('pnl', toDecimal(amount(fill.pnl)), toDecimal(pnlOf(held, at, valued, unit))),
    ...fees,
    check('net', toDecimal(amount(fill.net)), toDecimal(net)),
  ];
}

/** Everything that was judged, at its mark: what backed it was no more than it had to keep. */
function liquidationChecks({ liquidation, contract }: FuturesReceipt): Checks {
  if (liquidation === null) return [];
  const unit = unitOf(contract.places);
  const each = liquidation.judged.map((one) => {
    const valued = { contract: one.contractType };
    const held = { side: one.tradeType, qty: qty(one.qty), entry: entryOf(one) };
    const mark = price(one.markPrice);
    const kept =
      fineRateOf(held.qty, mark, valued, rate(one.maintenanceRate)) - fineOf(amount(one.deduction));
    return { pnl: finePnl(held, mark, valued), kept: (kept > 0n ? kept : 0n) as Fine };
  });
  const funding = liquidation.judged.reduce((sum, one) => sum + amount(one.funding), 0n);
  const backing = fineOf((amount(liquidation.cash) + funding) as Amount);
  const balance = toMoney(backing + sumFine(each.map(({ pnl }) => pnl)), unit, 'down');
  const maintenance = toMoney(sumFine(each.map(({ kept }) => kept)), unit, 'up');
  return [
    check('balance', toDecimal(amount(liquidation.balance)), toDecimal(balance)),
    check('maintenance', toDecimal(amount(liquidation.maintenance)), toDecimal(maintenance)),
    {
      key: 'liquidation',
      server: toDecimal(amount(liquidation.maintenance)),
      device: toDecimal(balance),
      isSame: balance <= maintenance,
    },
  ];
}
