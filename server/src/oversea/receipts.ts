// The receipt of a fill: everything from which it can be recomputed, and where its tick is in the record.

import {
  OVERSEA_RULE,
  type OverseaReceipt,
  overseaFillReceipt,
  overseaReceiptTicks,
} from '@maru/contract/oversea/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { divide, toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { OverseaFilled } from '@maru/engine/oversea/events';
import { otherSide, tpslPrices } from '@maru/engine/oversea/pricing';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { MINUTE_MS } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';
import { answerFound } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { minutesAround } from '../market/fill-proofs.ts';
import { listRecordedMinutes, minuteOf, wireMinute } from '../market/recorded-minutes.ts';
import type { OverseaParts } from './deps.ts';
import { type FillRow, listFills } from './fill-store.ts';
import { findOrder, findPosition } from './order-store.ts';
import { FILLS_PER_EVENT, forcedReasonOf, wireFill } from './wire.ts';

interface Asked {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly fill: number;
}

export function receiptRoutes(parts: OverseaParts): readonly Route[] {
  const made = (player: PlayerId, fill: number) =>
    ({ player, event: Math.floor(fill / FILLS_PER_EVENT), missing: 'FILL_NOT_FOUND' }) as const;
  return [
    serve(overseaFillReceipt, ({ query: { fillId: fill }, principal: { site, player } }) =>
      answerFound(parts, made(player, fill), (tx) => findReceipt(tx, parts, { site, player, fill })),
    ),
    serve(overseaReceiptTicks, ({ query: { fillId: fill }, principal: { site, player } }) =>
      answerFound(parts, made(player, fill), (tx) => findReceiptTicks(tx, parts, { site, player, fill })),
    ),
  ];
}

/** Undefined when the fill does not exist or is another player's. */
async function findFill(tx: Tx, { site, player, fill }: Asked): Promise<FillRow | undefined> {
  const [row] = await listFills(tx, { site, player, fill }, { offset: 0, limit: 1 });
  return row;
}

async function findReceipt(
  tx: Tx,
  { instruments }: Pick<OverseaParts, 'instruments'>,
  asked: Asked,
): Promise<OverseaReceipt | undefined> {
  const fill = await findFill(tx, asked);
  if (fill === undefined) return undefined;
  const instrument = instruments.traded(fill.instrument);
  const { quote, closedEntry, closedPosition, openedAt } = fill;
  const recorded = await listRecordedMinutes(tx, instrument.code, minutesAround(quote));
  const minute = minuteOf(quote, recorded);
  return {
    rule: OVERSEA_RULE,
    fill: wireFill(fill, instrument),
    tick: {
      time: quote.ts,
      seq: quote.seq,
      last: toDecimal(quote.last),
      bid: toDecimal(quote.bid),
      ask: toDecimal(quote.ask),
      minuteMillis: minute?.minute ?? Math.floor(quote.ts / MINUTE_MS) * MINUTE_MS,
      hash: minute?.hash ?? null,
      previousHash: minute?.previousHash ?? null,
    },
    contract: {
      tickSize: toDecimal(fill.tickSize),
      multiplier: toDecimal(fill.multiplier),
      currency: instrument.currency,
      places: fill.places,
      rate: toDecimal(fill.rate),
      commissionPerContract: toDecimal(divide(fill.commission, BigInt(fill.qty), 'up')),
    },
    condition: await conditionOf(tx, asked.player, fill),
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
    forced: await forcedOf(tx, asked.player, fill),
    ledger: { event: fill.event, atMillis: fill.at },
  };
}

/** The level that had to be reached: by the resting order, or by a leg of the position as it was at its end. */
async function conditionOf(tx: Tx, player: PlayerId, fill: FillRow): Promise<OverseaReceipt['condition']> {
  if (fill.cause === 'TP' || fill.cause === 'SL') {
    const { closedPosition, closedEntry: entry, tickSize } = fill;
    const position =
      closedPosition === undefined ? undefined : await findPosition(tx, player, closedPosition);
    if (position === undefined || entry === undefined) return null;
    const { tp, sl } = tpslPrices({ ...position, entry }, tickSize);
    const level = fill.cause === 'TP' ? tp : sl;
    if (level === undefined) return null;
    const isAbove = (position.side === 'LONG') === (fill.cause === 'TP');
    return { level: toDecimal(level), fires: isAbove ? 'AT_OR_ABOVE' : 'AT_OR_BELOW', by: 'last' };
  }
  if (fill.cause !== 'LIMIT' && fill.cause !== 'STOPMARKET') return null;
  const order = await findOrder(tx, player, fill.order);
  // An order that was marketable on arrival never waited for a price; one without any price counts as arriving with its
  // first.
  if (order === undefined || (order.isUnpriced && fill.price !== order.price)) return null;
  const by = order.type === 'STOPMARKET' ? 'last' : order.side === 'LONG' ? 'ask' : 'bid';
  return { level: toDecimal(order.price), fires: order.fires, by };
}

async function forcedOf(tx: Tx, player: PlayerId, fill: FillRow): Promise<OverseaReceipt['forced']> {
  const reason = forcedReasonOf(fill.cause);
  if (reason === null) return null;
  const event = await loadFilled(tx, player, fill.seq);
  const { lossCut } = event;
  return {
    reason,
    losscut:
      lossCut === undefined
        ? null
        : {
            equity: toDecimal(lossCut.equity),
            level: toDecimal(lossCut.level),
            free: toDecimal(lossCut.free),
            margin: toDecimal(lossCut.margin),
            lastPnl: toDecimal(lossCut.lastPnl),
          },
    cancelledOrders: event.cancelled.length,
    topUp: toDecimal(event.topUp),
    fillIds: event.fills.map((_, place) => event.id * FILLS_PER_EVENT + place),
  };
}

async function loadFilled(tx: Tx, player: PlayerId, seq: number): Promise<OverseaFilled> {
  const [row] = await tx.query<{ body: string }>(
    'select body from account_event where player_id = $1 and seq = $2',
    [player, seq],
  );
  const event = row && readEvent(row.body);
  assert(event?.kind === 'OVERSEA_FILLED', 'a fill has its event in the player’s history');
  return event;
}

async function findReceiptTicks(
  tx: Tx,
  { instruments }: Pick<OverseaParts, 'instruments'>,
  asked: Asked,
): Promise<ReceiptTicks | undefined> {
  const fill = await findFill(tx, asked);
  if (fill === undefined) return undefined;
  const { code: stock } = instruments.traded(fill.instrument);
  const recorded = await listRecordedMinutes(tx, stock, minutesAround(fill.quote));
  const own = minuteOf(fill.quote, recorded);
  const minutes = recorded.filter(({ minute }) => own !== undefined && minute <= own.minute);
  return {
    stock,
    minutes: minutes.map(wireMinute),
    complete: own !== undefined,
  };
}
