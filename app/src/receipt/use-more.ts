// The next page of a list, as a button asks for it: under way, and whether the last try failed.
import { useState } from 'react';

export interface MoreShown {
  /** The next page is being fetched. */
  readonly isFetching: boolean;
  /** It was asked for and could not be read; over as soon as it is asked for again. */
  readonly isMoreFailed: boolean;
  more(): Promise<void>;
}

/** `read` resolves with false where the page could not be read. */
export function useMore(read: () => Promise<boolean>): MoreShown {
  const [stage, setStage] = useState<'IDLE' | 'FETCHING' | 'FAILED'>('IDLE');
  return {
    isFetching: stage === 'FETCHING',
    isMoreFailed: stage === 'FAILED',
    async more() {
      setStage('FETCHING');
      setStage((await read()) ? 'IDLE' : 'FAILED');
    },
  };
}
