// A process that follows the feed of another: prices, the newest part of the record, and until when it knows everything.
// It writes nothing.
import type { Price } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import { compareTicks, type Tick } from '@maru/engine/market/tick';
import { DAY_MS, earlier, later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Bus } from '../bus/bus.ts';
import type { Carrier } from '../bus/carrier.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { type Coverage, type Gap, listGaps, recordedUntil } from '../market/record-gaps.ts';
import { createTickMirror, type TickMirror } from '../market/tick-mirror.ts';
import { loadRecordEnd, loadTicksOfMany, type RecordEnd } from '../market/tick-store.ts';
import { comparePositions, type FeedEntry, type FeedMessage, type Position } from './feed-message.ts';
import { createFollowStream, type FollowStream } from './follow-stream.ts';
import { createFollowedPrices, type FollowedPrices } from './followed-prices.ts';
import { lateTicks, liveTicks } from './subjects.ts';

/** After a longer absence only so much is given to those who listen: older ticks decide nothing any more. */
const MISSED_MS = 10 * MINUTE_MS;
/** A tick may arrive so much after its own time and still be new. */
const LATEST_MS = MINUTE_MS;
/** Rounds of so long ago may still be asked for. */
const GAPS_MS = 2 * DAY_MS;

export interface Follower {
  readonly prices: FollowedPrices;
  readonly mirror: TickMirror;
  readonly coverage: Coverage;
  readonly stream: FollowStream;
  /** What the tables had when this process began. */
  readonly record: RecordEnd;
  /** The rates of intervals that ended until then are final and in the tables. */
  fundedUntil(): Millis;
  second(): { readonly name: string; latest(stock: string): SecondPrice | undefined } | undefined;
  coveredUntil(): Millis;
  /** Resolves when it follows a leader, or after so long. */
  whenJoined(patienceMs: number): Promise<void>;
  start(): void;
  stop(): void;
}

export interface SecondPrice {
  readonly price: Price;
  readonly receivedAt: Millis;
}

export interface FollowerParts {
  readonly carrier: Carrier;
  readonly database: Database;
  readonly instruments: readonly Instrument[];
  /** Hears the ticks in their order. */
  readonly bus: Bus;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}

/** Resolves when the tables were read; the leader may be heard of later. */
export async function openFollower(parts: FollowerParts): Promise<Follower> {
  const { carrier, database, instruments, bus, time, log } = parts;
  const startedAt = time.clock();
  const mirror = createTickMirror();
  const second = new Map<string, SecondPrice>();
  const stocks = new Set(instruments.map(({ code }) => code));
  let secondName: string | undefined;
  let head: FeedMessage | undefined;
  let written: Position = { epoch: 0, number: 0 };
  let onJoined: (() => void) | undefined;
  const joined = new Promise<void>((resolve) => (onJoined = resolve));

  const { record, firstGaps } = await database.transaction(async (tx) => ({
    record: await loadRecordEnd(tx),
    firstGaps: await listGaps(tx, earlier(startedAt, GAPS_MS)),
  }));
  let gaps: readonly Gap[] = firstGaps;
  let coveredUntil = recordedUntil(record.lastTicks) ?? millis(0);
  const stream = createFollowStream({ carrier, wait: time.wait, log, apply, join });
  const prices = createFollowedPrices({
    instruments,
    startedAt,
    followed: () => head,
    isComplete: stream.isComplete,
  });
  for (const tick of record.recentTicks) mirror.add(tick, () => true);
  for (const tick of record.lastTicks) prices.remember(tick);

  const writtenAfter = ({ epoch, number }: Position) => {
    const position = { epoch, number };
    return () => comparePositions(position, written) <= 0;
  };

  function noteHead(message: FeedMessage): void {
    head = message;
    coveredUntil = millis(Math.max(coveredUntil, message.coveredUntil));
    if (message.written > 0) written = { epoch: message.epoch, number: message.written };
    mirror.setStart(message.startedAt);
    mirror.forget(message.writtenAt);
  }

  /** The record does not have what its leader received from before its own start. */
  const isRecorded = ({ stock, ts }: Tick, leaderStart: Millis): boolean =>
    stocks.has(stock) && ts >= leaderStart;

  function apply(message: FeedMessage): void {
    // Before the ticks, so that whoever hears them finds the price usable; and until when everything is known after them.
    const isWritten = writtenAfter(message);
    head = message;
    for (const entry of message.entries) applyEntry(entry, message, isWritten);
    noteHead(message);
  }

  function applyEntry(entry: FeedEntry, message: FeedMessage, isWritten: () => boolean): void {
    if (entry.kind === 'LIVE' || entry.kind === 'LATE') {
      const { tick } = entry;
      // What one leader had sent and the next one found in the record was heard here already.
      if (mirror.has(tick)) return;
      if (isRecorded(tick, message.startedAt)) mirror.add(tick, isWritten);
      prices.note(entry);
      bus.publish(entry.kind === 'LIVE' ? liveTicks : lateTicks, tick);
      return;
    }
    prices.note(entry);
    if (entry.kind === 'GAP') gaps = [...gaps, { from: entry.from, to: entry.to }];
    if (entry.kind === 'SECOND') {
      secondName = entry.source;
      second.set(entry.stock, { price: entry.price, receivedAt: entry.at });
    }
  }

  /** What was recorded since we heard everything is given in its order to those who listen. */
  async function join(state: FeedMessage, unwritten: readonly FeedMessage[]): Promise<void> {
    const now = time.clock();
    const since = millis(Math.max(coveredUntil, now - MISSED_MS));
    // A tick that was handed to the leader arrived long before it was recorded.
    const from = earlier(since, LATEST_MS);
    const asked = [...stocks].map((stock) => ({ stock, from: earlier(from, LATEST_MS) }));
    const read = await database.transaction(async (tx) => ({
      ticks: await loadTicksOfMany(tx, asked, later(now, LATEST_MS)),
      gaps: await listGaps(tx, earlier(now, GAPS_MS)),
    }));
    gaps = read.gaps;
    const inTables = [...read.ticks.values()].flat().map((tick) => ({ tick, isWritten: () => true }));
    const inMessages = unwritten.flatMap((message) =>
      message.entries.flatMap((entry) =>
        entry.kind === 'LIVE' || entry.kind === 'LATE'
          ? [{ tick: entry.tick, isWritten: writtenAfter(message) }]
          : [],
      ),
    );
    const missed = [...inTables, ...inMessages]
      .filter(({ tick }) => tick.recvTs > from && !mirror.has(tick))
      .sort((a, b) => a.tick.recvTs - b.tick.recvTs || compareTicks(a.tick, b.tick));
    for (const { tick, isWritten } of missed) {
      if (!mirror.add(tick, isWritten)) continue;
      const newest = prices.latest(tick.stock);
      const isLive = newest === undefined || compareTicks(tick, newest) > 0;
      prices.remember(tick);
      bus.publish(isLive ? liveTicks : lateTicks, tick);
    }
    for (const entry of state.entries) {
      if (entry.kind === 'LIVE') {
        const newest = prices.latest(entry.tick.stock);
        if (newest === undefined || compareTicks(entry.tick, newest) >= 0) prices.note(entry);
      } else applyEntry(entry, state, () => true);
    }
    noteHead(state);
    onJoined?.();
  }

  return {
    prices,
    mirror,
    stream,
    record,
    coverage: {
      until: (now) => millis(Math.min(now, coveredUntil)),
      gaps: () => gaps,
    },
    fundedUntil: () => head?.fundedUntil ?? millis(0),
    second: () =>
      secondName === undefined ? undefined : { name: secondName, latest: (stock) => second.get(stock) },
    coveredUntil: () => coveredUntil,
    whenJoined: (patienceMs) => Promise.race([joined, time.wait(patienceMs)]),
    start: stream.start,
    stop: stream.stop,
  };
}
