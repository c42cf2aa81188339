// Failed sign-ins per address, in memory: twenty a minute (T-01). Honest sign-ins behind one address count nothing.
import { MINUTE_MS, type Millis, SECOND_MS } from '@maru/engine/time';

export interface AddressFailures {
  /** Seconds until the address may try again; undefined when it may now. */
  waitSeconds(ip: string, now: Millis): number | undefined;
  count(ip: string, now: Millis): void;
}

const MOST = 20;
const WINDOW_MS = MINUTE_MS;
const MOST_ADDRESSES = 50_000;

export function createAddressFailures(mostAddresses = MOST_ADDRESSES): AddressFailures {
  const windows = new Map<string, { readonly startedAt: Millis; failures: number }>();

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
  };
}
