import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress, limitKey } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  ['without a proxy of ours the header counts for nothing', 0, '6.6.6.6', '10.0.0.1'],
  ['one proxy: the entry it wrote', 1, '6.6.6.6, 9.9.9.9', '9.9.9.9'],
  ['two proxies: the entry before', 2, '6.6.6.6, 9.9.9.9, 10.0.0.2', '9.9.9.9'],
  ['fewer entries than proxies: the first', 3, '9.9.9.9', '9.9.9.9'],
  ['an entry that is no address', 1, 'evil\nline', '10.0.0.1'],
  ['an empty header', 1, '', '10.0.0.1'],
  ['no header', 1, undefined, '10.0.0.1'],
])('%s', (_, hops, forwarded, expected) => {
  expect(clientAddress(from('::ffff:10.0.0.1', forwarded), hops)).toBe(expected);
});

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s is counted as %s', (address, key) => {
  expect(limitKey(address)).toBe(key);
});
