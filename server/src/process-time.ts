// The machine's time, in the forms in which it is passed to everything else. Only this file reads it.
import { setImmediate } from 'node:timers/promises';
import { type Millis, millis } from '@maru/engine/time';

export const clock = (): Millis => millis(Date.now());

/** Monotonic, whatever happens to the wall clock. */
export const steadyMs = (): number => performance.now();

/** The same in all threads of the process: `steadyMs` begins anew with each of them. */
export const machineMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

/** Does not keep a process alive that has nothing else to do. */
export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** Runs after everything that is ready now: all requests that have arrived are queued by then. */
export const soon = (): Promise<void> => setImmediate(undefined);

/** Calls repeatedly until the returned function is called. Does not keep a process alive. */
export const every = (ms: number, call: () => void): (() => void) => {
  const timer = setInterval(call, ms).unref();
  return () => clearInterval(timer);
};
