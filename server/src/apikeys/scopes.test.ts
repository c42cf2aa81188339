// What an API key may call, as a list: a call that gets a scope must be added here by hand, and one that moves money in or
// out, or changes the account, is on it never.
import { readdirSync } from 'node:fs';
import type { AnyCall } from '@maru/contract/call';
import { expect, test } from 'vitest';

const contract = new URL('../../../contract/src/', import.meta.url);

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'reply' in value;

const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const modules = await Promise.all(
  files.map((name) => import(new URL(name, contract).href) as Promise<Record<string, unknown>>),
);
const calls = modules.flatMap((each) => Object.values(each).filter(isCall));
const withScope = (scope: string): readonly string[] =>
  calls
    .filter(({ api }) => api?.scope === scope)
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted();

test('a key that trades may place, change and cancel orders, and nothing else', () => {
  expect(withScope('TRADE')).toEqual([
    'POST /api/futures/order',
    'POST /api/futures/order/amend',
    'POST /api/futures/order/cancel',
    'POST /api/futures/order/cancel_all',
    'POST /api/futures/order/close_all',
    'POST /api/futures/order/leverage',
    'POST /api/futures/order/margin',
    'POST /api/futures/order/margin_type',
    'POST /api/futures/order/tpsl',
    'POST /api/oversea/order',
    'POST /api/oversea/order/cancel',
    'POST /api/oversea/order/cancel_all',
    'POST /api/oversea/order/delete-tpsl',
    'POST /api/oversea/order/tpsl',
    'POST /api/oversea/overnight',
    'POST /api/trade/history/betting',
  ]);
});

test('a key that reads sees balances, positions and histories of trading, and nothing of the person', () => {
  expect(withScope('READ')).toEqual([
    'GET /api/account/events',
    'GET /api/futures/history/account',
    'GET /api/futures/history/daily_profit',
    'GET /api/futures/history/funding',
    'GET /api/futures/history/last_leverage',
    'GET /api/futures/history/list',
    'GET /api/futures/history/open_order',
    'GET /api/futures/history/open_position',
    'GET /api/futures/history/open_sltp',
    'GET /api/futures/history/realised',
    'GET /api/futures/history/tpsl',
    'GET /api/futures/order/qty_per',
    'GET /api/futures/receipt',
    'GET /api/futures/receipt/funding',
    'GET /api/futures/receipt/funding/ticks',
    'GET /api/futures/receipt/liquidation',
    'GET /api/futures/receipt/ticks',
    'GET /api/limits',
    'GET /api/oversea/guard',
    'GET /api/oversea/history/daily_profit',
    'GET /api/oversea/history/list',
    'GET /api/oversea/history/open_order',
    'GET /api/oversea/history/open_position',
    'GET /api/oversea/history/realised',
    'GET /api/oversea/overnight',
    'GET /api/oversea/receipt',
    'GET /api/oversea/receipt/ticks',
    'GET /api/solvency/proof',
    'GET /api/trade/history/current',
    'GET /api/trade/history/current_for_option',
    'GET /api/trade/history/list',
    'GET /api/trade/history/recent_all_history',
    'GET /api/trade/receipt',
    'GET /api/trade/receipt/ticks',
    'GET /api/trade/round/summary/daily',
    'GET /api/wallet/equity',
    'GET /api/wallet/my',
    'GET /api/wallet/past',
  ]);
});

test('reading changes nothing, trading always has an idempotency key, and staff have no keys', () => {
  for (const { method, money, access, api, path } of calls) {
    if (api === undefined) continue;
    expect([path, method]).toEqual([path, api.scope === 'READ' ? 'GET' : 'POST']);
    expect([path, access === 'staff']).toEqual([path, false]);
    if (api.scope === 'TRADE') expect([path, money]).toEqual([path, true]);
    expect(path).not.toMatch(/dnw|payout|coupon|practice|office|user|player|login|api_key/);
  }
});
