// The receipt of a bet: everything from which its result can be computed again, and where in the record it stands.
import { BALL_RULE, BINARY_RULE, type Receipt } from '@maru/contract/binary/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { price, toDecimal } from '@maru/engine/amount';
import { ENTRY_WITHIN_MS, GRACE_MS } from '@maru/engine/binary/terms';
import { roundPrice } from '@maru/engine/market/tick';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';
import {
  isSealed,
  listRecordedMinutes,
  minuteOf,
  type RecordedMinute,
  wireMinute,
} from '../market/recorded-minutes.ts';
import { type BetRow, listBets, short } from './bet-store.ts';
import type { OfferList, OfferRound } from './offers.ts';
import { minutesOf } from './proofs.ts';
import { findRound } from './round-store.ts';
import { creditOf, typeOf } from './wire.ts';

interface Asked {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly bet: number;
}

interface FrozenRow {
  readonly strike_mode: 'ROUND_OPEN' | 'AT_BET' | 'DRAW';
  readonly places_compared: number;
  readonly stale_ms: number;
  readonly tick_count: number | null;
  readonly frozen_ms: number | null;
  readonly frozen_event: number | null;
  readonly open_tick_ms: number | null;
  readonly open_tick_seq: number | null;
  readonly open_price: string | null;
  readonly close_tick_ms: number | null;
  readonly close_tick_seq: number | null;
  readonly close_price: string | null;
}

/** Undefined when it is nobody's or another player's. */
export const findReceipt = (
  parts: { readonly database: Database; readonly offers: OfferList },
  asked: Asked,
): Promise<Receipt | undefined> =>
  parts.database.transaction(async (tx) => {
    const stored = await findBet(tx, parts.offers, asked);
    if (stored === undefined) return undefined;
    const { bet, round } = stored;
    const [frozen] = await tx.query<FrozenRow>(
      `select
         strike_mode, places_compared, stale_ms, tick_count, frozen_ms, frozen_event,
         open_tick_ms, open_tick_seq, open_price, close_tick_ms, close_tick_seq, close_price
       from bet_round
       where site_id = $1 and round_id = $2`,
      [asked.site, bet.round],
    );
    const seen = await findRound(tx, asked.site, bet.round);
    if (frozen === undefined || seen === undefined) return undefined;
    const { stock, minutes } = minutesOf(round);
    const recorded = await listRecordedMinutes(tx, stock, minutes);
    const precision = frozen.places_compared;
    const isOwn = frozen.strike_mode === 'AT_BET';
    const opening = tickIn(frozen.open_tick_ms, frozen.open_tick_seq, frozen.open_price);
    const entry = isOwn ? bet.strike : opening;
    const exit = tickIn(frozen.close_tick_ms, frozen.close_tick_seq, frozen.close_price);
    const paid = bet.status === 0 ? undefined : await findPayment(tx, asked, bet);
    return {
      rule: frozen.strike_mode === 'DRAW' ? BALL_RULE : BINARY_RULE,
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
        strikeMode: frozen.strike_mode,
        precision,
        staleMillis: frozen.stale_ms,
        graceMillis: GRACE_MS,
        entryWithinMillis: ENTRY_WITHIN_MS,
        tickCount: frozen.tick_count,
        status: seen.status as Receipt['round']['status'],
        frozenMillis: frozen.frozen_ms,
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
  });

export const findReceiptTicks = (
  { database, offers }: { readonly database: Database; readonly offers: OfferList },
  asked: Asked,
): Promise<ReceiptTicks | undefined> =>
  database.transaction(async (tx) => {
    const stored = await findBet(tx, offers, asked);
    if (stored === undefined) return undefined;
    const { stock, minutes } = minutesOf(stored.round);
    const recorded = await listRecordedMinutes(tx, stock, minutes);
    return {
      stock,
      minutes: recorded.map(wireMinute),
      complete: await isSealed(tx, stock, minutes.at(-1) ?? 0),
    };
  });

async function findBet(
  tx: Tx,
  offers: OfferList,
  { site, player, bet: id }: Asked,
): Promise<{ readonly bet: BetRow; readonly round: OfferRound } | undefined> {
  const [bet] = await listBets(tx, { site, player, bet: id }, { order: 'asc', offset: 0, limit: 1 });
  const round = bet && offers.roundOf(bet.round);
  return bet === undefined || round === undefined ? undefined : { bet, round };
}

interface RecordTick {
  readonly ts: Millis;
  readonly seq: number;
  readonly price: string;
}

const tickIn = (ts: number | null, seq: number | null, at: string | null): RecordTick | undefined =>
  ts === null || seq === null || at === null ? undefined : { ts: millis(ts), seq, price: short(at) };

function proofOf(
  tick: RecordTick,
  precision: number,
  recorded: readonly RecordedMinute[],
): NonNullable<Receipt['entry']> {
  const own = Math.floor(tick.ts / MINUTE_MS) * MINUTE_MS;
  const minute = minuteOf(tick, recorded);
  return {
    time: tick.ts,
    seq: tick.seq,
    price: tick.price,
    compared: toDecimal(roundPrice(price(tick.price), precision)),
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
