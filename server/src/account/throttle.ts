// Failed sign-ins per address, in memory: twenty a minute (T-01). Honest sign-ins behind one address count nothing, and
// devices that their owner has signed in from are looked at also behind an address that has used up its twenty.
import { MINUTE_MS, type Millis, SECOND_MS } from '@maru/engine/time';
import { createRateLimit } from '../http/rate-limit.ts';

export interface AddressFailures {
  /** Seconds until the address may try again; undefined when it may now. */
  waitSeconds(ip: string, now: Millis): number | undefined;
  count(ip: string, now: Millis): void;
  /** Has anything failed behind this address in the minute that runs? */
  hasFailed(ip: string, now: Millis): boolean;
  /** May it be looked up whether a device behind this closed address is known? Each look-up costs a read. */
  mayAskForDevice(ip: string, now: Millis): boolean;
}

const MOST = 20;
const WINDOW_MS = MINUTE_MS;
const MOST_ADDRESSES = 50_000;
const DEVICE_QUESTIONS = { burst: 20, refillMs: 10_000 };

export function createAddressFailures(mostAddresses = MOST_ADDRESSES): AddressFailures {
  const windows = new Map<string, { readonly startedAt: Millis; failures: number }>();

  const deviceQuestions = createRateLimit(DEVICE_QUESTIONS, mostAddresses);

  function windowOf(ip: string, now: Millis) {
    const window = windows.get(ip);
    return window !== undefined && now - window.startedAt < WINDOW_MS ? window : undefined;
  }

  return {
    waitSeconds(ip, now) {
      const window = windowOf(ip, now);
      if (window === undefined || window.failures < MOST) return undefined;
      return Math.max(1, Math.ceil((window.startedAt + WINDOW_MS - now) / SECOND_MS));
    },
    count(ip, now) {
      const window = windowOf(ip, now);
      if (window !== undefined) {
        window.failures += 1;
        return;
      }
      windows.delete(ip);
      // A map keeps the order of insertion: the first key is the oldest window.
      if (windows.size >= mostAddresses) windows.delete(windows.keys().next().value ?? ip);
      windows.set(ip, { startedAt: now, failures: 1 });
    },
    hasFailed: (ip, now) => windowOf(ip, now) !== undefined,
    mayAskForDevice: (ip, now) => deviceQuestions.take(ip, now) === undefined,
  };
}
