// The receipt of a fill: everything from which it can be recomputed, and where its tick is in the record.
import {
  FUTURES_RULE,
  type FuturesReceipt,
  futuresFillReceipt,
  futuresLiquidation,
  futuresReceiptTicks,
} from '@maru/contract/futures/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { PLACES, toDecimal } from '@maru/engine/amount';
import type { FuturesOrder } from '@maru/engine/futures/state';
import { otherSide } from '@maru/engine/futures/terms';
import { trailingLevel } from '@maru/engine/futures/trailing-level';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { MINUTE_MS } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { answerFound } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { minutesAround } from '../market/fill-proofs.ts';
import { listRecordedMinutes, minuteOf, wireMinute } from '../market/recorded-minutes.ts';
import type { FuturesParts } from './deps.ts';
import { type FillRow, findFill } from './fill-store.ts';
import { findLiquidation, findReport } from './liquidation-report.ts';
import { findOrder } from './order-store.ts';
import { FILLS_PER_EVENT, wireFill } from './wire.ts';

export interface Asked {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly fill: number;
}

export function receiptRoutes(parts: FuturesParts): readonly Route[] {
  const made = (player: PlayerId, fill: number) =>
    ({ player, event: Math.floor(fill / FILLS_PER_EVENT), missing: 'FILL_NOT_FOUND' }) as const;
  return [
    serve(futuresFillReceipt, ({ query: { fillId: fill }, principal: { site, player } }) =>
      answerFound(parts, made(player, fill), (tx) => findReceipt(tx, parts, { site, player, fill })),
    ),
    serve(futuresReceiptTicks, ({ query: { fillId: fill }, principal: { site, player } }) =>
      answerFound(parts, made(player, fill), (tx) => findReceiptTicks(tx, parts, { site, player, fill })),
    ),
    serve(futuresLiquidation, ({ query: { fillId: fill }, principal: { site, player }, now }) =>
      answerFound(parts, made(player, fill), (tx) => findReport(tx, parts, { site, player, fill }, now)),
    ),
  ];
}

async function findReceipt(
  tx: Tx,
  { instruments }: Pick<FuturesParts, 'instruments'>,
  asked: Asked,
): Promise<FuturesReceipt | undefined> {
  const fill = await findFill(tx, asked);
  if (fill === undefined) return undefined;
  const instrument = instruments.traded(fill.instrument);
  const { quote, closedEntry, closedPosition, openedAt } = fill;
  const recorded = await listRecordedMinutes(tx, instrument.code, minutesAround(quote));
  const minute = minuteOf(quote, recorded);
  const order = await findOrder(tx, asked.player, fill.order);
  return {
    rule: FUTURES_RULE,
    fill: wireFill(fill, instrument),
    tick: {
      time: quote.ts,
      seq: quote.seq,
      last: toDecimal(quote.last),
      bid: toDecimal(quote.bid),
      ask: toDecimal(quote.ask),
      mark: toDecimal(quote.mark),
      minuteMillis: minute?.minute ?? Math.floor(quote.ts / MINUTE_MS) * MINUTE_MS,
      hash: minute?.hash ?? null,
      previousHash: minute?.previousHash ?? null,
    },
    contract: {
      contractType: fill.contract,
      tickSize: toDecimal(instrument.tickSize),
      places: PLACES,
      feeRate: toDecimal(fill.feeRate),
    },
    condition: order === undefined ? null : conditionOf(order, fill),
    trailing: order === undefined ? null : trailingOf(order),
    closed:
      closedEntry === undefined || closedPosition === undefined
        ? null
        : {
            positionId: closedPosition,
            tradeType: otherSide(fill.side),
            entrySum: String(closedEntry.sum),
            entryOver: String(closedEntry.over),
            openedMillis: openedAt ?? fill.at,
          },
    liquidation:
      fill.cause === 'LIQUIDATION' ? await findLiquidation(tx, instruments, asked.player, fill) : null,
    ledger: { event: fill.event, atMillis: fill.at },
  };
}

/** What the order waited for; null where it was filled on arrival. */
function conditionOf(order: FuturesOrder, fill: FillRow): FuturesReceipt['condition'] {
  const { side, state, price, trailing, trigger, by, fires } = order;
  if (state === 'OPEN') {
    // An order that arrived without any price counts as arriving with its first.
    if (price === undefined || (order.isUnpriced && fill.price !== price)) return null;
    const isBuy = side === 'LONG';
    return {
      level: toDecimal(price),
      fires: isBuy ? 'AT_OR_BELOW' : 'AT_OR_ABOVE',
      by: isBuy ? 'ask' : 'bid',
    };
  }
  const level = trailing === undefined ? trigger : trailingLevel(side, trailing);
  return level === undefined ? null : { level: toDecimal(level), fires, by };
}

function trailingOf({ trailing }: FuturesOrder): FuturesReceipt['trailing'] {
  if (trailing?.extreme === undefined) return null;
  const { callback, activation, extreme } = trailing;
  return {
    callbackRate: toDecimal(callback),
    activationPrice: activation === undefined ? null : toDecimal(activation),
    extremePrice: toDecimal(extreme.price),
    extremeMillis: extreme.ts,
    extremeSeq: extreme.seq,
  };
}

async function findReceiptTicks(
  tx: Tx,
  { instruments }: Pick<FuturesParts, 'instruments'>,
  asked: Asked,
): Promise<ReceiptTicks | undefined> {
  const fill = await findFill(tx, asked);
  if (fill === undefined) return undefined;
  const { code: stock } = instruments.traded(fill.instrument);
  const recorded = await listRecordedMinutes(tx, stock, minutesAround(fill.quote));
  const own = minuteOf(fill.quote, recorded);
  const minutes = recorded.filter(({ minute }) => own !== undefined && minute <= own.minute);
  return { stock, minutes: minutes.map(wireMinute), complete: own !== undefined };
}
