// What followers do alone, on the trader's own tab.
//
// A follow that begins, settings that a follower changes and a copy that a follower closes alone are events without a step
// of the trader, so no push tells the trader of them (docs/decisions/0035). With one, each of ten thousand followers
// would write the trader's own sequence. Here it is cheap instead: what shows followers is read again every few seconds,
// and only while somebody looks at it.
import { useEvery } from '../../market/prices/use-every.ts';
import type { Answered } from '../../shell/connection/use-answer.ts';

const READ_AGAIN_MS = 5_000;

/** One that failed is left alone: it has a button. */
export function useReadForFollowers({ state, reload }: Pick<Answered<unknown>, 'state' | 'reload'>): void {
  useEvery(READ_AGAIN_MS, () => {
    if (state === 'ready') reload();
  });
}
