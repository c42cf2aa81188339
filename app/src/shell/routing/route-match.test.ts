import { expect, test } from 'vitest';
import { matchRow } from './route-match.ts';

const rows = [
  '/',
  '/more/contact/$id',
  '/more/contact/create',
  '/wallet/$type/$coin',
  '/wallet/convert/$pair',
  '/wallet/asset',
].map((path) => ({ path }));
const rowOf = (path: string) => {
  const matched = matchRow(rows, path);
  return matched && [matched.row.path, matched.params];
};

test.each([
  ['/', '/', {}],
  ['/more/contact/5', '/more/contact/$id', { id: '5' }],
  ['/more/contact/create', '/more/contact/create', {}],
  ['/wallet/deposit/XRP', '/wallet/$type/$coin', { type: 'deposit', coin: 'XRP' }],
  ['/wallet/convert/USDT_BTC', '/wallet/convert/$pair', { pair: 'USDT_BTC' }],
  ['/wallet/asset/', '/wallet/asset', {}],
  ['/more/contact/%EA%B0%80', '/more/contact/$id', { id: '가' }],
])('%s belongs to %s', (path, row, params) => {
  expect(rowOf(path)).toEqual([row, params]);
});

test.each(['/more', '/more/contact', '/more/contact/1/2', '/more/contact/%E0%A4%A', '/Wallet/asset'])(
  '%s belongs to no row',
  (path) => {
    expect(rowOf(path)).toBeUndefined();
  },
);
