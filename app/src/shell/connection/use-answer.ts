// A question of a screen, answered from what is already known and kept fresh.
import type { ReceivedReply, Sent } from '@maru/client/call';
import type { Answer, Live, Patches } from '@maru/client/live';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useSyncExternalStore } from 'react';
import { usePlatform } from '../platform.tsx';

export type Answered<Value> = Answer<Value> & {
  /** Asks again; what is shown stays until the new answer is there. */
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

/** A query of null means that it is not known yet what to ask for. With patches the answer follows what is pushed. */
export function useAnswer<C extends AnyCall>(
  call: C,
  query?: Sent<C>['query'] | null,
  patches?: Patches<ReceivedReply<C>>,
): Answered<ReceivedReply<C>> {
  const { answers } = usePlatform();
  return useLive(query === null ? undefined : answers.to(call, query, patches));
}
