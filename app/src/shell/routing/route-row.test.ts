import { expect, test } from 'vitest';
import { judge, pathOf, type RouteRow } from './route-row.ts';

const row: RouteRow = { path: '/x', layout: 'Home', requiresAuth: true, menu: 'x' };
const guest = { params: {}, path: '/x', isGuest: true };
const member = { ...guest, isGuest: false };

test('a guest on a protected page is redirected to the root, and the page is remembered', () => {
  expect(judge(row, guest)).toEqual({ kind: 'redirect', to: '/', remember: '/x' });
});

test('a member proceeds, and everybody proceeds where no login is needed', () => {
  expect(judge(row, member)).toEqual({ kind: 'proceed' });
  expect(judge({ ...row, requiresAuth: false }, guest)).toEqual({ kind: 'proceed' });
});

test('a guest on a trade page is redirected to its View, and returns to the trade page after signing in', () => {
  const trade = { ...row, path: '/oversea/$id', digits: ['id'], guestPath: '/overseaView/$id' };
  expect(judge(trade, { params: { id: '3' }, path: '/oversea/3', isGuest: true })).toEqual({
    kind: 'redirect',
    to: '/overseaView/3',
    remember: '/oversea/3',
  });
});

test('a member on a View is redirected to the page itself', () => {
  const view = { ...row, requiresAuth: false, memberPath: '/oversea/$id' };
  expect(judge(view, { params: { id: '3' }, path: '/overseaView/3', isGuest: false })).toEqual({
    kind: 'redirect',
    to: '/oversea/3',
  });
});

test.each(['', 'abc', '-1', '1.5', '１', '99999999999999999999'])(
  'the id %s is not valid: the path is unknown',
  (id) => {
    const digits = { ...row, path: '/more/notice/$id', digits: ['id'] };
    expect(judge(digits, { ...member, params: { id } })).toEqual({ kind: 'redirect', to: '/' });
  },
);

test('a parameter is escaped in the path', () => {
  expect(pathOf('/futureView/$stock', { stock: 'BTC/../USDT' })).toBe('/futureView/BTC%2F..%2FUSDT');
});
