import { expect, test } from 'vitest';
import { displayName } from './format-label.ts';

test('prefix and suffix are removed from a code before its name is looked up', () => {
  const names = { NQ: '나스닥100', BTCUSDT: '비트코인' };
  expect(displayName('EBEST_NQ', names)).toBe('나스닥100');
  expect(displayName('BTCUSDTMARK', names)).toBe('비트코인');
  expect(displayName('BTCUSDT_PERP', names)).toBe('비트코인');
});

test('a code without a name is shown itself, even if it is a property name of every object', () => {
  expect(displayName('EBEST_CL')).toBe('CL');
  expect(displayName('constructor', {})).toBe('constructor');
});
