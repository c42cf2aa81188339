// The prices of a process that follows the feed of another, under the same conditions as the leader's own.
import type { Price } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import { compareTicks, isFresh, type Tick } from '@maru/engine/market/tick';
import { isOpen } from '@maru/engine/market/trading-hours';
import type { Millis } from '@maru/engine/time';
import { type Feed, SUSPECT_MS, UNSTAMPED_FOR_MS } from './feed.ts';
import type { FeedEntry } from './feed-message.ts';
import type { PriceCondition } from './subjects.ts';

/** A leader says something four times in this time. */
const QUIET_MS = 1_000;
/** A mark that the source sent holds for so long. */
const MARK_HOLDS_MS = 3_000;

export interface FollowedPrices extends Omit<Feed, 'start' | 'stop'> {
  note(entry: FeedEntry): void;
  /** A tick of the record: for display, and to be compared with. */
  remember(tick: Tick): void;
}

/** What is known of the leader. */
export interface Followed {
  readonly source: string;
  readonly startedAt: Millis;
  readonly coveredUntil: Millis;
}

export function createFollowedPrices({
  instruments,
  startedAt,
  followed,
  isComplete,
}: {
  readonly instruments: readonly Instrument[];
  /** Of this process: no older tick decides anything. */
  readonly startedAt: Millis;
  readonly followed: () => Followed | undefined;
  /** Nothing is known to be missing. */
  readonly isComplete: () => boolean;
}): FollowedPrices {
  const known = new Map(instruments.map((instrument) => [instrument.code, instrument]));
  const newest = new Map<string, Tick>();
  const indices = new Map<string, Price>();
  const heldAt = new Map<string, Millis>();
  const unstampedAt = new Map<string, Millis>();
  let live = 0;

  function conditionOf({ code, hours, staleMs }: Instrument, now: Millis): PriceCondition {
    if (!isOpen(hours, now)) return 'CLOSED';
    const tick = newest.get(code);
    const leader = followed();
    if (tick === undefined || leader === undefined || !isComplete()) return 'WAITING';
    if (now - leader.coveredUntil > QUIET_MS) return 'WAITING';
    if (tick.ts < startedAt || tick.ts < leader.startedAt) return 'WAITING';
    if (!isFresh(tick, now, staleMs)) return 'STALE';
    const held = heldAt.get(code);
    return held !== undefined && now - held <= SUSPECT_MS ? 'SUSPECT' : 'OPEN';
  }

  const isNewer = (tick: Tick): boolean => {
    const before = newest.get(tick.stock);
    return before === undefined || compareTicks(tick, before) > 0;
  };

  return {
    get source() {
      return followed()?.source ?? 'none';
    },
    note(entry) {
      switch (entry.kind) {
        case 'LIVE':
          live += 1;
          newest.set(entry.tick.stock, entry.tick);
          heldAt.delete(entry.tick.stock);
          if (entry.index !== undefined) indices.set(entry.tick.stock, entry.index);
          return;
        case 'HELD':
          heldAt.set(entry.stock, entry.at);
          return;
        case 'UNSTAMPED':
          unstampedAt.set(entry.stock, entry.at);
          return;
        case 'LATE':
        case 'GAP':
        case 'SECOND':
        case 'BEGIN':
          return;
      }
    },
    remember(tick) {
      if (isNewer(tick)) newest.set(tick.stock, tick);
    },
    latest: (stock) => newest.get(stock),
    usable(stock, now) {
      const instrument = known.get(stock);
      return instrument && conditionOf(instrument, now) === 'OPEN' ? newest.get(stock) : undefined;
    },
    mark(stock, now) {
      const tick = newest.get(stock);
      if (tick === undefined) return undefined;
      return indices.has(stock) || now - tick.ts < MARK_HOLDS_MS ? tick.mark : tick.last;
    },
    index: (stock) => indices.get(stock),
    condition(stock, now) {
      const instrument = known.get(stock);
      return instrument ? conditionOf(instrument, now) : 'CLOSED';
    },
    stampsTicks(stock, now) {
      const at = unstampedAt.get(stock);
      return at === undefined || now - at > UNSTAMPED_FOR_MS;
    },
    report(now) {
      const usual: ReadonlySet<PriceCondition> = new Set(['OPEN', 'CLOSED']);
      const stopped = instruments.filter((instrument) => !usual.has(conditionOf(instrument, now)));
      return { live, unknown: 0, stopped: stopped.map(({ code }) => code) };
    },
  };
}
