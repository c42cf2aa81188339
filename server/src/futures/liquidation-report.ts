// What led to a liquidation, and where the money went: from the fills of the position, its warnings, what its owner did
// meanwhile, and what the platform judged.
import type { FuturesReceipt, LiquidationReport, WireLiquidationStep } from '@maru/contract/futures/receipt';
import { type Amount, toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { entryText } from '@maru/engine/entry';
import type { JudgedPosition } from '@maru/engine/futures/events';
import { bankruptcyPrice } from '@maru/engine/futures/liquidation-price';
import { isolatedLiquidationPrice } from '@maru/engine/futures/liquidation-prices';
import { otherSide } from '@maru/engine/futures/terms';
import { fineOf, ratioOf } from '@maru/engine/futures/value';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, selectFrom } from '../shadow/statements.ts';
import type { FuturesParts } from './deps.ts';
import { type FillRow, findFill, listFillsOfEvent, listFillsOfPosition } from './fill-store.ts';
import type { FuturesInstruments } from './instruments.ts';
import type { Asked } from './receipts.ts';
import { readMarks } from './shadow/judged-marks.ts';
import { liquidations, warnings } from './shadow/tables.ts';
import { wireFill } from './wire.ts';

type WireLiquidation = NonNullable<FuturesReceipt['liquidation']>;

/** Of each kind the newest: a position may have been traded thousands of times. */
const MOST_STEPS = 200;

const readLiquidations = selectFrom(liquidations, fieldsOf(liquidations));
const readWarnings = selectFrom(warnings, fieldsOf(warnings));

/** The row has the figures and the marks; every position that was judged is in the event alone. */
async function findJudged(tx: Tx, player: PlayerId, event: number) {
  const [row] = await readLiquidations(tx, 'where id = $1 and player_id = $2', [event, player]);
  if (row === undefined) return undefined;
  const [history] = await tx.query<{ body: string }>(
    'select body from account_event where player_id = $1 and seq = $2',
    [player, row.seq],
  );
  const filled = history && readEvent(history.body);
  assert(filled?.kind === 'FUTURES_FILLED', 'a liquidation has its event in the player’s history');
  return { ...row, marks: readMarks(row.marks), judged: filled.liquidation?.judged ?? [] };
}
type Judged = NonNullable<Awaited<ReturnType<typeof findJudged>>>;

/** What the platform judged when it closed; null if the player closed. */
export async function findLiquidation(
  tx: Tx,
  instruments: FuturesInstruments,
  player: PlayerId,
  { event }: Pick<FillRow, 'event'>,
): Promise<WireLiquidation | null> {
  const judged = await findJudged(tx, player, event);
  if (judged === undefined) return null;
  return wireLiquidation(judged, await listFillsOfEvent(tx, player, event), instruments);
}

const wireLiquidation = (
  judged: Judged,
  fills: readonly FillRow[],
  instruments: FuturesInstruments,
): WireLiquidation => ({
  marginType: judged.marginType,
  cash: toDecimal(judged.cash),
  pnl: toDecimal(judged.pnl),
  funding: toDecimal(judged.funding),
  balance: toDecimal(judged.balance),
  maintenance: toDecimal(judged.maintenance),
  judged: judged.judged.map((position) => wireJudged(position, judged, instruments)),
  cancelledOrders: judged.cancelledOrders,
  topUp: toDecimal(judged.topUp),
  fillIds: fills.map(({ id }) => id),
});

function wireJudged(
  position: JudgedPosition,
  { marks }: Pick<Judged, 'marks'>,
  instruments: FuturesInstruments,
): WireLiquidation['judged'][number] {
  const { instrument, entry } = position;
  const quote = marks.find((each) => each.instrument === instrument)?.quote;
  assert(quote !== undefined, 'what was judged had a mark');
  return {
    futuresPositionId: position.id,
    futuresOptionId: instrument,
    stock: instruments.traded(instrument).code,
    contractType: position.contract,
    tradeType: position.side,
    qty: toDecimal(position.qty),
    entrySum: String(entry.sum),
    entryOver: String(entry.over),
    funding: toDecimal(position.funding),
    maintenanceRate: toDecimal(position.maintenanceRate),
    deduction: toDecimal(position.deduction),
    markPrice: toDecimal(quote.mark),
    time: quote.ts,
    seq: quote.seq,
  };
}

/** Undefined where the fill is no liquidation of the player. */
export async function findReport(
  tx: Tx,
  parts: Pick<FuturesParts, 'instruments' | 'terms'>,
  asked: Asked,
  now: Millis,
): Promise<LiquidationReport | undefined> {
  const { instruments } = parts;
  const fill = await findFill(tx, asked);
  const judged = fill && (await findJudged(tx, asked.player, fill.event));
  const { closedEntry: entry } = fill ?? {};
  if (fill === undefined || judged === undefined || entry === undefined) return undefined;
  const instrument = instruments.traded(fill.instrument);
  const together = await listFillsOfEvent(tx, asked.player, fill.event);
  const own = parts.terms.at(asked.site, fill.instrument, now);
  const position = { side: otherSide(fill.side), qty: fill.closedQty, entry };
  const openedAt = fill.openedAt ?? fill.at;
  const isIsolated = judged.marginType === 'ISOLATED';
  const backed = { ...position, margin: judged.cash, funding: judged.funding };
  const backing = fineOf((judged.cash + judged.funding) as Amount);
  return {
    fill: wireFill(fill, instrument),
    liquidation: wireLiquidation(judged, together, instruments),
    position: {
      id: fill.position,
      tradeType: position.side,
      qty: toDecimal(position.qty),
      entrySum: String(entry.sum),
      entryOver: String(entry.over),
      entryPrice: entryText(entry, instrument.precision),
      openedMillis: openedAt,
    },
    liquidPrice: isIsolated && own ? shown(isolatedLiquidationPrice(backed, own)) : null,
    bankruptcyPrice: isIsolated && own ? shown(bankruptcyPrice(position, backing, own)) : null,
    steps: await listSteps(tx, asked.player, fill, judged),
    money: isIsolated ? moneyOfIsolated(fill, judged) : moneyOfCross(together, judged),
  };
}

const shown = (price: bigint | undefined): string | null => (price === undefined ? null : toDecimal(price));

/** The insurance takes the margin and settles the rest with it: nothing is left. */
const moneyOfIsolated = (fill: FillRow, { cash }: Judged): LiquidationReport['money'] => ({
  before: toDecimal(cash),
  funding: toDecimal(fill.funding),
  pnl: toDecimal(fill.pnl),
  fee: toDecimal(fill.fee),
  toInsurance: toDecimal(fill.insured < 0n ? -fill.insured : 0n),
  fromInsurance: toDecimal(fill.insured > 0n ? fill.insured : 0n),
  left: toDecimal(cash + fill.funding + fill.pnl - fill.fee + fill.insured),
});

/** Of all positions that were closed together. */
function moneyOfCross(fills: readonly FillRow[], { cash, topUp }: Judged): LiquidationReport['money'] {
  const sum = (of: (fill: FillRow) => bigint): bigint => fills.reduce((all, fill) => all + of(fill), 0n);
  const funding = sum((fill) => fill.funding);
  const pnl = sum((fill) => fill.pnl);
  const fee = sum((fill) => fill.fee);
  const toInsurance = sum((fill) => fill.liquidationFee);
  return {
    before: toDecimal(cash),
    funding: toDecimal(funding),
    pnl: toDecimal(pnl),
    fee: toDecimal(fee),
    toInsurance: toDecimal(toInsurance),
    fromInsurance: toDecimal(topUp),
    left: toDecimal(cash + funding + pnl - fee - toInsurance + topUp),
  };
}

async function listSteps(
  tx: Tx,
  player: PlayerId,
  fill: FillRow,
  judged: Judged,
): Promise<LiquidationReport['steps']> {
  const fills = await listFillsOfPosition(tx, player, fill.position, MOST_STEPS);
  const warned = await readWarnings(
    tx,
    `where position_id = $1 and player_id = $2 order by id desc limit ${MOST_STEPS}`,
    [fill.position, player],
  );
  const steps: WireLiquidationStep[] = [
    ...fills.map(fillStep),
    ...warned.toReversed().map(({ at, ratio, mark }) => ({
      type: 'WARNED' as const,
      atMillis: at,
      ratio: toDecimal(ratio),
      markPrice: toDecimal(mark),
    })),
    ...(await listSettings(tx, player, fill)),
    {
      type: 'REACHED',
      atMillis: judged.at,
      ratio: toDecimal(ratioOf(fineOf(judged.maintenance), fineOf(judged.balance))),
      markPrice: toDecimal(fill.quote.mark),
      cancelledOrders: judged.cancelledOrders,
    },
  ];
  return steps.sort((a, b) => a.atMillis - b.atMillis || rankOf(a) - rankOf(b));
}

/** Of one moment: it was reached, and then closed. */
const rankOf = ({ type }: WireLiquidationStep): number => (type === 'CLOSED' ? 1 : 0);

function fillStep({ id, at, closedQty, openedQty, positionQty, price }: FillRow): WireLiquidationStep {
  const type =
    closedQty > 0n
      ? positionQty === 0n
        ? 'CLOSED'
        : 'REDUCED'
      : positionQty === openedQty
        ? 'OPENED'
        : 'ADDED';
  const qty = toDecimal(closedQty > 0n ? closedQty : openedQty);
  return { type, atMillis: at, fillId: id, qty, price: toDecimal(price) };
}

/** What the player did to the position meanwhile, from the player's own history. */
async function listSettings(
  tx: Tx,
  player: PlayerId,
  { position, instrument, seq, openedAt, at }: FillRow,
): Promise<readonly WireLiquidationStep[]> {
  const rows = await tx.query<{ body: string }>(
    `select body
     from (
       select body, kind, event_id
       from account_event
       where player_id = $1 and seq < $2
       order by seq desc
       limit ${MOST_LISTED}
     ) as newest
     where event_id >= $3 and kind in ('FUTURES_MARGIN_MOVED', 'FUTURES_LEVERAGE_SET')
     order by event_id desc
     limit ${MOST_STEPS}`,
    [player, seq, position],
  );
  const since = openedAt ?? at;
  return rows.flatMap(({ body }): readonly WireLiquidationStep[] => {
    const event = readEvent(body);
    if (event.at < since) return [];
    if (event.kind === 'FUTURES_MARGIN_MOVED' && event.position.id === position)
      return [{ type: 'MARGIN_MOVED', atMillis: event.at, amount: toDecimal(event.amount) }];
    if (event.kind === 'FUTURES_LEVERAGE_SET' && event.instrument === instrument)
      return [{ type: 'LEVERAGE_SET', atMillis: event.at, leverage: event.leverage }];
    return [];
  });
}
