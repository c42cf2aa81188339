import type { AnyCall, RefusalOf } from '@maru/contract/call';
import * as calls from '@maru/contract/futures/calls';
import type { CopyBar } from '@maru/engine/copytrade/bars';
import type { Decision } from '@maru/engine/decision';
import type { amendOrder } from '@maru/engine/futures/amend';
import type { cancelOrder, cancelOrders } from '@maru/engine/futures/cancel';
import type { closePositions } from '@maru/engine/futures/close';
import type { placeExit, setExits } from '@maru/engine/futures/exits';
import type { setLeverage, setMarginType } from '@maru/engine/futures/leverage';
import type { moveMargin } from '@maru/engine/futures/margin';
import type { placeOrder } from '@maru/engine/futures/place';
import { expect, expectTypeOf, test } from 'vitest';
import { futuresRefusal } from './call-refusal.ts';

type RefusedBy<Rule extends (...given: never[]) => Decision<unknown, string>> =
  ReturnType<Rule> extends Decision<unknown, infer Refusal> ? Refusal : never;

/** What a rule may refuse and its call does not list. */
type Unlisted<Refusal extends string, Of extends AnyCall> = Exclude<
  Refusal,
  RefusalOf<Of> | 'PRICES_MISSING' | 'FUNDING_DUE'
>;

test('every refusal of a rule is one that its call lists', () => {
  expectTypeOf<
    Unlisted<RefusedBy<typeof placeOrder> | RefusedBy<typeof placeExit>, typeof calls.placeFuturesOrder>
  >().toBeNever();
  expectTypeOf<Unlisted<RefusedBy<typeof amendOrder>, typeof calls.amendFuturesOrder>>().toBeNever();
  expectTypeOf<Unlisted<RefusedBy<typeof cancelOrder>, typeof calls.cancelFuturesOrder>>().toBeNever();
  expectTypeOf<Unlisted<RefusedBy<typeof cancelOrders>, typeof calls.cancelFuturesOrders>>().toBeNever();
  expectTypeOf<Unlisted<RefusedBy<typeof setExits>, typeof calls.setFuturesTpsl>>().toBeNever();
  expectTypeOf<Unlisted<RefusedBy<typeof setLeverage>, typeof calls.setFuturesLeverage>>().toBeNever();
  expectTypeOf<Unlisted<RefusedBy<typeof setMarginType>, typeof calls.setFuturesMarginType>>().toBeNever();
  expectTypeOf<Unlisted<RefusedBy<typeof moveMargin>, typeof calls.moveFuturesMargin>>().toBeNever();
  expectTypeOf<Unlisted<RefusedBy<typeof closePositions>, typeof calls.closeFuturesPositions>>().toBeNever();
});

test('the bars of copy trading are refusals of the calls that they close', () => {
  type BarOf<C extends AnyCall> = Extract<CopyBar, RefusalOf<C>>;
  expectTypeOf<BarOf<typeof calls.placeFuturesOrder>>().toEqualTypeOf<
    Exclude<CopyBar, 'TRADER_USES_COPY_TAB' | 'CLOSE_WHILE_FOLLOWING'>
  >();
  expectTypeOf<BarOf<typeof calls.closeFuturesPositions>>().toEqualTypeOf<
    'TRADER_USES_COPY_TAB' | 'FOLLOWER_USES_COPY_TAB'
  >();
  expectTypeOf<BarOf<typeof calls.setFuturesTpsl>>().toEqualTypeOf<
    'TRADER_NO_EXITS' | 'FOLLOWER_USES_COPY_TAB'
  >();
  for (const call of [
    calls.amendFuturesOrder,
    calls.setFuturesLeverage,
    calls.setFuturesMarginType,
    calls.moveFuturesMargin,
  ])
    expect(call.refusals).toContain('FOLLOWER_USES_COPY_TAB');
});

test('who was too early is asked to try again, and every other refusal is the desk’s own', () => {
  const answered = (refusal: Parameters<typeof futuresRefusal>[1]) =>
    futuresRefusal(calls.placeFuturesOrder, refusal);
  expect([answered('PRICES_MISSING'), answered('FUNDING_DUE')]).toEqual(['TRY_AGAIN', 'TRY_AGAIN']);
  expect(answered('NO_FRESH_PRICE')).toBe('NO_FRESH_PRICE');
  expect(() => answered('ROUND_CLOSED')).toThrow('/api/futures/order was refused: ROUND_CLOSED');
});
