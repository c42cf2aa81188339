// The receipt of a bet: everything from which its result can be recomputed, and where it is in the record.
import { BALL_RULE, BINARY_RULE, type Receipt } from '@maru/contract/binary/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { toDecimal } from '@maru/engine/amount';
import { ENTRY_WITHIN_MS, GRACE_MS } from '@maru/engine/binary/terms';
import { roundPrice, type TickRef } from '@maru/engine/market/tick';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { MINUTE_MS, type Millis } from '@maru/engine/time';
import { rounds, tickIn } from '../bets/tables.ts';
import type { Tx } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';
import {
  isSealed,
  listRecordedMinutes,
  minuteOf,
  type RecordedMinute,
  wireMinute,
} from '../market/recorded-minutes.ts';
import { selectFrom } from '../shadow/statements.ts';
import { type BetRow, listBets } from './bet-store.ts';
import type { OfferList, OfferRound } from './offers.ts';
import { minutesOf } from './proofs.ts';
import { findRound } from './round-store.ts';
import { creditOf, typeOf } from './wire.ts';

interface Asked {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly bet: number;
}

const readRounds = selectFrom(rounds, [
  ...(['strikeMode', 'precision', 'staleMs', 'tickCount', 'frozenAt'] as const),
  ...(['openTickAt', 'openTickSeq', 'openPrice', 'closeTickAt', 'closeTickSeq', 'closePrice'] as const),
]);

/** Undefined when the bet does not exist or is another player's. */
export async function findReceipt(tx: Tx, offers: OfferList, asked: Asked): Promise<Receipt | undefined> {
  const stored = await findBet(tx, offers, asked);
  if (stored === undefined) return undefined;
  const { bet, round } = stored;
  const [frozen] = await readRounds(tx, 'where site_id = $1 and round_id = $2', [asked.site, bet.round]);
  const seen = await findRound(tx, asked.site, bet.round);
  if (frozen === undefined || seen === undefined) return undefined;
  const { stock, minutes } = minutesOf(round);
  const recorded = await listRecordedMinutes(tx, stock, minutes);
  const { precision, strikeMode } = frozen;
  const opening = tickIn(frozen.openTickAt, frozen.openTickSeq, frozen.openPrice);
  const entry = strikeMode === 'AT_BET' ? bet.strike : opening;
  const exit = tickIn(frozen.closeTickAt, frozen.closeTickSeq, frozen.closePrice);
  const paid = bet.status === 0 ? undefined : await findPayment(tx, asked, bet);
  return {
    rule: strikeMode === 'DRAW' ? BALL_RULE : BINARY_RULE,
    bet: {
      id: bet.id,
      tradeRoundId: bet.round,
      tradeOptionId: bet.offer,
      stock: round.offer.instrument.code,
      optionType: bet.type,
      type: typeOf(bet.pick),
      point: toDecimal(bet.stake),
      rate: toDecimal(bet.rate),
      walletType: bet.wallet,
      currency: bet.currency,
      places: bet.places,
      acceptedMillis: bet.acceptedAt,
    },
    round: {
      openMillis: round.open,
      closeMillis: round.close,
      strikeMode,
      precision,
      staleMillis: frozen.staleMs,
      graceMillis: GRACE_MS,
      entryWithinMillis: ENTRY_WITHIN_MS,
      tickCount: frozen.tickCount ?? null,
      status: seen.status as Receipt['round']['status'],
      frozenMillis: frozen.frozenAt ?? null,
      voidReason: seen.voidReason as Receipt['round']['voidReason'],
      voidText: seen.voidText,
    },
    entry: entry === undefined ? null : proofOf(entry, precision, recorded),
    exit: exit === undefined ? null : proofOf(exit, precision, recorded),
    ball: seen.ball,
    result: {
      status: bet.status,
      voidReason: bet.voidReason as Receipt['result']['voidReason'],
      profit: toDecimal(bet.profit),
      credit: bet.status === 0 ? null : toDecimal(creditOf(bet)),
      rounding: 'FLOOR',
      paidEvent: paid?.event ?? null,
      paidMillis: paid?.at ?? null,
    },
  };
}

export async function findReceiptTicks(
  tx: Tx,
  offers: OfferList,
  asked: Asked,
): Promise<ReceiptTicks | undefined> {
  const stored = await findBet(tx, offers, asked);
  if (stored === undefined) return undefined;
  const { stock, minutes } = minutesOf(stored.round);
  const recorded = await listRecordedMinutes(tx, stock, minutes);
  return {
    stock,
    minutes: recorded.map(wireMinute),
    complete: await isSealed(tx, stock, minutes.at(-1) ?? 0),
  };
}

async function findBet(
  tx: Tx,
  offers: OfferList,
  { site, player, bet: id }: Asked,
): Promise<{ readonly bet: BetRow; readonly round: OfferRound } | undefined> {
  const [bet] = await listBets(tx, { site, player, bet: id }, { order: 'asc', offset: 0, limit: 1 });
  const round = bet && offers.roundOf(bet.round);
  return bet === undefined || round === undefined ? undefined : { bet, round };
}

function proofOf(
  tick: TickRef,
  precision: number,
  recorded: readonly RecordedMinute[],
): NonNullable<Receipt['entry']> {
  const own = Math.floor(tick.ts / MINUTE_MS) * MINUTE_MS;
  const minute = minuteOf(tick, recorded);
  return {
    time: tick.ts,
    seq: tick.seq,
    price: toDecimal(tick.price),
    compared: toDecimal(roundPrice(tick.price, precision)),
    minuteMillis: minute?.minute ?? own,
    hash: minute?.hash ?? null,
    previousHash: minute?.previousHash ?? null,
  };
}

/** The newest payment of the player that names the bet: after a void there are two. */
async function findPayment(
  tx: Tx,
  { player }: Asked,
  bet: BetRow,
): Promise<{ readonly event: number; readonly at: Millis } | undefined> {
  const rows = await tx.query<{ body: string }>(
    `select body
     from account_event
     where player_id = $1
       and event_id > $2
       and kind in ('ROUND_PAID', 'BALL_PAID')
       and body like '%"round":' || $3::text || '%'
     order by seq desc
     limit 1`,
    [player, bet.id, bet.round],
  );
  const event = rows[0] && readEvent(rows[0].body);
  return event && { event: event.id, at: event.at };
}
