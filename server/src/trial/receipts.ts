// What a tried round came to, computed from the record each time: nothing of it is stored that could differ from the
// record.
import { type Receipt, TRIAL_RULE, TRIAL_TYPE } from '@maru/contract/binary/receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { toDecimal } from '@maru/engine/amount';
import { strikeFor } from '@maru/engine/binary/prices';
import { ENTRY_WITHIN_MS, GRACE_MS } from '@maru/engine/binary/terms';
import {
  type JudgedTrial,
  judgeTrial,
  TRIAL_PLACES,
  TRIAL_RATE,
  TRIAL_STAKE,
  TRIAL_STOCK,
  TRIAL_TERMS,
  TRIAL_WALLET,
  trialProfit,
  trialSpan,
} from '@maru/engine/binary/trial';
import { compareTicks, roundPrice, type TickRef } from '@maru/engine/market/tick';
import { earlier, floorTo, later, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import {
  isSealed,
  listRecordedMinutes,
  minuteOf,
  type RecordedMinute,
  wireMinute,
} from '../market/recorded-minutes.ts';
import { listRecordedTicks, type RecordParts } from '../market/recorded-ticks.ts';
import { readTicks } from '../market/tick-text.ts';
import type { Trial } from './token.ts';

/** The minutes that a result may depend on: one or two. */
export function minutesOf({ acceptedAt }: Pick<Trial, 'acceptedAt'>): readonly Millis[] {
  const { open, close } = trialSpan(acceptedAt);
  const first = floorTo(earlier(open, TRIAL_TERMS.staleMs), MINUTE_MS);
  const last = floorTo(close, MINUTE_MS);
  return first === last ? [first] : [first, last];
}

/** Ticks count that arrived before the grace was over, as for every round. */
async function ticksOf(parts: RecordParts, trial: Trial, recorded: readonly RecordedMinute[]) {
  const { open, close } = trialSpan(trial.acceptedAt);
  const window = { from: earlier(open, TRIAL_TERMS.staleMs), to: later(close, 1) };
  const live = await listRecordedTicks(parts, TRIAL_STOCK, window);
  const copied = recorded.flatMap(({ ticks, minute }) => readTicks(ticks, { stock: TRIAL_STOCK, minute }));
  return (live.length > 0 ? live : copied.toSorted(compareTicks))
    .filter(({ ts, recvTs }) => ts >= window.from && ts < window.to && recvTs <= later(close, GRACE_MS))
    .map(({ ts, seq, last }): TickRef => ({ ts, seq, price: last }));
}

const decidedAt = ({ acceptedAt }: Pick<Trial, 'acceptedAt'>): Millis =>
  later(trialSpan(acceptedAt).close, GRACE_MS);

const minutesIn = (database: Database, trial: Trial): Promise<readonly RecordedMinute[]> =>
  database.transaction((tx) => listRecordedMinutes(tx, TRIAL_STOCK, minutesOf(trial)));

/** Undefined while the round or its grace runs. */
export async function resultOf(
  parts: RecordParts,
  trial: Trial,
  now: Millis,
): Promise<JudgedTrial | undefined> {
  if (now < decidedAt(trial)) return undefined;
  return judgeTrial(await ticksOf(parts, trial, await minutesIn(parts.database, trial)), trial);
}

export async function receiptOf(parts: RecordParts, trial: Trial, now: Millis): Promise<Receipt> {
  const { open, close } = trialSpan(trial.acceptedAt);
  const recorded = await minutesIn(parts.database, trial);
  const ticks = await ticksOf(parts, trial, recorded);
  const judged = now < decidedAt(trial) ? undefined : judgeTrial(ticks, trial);
  const entry = strikeFor(ticks, trial.acceptedAt);
  const exit = judged?.round.closeTick;
  const profit = judged && trialProfit(judged.outcome);
  const voidReason = judged?.round.voidReason ?? null;
  return {
    rule: TRIAL_RULE,
    bet: {
      id: trial.id,
      tradeRoundId: trial.id,
      tradeOptionId: 0,
      stock: TRIAL_STOCK,
      optionType: TRIAL_TYPE,
      type: trial.side === 'UP' ? 'LONG' : 'SHORT',
      point: toDecimal(TRIAL_STAKE),
      rate: toDecimal(TRIAL_RATE),
      walletType: TRIAL_WALLET,
      currency: 'KRW',
      places: TRIAL_PLACES,
      acceptedMillis: trial.acceptedAt,
    },
    round: {
      openMillis: open,
      closeMillis: close,
      strikeMode: TRIAL_TERMS.strikeMode,
      precision: TRIAL_TERMS.precision,
      staleMillis: TRIAL_TERMS.staleMs,
      graceMillis: GRACE_MS,
      entryWithinMillis: ENTRY_WITHIN_MS,
      tickCount: judged?.round.tickCount ?? null,
      status: judged?.round.status ?? 0,
      frozenMillis: judged === undefined ? null : decidedAt(trial),
      voidReason,
      voidText: null,
    },
    entry: entry === undefined ? null : proofOf(entry, recorded),
    exit: exit === undefined ? null : proofOf(exit, recorded),
    ball: null,
    result: {
      status: judged?.outcome.status ?? 0,
      voidReason: judged?.reason ?? null,
      profit: profit === undefined || profit < 0n ? '0' : toDecimal(profit),
      credit: judged === undefined ? null : toDecimal(judged.outcome.credit),
      rounding: 'FLOOR',
      paidEvent: null,
      paidMillis: null,
    },
  };
}

function proofOf(tick: TickRef, recorded: readonly RecordedMinute[]): NonNullable<Receipt['entry']> {
  const minute = minuteOf(tick, recorded);
  return {
    time: tick.ts,
    seq: tick.seq,
    price: toDecimal(tick.price),
    compared: toDecimal(roundPrice(tick.price, TRIAL_TERMS.precision)),
    minuteMillis: minute?.minute ?? floorTo(tick.ts, MINUTE_MS),
    hash: minute?.hash ?? null,
    previousHash: minute?.previousHash ?? null,
  };
}

export async function receiptTicksOf(tx: Tx, trial: Trial): Promise<ReceiptTicks> {
  const minutes = minutesOf(trial);
  const recorded = await listRecordedMinutes(tx, TRIAL_STOCK, minutes);
  return {
    stock: TRIAL_STOCK,
    minutes: recorded.map(wireMinute),
    complete: await isSealed(tx, TRIAL_STOCK, minutes.at(-1) ?? 0),
  };
}
