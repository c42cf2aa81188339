// Writes every admitted tick into the record: parts of the open minute about every second, and each minute sealed into
// its hash chain with its candles once it is over and the late ticks that rounds still count have arrived.
import { foldTicks } from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import { compareTicks, type Tick } from '@maru/engine/market/tick';
import type { TradingHours } from '@maru/engine/market/trading-hours';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { deleteCandlesBefore, joinStoredCandles, STORED_PERIODS, type StockCandle } from './candle-store.ts';
import {
  deleteTicksBefore,
  insertMinutes,
  insertParts,
  type Part,
  type RecordEnd,
  type SealedMinute,
} from './tick-store.ts';
import { FIRST_HASH, minuteHash, tickText } from './tick-text.ts';

/** docs/rules.md 1.4 counts late ticks for two seconds; a third leaves time for our own work. */
const SEAL_AFTER_MS = 3_000;
const FLUSH_EVERY_MS = 1_000;
const CLEAN_EVERY_MS = 10 * MINUTE_MS;
/** While the database is not available ticks wait here; beyond this the oldest minutes are dropped, which is logged. */
const MOST_WAITING = 500_000;

export interface Retention {
  readonly ticksMs: number;
  readonly minuteCandlesMs: number;
}

export interface TickRecorder {
  /** Continues with the open minutes of an earlier process, then writes new ones. */
  start(record: RecordEnd): void;
  /** Writes what is left and ends. */
  stop(): Promise<void>;
  record(tick: Tick): void;
  /** Ticks that an earlier process received and did not write. */
  recover(ticks: readonly Tick[]): void;
  /** Since when the record has every tick. */
  startedAt(): Millis | undefined;
  /** Ticks that are not sealed yet, in order. */
  open(stock: string): readonly Tick[];
  /** One write; the loop calls it every second. */
  flush(): Promise<void>;
}

interface OpenMinute {
  readonly ticks: Tick[];
  /** How many of them are in stored parts already. */
  written: number;
  parts: number;
}

/** By stock, then by minute. */
type OpenMinutes = Map<string, Map<Millis, OpenMinute>>;

/** Being written to the database: neither open nor readable there yet. */
interface Sealing {
  readonly sealed: SealedMinute;
  readonly open: OpenMinute;
}

export function createTickRecorder({
  database,
  instruments,
  time,
  log,
  retention,
  beginWrite = () => () => undefined,
}: {
  readonly database: Database;
  readonly instruments: readonly Instrument[];
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
  readonly retention: Retention;
  /** Called as a write begins; what it returns is called once everything that was recorded before it is durable. */
  readonly beginWrite?: () => () => void;
}): TickRecorder {
  const hoursOf = new Map(instruments.map(({ code, hours }) => [code, hours]));
  const openMinutes: OpenMinutes = new Map();
  const sealedUntil = new Map<string, Millis>();
  let heads = new Map<string, string>();
  let waiting = 0;
  let running = false;
  let startedAt: Millis | undefined;
  let writing: Promise<void> = Promise.resolve();
  let cleanedAt = 0;
  let beingSealed: readonly Sealing[] = [];

  function record(tick: Tick): void {
    // A tick from before our start that a source repeats was recorded by an earlier process.
    if (startedAt === undefined || tick.ts < startedAt) return;
    put(tick);
  }

  function put(tick: Tick): void {
    if (!hoursOf.has(tick.stock)) return;
    // A tick of a sealed minute is stored in the row of the next one; its time still has its own minute.
    const minute = millis(
      Math.max(Math.floor(tick.ts / MINUTE_MS) * MINUTE_MS, sealedUntil.get(tick.stock) ?? 0),
    );
    openMinute(tick.stock, minute).ticks.push(tick);
    waiting++;
    if (waiting > MOST_WAITING) giveUpOldest();
  }

  function openMinute(stock: string, minute: Millis): OpenMinute {
    const minutes = openMinutes.get(stock) ?? new Map<Millis, OpenMinute>();
    openMinutes.set(stock, minutes);
    const open = minutes.get(minute) ?? { ticks: [], written: 0, parts: 0 };
    minutes.set(minute, open);
    return open;
  }

  function giveUpOldest(): void {
    for (const [stock, minutes] of openMinutes) {
      if (minutes.size === 0) continue;
      const oldest = Math.min(...minutes.keys()) as Millis;
      waiting -= minutes.get(oldest)?.ticks.length ?? 0;
      minutes.delete(oldest);
      log.error('tick recorder: minute dropped after failed writes', { stock, minute: oldest });
    }
  }

  function continueRecord(record: RecordEnd): void {
    for (const head of record.heads) {
      heads.set(head.stock, head.hash);
      sealedUntil.set(head.stock, millis(head.minute + MINUTE_MS));
    }
    for (const { stock, minute, part, ticks } of record.parts) {
      const open = openMinute(stock, minute);
      open.ticks.push(...ticks);
      open.written += ticks.length;
      open.parts = part + 1;
      waiting += ticks.length;
    }
  }

  /** One at a time: `stop` may call it while the loop is writing. */
  function flush(): Promise<void> {
    const next = writing.then(writeOpen);
    writing = next.catch(() => undefined);
    return next;
  }

  async function writeOpen(): Promise<void> {
    const noteWritten = beginWrite();
    const { parts, sealing, nextHeads } = layOut(openMinutes, heads, time.clock());
    // Ticks that arrive during the transaction must find their minute sealed, or they would be lost with it.
    for (const { sealed } of sealing) {
      sealedUntil.set(sealed.stock, millis(sealed.minute + MINUTE_MS));
      openMinutes.get(sealed.stock)?.delete(sealed.minute);
    }
    beingSealed = sealing;
    if (parts.length + sealing.length === 0) {
      noteWritten();
      return;
    }
    try {
      await database.transaction(async (tx) => {
        await insertParts(tx, parts);
        await insertMinutes(
          tx,
          sealing.map(({ sealed }) => sealed),
        );
        await joinStoredCandles(tx, candlesOf(sealing, hoursOf));
      });
    } catch (fault) {
      for (const { sealed, open } of sealing) openMinutes.get(sealed.stock)?.set(sealed.minute, open);
      throw fault;
    } finally {
      beingSealed = [];
    }
    noteWritten();
    heads = nextHeads;
    for (const { open } of sealing) waiting -= open.ticks.length;
    for (const { stock, minute, count } of parts) {
      const open = openMinutes.get(stock)?.get(minute);
      if (!open) continue;
      open.written += count;
      open.parts++;
    }
  }

  async function clean(): Promise<void> {
    const now = time.clock();
    if (now - cleanedAt < CLEAN_EVERY_MS) return;
    cleanedAt = now;
    await database.transaction(async (tx) => {
      await deleteTicksBefore(tx, millis(now - retention.ticksMs));
      await deleteCandlesBefore(tx, '1m', millis(now - retention.minuteCandlesMs));
    });
  }

  async function run(): Promise<void> {
    while (running) {
      await time.wait(FLUSH_EVERY_MS);
      await attempt();
    }
  }

  /** When the database is not available, unwritten ticks wait for the next second. */
  async function attempt(): Promise<void> {
    try {
      await flush();
      await clean();
    } catch (fault) {
      log.error('tick recorder: write failed, retrying', { fault: String(fault), waiting });
    }
  }

  return {
    start(record) {
      continueRecord(record);
      startedAt = time.clock();
      running = true;
      void run();
    },
    async stop() {
      if (!running) return;
      running = false;
      await attempt();
    },
    record,
    recover(ticks) {
      for (const tick of ticks) put(tick);
    },
    startedAt: () => startedAt,
    open(stock) {
      const sealing = beingSealed.filter(({ sealed }) => sealed.stock === stock).map(({ open }) => open);
      const minutes = openMinutes.get(stock)?.values() ?? [];
      return [...sealing, ...minutes].flatMap(({ ticks }) => ticks).sort(compareTicks);
    },
    flush,
  };
}

/** The minutes that are over, sealed, and of the others the ticks that are in no part yet. */
function layOut(openMinutes: OpenMinutes, heads: ReadonlyMap<string, string>, now: Millis) {
  const parts: Part[] = [];
  const sealing: Sealing[] = [];
  const nextHeads = new Map(heads);
  for (const [stock, minutes] of openMinutes) {
    for (const [minute, open] of [...minutes].sort(([a], [b]) => a - b)) {
      if (minute + MINUTE_MS + SEAL_AFTER_MS <= now) {
        const ticks = tickText(open.ticks, minute);
        const previousHash = nextHeads.get(stock) ?? FIRST_HASH;
        const hash = minuteHash(previousHash, { stock, minute, ticks });
        nextHeads.set(stock, hash);
        const sealed = { stock, minute, ticks, count: open.ticks.length, previousHash, hash };
        sealing.push({ sealed, open });
      } else if (open.ticks.length > open.written) {
        const ticks = open.ticks.slice(open.written);
        parts.push({ stock, minute, part: open.parts, ticks: tickText(ticks, minute), count: ticks.length });
      }
    }
  }
  return { parts, sealing, nextHeads };
}

function candlesOf(
  sealing: readonly Sealing[],
  hoursOf: ReadonlyMap<string, TradingHours>,
): readonly StockCandle[] {
  // A tick that arrived after its minute was sealed no longer changes that minute's candle.
  const ticks = sealing.flatMap(({ sealed, open }) => open.ticks.filter(({ ts }) => ts >= sealed.minute));
  return [...Map.groupBy(ticks, ({ stock }) => stock)].flatMap(([stock, own]) => {
    const hours = hoursOf.get(stock);
    if (hours === undefined) return [];
    const ordered = own.toSorted(compareTicks);
    return STORED_PERIODS.flatMap((period) =>
      foldTicks(ordered, period, hours).map((candle) => ({ ...candle, stock, period })),
    );
  });
}
