// A call's answer for a screen, shown from the cache and kept fresh.
import type { ReceivedReply, Sent } from '@maru/client/call';
import type { Answer, Live, Patches } from '@maru/client/live';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useSyncExternalStore } from 'react';
import { usePlatform } from '../platform.tsx';

export type Answered<Value> = Answer<Value> & {
  /** Requests again; the old answer is shown until the new one arrives. */
  reload(): void;
};

const LOADING = { state: 'loading' } as const;
const watchNothing = () => () => {};
const loadingStill = () => LOADING;

/** Undefined is not known yet. */
export function useLive<Value>(live: Live<Value> | undefined): Answered<Value> {
  const answer: Answer<Value> = useSyncExternalStore(live?.watch ?? watchNothing, live?.get ?? loadingStill);
  const reload = useCallback(() => void live?.reload(), [live]);
  return { ...answer, reload };
}

/** A query of null means that it is not known yet what to request. With patches the answer follows the pushes. */
export function useAnswer<C extends AnyCall>(
  call: C,
  query?: Sent<C>['query'] | null,
  patches?: Patches<ReceivedReply<C>>,
): Answered<ReceivedReply<C>> {
  const { answers } = usePlatform();
  return useLive(query === null ? undefined : answers.to(call, query, patches));
}
