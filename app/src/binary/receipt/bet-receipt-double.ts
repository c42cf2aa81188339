// Receipts for the tests, computed by the engine itself: what the server would send for a bet on these ticks.
import type { Receipt } from '@maru/contract/binary/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { amount, minus, ONE, price, rate, rateOfUnits, toDecimal } from '@maru/engine/amount';
import { betOutcome, roundOutcome } from '@maru/engine/binary/prices';
import { ENTRY_WITHIN_MS, GRACE_MS } from '@maru/engine/binary/terms';
import { ballOutcome } from '@maru/engine/bitball/decide';
import { commitOf, drawOf, sumOf } from '@maru/engine/bitball/draw';
import { isMarket } from '@maru/engine/bitball/markets';
import { roundPrice } from '@maru/engine/market/tick';
import { lengthOf, type RoundType, roundId } from '@maru/engine/rounds/round';
import { floorTo, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { hashOf } from '../../receipt/tick-record.ts';

/** Friday, 14 November 2025, 10:41:00 in Korea. */
export const OPEN = millis(1_763_084_460_000);

/** Milliseconds from the opening, the price, and how late it arrived. */
export type DrawnTick = readonly [offset: number, price: string, delay?: number];

const FIRST_HASH = '0'.repeat(64);

/** The record as the server seals it, one text per minute. */
export function recordOf(stock: string, ticks: readonly DrawnTick[], open: Millis = OPEN): ReceiptTicks {
  const byMinute = Map.groupBy(ticks, ([offset]) => floorTo((open + offset) as Millis, MINUTE_MS));
  let previousHash = FIRST_HASH;
  const minutes = [...byMinute]
    .sort(([a], [b]) => a - b)
    .map(([minuteMillis, own]) => {
      const lines = own.map(([offset, last, delay = 12]) =>
        [open + offset - minuteMillis, seqOf(ticks, offset), last, '0', '0', '0', delay].join(' '),
      );
      const minute = { stock, minuteMillis, ticks: lines.join('\n'), previousHash };
      const hash = hashOf(minute);
      previousHash = hash;
      return { ...minute, hash };
    });
  return { stock, minutes, complete: true };
}

const seqOf = (ticks: readonly DrawnTick[], offset: number): number =>
  ticks.findIndex(([each]) => each === offset) + 1;

interface BinaryBet {
  readonly type?: RoundType;
  readonly side?: 'LONG' | 'SHORT';
  readonly point?: string;
  readonly rate?: string;
  readonly places?: number;
  /** From the opening. */
  readonly acceptedOffset?: number;
  readonly ticks: readonly DrawnTick[];
}

export interface Settled {
  readonly receipt: Receipt;
  readonly record: ReceiptTicks;
}

export function settledBet({
  type = 'B1',
  side = 'LONG',
  point = '50000',
  rate: profit = '0.95',
  places = 0,
  acceptedOffset = 26_412,
  ticks,
}: BinaryBet): Settled {
  const record = recordOf('BTCUSDT', ticks);
  const close = millis(OPEN + lengthOf(type));
  const strikeMode = type.startsWith('B') ? 'AT_BET' : 'ROUND_OPEN';
  const terms = { strikeMode, precision: 2, staleMs: 3_000 } as const;
  const counting = ticks
    .filter(([offset, , delay = 12]) => OPEN + offset <= close && OPEN + offset + delay <= close + GRACE_MS)
    .filter(([offset]) => offset >= -terms.staleMs)
    .map(([offset, last]) => ({
      ts: millis(OPEN + offset),
      seq: seqOf(ticks, offset),
      price: price(last),
    }));
  const judged = roundOutcome(counting, { open: OPEN, close }, terms);
  const stake = amount(point);
  const outcome = betOutcome(
    {
      side: side === 'LONG' ? 'UP' : 'DOWN',
      stake,
      rate: rate(profit),
      acceptedAt: millis(OPEN + acceptedOffset),
    },
    { status: judged.status, voidReason: judged.voidReason, closeTick: judged.closeTick, ticks: counting },
    terms,
    places,
  );
  const proofOf = (tick: (typeof counting)[number] | undefined): Receipt['entry'] => {
    if (tick === undefined) return null;
    const minuteMillis = floorTo(tick.ts, MINUTE_MS);
    const minute = record.minutes.find((each) => each.minuteMillis === minuteMillis);
    return {
      time: tick.ts,
      seq: tick.seq,
      price: toDecimal(tick.price),
      compared: toDecimal(roundPrice(tick.price, terms.precision)),
      minuteMillis,
      hash: minute?.hash ?? null,
      previousHash: minute?.previousHash ?? null,
    };
  };
  const isOwnVoid = outcome.status === 3 && (judged.status !== 3 || judged.voidReason === 'TIE');
  const ownReason = outcome.strike === undefined ? 'NO_ENTRY_TICK' : 'TIE';
  const entry = strikeMode === 'AT_BET' ? outcome.strike : judged.openTick;
  return {
    record,
    receipt: {
      rule: 'binary-1',
      bet: {
        id: 4_482,
        tradeRoundId: roundId({ offer: 11, open: OPEN }),
        tradeOptionId: 11,
        stock: 'BTCUSDT',
        optionType: type,
        type: side,
        point,
        rate: profit,
        walletType: 'BINARY',
        currency: places === 0 ? 'KRW' : 'USDT',
        places,
        acceptedMillis: OPEN + acceptedOffset,
      },
      round: {
        openMillis: OPEN,
        closeMillis: close,
        strikeMode,
        precision: terms.precision,
        staleMillis: terms.staleMs,
        graceMillis: GRACE_MS,
        entryWithinMillis: ENTRY_WITHIN_MS,
        tickCount: judged.tickCount,
        status: judged.status,
        frozenMillis: close + GRACE_MS,
        voidReason: judged.voidReason ?? null,
        voidText: null,
      },
      entry: proofOf(entry),
      exit: proofOf(judged.closeTick),
      ball: null,
      result: {
        status: outcome.status,
        voidReason: isOwnVoid && strikeMode === 'AT_BET' ? ownReason : null,
        profit: toDecimal(outcome.status === 1 ? minus(outcome.credit, stake) : amount('0')),
        credit: toDecimal(outcome.credit),
        rounding: 'FLOOR',
        paidEvent: 90_001,
        paidMillis: close + GRACE_MS + 40,
      },
    },
  };
}

/** G08's seed; a real round has a fresh one. */
const SEED = '3f1e2d4c5b6a79880796a5b4c3d2e1f0ffeeddccbbaa99887766554433221100';

export function settledBall({
  market = 'NS_OVER',
  odds = '1.95',
  point = '30000',
}: {
  readonly market?: string;
  readonly odds?: string;
  readonly point?: string;
} = {}): Settled {
  if (!isMarket(market)) throw new Error(`${market} is no market`);
  const record = recordOf('BTCUSDT', [
    [-8_100, '95470.2'],
    [-5_231, '95473.6'],
    [-4_600, '95474.1'],
  ]);
  const salt = `BTCUSDT:95473.6:${OPEN - 5_231}`;
  const round = roundId({ offer: 31, open: OPEN });
  const draw = drawOf({ seed: SEED, round, salt });
  const stake = amount(point);
  const outcome = ballOutcome({ market, stake, odds: rate(odds) }, { kind: 'DRAWN', draw }, { places: 0 });
  return {
    record,
    receipt: {
      rule: 'ball-1',
      bet: {
        id: 4_483,
        tradeRoundId: round,
        tradeOptionId: 31,
        stock: 'BTCUSDT',
        optionType: 'P2',
        type: market,
        point,
        rate: toDecimal(rateOfUnits(rate(odds) - ONE)),
        walletType: 'BINARY',
        currency: 'KRW',
        places: 0,
        acceptedMillis: OPEN - 40_000,
      },
      round: {
        openMillis: OPEN,
        closeMillis: OPEN,
        strikeMode: 'DRAW',
        precision: 2,
        staleMillis: 3_000,
        graceMillis: GRACE_MS,
        entryWithinMillis: ENTRY_WITHIN_MS,
        tickCount: null,
        status: 1,
        frozenMillis: OPEN + 20,
        voidReason: null,
        voidText: null,
      },
      entry: null,
      exit: null,
      ball: {
        commit: commitOf(SEED),
        seed: SEED,
        salt,
        balls: [...draw.balls],
        powerBall: draw.power,
        sum: sumOf(draw),
      },
      result: {
        status: outcome.status,
        voidReason: null,
        profit: toDecimal(outcome.status === 1 ? minus(outcome.credit, stake) : amount('0')),
        credit: toDecimal(outcome.credit),
        rounding: 'FLOOR',
        paidEvent: 90_002,
        paidMillis: OPEN + 60,
      },
    },
  };
}

/** Ticks of the design's picture: the bet is accepted at 26.412 and judged from 26.530 to 59.871. */
export const USUAL_TICKS: readonly DrawnTick[] = [
  [-400, '95453.2'],
  [12_000, '95455.9'],
  [25_981, '95448.3'],
  [26_247, '95447.6'],
  [26_530, '95447.1'],
  [26_902, '95446.8'],
  [40_000, '95470.4'],
  [59_214, '95460.4'],
  [59_556, '95462'],
  [59_871, '95461.2'],
  [60_188, '95459.9'],
];
