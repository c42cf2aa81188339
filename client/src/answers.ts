// The server's answers to the screens' queries, cached once for all of them: an old answer is shown at once while a new
// one is fetched, the same query is sent once at a time, and nothing survives a sign-out.
import type { AnyCall } from '@maru/contract/call';
import type { Caller, Outcome, ReceivedReply, Sent } from './call.ts';
import { createLive, followPatches, type Live, type LiveEdges, type Patches } from './live.ts';
import type { Realtime } from './realtime.ts';

export interface Answers {
  /**
   * The same query returns the same object, so that a screen may watch it. With patches it follows the pushes; they
   * belong to the query, so those of the first caller serve all.
   */
  to<C extends AnyCall>(
    call: C,
    query?: Sent<C>['query'],
    patches?: Patches<ReceivedReply<C>>,
  ): Live<ReceivedReply<C>>;
  /** Everything that is watched is requested again; the rest is requested when it is watched. */
  refetch(): void;
  /** Another member, or none: all answers are removed. */
  forget(): void;
}

const MAX_CACHED = 200;

function keyOf(call: AnyCall, query: unknown, isLive: boolean): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return JSON.stringify([call.method, call.path, isLive, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

export function createAnswers({
  call,
  realtime,
  ...edges
}: LiveEdges & { readonly call: Caller; readonly realtime: Realtime }): Answers {
  const entries = new Map<string, Live<never>>();
  const ask = call as (call: AnyCall, sent: { readonly query: unknown }) => Promise<Outcome<AnyCall>>;

  function makeRoom(): void {
    for (const [key, entry] of entries) {
      if (entries.size < MAX_CACHED) return;
      if (!entry.isWatched()) entries.delete(key);
    }
  }

  return {
    to<C extends AnyCall>(of: C, query?: Sent<C>['query'], patches?: Patches<ReceivedReply<C>>) {
      const key = keyOf(of, query, patches !== undefined);
      let entry = entries.get(key) as Live<ReceivedReply<C>> | undefined;
      if (!entry) {
        makeRoom();
        entry = createLive<ReceivedReply<C>>(
          {
            read: () => ask(of, { query }) as Promise<Outcome<C>>,
            ...(patches ? { follow: followPatches(realtime, patches), apartMs: patches.apartMs } : {}),
          },
          edges,
        );
        entries.set(key, entry as unknown as Live<never>);
      }
      return entry;
    },
    refetch() {
      for (const entry of entries.values())
        if (entry.isWatched()) entry.readAgain();
        else entry.expire();
    },
    forget() {
      for (const [key, entry] of entries) {
        entry.forget();
        if (entry.isWatched()) void entry.reload();
        else entries.delete(key);
      }
    },
  };
}
