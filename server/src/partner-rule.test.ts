import type { AnyCall } from '@maru/contract/call';
import { expect, test } from 'vitest';
import { callsOfContract } from './calls-testing.ts';
import type { Asked, Route } from './http/serve.ts';
import { OWNER, PARTNER, principalOf } from './http/testing.ts';
import { partnerRule } from './partner/rule.ts';

const calls = await callsOfContract();

/** About an order, a position or a payment that somebody has, which a partner cannot have made. */
const OF_WHAT_IS_OPEN = [
  ...['/api/dnw/cancel', '/api/dnw/p2p/dispute', '/api/dnw/p2p/paid', '/api/futures/order/amend'],
  ...['/api/futures/order/cancel', '/api/futures/order/cancel_all', '/api/futures/order/copytrade/close'],
  ...['/api/futures/order/margin', '/api/futures/order/tpsl', '/api/oversea/order/cancel'],
  ...['/api/oversea/order/cancel_all', '/api/oversea/order/delete-tpsl', '/api/oversea/order/tpsl'],
  '/api/oversea/overnight',
  // A follow, or being a trader, which a partner cannot be.
  ...[
    '/api/copytrade/follower/change',
    '/api/copytrade/follower/close_all',
    '/api/copytrade/follower/unfollow',
  ],
  ...['/api/copytrade/follower/unfollow_trader', '/api/copytrade/trader/setting'],
];
/** What a partner has earned may leave. */
const TAKES_OUT = ['/api/dnw/withdraw/apply'];

const answering = (call: AnyCall): Route => ({ call, handle: async () => ({ ok: true, reply: {} }) });
const askedBy = (who: typeof OWNER): Asked<AnyCall> => ({ principal: principalOf(who) }) as Asked<AnyCall>;

test('a partner is refused every call that moves money in, opens something or uses a coupon', async () => {
  const passed = new Set<string>();
  for (const call of calls.filter(({ access, money }) => access === 'player' && money === true)) {
    const { handle } = partnerRule(answering(call));
    expect(await handle(askedBy(OWNER)), call.path).toEqual({ ok: true, reply: {} });
    if ((await handle(askedBy(PARTNER))).ok) passed.add(call.path);
  }
  expect([...passed].toSorted()).toEqual([...OF_WHAT_IS_OPEN, ...TAKES_OUT].toSorted());
});
