// Accumulates how far each perpetual contract stands from its index, from live ticks, and answers the funding rate that
// follows. About once a minute what was accumulated is written, so a killed process loses a minute of eight hours.
import type { Price, Rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import {
  FUNDING_INTERVAL_MS,
  fundingRate,
  fundingTimes,
  meanPremium,
  noPremiums,
  type Premiums,
  premiumOf,
  withPremium,
} from '@maru/engine/futures/funding-rate';
import type { Instrument } from '@maru/engine/market/instrument';
import { type Carry, LONGEST_STAND_MS, midOf } from '@maru/engine/market/mark-price';
import { hasIndex, type Tick } from '@maru/engine/market/tick';
import { DAY_MS, earlier, later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { FundingOf, FundingRates } from '../market/funding.ts';
import { futuresContracts } from './contracts.ts';
import {
  deletePremiumsBefore,
  findPremiums,
  listPremiumsSince,
  type PremiumRow,
  savePremiums,
} from './premium-store.ts';
import { tiersOfTable } from './tier-tables.ts';

const intervalMs = FUNDING_INTERVAL_MS;
const WRITE_EVERY_MS = MINUTE_MS;
/** A rate that somebody paid can be looked up for as long. */
const KEPT_MS = 90 * DAY_MS;

export interface FundingPremiums extends Pick<FundingRates, 'of' | 'rateAt' | 'isFinal'> {
  /** A live tick with the index that its mark was computed from. */
  add(tick: Tick, index: Price | undefined): void;
  /** What the mark of a tick at this instant contains. Called for live ticks, in order. */
  carryAt(stock: string, at: Millis): Carry | undefined;
  start(): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

interface Interval {
  readonly startsAt: Millis;
  premiums: Premiums;
  isWritten: boolean;
}

interface Running {
  /** What neither side pays more than. */
  readonly most: Rate;
  now: Interval;
  before: Interval;
  /** Of the interval before. */
  lastRate: Rate;
  /** What the newest tick said, as far as it is not counted yet. */
  standing: { readonly premium: bigint; from: Millis; readonly until: Millis } | undefined;
}

/** What an earlier process accumulated in the running interval and in the one before. */
export const loadPremiums = (tx: Tx, now: Millis): Promise<readonly PremiumRow[]> =>
  listPremiumsSince(tx, earlier(fundingTimes(now, intervalMs).latest, intervalMs));

const rateOf = (premiums: Premiums, { most }: Pick<Running, 'most'>): Rate =>
  fundingRate(meanPremium(premiums), { most, intervalMs });

/** The maintenance margin rate of the contract's first tier, whichever table a site uses: all sites have one rate. */
export function mostRateOf(stock: string): Rate {
  const contract = futuresContracts.find((each) => each.stock === stock);
  const [lowest] = contract === undefined ? [] : tiersOfTable(contract.tierTable);
  assert(lowest !== undefined, 'what is funded is a coin future');
  return lowest.maintenance;
}

export function createFundingPremiums({
  database,
  instruments,
  stored,
  time,
  log,
  isFinal,
}: {
  readonly database: Database;
  readonly instruments: readonly Instrument[];
  readonly stored: readonly PremiumRow[];
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
  /** Given where another process writes the premiums: nothing is written here, and what is final is read. */
  readonly isFinal?: ((boundary: Millis) => boolean) | undefined;
}): FundingPremiums {
  const { latest } = fundingTimes(time.clock(), intervalMs);
  const all = new Map<string, Running>();
  for (const { code } of instruments.filter(hasIndex)) {
    const intervalAt = (startsAt: Millis): Interval => {
      const row = stored.find((each) => each.stock === code && each.startsAt === startsAt);
      return { startsAt, premiums: row ?? noPremiums, isWritten: true };
    };
    const before = intervalAt(earlier(latest, intervalMs));
    const most = mostRateOf(code);
    all.set(code, {
      most,
      now: intervalAt(latest),
      before,
      lastRate: rateOf(before.premiums, { most }),
      standing: undefined,
    });
  }

  const loop = createLoop({
    work: write,
    restMs: () => WRITE_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'writing funding premiums failed, retrying',
  });

  async function write(): Promise<void> {
    const due: { readonly interval: Interval; readonly row: PremiumRow }[] = [];
    for (const [stock, { now, before }] of all) {
      for (const interval of [before, now]) {
        const { startsAt, premiums, isWritten } = interval;
        if (isWritten || premiums.ms === 0) continue;
        interval.isWritten = true;
        due.push({ interval, row: { stock, startsAt, weighted: premiums.weighted, ms: premiums.ms } });
      }
    }
    try {
      await database.transaction(async (tx) => {
        await savePremiums(
          tx,
          due.map(({ row }) => row),
        );
        await deletePremiumsBefore(tx, earlier(time.clock(), KEPT_MS));
      });
    } catch (fault) {
      for (const { interval } of due) interval.isWritten = false;
      throw fault;
    }
  }

  async function readRate(stock: string, boundary: Millis): Promise<Rate | undefined> {
    const running = all.get(stock);
    if (!running || isFinal?.(boundary) !== true) return undefined;
    const startsAt = earlier(boundary, intervalMs);
    const premiums = await database.transaction((tx) => findPremiums(tx, { stock, startsAt }));
    return premiums === undefined || premiums.ms === 0 ? undefined : rateOf(premiums, running);
  }

  let saving: Promise<void> | undefined;
  /** The rates of all instruments are asked for at the same moment: they are written together. */
  function save(): Promise<void> {
    saving ??= Promise.resolve().then(() => {
      saving = undefined;
      return loop.runOnce();
    });
    return saving;
  }

  function premiumsAt(stock: string, startsAt: Millis): Premiums | undefined {
    const running = all.get(stock);
    return [running?.now, running?.before].find((each) => each?.startsAt === startsAt)?.premiums;
  }

  const of: FundingOf = (stock, now) => {
    const running = all.get(stock);
    if (running === undefined) return undefined;
    const times = fundingTimes(now, intervalMs);
    const last = premiumsAt(stock, earlier(times.latest, intervalMs)) ?? noPremiums;
    return {
      rate: rateOf(premiumsAt(stock, times.latest) ?? noPremiums, running),
      lastRate: rateOf(last, running),
      nextFundingAt: times.next,
      intervalMs,
    };
  };

  return {
    of,
    add(tick, index) {
      const running = all.get(tick.stock);
      if (!running || index === undefined) return;
      advance(running, tick.ts);
      const premium = premiumOf({ mid: midOf(tick), index });
      // The rate of the interval before may be known already.
      const from = millis(Math.max(tick.ts, running.now.startsAt));
      running.standing = { premium, from, until: later(tick.ts, LONGEST_STAND_MS) };
    },
    carryAt(stock, at) {
      const running = all.get(stock);
      if (!running) return undefined;
      // The rate must not change any more once a mark has it.
      if (at >= running.now.startsAt + intervalMs) advance(running, at);
      const { next } = fundingTimes(at, intervalMs);
      return { rate: running.lastRate, leftMs: next - at, intervalMs };
    },
    ...(isFinal === undefined ? {} : { isFinal }),
    async rateAt(stock, boundary) {
      if (isFinal !== undefined) return readRate(stock, boundary);
      const running = all.get(stock);
      if (!running || boundary > time.clock()) return undefined;
      if (boundary > running.now.startsAt) advance(running, boundary);
      await save();
      const startsAt = earlier(boundary, intervalMs);
      const premiums =
        premiumsAt(stock, startsAt) ??
        (await database.transaction((tx) => findPremiums(tx, { stock, startsAt })));
      return premiums === undefined || premiums.ms === 0 ? undefined : rateOf(premiums, running);
    },
    start() {
      if (isFinal === undefined) loop.start();
    },
    async stop() {
      await loop.stop();
      if (isFinal !== undefined) return;
      try {
        await write();
      } catch (fault) {
        log.error('writing funding premiums failed at the end', { error: fault });
      }
    },
  };
}

/** Counts what stands until the instant, and begins the interval in which it lies. */
function advance(running: Running, at: Millis): void {
  const { latest } = fundingTimes(at, intervalMs);
  if (latest > running.now.startsAt) {
    count(running, later(running.now.startsAt, intervalMs));
    const startsBefore = earlier(latest, intervalMs);
    // Without a tick for a whole interval nothing is known of it.
    running.before = running.now.startsAt === startsBefore ? running.now : emptyInterval(startsBefore);
    running.lastRate = rateOf(running.before.premiums, running);
    running.now = emptyInterval(latest);
    if (running.standing && running.standing.from < latest) running.standing.from = latest;
  }
  count(running, at);
}

const emptyInterval = (startsAt: Millis): Interval => ({ startsAt, premiums: noPremiums, isWritten: true });

function count({ now, standing }: Running, to: Millis): void {
  if (standing === undefined) return;
  const until = millis(Math.min(to, standing.until));
  if (until <= standing.from) return;
  now.premiums = withPremium(now.premiums, standing.premium, until - standing.from);
  now.isWritten = false;
  standing.from = until;
}
