// A receipt is everything from which a bet's result can be computed again (docs/rules.md 1.4–1.6 and 2.4), and nothing
// else is needed: the receipt, and the recorded minutes that `ticks` returns. How to check one:
//
// 1. Every minute of ticks is chained by its hash (`receipt-ticks.ts`). Those of a ball are BTCUSDT's, around the salt.
// 2. The ticks that may count are those with time <= close and delay <= what the freeze allowed, by (time, number).
// 3. ROUND_OPEN: entry is the last tick at or before the open, exit the last at or before the close. AT_BET: entry is
//    the first tick after `acceptedMillis`, within `entryWithinMillis`. Each must be at most `staleMillis` old.
// 4. Prices are rounded half-up to `precision` places. Exit above entry: LONG wins. Below: SHORT wins. Equal: void.
// 5. Credit of a win = stake + floor(stake × rate, `places`); of a void the stake; of a loss 0.
//    A trial has no number made of its opening: it opens in the whole second of its acceptance and closes 16 s later.
// 6. Ball: SHA-256 of the seed's bytes is the commit; HMAC-SHA256(seed, `{roundId}:{salt}:{i}`) are the blocks from
//    which the balls are taken (docs/rules.md 2.4, 3–5). Credit of a win = floor(stake × (1 + rate), `places`).
import { ROUND_TYPES } from '@maru/engine/rounds/round';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, id, siteInfoId } from '../fields.ts';
import { minuteOfTick, receiptTicks } from '../receipt-ticks.ts';
import { ballProof, betStatus, betType, roundStatus, voidReason } from './calls.ts';

/** Named on every receipt: a rule that changes gets another name, and old receipts keep theirs. */
export const BINARY_RULE = 'binary-1';
export const BALL_RULE = 'ball-1';
/** A round that was tried without an account: binary-1 with one length of its own. */
export const TRIAL_RULE = 'trial-1';
/** From the whole second of its acceptance to its close, so that the result is fifteen seconds after its entry. */
export const TRIAL_TYPE = 'T16';

/** A tick of the record, and the minute whose text contains it. */
const tickProof = z.object({
  time: z.int(),
  seq: z.int(),
  /** As recorded, before it is rounded to the precision. */
  price: decimalText,
  /** As compared: rounded half-up. */
  compared: decimalText,
  ...minuteOfTick,
});

export const receipt = z.object({
  rule: z.enum([BINARY_RULE, BALL_RULE, TRIAL_RULE]),
  bet: z.object({
    id: z.int(),
    tradeRoundId: z.int(),
    tradeOptionId: z.int(),
    stock: z.string(),
    optionType: z.enum([...ROUND_TYPES, TRIAL_TYPE]),
    type: betType,
    point: decimalText,
    rate: decimalText,
    walletType: z.string(),
    currency: z.string(),
    /** Places to which the profit is rounded down. */
    places: z.int(),
    acceptedMillis: z.int(),
  }),
  round: z.object({
    openMillis: z.int(),
    closeMillis: z.int(),
    strikeMode: z.enum(['ROUND_OPEN', 'AT_BET', 'DRAW']),
    precision: z.int(),
    staleMillis: z.int(),
    graceMillis: z.int(),
    entryWithinMillis: z.int(),
    /** The number of ticks in (open, close]; fewer than two are void. */
    tickCount: z.int().nullable(),
    status: roundStatus,
    frozenMillis: z.int().nullable(),
    voidReason: voidReason.nullable(),
    voidText: z.string().nullable(),
  }),
  entry: tickProof.nullable(),
  exit: tickProof.nullable(),
  ball: ballProof.nullable(),
  result: z.object({
    status: betStatus,
    /** Why the bet, and not only its round, is void; otherwise null. */
    voidReason: voidReason.nullable(),
    profit: decimalText,
    credit: decimalText.nullable(),
    /** The one rounding there is: the profit, or for balls the credit, toward zero at `places`. */
    rounding: z.literal('FLOOR'),
    /** The ledger's own number of the payment, once it is made. */
    paidEvent: z.int().nullable(),
    paidMillis: z.int().nullable(),
  }),
});
export type Receipt = z.output<typeof receipt>;

export const betReceipt = defineCall('player', 'GET', '/api/trade/receipt', {
  summary: 'The receipt of one of my bets; before the result only what was promised',
  api: { scope: 'READ', ko: '투자 영수증' },
  cost: 2,
  query: z.object({ siteInfoId, betId: id }),
  reply: receipt,
  refusals: ['BET_NOT_FOUND', 'ARCHIVED'],
});

export const betReceiptTicks = defineCall('player', 'GET', '/api/trade/receipt/ticks', {
  summary: 'The recorded minutes from which the result of one of my bets is computed, with their hashes',
  api: { scope: 'READ', ko: '투자 때의 시세 기록' },
  cost: 4,
  query: z.object({ siteInfoId, betId: id }),
  reply: receiptTicks,
  refusals: ['BET_NOT_FOUND', 'ARCHIVED'],
});
