// The order guard of an account: the server checks every order that opens something against it, and never an order that
// closes.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { OWNER, type Person, STRANGER } from '../http/testing.ts';
import { worldForEachTest } from './each-world-testing.ts';
import { HSI, NQ } from './testing.ts';

const GUARD = '/api/oversea/guard';
const LIMITS = { once: 3, ticks: 20, total: 5, outside: 'REFUSE' };

describe.each(testDatabases)('the order guard on $name', ({ open }) => {
  const stage = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order } = stage;
  const set = (guard: unknown, by: Person | undefined = OWNER) => stage.world.post(GUARD, { guard }, by);
  const read = async (by: Person = OWNER) => (await stage.world.get(GUARD, by)).body;
  const refusalOf = async (asked: ReturnType<typeof order>) => {
    const { status, body } = await asked;
    return status === 200 ? undefined : { status, code: body.code, message: body.message };
  };

  test('it belongs to the account: null at first, the same on every device, pushed to all of them, and removable', async () => {
    expect(await read()).toEqual({ guard: null });
    expect(await set(LIMITS)).toEqual({ status: 200, body: { guard: LIMITS } });
    expect(await read()).toEqual({ guard: LIMITS });
    expect(stage.world.guards).toEqual([{ player: OWNER.id, guard: LIMITS }]);
    expect(await read(STRANGER)).toEqual({ guard: null });
    await stage.restart(stage.world.now() + 1_000);
    expect(await read()).toEqual({ guard: LIMITS });
    await set(null);
    expect(await read()).toEqual({ guard: null });
    await stage.world.publishPrice('18250.25');
    expect(await refusalOf(order({ qty: 9 }))).toBeUndefined();
  });

  test('guests get 401, and an invalid limit is refused', async () => {
    expect((await stage.world.get(GUARD)).status).toBe(401);
    expect((await stage.world.post(GUARD, { guard: LIMITS })).status).toBe(401);
    for (const guard of [
      { ...LIMITS, once: 0 },
      { ...LIMITS, ticks: 1_000 },
      { ...LIMITS, total: 1.5 },
      { ...LIMITS, outside: 'refuse' },
      { once: 1 },
      'none',
      undefined,
    ])
      expect(await set(guard)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(await read()).toEqual({ guard: null });
  });

  test('market, limit and MIT orders are checked against it, each with its own refusal in Korean', async () => {
    await set(LIMITS);
    expect(await refusalOf(order({ qty: 4 }))).toEqual({
      status: 422,
      code: 'GUARD_ONCE',
      message: '착오방지에서 정한 한 번의 계약 수를 넘었습니다.',
    });
    // 20 ticks of 0.25 from 18,250.25.
    for (const [marketType, price] of [
      ['LIMIT', '18245.00'],
      ['STOPMARKET', '18255.50'],
    ])
      expect(await refusalOf(order({ marketType, price }))).toMatchObject({
        code: 'GUARD_REACH',
        message: '착오방지에서 정한 범위보다 현재가에서 먼 가격입니다.',
      });
    expect(await refusalOf(order({ marketType: 'LIMIT', price: '18245.25', qty: 2 }))).toBeUndefined();
    expect(await refusalOf(order({ qty: 3 }))).toBeUndefined();
    expect(await refusalOf(order({ marketType: 'STOPMARKET', price: '18255.25' }))).toMatchObject({
      code: 'GUARD_TOTAL',
      message: '착오방지에서 정한 포지션과 주문의 합계를 넘었습니다.',
    });
  });

  test('orders of all instruments count together', async () => {
    await stage.world.publishPrice('24000', { stock: 'HSI' });
    await set(LIMITS);
    await order({ qty: 3 });
    expect(await refusalOf(order({ overseaOptionId: HSI, qty: 3 }))).toMatchObject({ code: 'GUARD_TOTAL' });
    expect(await refusalOf(order({ overseaOptionId: HSI, qty: 2 }))).toBeUndefined();
  });

  test('closing is never refused, all at once or in parts, nor is a limit far away that only closes', async () => {
    await order({ qty: 9 });
    await set({ ...LIMITS, once: 1, total: 1, ticks: 1 });
    expect(await refusalOf(order({ tradeType: 'SHORT', qty: 2 }))).toBeUndefined();
    const far = { tradeType: 'SHORT', marketType: 'LIMIT', price: '18300.25', qty: 2 };
    expect(await refusalOf(order({ ...far, reduceOnly: true }))).toBeUndefined();
    expect(await refusalOf(order({ tradeType: 'SHORT', qty: 7, reduceOnly: true }))).toBeUndefined();
    expect(await stage.positions()).toEqual([]);
  });

  test('a member who chose to be asked may go beyond it, one who chose to be refused may not', async () => {
    await set(LIMITS);
    expect(await refusalOf(order({ qty: 4, beyondGuard: true }))).toMatchObject({ code: 'GUARD_ONCE' });
    await set({ ...LIMITS, outside: 'ASK' });
    expect(await refusalOf(order({ qty: 4 }))).toMatchObject({ code: 'GUARD_ONCE' });
    expect(await refusalOf(order({ qty: 4, beyondGuard: true }))).toBeUndefined();
  });

  test('a repeated order gets its first answer, also after the limits were changed', async () => {
    const body = { overseaOptionId: NQ, tradeType: 'LONG', marketType: 'MARKET', qty: 2 };
    const first = await stage.world.post('/api/oversea/order', body, OWNER, 'guard-key-1');
    await set({ ...LIMITS, once: 1 });
    const again = await stage.world.post('/api/oversea/order', body, OWNER, 'guard-key-1');
    expect(again.status).toBe(first.status);
    expect(again.body.id).toBe(first.body.id);
  });
});
