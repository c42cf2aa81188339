// Token buckets in memory. Time is passed in; the number of keys in memory is bounded.

export interface Pace {
  /** How much may be requested at once, counted in the costs of the calls. */
  readonly burst: number;
  /** How long an empty bucket takes to fill up again. */
  readonly refillMs: number;
}

export interface LimitExceeded {
  readonly retryAfterSeconds: number;
  /** The first refusal since the key was last accepted: it is logged, the following ones are not. */
  readonly first: boolean;
}

export interface RateLimit {
  /** Undefined when the request may pass. A cost above the whole burst takes all of it. */
  count(key: string | number, nowMs: number, cost?: number): LimitExceeded | undefined;
}

interface Bucket {
  tokens: number;
  atMs: number;
  refused: boolean;
}

const MOST_KEYS = 50_000;

export function createRateLimit(pace: Pace, mostKeys = MOST_KEYS): RateLimit {
  const perMs = pace.burst / pace.refillMs;
  // Two generations: when the young one is full the old one is dropped, so idle keys cost nothing to evict.
  let young = new Map<string | number, Bucket>();
  let old = new Map<string | number, Bucket>();

  function bucketOf(key: string | number, nowMs: number): Bucket {
    const known = young.get(key);
    if (known !== undefined) return known;
    if (young.size >= mostKeys) {
      old = young;
      young = new Map();
    }
    const bucket = old.get(key) ?? { tokens: pace.burst, atMs: nowMs, refused: false };
    young.set(key, bucket);
    return bucket;
  }

  return {
    count(key, nowMs, cost = 1) {
      const wanted = Math.min(cost, pace.burst);
      const bucket = bucketOf(key, nowMs);
      // A clock that steps back must neither fill nor drain the bucket.
      const elapsedMs = Math.max(0, nowMs - bucket.atMs);
      bucket.tokens = Math.min(pace.burst, bucket.tokens + elapsedMs * perMs);
      bucket.atMs = nowMs;
      if (bucket.tokens >= wanted) {
        bucket.tokens -= wanted;
        bucket.refused = false;
        return undefined;
      }
      const first = !bucket.refused;
      bucket.refused = true;
      return { retryAfterSeconds: Math.max(1, Math.ceil((wanted - bucket.tokens) / perMs / 1_000)), first };
    },
  };
}
