// The ticks that may decide a round: from memory for the last minutes, from the tick record before that, and never
// across a time in which no process recorded.
import { GRACE_MS } from '@maru/engine/binary/terms';
import { type Tick, type TickRef, tickAt } from '@maru/engine/market/tick';
import { earlier, later, MINUTE_MS, type Millis, SECOND_MS } from '@maru/engine/time';
import { type Gap, insertGap, listGaps } from '../market/record-gaps.ts';
import { loadTicksOfMany } from '../market/tick-store.ts';
import type { BinaryDeps } from './deps.ts';

/** The longest round, its grace, and room for a settlement that is late. */
const WINDOW_MS = 8 * MINUTE_MS;
/** The clock of a process that receives the ticks for this one may be ahead of ours by less. */
const CLOCKS_DIFFER_MS = 2 * SECOND_MS;

export interface ReceivedTick extends TickRef {
  readonly recvTs: Millis;
}

export interface TickWindow {
  start(): Promise<void>;
  stop(): void;
  /** Newest tick at or before an instant, from memory. */
  at(stock: string, instant: Millis): ReceivedTick | undefined;
  /** All ticks received with `from <= ts <= to`, in order. */
  gather(
    stock: string,
    window: { readonly from: Millis; readonly to: Millis },
  ): Promise<readonly ReceivedTick[]>;
  /** The same for several stocks, each from its own start, in at most one read. Every stock has an entry. */
  gatherMany(
    asked: readonly { readonly stock: string; readonly from: Millis }[],
    to: Millis,
  ): Promise<ReadonlyMap<string, readonly ReceivedTick[]>>;
  gaps(): readonly Gap[];
}

export function createTickWindow(
  deps: Pick<BinaryDeps, 'database' | 'onTick' | 'record' | 'recordedUntil' | 'coverage' | 'time'>,
): TickWindow {
  const { database, time, coverage } = deps;
  const rings = new Map<string, ReceivedTick[]>();
  let receivedSince = time.clock();
  let gaps: readonly Gap[] = [];
  let end: (() => void) | undefined;

  function onTick({ stock, last: price, ts, seq, recvTs }: Tick): void {
    const ring = rings.get(stock) ?? [];
    rings.set(stock, ring);
    insert(ring, { ts, seq, price, recvTs });
    const oldest = ring[0];
    // It grows to twice the window before it is cut, so that a tick seldom moves the others.
    if (oldest !== undefined && ts - oldest.ts > 2 * WINDOW_MS) {
      ring.splice(
        0,
        ring.findIndex((tick) => ts - tick.ts <= WINDOW_MS),
      );
    }
  }

  const ringOf = (stock: string): readonly ReceivedTick[] => rings.get(stock) ?? [];

  function merged(stock: string, recorded: readonly Tick[]): readonly ReceivedTick[] {
    const all = new Map<string, ReceivedTick>();
    for (const { ts, seq, last, recvTs } of [...recorded, ...deps.record.open(stock)]) {
      all.set(`${ts} ${seq}`, { ts, seq, price: last, recvTs });
    }
    for (const tick of ringOf(stock)) all.set(`${tick.ts} ${tick.seq}`, tick);
    return [...all.values()].sort((a, b) => a.ts - b.ts || a.seq - b.seq);
  }

  const gatherMany: TickWindow['gatherMany'] = async (asked, to) => {
    const oldestInMemory = Math.max(receivedSince, time.clock() - WINDOW_MS);
    const older = asked.filter(({ from }) => from < oldestInMemory);
    const recorded =
      older.length === 0
        ? new Map<string, readonly Tick[]>()
        : await database.transaction((tx) => loadTicksOfMany(tx, older, later(to, 1)));
    return new Map(
      asked.map(({ stock, from }) => {
        const own = recorded.get(stock);
        const ticks = own === undefined ? ringOf(stock) : merged(stock, own);
        return [stock, ticks.filter(({ ts }) => ts >= from && ts <= to)];
      }),
    );
  };

  return {
    async start() {
      end = deps.onTick(onTick);
      // Who receives the ticks also knows when nobody did.
      if (coverage !== undefined) {
        receivedSince = later(time.clock(), CLOCKS_DIFFER_MS);
        return;
      }
      receivedSince = time.clock();
      gaps = await database.transaction(async (tx) => {
        if (deps.recordedUntil !== undefined) {
          await insertGap(tx, { from: deps.recordedUntil, to: receivedSince });
        }
        return listGaps(tx, earlier(receivedSince, 2 * 86_400_000));
      });
    },
    stop: () => end?.(),
    at: (stock, instant) => tickAt(rings.get(stock) ?? [], instant),
    gaps: () => coverage?.gaps() ?? gaps,
    gather: async (stock, { from, to }) => (await gatherMany([{ stock, from }], to)).get(stock) ?? [],
    gatherMany,
  };
}

/** Almost every tick is the newest; a late one is inserted by searching from the end. */
function insert(ring: ReceivedTick[], tick: ReceivedTick): void {
  let place = ring.length;
  while (place > 0) {
    const before = ring[place - 1]!;
    if (before.ts < tick.ts || (before.ts === tick.ts && before.seq < tick.seq)) break;
    if (before.ts === tick.ts && before.seq === tick.seq) return;
    place--;
  }
  ring.splice(place, 0, tick);
}

export interface JudgedSpan {
  readonly open: Millis;
  readonly close: Millis;
  readonly staleMs: number;
  /** Every bet has its own strike: then the record must be complete for the whole round. */
  readonly hasOwnStrikes: boolean;
}

/**
 * The ticks that count (docs/rules.md 1.4): those that arrived within the grace. Where a gap may hide the true last
 * tick before the opening or the close, the ticks around it are left out, and the round is void.
 */
export function ticksThatCount(
  ticks: readonly ReceivedTick[],
  { open, close, staleMs, hasOwnStrikes }: JudgedSpan,
  gaps: readonly Gap[],
): readonly TickRef[] {
  const inTime = ticks.filter(
    ({ ts, recvTs }) => ts <= close && recvTs <= later(ts <= open ? open : close, GRACE_MS),
  );
  const isHidden = (from: number, to: number) =>
    gaps.some((gap) => from < gap.to && to > gap.from - GRACE_MS);
  const isUncertain = (instant: Millis) => {
    const chosen = tickAt(inTime, instant);
    return chosen !== undefined && isHidden(chosen.ts, instant);
  };
  const withoutClose = hasOwnStrikes ? isHidden(open - staleMs, close) : isUncertain(close);
  const withoutOpen = isUncertain(open);
  return inTime
    .filter(
      ({ ts }) =>
        !(withoutClose && ts > open && ts >= close - staleMs) &&
        !(withoutOpen && ts <= open && ts >= open - staleMs),
    )
    .map(({ ts, seq, price }) => ({ ts, seq, price }));
}
