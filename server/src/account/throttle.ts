// Failed sign-ins per address, in memory: twenty a minute (T-01). Successful sign-ins are not counted, and known
// devices may sign in also behind an address that has used up its twenty.
import { MINUTE_MS, type Millis, SECOND_MS } from '@maru/engine/time';

export interface AddressFailures {
  /** Seconds until the address may try again; undefined when it may now. */
  waitSeconds(ip: string, now: Millis): number | undefined;
  count(ip: string, now: Millis): void;
  /** An attempt that found no place in its lane. */
  countBusy(ip: string, now: Millis): void;
  /** Has an attempt failed, or repeatedly found no place, behind this address in the current minute? */
  isTried(ip: string, now: Millis): boolean;
}

const MOST = 20;
/** An honest client that gets TRY_AGAIN repeats its request a few times. */
const FEW_BUSY = 5;
const WINDOW_MS = MINUTE_MS;
const MOST_ADDRESSES = 50_000;

interface Window {
  readonly startedAt: Millis;
  failures: number;
  busy: number;
}

export function createAddressFailures(mostAddresses = MOST_ADDRESSES): AddressFailures {
  const windows = new Map<string, Window>();

  function windowOf(ip: string, now: Millis): Window | undefined {
    const window = windows.get(ip);
    return window !== undefined && now - window.startedAt < WINDOW_MS ? window : undefined;
  }

  function openWindow(ip: string, now: Millis): Window {
    const known = windowOf(ip, now);
    if (known !== undefined) return known;
    windows.delete(ip);
    // A map keeps the order of insertion: the first key is the oldest window.
    if (windows.size >= mostAddresses) windows.delete(windows.keys().next().value ?? ip);
    const window = { startedAt: now, failures: 0, busy: 0 };
    windows.set(ip, window);
    return window;
  }

  return {
    waitSeconds(ip, now) {
      const window = windowOf(ip, now);
      if (window === undefined || window.failures + window.busy < MOST) return undefined;
      return Math.max(1, Math.ceil((window.startedAt + WINDOW_MS - now) / SECOND_MS));
    },
    count(ip, now) {
      openWindow(ip, now).failures += 1;
    },
    countBusy(ip, now) {
      openWindow(ip, now).busy += 1;
    },
    isTried(ip, now) {
      const window = windowOf(ip, now);
      return window !== undefined && (window.failures > 0 || window.busy >= FEW_BUSY);
    },
  };
}
