import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

const pace = { burst: 3, refillMs: 3_000 };

test('a burst passes, the next request is refused, and one more passes after its share of the time', () => {
  const limit = createRateLimit(pace);
  expect([1, 2, 3].map(() => limit.count('a', 0))).toEqual([undefined, undefined, undefined]);
  expect(limit.count('a', 0)).toEqual({ retryAfterSeconds: 1, first: true });
  expect(limit.count('a', 999)).toEqual({ retryAfterSeconds: 1, first: false });
  expect(limit.count('a', 1_000)).toBeUndefined();
  expect(limit.count('a', 1_000)).toMatchObject({ first: true });
});

test('one key does not slow another', () => {
  const limit = createRateLimit(pace);
  for (let i = 0; i < 10; i++) limit.count('a', 0);
  expect(limit.count('b', 0)).toBeUndefined();
});

test('an idle bucket never holds more than its burst', () => {
  const limit = createRateLimit(pace);
  limit.count('a', 0);
  const passed = Array.from({ length: 10 }, () => limit.count('a', 1_000_000)).filter((each) => !each);
  expect(passed).toHaveLength(3);
});

test('a clock that steps back refills nothing', () => {
  const limit = createRateLimit(pace);
  for (let i = 0; i < 3; i++) limit.count('a', 10_000);
  expect(limit.count('a', 0)).toBeDefined();
  expect(limit.count('a', 10)).toBeDefined();
});

test('a busy key stays in memory while thousands of others are counted', () => {
  const limit = createRateLimit({ burst: 1, refillMs: 1e9 }, 100);
  limit.count('busy', 0);
  for (let i = 0; i < 5_000; i++) {
    limit.count(`other-${i}`, 0);
    if (i % 50 === 0) expect(limit.count('busy', 0)).toBeDefined();
  }
});

test('a long window returns how long to wait', () => {
  const limit = createRateLimit({ burst: 5, refillMs: 900_000 });
  for (let i = 0; i < 5; i++) limit.count('a', 0);
  expect(limit.count('a', 0)?.retryAfterSeconds).toBe(180);
});
