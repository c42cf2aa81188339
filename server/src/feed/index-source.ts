// The Maru indices as a source beside the configured feed: one tick each second, day and night.
import { type Price, qty } from '@maru/engine/amount';
import { type DayNumber, dayAfter } from '@maru/engine/market/calendar-date';
import type { Depth, DepthLevel } from '@maru/engine/market/depth';
import {
  INDEX_RULES,
  type IndexDay,
  type IndexRule,
  indexDay,
  indexDayAt,
  indexDayStart,
  indexSecondAt,
} from '@maru/engine/market/index-path';
import type { Instrument } from '@maru/engine/market/instrument';
import type { RawTick } from '@maru/engine/market/tick';
import { type Millis, millis, SECOND_MS } from '@maru/engine/time';
import type { Log } from '../log/log.ts';
import type { Past } from '../market/past.ts';
import { indexSeeds, indexTick } from './index-stock.ts';
import { CATCH_UP_MS, type Source, STEP_MS, type Time } from './source.ts';

/** Clocks are often corrected by less than this; that is not logged. */
const CLOCK_SET_BACK_MS = 2_000;

/** A tick is only published on a day whose seal is public and whose seed is not. */
export type MayPublish = (day: DayNumber) => boolean;

interface Running {
  readonly rule: IndexRule;
  readonly day: DayNumber;
  readonly numbers: IndexDay;
}

export function createIndexSource({
  secret,
  instruments,
  past,
  mayPublish,
  publishedUntil,
  time,
  log,
}: {
  readonly secret: string;
  readonly instruments: readonly Instrument[];
  /** Has the opening of each day. */
  readonly past: Past;
  readonly mayPublish: MayPublish;
  /** The newest tick that an earlier process published. Prices up to it are public. */
  readonly publishedUntil?: Millis | undefined;
  readonly time: Time;
  readonly log: Log;
}): Source {
  const seedOf = indexSeeds(secret);
  const codes = new Set(instruments.map(({ code }) => code));
  const rules = INDEX_RULES.filter(({ code }) => codes.has(code));
  const running = new Map<string, Running>();
  const notBefore = (publishedUntil ?? Number.NEGATIVE_INFINITY) + 1;
  let isRunning = false;

  async function runningOn(rule: IndexRule, day: DayNumber): Promise<Running | undefined> {
    const known = running.get(rule.code);
    if (known?.day === day) return known;
    const open =
      known !== undefined && dayAfter(known.day, 1) === day
        ? known.numbers.close
        : await past.priceAt(rule.code, indexDayStart(day));
    if (open === undefined) return undefined;
    const next = { rule, day, numbers: indexDay({ rule, seed: seedOf(day), open }) };
    running.set(rule.code, next);
    return next;
  }

  /** The ticks of the whole seconds in `[from, to)`. */
  async function ticksIn(from: Millis, to: Millis): Promise<readonly RawTick[]> {
    const ticks: RawTick[] = [];
    for (let at = Math.ceil(from / SECOND_MS) * SECOND_MS; at < to; at += SECOND_MS) {
      const day = indexDayAt(millis(at));
      if (!mayPublish(day)) continue;
      for (const rule of rules) {
        const now = await runningOn(rule, day);
        if (now === undefined) continue;
        ticks.push({ stock: rule.code, recvTs: to, ...indexTick(now, indexSecondAt(millis(at))) });
      }
    }
    return ticks;
  }

  async function run(emit: (ticks: readonly RawTick[]) => void, startedAt: Millis): Promise<void> {
    // A clock that was ahead and is set back publishes nothing twice: those prices are public already.
    let done = millis(Math.max(startedAt, notBefore));
    let isTold = false;
    while (isRunning) {
      await time.wait(STEP_MS);
      const now = time.clock();
      if (!isTold && done - now > CLOCK_SET_BACK_MS) {
        isTold = true;
        log.error('index prices were published ahead of the clock, indices stay closed until then', {
          until: new Date(done).toISOString(),
        });
      }
      if (!isRunning || now <= done) continue;
      try {
        const ticks = await ticksIn(millis(Math.max(done, now - CATCH_UP_MS)), now);
        done = now;
        if (isRunning && ticks.length > 0) emit(ticks);
      } catch (fault) {
        log.warn('index ticks could not be computed, trying again', { error: fault });
      }
    }
  }

  return {
    name: 'index',
    async start(emit) {
      isRunning = true;
      const startedAt = time.clock();
      const from = millis(Math.max(startedAt - SECOND_MS, notBefore));
      const newest = await ticksIn(from, startedAt).catch((fault: unknown) => {
        log.warn('index ticks could not be computed, trying again', { error: fault });
        return [];
      });
      emit(newest);
      void run(emit, startedAt);
    },
    async stop() {
      isRunning = false;
    },
    past,
    depth(stock, at) {
      const day = indexDayAt(at);
      const now = running.get(stock);
      if (now?.day === day) return depthOf(now, at);
      // Where another process publishes the ticks nobody has computed the day yet: the next call finds it.
      const rule = isRunning || !mayPublish(day) ? undefined : rules.find(({ code }) => code === stock);
      if (rule !== undefined) void runningOn(rule, day).catch(() => undefined);
      return undefined;
    },
  };
}

const DEPTH_LEVELS = 10;
/** An index has no order book: every order is filled at bid or ask, so every level has the same size. */
const DEPTH_QTY = qty('100');

function depthOf(now: Running, at: Millis): Depth {
  const { bid, ask } = indexTick(now, indexSecondAt(at));
  const level = (from: Price, ticks: number): DepthLevel => ({
    price: (from + BigInt(ticks) * now.rule.tickSize) as Price,
    qty: DEPTH_QTY,
  });
  const places = Array.from({ length: DEPTH_LEVELS }, (_, place) => place);
  return {
    at,
    bids: places.map((place) => level(bid, -place)).filter(({ price }) => price > 0n),
    asks: places.map((place) => level(ask, place)),
  };
}
