// Work that is due by the clock. A feature looks again and again what is due; it keeps nothing of its own, so after a
// fault the next look finds the same work.
import type { Log } from '../log/log.ts';

export interface Turns {
  /** Looks again and again. */
  start(): void;
  /** The look under way is waited for. */
  stop(): Promise<void>;
  /** For a look that takes long: the next process goes on with what it leaves. */
  isStopping(): boolean;
  /** One more look, after those that were asked for before: two never run at once. Rejects when it fails. */
  turn(): Promise<void>;
}

export function createTurns({
  look,
  restMs,
  wait,
  log,
  failure,
}: {
  readonly look: () => Promise<void>;
  /** How long until the next look. */
  readonly restMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
  /** What the log says when a look fails. */
  readonly failure: string;
}): Turns {
  let isStopping = false;
  let turning: Promise<void> = Promise.resolve();

  function turn(): Promise<void> {
    turning = turning.then(look, look);
    return turning;
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      try {
        await turn();
      } catch (fault) {
        log.warn(failure, { error: fault });
      }
      await wait(restMs());
    }
  }

  return {
    start: () => void run(),
    isStopping: () => isStopping,
    async stop() {
      isStopping = true;
      await turning.catch(() => undefined);
    },
    turn,
  };
}
