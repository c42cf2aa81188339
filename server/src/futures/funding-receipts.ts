// The receipt of a funding payment: everything from which it can be recomputed, and where its mark is in the record.
import {
  FUNDING_RULE,
  type FundingReceipt,
  futuresFundingReceipt,
  futuresFundingTicks,
} from '@maru/contract/futures/funding-receipt';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { PLACES, type Rate, toDecimal } from '@maru/engine/amount';
import { FUNDING_INTERVAL_MS, fundingRate, meanPremium } from '@maru/engine/futures/funding-rate';
import { markTickAt } from '@maru/engine/market/mark-price';
import { compareTicks } from '@maru/engine/market/tick';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { earlier, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { findArchiveMark } from '../desk/archive-mark.ts';
import { ARCHIVED, BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { minutesAround } from '../market/fill-proofs.ts';
import {
  isSealed,
  listRecordedMinutes,
  minuteOf,
  type RecordedMinute,
  wireMinute,
} from '../market/recorded-minutes.ts';
import { readTicks } from '../market/tick-text.ts';
import type { FuturesParts } from './deps.ts';
import { mostRateOf } from './funding-premiums.ts';
import { type FundingPayment, findFundingPayment } from './funding-store.ts';
import { findPremiums } from './premium-store.ts';
import { wireFunding } from './wire.ts';

interface Asked {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly position: number;
  readonly dueAt: number;
}

export function fundingReceiptRoutes(parts: FuturesParts): readonly Route[] {
  const { desk, database, instruments } = parts;

  async function answer<Reply>(asked: Asked, find: (tx: Tx, payment: FundingPayment) => Promise<Reply>) {
    if (!(await desk.caughtUp(asked.player))) return BEHIND;
    return database.transaction(async (tx) => {
      const payment = await findFundingPayment(tx, asked);
      if (payment !== undefined) return { ok: true, reply: await find(tx, payment) } as const;
      const archived = await findArchiveMark(tx, asked.player);
      return archived !== undefined && asked.dueAt <= archived.at
        ? ARCHIVED
        : ({ ok: false, refusal: 'FUNDING_NOT_FOUND' } as const);
    });
  }

  return [
    serve(
      futuresFundingReceipt,
      ({ query: { futuresPositionId: position, fundingMillis: dueAt }, principal: { site, player } }) =>
        answer({ site, player, position, dueAt }, async (tx, payment): Promise<FundingReceipt> => {
          const instrument = instruments.traded(payment.instrument);
          const { code: stock } = instrument;
          return {
            rule: FUNDING_RULE,
            payment: wireFunding(payment, instrument),
            contract: { contractType: payment.contract, places: PLACES },
            tick: tickOf(payment.dueAt, await listMinutes(tx, stock, payment.dueAt)),
            premium: await findPremium(tx, stock, payment),
            ledger: { event: payment.event },
          };
        }),
    ),
    serve(
      futuresFundingTicks,
      ({ query: { futuresPositionId: position, fundingMillis: dueAt }, principal: { site, player } }) =>
        answer({ site, player, position, dueAt }, async (tx, payment): Promise<ReceiptTicks> => {
          const { code: stock } = instruments.traded(payment.instrument);
          const minutes = await listMinutes(tx, stock, payment.dueAt);
          return { stock, minutes: minutes.map(wireMinute), complete: minutes.length > 0 };
        }),
    ),
  ];
}

/** Nothing until the minute that begins at that time is sealed: until then a tick could still be added. */
async function listMinutes(tx: Tx, stock: string, dueAt: Millis): Promise<readonly RecordedMinute[]> {
  const due = Math.floor(dueAt / MINUTE_MS) * MINUTE_MS;
  if (!(await isSealed(tx, stock, due))) return [];
  const wanted = minutesAround({ ts: dueAt }).filter((minute) => minute <= due);
  return listRecordedMinutes(tx, stock, wanted);
}

/** As the funding itself found it. */
function tickOf(dueAt: Millis, minutes: readonly RecordedMinute[]): FundingReceipt['tick'] {
  const ticks = minutes.flatMap(({ ticks: text, stock, minute }) =>
    text === '' ? [] : readTicks(text, { stock, minute }),
  );
  const tick = markTickAt(ticks.toSorted(compareTicks), dueAt);
  const minute = tick && minuteOf(tick, minutes);
  if (tick === undefined || minute === undefined) return null;
  return {
    time: tick.ts,
    seq: tick.seq,
    mark: toDecimal(tick.mark),
    minuteMillis: minute.minute,
    hash: minute.hash,
    previousHash: minute.previousHash,
  };
}

async function findPremium(
  tx: Tx,
  stock: string,
  { dueAt, rate }: FundingPayment,
): Promise<FundingReceipt['premium']> {
  const intervalMs = FUNDING_INTERVAL_MS;
  const premiums = await findPremiums(tx, { stock, startsAt: earlier(dueAt, intervalMs) });
  if (premiums === undefined) return null;
  const most = mostRateOf(stock);
  // A site may have had a lower limit than its contract has: then the rate that was paid is that limit.
  const computed = fundingRate(meanPremium(premiums), { most, intervalMs });
  return {
    intervalMillis: intervalMs,
    weighted: String(premiums.weighted),
    coveredMillis: premiums.ms,
    mostRate: toDecimal(sizeOf(computed) > sizeOf(rate) ? sizeOf(rate) : most),
  };
}

const sizeOf = (rate: Rate): bigint => (rate < 0n ? -rate : rate);
