// A question of a screen, answered from what is already known and kept fresh.
import type { Answer } from '@maru/client/answers';
import type { Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useSyncExternalStore } from 'react';
import { usePlatform } from '../platform.tsx';

export type Answered<C extends AnyCall> = Answer<C> & {
  /** Asks again; what is shown stays until the new answer is there. */
  reload(): void;
};

const LOADING = { state: 'loading' } as const;
const watchNothing = () => () => {};
const loadingStill = () => LOADING;

/** A query of null means that it is not known yet what to ask for. */
export function useAnswer<C extends AnyCall>(call: C, query?: Sent<C>['query'] | null): Answered<C> {
  const { answers } = usePlatform();
  const question = query === null ? undefined : answers.to(call, query);
  const answer: Answer<C> = useSyncExternalStore(
    question?.watch ?? watchNothing,
    question?.get ?? loadingStill,
  );
  const reload = useCallback(() => void question?.reload(), [question]);
  return { ...answer, reload };
}
