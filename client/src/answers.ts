// What the server answered to the screens' questions, kept once for all of them: an old answer is shown at once while
// a new one is fetched, the same question is asked once at a time, and nothing survives a sign-out.
import type { AnyCall } from '@maru/contract/call';
import type { Caller, Outcome, ReplyHeard, Sent } from './call.ts';
import { createStore, type Store, type Watched } from './store.ts';
import type { Timers } from './timers.ts';

export type Answer<C extends AnyCall> =
  | {
      readonly state: 'loading';
      readonly reply?: undefined;
      readonly message?: undefined;
      readonly code?: undefined;
    }
  | {
      readonly state: 'ready';
      readonly reply: ReplyHeard<C>;
      readonly message?: undefined;
      readonly code?: undefined;
    }
  | {
      readonly state: 'failed';
      readonly reply?: undefined;
      readonly message: string;
      readonly code: string;
    };

export interface Question<C extends AnyCall> extends Watched<Answer<C>> {
  /** Asks again; what is shown stays until the new answer is there. */
  reload(): Promise<void>;
}

export interface Answers {
  /** The same question is the same object, so that a screen may watch it. */
  to<C extends AnyCall>(call: C, query?: Sent<C>['query']): Question<C>;
  /** Everything that somebody looks at is asked again; the rest is asked when somebody looks. */
  refetch(): void;
  /** Another member, or none: nothing that was heard is known any more. */
  forget(): void;
}

/** A screen that shows bones for longer has failed; a later answer still counts. */
export const PATIENCE_MS = 8_000;
/** Two screens that ask within this time share one answer. */
const FRESH_MS = 2_000;
const MOST_KEPT = 200;

interface Entry {
  readonly question: Question<AnyCall>;
  readonly answer: Store<Answer<AnyCall>>;
  watchers: number;
  ask(): Promise<void>;
  /** The answer is old: who looks next asks again. */
  expire(): void;
  drop(): void;
}

const LOADING = { state: 'loading' } as const;

function keyOf(call: AnyCall, query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return JSON.stringify([call.method, call.path, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

export function createAnswers({
  call,
  timers,
  tryAgain,
}: {
  readonly call: Caller;
  readonly timers: Timers;
  readonly tryAgain: () => string;
}): Answers {
  const entries = new Map<string, Entry>();
  const ask = call as (call: AnyCall, sent: { readonly query: unknown }) => Promise<Outcome<AnyCall>>;

  function entryFor(of: AnyCall, query: unknown): Entry {
    const answer = createStore<Answer<AnyCall>>(LOADING);
    let underWay: Promise<void> | undefined;
    /** Asked for once more while a question was on its way: its answer may be older than the news. */
    let isWantedAgain = false;
    let heardAt = Number.NEGATIVE_INFINITY;
    /** An answer to what was asked before a sign-out is nobody's. */
    let era = 0;
    let turn = 0;

    const fail = (message: string, code: string) => {
      // An old answer is better than none; the connection lock says that it is old.
      if (answer.get().state !== 'ready') answer.set({ state: 'failed', message, code });
    };

    async function fetch(): Promise<void> {
      const mine = ++turn;
      const asked = era;
      if (answer.get().state === 'failed') answer.set(LOADING);
      const stopWaiting = timers.after(PATIENCE_MS, () => {
        if (mine !== turn) return;
        // The thumb may ask anew now; the late answer still counts when it comes first.
        underWay = undefined;
        fail(tryAgain(), 'TRY_AGAIN');
      });
      const outcome = await ask(of, { query });
      stopWaiting();
      if (mine === turn) underWay = undefined;
      if (asked !== era) return;
      if (mine === turn && isWantedAgain) {
        isWantedAgain = false;
        void entry.ask();
      }
      if (outcome.ok) {
        heardAt = timers.now();
        answer.set({ state: 'ready', reply: outcome.reply });
      } else if (mine === turn) fail(outcome.message, outcome.code);
    }

    const entry: Entry = {
      answer,
      watchers: 0,
      ask() {
        underWay ??= fetch();
        return underWay;
      },
      expire() {
        heardAt = Number.NEGATIVE_INFINITY;
      },
      drop() {
        era++;
        turn++;
        underWay = undefined;
        isWantedAgain = false;
        entry.expire();
        answer.set(LOADING);
      },
      question: {
        get: answer.get,
        reload() {
          isWantedAgain = underWay !== undefined;
          return entry.ask();
        },
        watch(listen) {
          const stop = answer.watch(listen);
          entry.watchers++;
          if (timers.now() - heardAt >= FRESH_MS) void entry.ask();
          return () => {
            entry.watchers--;
            stop();
          };
        },
      },
    };
    return entry;
  }

  function makeRoom(): void {
    for (const [key, { watchers }] of entries) {
      if (entries.size < MOST_KEPT) return;
      if (watchers === 0) entries.delete(key);
    }
  }

  const isWatched = ({ watchers }: Entry): boolean => watchers > 0;

  return {
    to<C extends AnyCall>(of: C, query?: Sent<C>['query']) {
      const key = keyOf(of, query);
      let entry = entries.get(key);
      if (!entry) {
        makeRoom();
        entry = entryFor(of, query);
        entries.set(key, entry);
      }
      return entry.question as unknown as Question<C>;
    },
    refetch() {
      for (const entry of entries.values())
        if (isWatched(entry)) void entry.ask();
        else entry.expire();
    },
    forget() {
      for (const [key, entry] of entries) {
        entry.drop();
        if (isWatched(entry)) void entry.ask();
        else entries.delete(key);
      }
    },
  };
}
