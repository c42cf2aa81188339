// Counts calls that move money, so that the page is not reloaded before they are answered.
import type { Caller, Outcome, Sent } from '@maru/client/call';
import { createStore, type Watched } from '@maru/client/store';
import type { AnyCall } from '@maru/contract/call';

export interface InFlight {
  readonly count: Watched<number>;
  /** The same calls, with those that move money counted while they are under way. */
  counting(call: Caller): Caller;
  /** Resolves when none is under way; each ends by its own time-outs. */
  settled(): Promise<void>;
}

export function createInFlight(): InFlight {
  const count = createStore(0);

  return {
    count,
    counting: (call) =>
      (async (of: AnyCall, sent?: Sent<AnyCall>): Promise<Outcome<AnyCall>> => {
        const ask = call as (of: AnyCall, sent?: Sent<AnyCall>) => Promise<Outcome<AnyCall>>;
        if (of.money !== true) return ask(of, sent);
        count.set(count.get() + 1);
        try {
          return await ask(of, sent);
        } finally {
          count.set(count.get() - 1);
        }
      }) as Caller,
    settled: () =>
      new Promise((resolve) => {
        if (count.get() === 0) return resolve();
        const stop = count.watch(() => {
          if (count.get() > 0) return;
          stop();
          resolve();
        });
      }),
  };
}
