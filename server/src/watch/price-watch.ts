// Passes events and ticks to the engine's watch, and the commands of the watch to the desk. The desk decides everything
// anew: a refusal is no error, the watch simply goes on.
import type { Tick } from '@maru/engine/market/tick';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { type Millis, millis } from '@maru/engine/time';
import type { BalanceAfter } from '@maru/engine/transfer';
import type { WatchTypes } from '@maru/engine/watch/rules';
import type { Watch } from '@maru/engine/watch/watch';
import { DESK_LIMITS } from '../desk/limits.ts';
import type { InstrumentList } from '../market/instrument-list.ts';
import type { ProductParts } from '../product/server-product.ts';

export interface PriceWatch {
  /** Starts with the loaded state and the free money of every player in it. Nothing may happen before that is over. */
  load(balances: readonly BalanceAfter[]): Promise<void>;
  /** Recorded ticks that came while nothing was watched, in order: what follows a price knows them, nothing fires. */
  recall(ticks: Iterable<Tick>): void;
  /** Called with a durable event, after the state was updated with it. */
  follow(event: AnyEvent): void;
  /** Records a tick. False when no decision may use it. */
  note(tick: Tick): boolean;
  /** Submits the commands that the tick just noted triggers. */
  tick(tick: Tick): void;
  /** Called when rates or settings have changed: of one instrument, or of all. */
  termsChanged(instrument?: number): void;
  /** Was the price of this instrument missing before its newest tick? */
  isAfterGap(instrument: number): boolean;
  /** Resolves when everything was reviewed and every submitted command was answered. */
  settled(): Promise<void>;
  stats(): { readonly asked: number; readonly refused: number };
}

interface SubmittedTypes extends WatchTypes {
  readonly command: AnyCommand;
}

export interface PriceWatchParts<Types extends SubmittedTypes> extends Pick<ProductParts, 'time' | 'log'> {
  readonly watch: Watch<Types>;
  /** The instruments whose prices are watched. */
  readonly instruments: Pick<InstrumentList, 'all' | 'byStock'>;
  /** The part of a tick that a decision of the product needs. */
  readonly quoteOf: (tick: Tick) => Types['quote'];
  /** False for an event that cannot change anything that is watched. */
  readonly isFollowed: (event: AnyEvent) => boolean;
  /**
   * A command that was refused because it came too early is submitted once more, with its own price, when this resolves.
   * Undefined for every other refusal: the next tick decides anew.
   */
  readonly retryAfter?: (command: Types['command'], refusal: string) => Promise<void> | undefined;
  readonly desk: Pick<ProductParts['desk'], 'submitTogether'>;
  readonly prices: Pick<ProductParts['prices'], 'latest' | 'usable'>;
}

/** Whom an event or settings changed is reviewed in slices of so many, with other work of the thread in between. */
const REVIEWED_AT_ONCE = 500;
/** A start looks at so many balances or accounts in between. */
const STARTED_AT_ONCE = 1_000;
/** Of more commands than a batch takes: the desk decides one part while another is made durable and followed here. */
const PART = DESK_LIMITS.batch / 2;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createPriceWatch<Types extends SubmittedTypes>({
  watch,
  instruments,
  quoteOf,
  isFollowed,
  retryAfter,
  desk,
  prices,
  time,
  log,
}: PriceWatchParts<Types>): PriceWatch {
  const backlog: Types['command'][] = [];
  let asking: Promise<void> | undefined;
  /** The newest tick of each instrument, and whether prices were missing before it. */
  const newest = new Map<number, { readonly ts: Millis; readonly isAfterGap: boolean }>();
  const counts = { asked: 0, refused: 0 };
  let reviewing: Promise<void> | undefined;
  /** Commands that wait to be submitted once more, and what was submitted twice. */
  const retries = new Set<Promise<void>>();
  const retried = new WeakSet<Types['command']>();

  /**
   * All commands of one tick are submitted together and become durable together. A crash of the market triggers more
   * than a batch takes: those are submitted in parts, and the rest waits here and not at the desk, where players' own
   * orders would wait behind it.
   */
  function submit(commands: readonly Types['command'][]): void {
    if (commands.length === 0) return;
    for (const command of commands) backlog.push(command);
    wake();
  }

  function wake(): void {
    asking ??= askAll().finally(() => {
      asking = undefined;
      // A tick may have arrived after the backlog was last read.
      if (backlog.length > 0) wake();
    });
  }

  /** As long as the watch has work that one call must not do at once. */
  async function reviewAll(): Promise<void> {
    while (watch.isBehind(time.clock())) {
      await nextTurn();
      submit(watch.reviewSome(REVIEWED_AT_ONCE, time.clock()));
    }
  }

  function review(): void {
    if (reviewing !== undefined || !watch.isBehind(time.clock())) return;
    reviewing = reviewAll()
      .catch((fault: unknown) => log.error('price watch: reviewing accounts failed', { error: fault }))
      .finally(() => {
        reviewing = undefined;
      });
  }

  /** The next part is submitted when the one before the last was answered. */
  async function askAll(): Promise<void> {
    let before: Promise<void> | undefined;
    while (backlog.length > 0) {
      const commands = backlog.splice(0, backlog.length > DESK_LIMITS.batch ? PART : DESK_LIMITS.batch);
      const last = askTogether(commands).catch((fault: unknown) =>
        log.error('price watch: submitting triggered orders failed', { error: fault }),
      );
      await before;
      before = last;
      if (backlog.length === 0) await before;
    }
  }

  async function askTogether(commands: readonly Types['command'][]): Promise<void> {
    counts.asked += commands.length;
    const outcomes = await Promise.all(desk.submitTogether(commands));
    for (const [place, outcome] of outcomes.entries()) {
      const command = commands[place]!;
      if (outcome.ok || isRetried(command, outcome.refusal)) continue;
      counts.refused += 1;
      watch.refused(command);
    }
  }

  /** Other commands go on meanwhile. */
  function isRetried(command: Types['command'], refusal: string): boolean {
    const ready = retried.has(command) ? undefined : retryAfter?.(command, refusal);
    if (ready === undefined) return false;
    retried.add(command);
    const retry = ready.then(() => {
      retries.delete(retry);
      submit([command]);
    });
    retries.add(retry);
    return true;
  }

  return {
    async load(balances) {
      const now = time.clock();
      for (const { id, code } of instruments.all) {
        const tick = prices.latest(code);
        // With the oldest possible time: the first tick after a start counts as after a gap, however short the stop
        // was.
        if (tick !== undefined) watch.remember(id, { ...quoteOf(tick), ts: millis(0) }, tick.ts);
      }
      let steps = 0;
      for (const _ of watch.startInSteps(balances, now)) {
        steps += 1;
        if (steps % STARTED_AT_ONCE === 0) await nextTurn();
      }
    },
    recall(ticks) {
      for (const [stock, missed] of Map.groupBy(ticks, (tick) => tick.stock)) {
        const instrument = instruments.byStock(stock);
        if (instrument !== undefined) watch.recall(instrument.id, missed.map(quoteOf));
      }
    },
    follow(event) {
      if (!isFollowed(event)) return;
      submit(watch.follow(event, time.clock()));
      review();
    },
    note(tick) {
      const instrument = instruments.byStock(tick.stock);
      // A price that is suspect, too old or from before the start triggers nothing (docs/rules.md 0.5).
      if (instrument === undefined || prices.usable(tick.stock, time.clock()) === undefined) return false;
      const before = newest.get(instrument.id);
      const isAfterGap = before === undefined || tick.ts - before.ts > instrument.staleMs;
      newest.set(instrument.id, { ts: tick.ts, isAfterGap });
      return true;
    },
    tick(tick) {
      const instrument = instruments.byStock(tick.stock);
      if (instrument === undefined) return;
      submit(watch.tick(instrument.id, quoteOf(tick), time.clock()));
      review();
    },
    termsChanged(instrument) {
      watch.termsChanged(time.clock(), instrument);
      review();
    },
    isAfterGap: (instrument) => newest.get(instrument)?.isAfterGap ?? true,
    async settled() {
      for (;;) {
        const underWay = reviewing ?? asking;
        if (underWay === undefined && retries.size === 0) return;
        await (underWay ?? Promise.all(retries));
      }
    },
    stats: () => ({ ...counts }),
  };
}
