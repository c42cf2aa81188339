// What connected players are told without asking, and what happens to the orders of those who are lost.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { OWNER, STRANGER } from '../http/testing.ts';
import { FUNDING_AT, START } from './market-testing.ts';
import { HISTORY, ORDER, worldForEachTest } from './world-testing.ts';

describe.each(testDatabases)('players of coin futures who are connected, on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, orders } = on;

  const crossesOf = (who = OWNER) => on.world.crosses.filter(({ player }) => player === who.id);
  const liquidsOf = (who = OWNER) => on.world.liquids.filter(({ player }) => player === who.id);

  test('an account is pushed after each event and with the marks, as the call shows it', async () => {
    await order();
    await expect.poll(() => crossesOf()).toHaveLength(1);
    on.world.moveTo(START + 600);
    await on.world.publishPrice('51000');
    await on.world.pace();
    const { body } = await on.world.get(`${HISTORY}/account`, OWNER);
    const { currency: _currency, places: _places, ...shown } = body[0];
    expect(crossesOf().at(-1)).toEqual({ player: OWNER.id, ...shown });
    expect(shown.markPnl).toBe('100');
    // Nothing changed: nothing is sent.
    const sent = crossesOf().length;
    await on.world.pace();
    expect(crossesOf()).toHaveLength(sent);
    expect(crossesOf(STRANGER)).toEqual([]);
    // Whoever closes everything is told what is left.
    await order({ tradeType: 'SHORT' });
    await expect.poll(() => crossesOf().findLast(({ wallet }) => wallet === 'FUTURES')?.markPnl).toBe('0');
  });

  test('funding shows in the account of everybody who holds the instrument', async () => {
    await order();
    on.world.moveTo(FUNDING_AT - 1_000);
    await on.world.publishPrice('50000');
    on.world.moveTo(FUNDING_AT + 250);
    await on.world.runOnce();
    await on.world.pace();
    expect(crossesOf().at(-1)).toMatchObject({ minusFundingFee: '-0.5' });
  });

  test('a liquidation price is sent when it has moved by a thousandth, at most once a second', async () => {
    await order({ qty: '3' });
    await expect.poll(() => liquidsOf()).toHaveLength(1);
    expect(Number(liquidsOf()[0]?.liquidPrice)).toBeGreaterThan(40_000);
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('50001');
    await on.world.pace();
    expect(liquidsOf()).toHaveLength(1);
    // The same money backs more: the price moves.
    await order({ qty: '0.5' });
    await expect.poll(() => liquidsOf()).toHaveLength(2);
    await order({ qty: '0.2' });
    await on.world.pace();
    expect(liquidsOf()).toHaveLength(2);
    on.world.moveTo(START + 2_000);
    await on.world.pace();
    expect(liquidsOf()).toHaveLength(3);
    // Whoever comes back gets all of them again.
    on.world.disconnect(OWNER);
    on.world.connect(OWNER);
    on.world.moveTo(START + 3_000);
    await on.world.pace();
    expect(liquidsOf()).toHaveLength(4);
  });

  describe('cancelling on disconnect', () => {
    const rule = (body: Record<string, unknown>, by = OWNER) =>
      on.world.post(`${ORDER}/disconnect`, body, by);
    const rest = (by = OWNER) => order({ marketType: 'LIMIT', price: '40000' }, by);

    test('is off until it is asked for, and within its limits', async () => {
      const read = async () => (await on.world.get(`${ORDER}/disconnect`, OWNER)).body;
      expect(await read()).toEqual({ isActive: false, seconds: 30 });
      expect((await rule({ isActive: 1, seconds: 60 })).body).toEqual({ isActive: true, seconds: 60 });
      expect(await read()).toEqual({ isActive: true, seconds: 60 });
      expect((await rule({ isActive: 1, seconds: 4 })).status).toBe(400);
      expect((await rule({ isActive: 1, seconds: 301 })).status).toBe(400);
      await rule({ isActive: 0 });
      await rest();
      on.world.disconnect(OWNER);
      on.world.moveTo(START + 60_000);
      await on.world.runOnce();
      expect(await orders()).toHaveLength(1);
    });

    test('ends orders that could open after the countdown, and no exit', async () => {
      await order();
      await order({ tradeType: 'SHORT', marketType: 'STOPLOSS', stopPrice: '45000', qty: undefined });
      await rest();
      await rule({ isActive: 1, seconds: 10 });
      on.world.disconnect(OWNER);
      on.world.moveTo(START + 9_999);
      await on.world.runOnce();
      expect(await orders()).toHaveLength(2);
      on.world.moveTo(START + 10_000);
      await on.world.runOnce();
      expect(await orders()).toMatchObject([{ marketType: 'STOPLOSS' }]);
      const ended = on.world.pushes.findLast(({ push }) => push.type === 'ORDER_CANCEL');
      expect(ended?.push.data).toMatchObject({ orders: [{ cancelReason: 'DISCONNECT' }] });
    });

    test('ends the orders of all who were lost in one moment, each once', async () => {
      for (const who of [OWNER, STRANGER]) {
        await rest(who);
        await rule({ isActive: 1, seconds: 10 }, who);
        on.world.disconnect(who);
      }
      on.world.moveTo(START + 10_000);
      await on.world.runOnce();
      await on.world.runOnce();
      for (const who of [OWNER, STRANGER]) expect(await orders(who)).toEqual([]);
      expect(on.world.futures.disconnects.stats()).toEqual({ cancelled: 2 });
    });

    test('does nothing to a player who came back in time', async () => {
      await rest();
      await rule({ isActive: 1, seconds: 10 });
      on.world.disconnect(OWNER);
      on.world.moveTo(START + 5_000);
      on.world.connect(OWNER);
      on.world.moveTo(START + 20_000);
      await on.world.runOnce();
      expect(await orders()).toHaveLength(1);
    });

    test('begins anew after a restart, for those who are not connected', async () => {
      await rest();
      await rule({ isActive: 1, seconds: 10 });
      await on.restart(START + 60_000, [OWNER]);
      await on.world.runOnce();
      expect(await orders()).toHaveLength(1);
      on.world.moveTo(START + 70_000);
      await on.world.runOnce();
      expect(await orders()).toEqual([]);
    });
  });
});
