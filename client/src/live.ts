// A value of the server on a screen: read once, patched by pushes, read again after a lost connection. All lists of the
// app are one of these, so the order in which answers and pushes arrive is handled here only.
import type { PlayerQueue, QueuePushes, TopicPushes } from '@maru/contract/realtime';
import type { Refused } from './call.ts';
import {
  answerRead,
  applyPatch,
  beginRead,
  endRead,
  type LiveState,
  nothingKnown,
  type Patch,
} from './live-state.ts';
import type { Realtime } from './realtime.ts';
import { createStore, type Watched } from './store.ts';
import type { Timers } from './timers.ts';

export type Answer<Value> =
  | {
      readonly state: 'loading';
      readonly reply?: undefined;
      readonly message?: undefined;
      readonly code?: undefined;
    }
  | {
      readonly state: 'ready';
      readonly reply: Value;
      readonly message?: undefined;
      readonly code?: undefined;
    }
  | {
      readonly state: 'failed';
      readonly reply?: undefined;
      readonly message: string;
      readonly code: string;
      /** Of what was archived: the earliest moment that can be asked for. */
      readonly sinceMillis?: number | undefined;
    };

type Read<Value> = () => Promise<{ readonly ok: true; readonly reply: Value } | Refused>;

export interface LiveSource<Value> {
  readonly read: Read<Value>;
  /** How an answer is joined to the known value; without this it replaces it. */
  readonly join?: (before: Value | undefined, answer: Value) => Value;
  /** Follows changes while the value is watched; returns a function that stops it. */
  readonly follow?: (apply: (patch: Patch<Value>) => void, readAgain: () => void) => () => void;
  /** Reads because of patches without enough data are at least so far apart; absent: each causes one at once. */
  readonly apartMs?: number | undefined;
}

export interface LiveEdges {
  readonly timers: Timers;
  /** The text of a failure when no answer arrived in time. */
  readonly tryAgain: () => string;
}

/** The value is read and followed while it is watched. */
export interface Live<Value> extends Watched<Answer<Value>> {
  /** The same without reading or following: for values derived from it. */
  readonly answer: Watched<Answer<Value>>;
  /** Reads again; the old value is shown until the new answer arrives. */
  reload(): Promise<void>;
  /** A push may have been missed: like `reload`, but several calls at the same moment cause one read. */
  readAgain(): void;
  /** Another part of the value is read and joined to the known one. False when it could not be read. */
  extend<Part>(read: Read<Part>, join: (before: Value | undefined, part: Part) => Value): Promise<boolean>;
  /** A change that this page made itself. */
  patch(patch: Patch<Value>): void;
  /** Sets the value, which another caller has just read. */
  seed(value: Value): void;
  /** The answer is old: the next watcher reads again. */
  expire(): void;
  /** Removes the value; answers that are under way are dropped. */
  forget(): void;
  isWatched(): boolean;
}

/** A read that takes longer is shown as failed; a later answer is still used. */
export const PATIENCE_MS = 8_000;
/** Two screens that read within this time share one answer. */
const FRESH_MS = 2_000;

const LOADING = { state: 'loading' } as const;

export function createLive<Value>(source: LiveSource<Value>, { timers, tryAgain }: LiveEdges): Live<Value> {
  const answer = createStore<Answer<Value>>(LOADING);
  const join = source.join ?? ((_: Value | undefined, reply: Value) => reply);
  let state: LiveState<Value> = nothingKnown();
  let reads = 0;
  /** The newest read of the whole value: only this one may fail or end the loading state. */
  let newest = 0;
  let underWay: Promise<void> | undefined;
  let isJustAsked = false;
  let isWantedAgain = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let watchers = 0;
  let stopFollowing: (() => void) | undefined;
  /** When a patch without enough data caused a read last. */
  let completedAt = Number.NEGATIVE_INFINITY;
  let stopWaitingForMore: (() => void) | undefined;

  function show(next: LiveState<Value>): void {
    const before = state.known;
    state = next;
    if (next.known !== undefined && next.known !== before)
      answer.set({ state: 'ready', reply: next.known.value });
    if (next.isIncomplete) complete();
  }

  /** The first push is answered at once, and one read serves all that come within the time after it. */
  function complete(): void {
    const { apartMs = 0 } = source;
    // Also after the device's clock was set back.
    const waitMs = Math.min(completedAt + apartMs - timers.now(), apartMs);
    if (waitMs <= 0) {
      completedAt = timers.now();
      readAgain();
      return;
    }
    stopWaitingForMore ??= timers.after(waitMs, () => {
      stopWaitingForMore = undefined;
      // Another read may have supplied it meanwhile.
      if (state.isIncomplete) complete();
    });
  }

  function fail({ message, code, sinceMillis }: Pick<Refused, 'message' | 'code' | 'sinceMillis'>): void {
    // An old answer is better than none; the connection lock shows that it is old.
    if (state.known === undefined) answer.set({ state: 'failed', message, code, sinceMillis });
  }

  async function fetch(): Promise<void> {
    const mine = ++reads;
    newest = mine;
    if (answer.get().state === 'failed') answer.set(LOADING);
    show(beginRead(state, mine, true));
    const stopWaiting = timers.after(PATIENCE_MS, () => {
      if (mine !== newest) return;
      // The user may read again now; the late answer is still used if it arrives first.
      underWay = undefined;
      fail({ message: tryAgain(), code: 'TRY_AGAIN' });
    });
    const outcome = await source.read();
    stopWaiting();
    // Sent before `forget`.
    if (!state.reads.has(mine)) return;
    if (mine === newest) {
      underWay = undefined;
      if (isWantedAgain) void ask();
    }
    if (outcome.ok) {
      answeredAt = timers.now();
      show(answerRead(state, mine, (before) => join(before, outcome.reply)));
      return;
    }
    state = endRead(state, mine);
    if (mine === newest) fail(outcome);
  }

  function ask(): Promise<void> {
    if (underWay) return underWay;
    isWantedAgain = false;
    isJustAsked = true;
    queueMicrotask(() => {
      isJustAsked = false;
    });
    underWay = fetch();
    return underWay;
  }

  function reload(): Promise<void> {
    // The answer under way may be older than what this caller needs.
    isWantedAgain = underWay !== undefined;
    return ask();
  }

  function readAgain(): void {
    if (!isJustAsked) void reload();
  }

  const expire = () => {
    answeredAt = Number.NEGATIVE_INFINITY;
  };

  return {
    answer,
    get: answer.get,
    reload,
    readAgain,
    expire,
    isWatched: () => watchers > 0,
    patch: (patch) => show(applyPatch(state, patch)),
    seed(value) {
      answeredAt = timers.now();
      show(answerRead(beginRead(state, ++reads, true), reads, () => value));
    },
    async extend(read, joinPart) {
      const mine = ++reads;
      show(beginRead(state, mine, false));
      const outcome = await read();
      // What was forgotten meanwhile is no longer asked for.
      if (!state.reads.has(mine)) return true;
      if (outcome.ok) show(answerRead(state, mine, (before) => joinPart(before, outcome.reply)));
      else state = endRead(state, mine);
      return outcome.ok;
    },
    forget() {
      state = nothingKnown();
      newest = 0;
      underWay = undefined;
      isWantedAgain = false;
      expire();
      answer.set(LOADING);
    },
    watch(listen) {
      const stop = answer.watch(listen);
      if (watchers++ === 0)
        stopFollowing = source.follow?.((patch) => show(applyPatch(state, patch)), readAgain);
      if (timers.now() - answeredAt >= FRESH_MS) void ask();
      return () => {
        stop();
        if (--watchers > 0 || !stopFollowing) return;
        stopFollowing();
        stopFollowing = undefined;
        stopWaitingForMore?.();
        stopWaitingForMore = undefined;
        // Pushes from now on are not received.
        expire();
      };
    },
  };
}

type PatchOf<Value, Push> = (value: Value, push: Push) => Value | undefined;

/** How each push changes a value. */
export interface Patches<Value> {
  readonly queue?: { readonly [Queue in PlayerQueue]?: PatchOf<Value, QueuePushes[Queue]> };
  readonly topic?: { readonly [Topic in keyof TopicPushes]?: PatchOf<Value, TopicPushes[Topic]> };
  /** For pushes that say too little and may come by the thousand: reads because of them are so far apart. */
  readonly apartMs?: number;
}

/**
 * Follows the queues and topics of the patches. With every connection the value is read again: a topic does not repeat
 * its pushes, and pushes before the first subscription are in no queue of ours.
 */
export function followPatches<Value>(
  realtime: Pick<Realtime, 'connection' | 'followQueue' | 'followTopic'>,
  { queue = {}, topic = {} }: Patches<Value>,
): NonNullable<LiveSource<Value>['follow']> {
  return (apply, readAgain) => {
    const patchWith = (patch: PatchOf<Value, never>) => (push: unknown) =>
      apply((value) => patch(value, push as never));
    const stops = [
      ...Object.entries(queue).map(([name, patch]) =>
        realtime.followQueue(name as PlayerQueue, { onPush: patchWith(patch), onResync: readAgain }),
      ),
      ...Object.entries(topic).map(([name, patch]) =>
        realtime.followTopic(name as keyof TopicPushes, patchWith(patch)),
      ),
      realtime.connection.watch(() => {
        if (realtime.connection.get().kind === 'connected') readAgain();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}
