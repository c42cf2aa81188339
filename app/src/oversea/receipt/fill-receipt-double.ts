// Receipts of fills for the tests, with prices and results computed by the engine itself.

import type { WireOverseaFill } from '@maru/contract/oversea/calls';
import type { OverseaReceipt } from '@maru/contract/oversea/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { amount, price, qty, rate, toDecimal } from '@maru/engine/amount';
import { netOfFill, shareOf } from '@maru/engine/oversea/net-profit';
import { marketPrice, pnlOf } from '@maru/engine/oversea/pricing';
import { MINUTE_MS, millis } from '@maru/engine/time';
import { hashOf } from '../../receipt/tick-record.ts';

/** Tuesday, 14 November 2023, 22:00 in Korea. */
export const MINUTE = Date.UTC(2023, 10, 14, 13, 0);

/** Milliseconds in the minute, last, bid and ask. */
export type DrawnQuote = readonly [offset: number, last: string, bid: string, ask: string];

const QUOTES: readonly DrawnQuote[] = [
  [1_200, '25411.5', '25411.25', '25411.75'],
  [18_204, '25412.5', '25412.25', '25412.75'],
  [40_011, '25413', '25412.75', '25413.25'],
];

const FIRST_HASH = '0'.repeat(64);
const distance = (from: string, to: string): string => toDecimal(price(to) - price(from));

export function quoteRecord(quotes: readonly DrawnQuote[] = QUOTES, stock = 'NQ'): ReceiptTicks {
  const ticks = quotes
    .map(([offset, last, bid, ask], index) =>
      [offset, index + 1, last, distance(last, bid), distance(last, ask), '0', 12].join(' '),
    )
    .join('\n');
  const before = {
    stock,
    minuteMillis: MINUTE - MINUTE_MS,
    ticks: '5 1 25410 -0.25 0.25 0 9',
    previousHash: FIRST_HASH,
  };
  const previousHash = hashOf(before);
  const own = { stock, minuteMillis: MINUTE, ticks, previousHash };
  return {
    stock,
    complete: true,
    minutes: [
      { ...before, hash: previousHash },
      { ...own, hash: hashOf(own) },
    ],
  };
}

/** The entry commission equals the exit commission; the net follows from the rest. */
function netPartsOf({
  qty: contracts,
  closedQty,
  pnl,
  commission,
}: Pick<WireOverseaFill, 'qty' | 'closedQty' | 'pnl' | 'commission'>) {
  const share = shareOf(amount(commission), { part: closedQty, of: contracts }, amount('1'));
  const made = netOfFill({ closedQty, pnl: amount(pnl), entryCommission: share, exitCommission: share });
  return {
    entryCommission: toDecimal(made.entryCommission),
    exitCommission: toDecimal(made.exitCommission),
    net: toDecimal(made.net),
  };
}

interface Drawn {
  /** Which of the quotes the fill was made on. */
  readonly at?: number;
  readonly quotes?: readonly DrawnQuote[];
  readonly fill?: Partial<WireOverseaFill>;
  readonly condition?: OverseaReceipt['condition'];
  readonly entrySum?: string;
  readonly entryOver?: string;
  readonly forced?: OverseaReceipt['forced'];
  readonly places?: number;
}

export interface FilledReceipt {
  readonly receipt: OverseaReceipt;
  readonly record: ReceiptTicks;
}

/** A sale that closes three contracts of a long position, unless the arguments change it. */
export function filledReceipt({
  at = 1,
  quotes = QUOTES,
  fill = {},
  condition = null,
  entrySum = '2540125000000',
  entryOver = '1',
  forced = null,
  places = 0,
}: Drawn = {}): FilledReceipt {
  const record = quoteRecord(quotes);
  const minute = record.minutes[1]!;
  const [offset, last, bid, ask] = quotes[at]!;
  const side = fill.tradeType ?? 'SHORT';
  const quote = {
    ts: millis(MINUTE + offset),
    seq: at + 1,
    last: price(last),
    bid: price(bid),
    ask: price(ask),
  };
  const rested = fill.marketType === 'LIMIT' && condition !== null;
  const filled = rested ? price(condition.level) : marketPrice(side, quote);
  const closedQty = fill.closedQty ?? 3;
  const closedSide = side === 'LONG' ? 'SHORT' : 'LONG';
  const unit = amount(toDecimal(10n ** BigInt(8 - places)));
  const pnl = pnlOf(
    { side: closedSide, qty: closedQty, entry: { sum: BigInt(entrySum), over: BigInt(entryOver) } },
    filled,
    { multiplier: qty('20'), rate: rate('1380') },
    unit,
  );
  const openedMillis = MINUTE - 5_000_000;
  const made = {
    id: 1_952,
    orderId: 61,
    overseaOptionId: 1,
    stock: 'NQ',
    tradeType: side,
    marketType: 'MARKET',
    forcedReason: forced?.reason ?? null,
    qty: 3,
    openedQty: 0,
    closedQty,
    entryPrice: closedQty === 0 ? null : '25401.25',
    openedMillis: closedQty === 0 ? null : openedMillis,
    commission: '10500',
    rate: '1380',
    currency: 'KRW',
    tradeDate: '2023-11-14',
    isAfterGap: false,
    createdMillis: quote.ts + 30,
    ...fill,
    price: fill.price ?? toDecimal(filled),
    pnl: fill.pnl ?? (closedQty === 0 ? '0' : toDecimal(pnl)),
  } as const;
  return {
    record,
    receipt: {
      rule: 'oversea-1',
      fill: { ...made, ...netPartsOf(made), ...fill },
      tick: {
        time: quote.ts,
        seq: quote.seq,
        last,
        bid,
        ask,
        minuteMillis: MINUTE,
        hash: minute.hash,
        previousHash: minute.previousHash,
      },
      contract: {
        tickSize: '0.25',
        multiplier: '20',
        currency: 'USD',
        places,
        rate: '1380',
        commissionPerContract: '3500',
      },
      condition,
      closed:
        closedQty === 0 ? null : { positionId: 41, tradeType: closedSide, entrySum, entryOver, openedMillis },
      forced,
      ledger: { event: 61, atMillis: quote.ts + 30 },
    },
  };
}

/** The same sale as a loss-cut. */
export const lossCutReceipt = (): FilledReceipt =>
  filledReceipt({
    quotes: [
      [1_200, '25310.5', '25310.25', '25310.75'],
      [18_204, '25302.5', '25302.25', '25302.75'],
      [40_011, '25303', '25302.75', '25303.25'],
    ],
    fill: { marketType: 'LIQUIDATION' },
    forced: {
      reason: 'LOSSCUT',
      losscut: { equity: '323500', level: '390000', free: '6550000', margin: '1950000', lastPnl: '-8176500' },
      cancelledOrders: 1,
      topUp: '0',
      fillIds: [1_952],
    },
  });
