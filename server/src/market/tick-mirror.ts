// The newest part of the record in a process that does not write it: every tick that may not be in the tables yet, and
// those of the minutes that may still be open. Together with the tables it has every tick.
import { compareTicks, type Tick } from '@maru/engine/market/tick';
import { MINUTE_MS, type Millis } from '@maru/engine/time';

/** A minute is sealed a few seconds after it is over; a tick that came late lies in the next one. */
const SEALED_AFTER_MS = 3 * MINUTE_MS;
const FORGET_EVERY_MS = 10_000;

export interface TickMirror {
  /** False when it is known already. `isWritten` says whether the tables have it. */
  add(tick: Tick, isWritten: () => boolean): boolean;
  /** Since when the leader records. */
  setStart(at: Millis): void;
  startedAt(): Millis | undefined;
  /** In order. */
  open(stock: string): readonly Tick[];
  all(): readonly Tick[];
  /** Those that may not be in the tables. */
  unwritten(): readonly Tick[];
  has(tick: Tick): boolean;
  /** Leaves out what lies in sealed minutes of the tables, as they were at that time. */
  forget(writtenAt: Millis): void;
}

interface Mirrored {
  readonly tick: Tick;
  readonly isWritten: () => boolean;
}

const keyOf = ({ ts, seq }: Tick): string => `${ts} ${seq}`;

export function createTickMirror(): TickMirror {
  const stocks = new Map<string, Map<string, Mirrored>>();
  let startedAt: Millis | undefined;
  let forgottenAt = 0;

  return {
    add(tick, isWritten) {
      const own = stocks.get(tick.stock) ?? new Map<string, Mirrored>();
      stocks.set(tick.stock, own);
      const key = keyOf(tick);
      if (own.has(key)) return false;
      own.set(key, { tick, isWritten });
      return true;
    },
    setStart(at) {
      startedAt = at;
    },
    startedAt: () => startedAt,
    open: (stock) => [...(stocks.get(stock)?.values() ?? [])].map(({ tick }) => tick).sort(compareTicks),
    all: () => [...stocks.values()].flatMap((own) => [...own.values()].map(({ tick }) => tick)),
    unwritten: () =>
      [...stocks.values()].flatMap((own) =>
        [...own.values()].filter(({ isWritten }) => !isWritten()).map(({ tick }) => tick),
      ),
    has: (tick) => stocks.get(tick.stock)?.has(keyOf(tick)) ?? false,
    forget(writtenAt) {
      if (writtenAt - forgottenAt < FORGET_EVERY_MS) return;
      forgottenAt = writtenAt;
      for (const own of stocks.values()) {
        for (const [key, { tick, isWritten }] of own) {
          if (Math.max(tick.ts, tick.recvTs) < writtenAt - SEALED_AFTER_MS && isWritten()) own.delete(key);
        }
      }
    },
  };
}
