// Work that is due by the clock, done repeatedly. The work determines itself what is due and keeps no list, so after an
// error the next run finds the same work.
import type { Log } from '../log/log.ts';

export interface Loop {
  /** Runs the work repeatedly. */
  start(): void;
  /** Waits for the run under way. */
  stop(): Promise<void>;
  /** For a run that takes long: the next process continues with what it leaves. */
  isStopping(): boolean;
  /** One more run, after those that were requested before: two never overlap. Rejects when it fails. */
  runOnce(): Promise<void>;
}

export function createLoop({
  work,
  restMs,
  wait,
  log,
  failure,
}: {
  readonly work: () => Promise<void>;
  /** How long until the next run. */
  readonly restMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
  /** The log line of a failed run. */
  readonly failure: string;
}): Loop {
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();

  function runOnce(): Promise<void> {
    running = running.then(work, work);
    return running;
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      try {
        await runOnce();
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
      await running.catch(() => undefined);
    },
    runOnce,
  };
}
