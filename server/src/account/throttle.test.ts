import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { createAddressFailures } from './throttle.ts';

const start = millis(1_000_000);

test('the twentieth failure in a minute refuses further attempts until the minute is over', () => {
  const failures = createAddressFailures();
  for (let count = 0; count < 20; count += 1) {
    expect(failures.waitSeconds('a', start)).toBeUndefined();
    failures.count('a', start);
  }
  expect(failures.waitSeconds('a', start)).toBe(60);
  expect(failures.waitSeconds('b', start)).toBeUndefined();
  expect(failures.waitSeconds('a', millis(start + 59_001))).toBe(1);
  expect(failures.waitSeconds('a', millis(start + 60_000))).toBeUndefined();
});

test('the number of counted addresses is bounded; the oldest is removed first', () => {
  const failures = createAddressFailures(2);
  for (const ip of ['a', 'b']) for (let count = 0; count < 20; count += 1) failures.count(ip, start);
  failures.count('c', start);
  expect(failures.waitSeconds('a', start)).toBeUndefined();
  expect(failures.waitSeconds('b', start)).toBe(60);
});

test('an address is a tried one for a minute after a failure, or after five attempts without a place', () => {
  const failures = createAddressFailures();
  expect(failures.isTried('a', start)).toBe(false);
  failures.count('a', start);
  expect(failures.isTried('a', start)).toBe(true);
  expect(failures.isTried('a', millis(start + 60_000))).toBe(false);
  for (let count = 0; count < 5; count += 1) {
    expect(failures.isTried('b', start)).toBe(false);
    failures.countBusy('b', start);
  }
  expect(failures.isTried('b', start)).toBe(true);
});

test('twenty attempts without a place block an address as failures do', () => {
  const failures = createAddressFailures();
  for (let count = 0; count < 20; count += 1) failures.countBusy('a', start);
  expect(failures.waitSeconds('a', start)).toBe(60);
});
