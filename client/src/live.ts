// A value of the server on a screen: read once, patched by pushes, read again after a cut of the connection. All lists
// of the app are one of these, so the order in which answers and pushes arrive is dealt with here only.
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
  | { readonly state: 'failed'; readonly reply?: undefined; readonly message: string; readonly code: string };

type Read<Value> = () => Promise<{ readonly ok: true; readonly reply: Value } | Refused>;

export interface LiveSource<Value> {
  readonly read: Read<Value>;
  /** How an answer joins what is known; without this it replaces it. */
  readonly join?: (before: Value | undefined, answer: Value) => Value;
  /** Begins to follow changes while somebody watches; returns how to stop. */
  readonly follow?: (apply: (patch: Patch<Value>) => void, readAgain: () => void) => () => void;
}

export interface LiveEdges {
  readonly timers: Timers;
  /** The text of a failure when no answer came in time. */
  readonly tryAgain: () => string;
}

/** Who watches it makes it read and followed. */
export interface Live<Value> extends Watched<Answer<Value>> {
  /** The same without reading or following: for what is derived from it. */
  readonly answer: Watched<Answer<Value>>;
  /** Reads again; what is shown stays until the new answer is there. */
  reload(): Promise<void>;
  /** Something may have been missed: like `reload`, but several calls at the same moment are one read. */
  readAgain(): void;
  /** Another part of the value is read and joined to what is known. */
  extend<Part>(read: Read<Part>, join: (before: Value | undefined, part: Part) => Value): Promise<void>;
  /** A change that this page made itself. */
  patch(patch: Patch<Value>): void;
  /** The value as it was just read by somebody else. */
  seed(value: Value): void;
  /** The answer is old: who watches next reads again. */
  expire(): void;
  /** Nothing is known any more, and answers that are on their way are dropped. */
  forget(): void;
  isWatched(): boolean;
}

/** A screen that waits longer has failed; a later answer still counts. */
export const PATIENCE_MS = 8_000;
/** Two screens that ask within this time share one answer. */
const FRESH_MS = 2_000;

const LOADING = { state: 'loading' } as const;

export function createLive<Value>(source: LiveSource<Value>, { timers, tryAgain }: LiveEdges): Live<Value> {
  const answer = createStore<Answer<Value>>(LOADING);
  const join = source.join ?? ((_: Value | undefined, reply: Value) => reply);
  let state: LiveState<Value> = nothingKnown();
  let reads = 0;
  /** The newest read of the whole value: only this one may fail or end the waiting. */
  let newest = 0;
  let underWay: Promise<void> | undefined;
  let isJustAsked = false;
  let isWantedAgain = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let watchers = 0;
  let stopFollowing: (() => void) | undefined;

  function show(next: LiveState<Value>): void {
    const before = state.known;
    state = next;
    if (next.known !== undefined && next.known !== before)
      answer.set({ state: 'ready', reply: next.known.value });
    if (next.isIncomplete) readAgain();
  }

  function fail(message: string, code: string): void {
    // An old answer is better than none; the connection lock says that it is old.
    if (state.known === undefined) answer.set({ state: 'failed', message, code });
  }

  async function fetch(): Promise<void> {
    const mine = ++reads;
    newest = mine;
    if (answer.get().state === 'failed') answer.set(LOADING);
    show(beginRead(state, mine, true));
    const stopWaiting = timers.after(PATIENCE_MS, () => {
      if (mine !== newest) return;
      // The user may ask anew now; the late answer still counts when it comes first.
      underWay = undefined;
      fail(tryAgain(), 'TRY_AGAIN');
    });
    const outcome = await source.read();
    stopWaiting();
    // Asked before the value was forgotten.
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
    if (mine === newest) fail(outcome.message, outcome.code);
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
    // The answer that is on its way may be older than what this asks for.
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
      if (!state.reads.has(mine)) return;
      if (outcome.ok) show(answerRead(state, mine, (before) => joinPart(before, outcome.reply)));
      else state = endRead(state, mine);
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
        // What is pushed from now on is not received.
        expire();
      };
    },
  };
}

type PatchOf<Value, Push> = (value: Value, push: Push) => Value | undefined;

/** What each push does to a value. */
export interface Patches<Value> {
  readonly queue?: { readonly [Queue in PlayerQueue]?: PatchOf<Value, QueuePushes[Queue]> };
  readonly topic?: { readonly [Topic in keyof TopicPushes]?: PatchOf<Value, TopicPushes[Topic]> };
}

/**
 * Follows the queues and topics of the patches. With every connection the value is read again: a topic says nothing
 * twice, and what was pushed before the first subscription is in no queue of ours.
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
