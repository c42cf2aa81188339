import type { Allowance } from './limits.ts';

/** Counts what happens within one second; a new second starts with the first event after the old one is over. */
export class SecondCount {
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;

  add(now: number): number {
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count;
  }
}

export class TokenBucket {
  readonly #allowance: Allowance;
  #tokens: number;
  #at: number;

  constructor(allowance: Allowance, now: number) {
    this.#allowance = allowance;
    this.#tokens = allowance.burst;
    this.#at = now;
  }

  /** Takes the tokens if enough are left; a refused request costs nothing more. */
  take(cost: number, now: number): boolean {
    if (!this.has(cost, now)) return false;
    this.#tokens -= cost;
    return true;
  }

  /** Takes the tokens for work that was done already; false when they were not enough. */
  spend(cost: number, now: number): boolean {
    const isAllowed = this.has(cost, now);
    // The debt is bounded, so that one expensive frame does not block an address for hours.
    this.#tokens = Math.max(this.#tokens - cost, -this.#allowance.burst);
    return isAllowed;
  }

  has(cost: number, now: number): boolean {
    // A clock that steps back must neither fill nor drain the bucket.
    const elapsedMs = Math.max(0, now - this.#at);
    const { burst, perSecond } = this.#allowance;
    this.#tokens = Math.min(burst, this.#tokens + (elapsedMs * perSecond) / 1_000);
    this.#at = now;
    return this.#tokens >= cost;
  }

  isFull(now: number): boolean {
    return this.has(this.#allowance.burst, now);
  }
}
