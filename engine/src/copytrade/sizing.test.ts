// What a copy was decided with is in its event: a receipt decides it again from that alone.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Amount, amount, type Price, price, type Qty, qty, rate, toDecimal, unitOf } from '../amount.ts';
import { costOf } from '../futures/order-qty.ts';
import { BTC } from '../futures/testing.ts';
import { closingQty, copyQty, copySize, leastQty } from './size.ts';
import { followedWorld, made, mirror, moveTo, order, positionIn } from './testing.ts';

const UNIT = unitOf(8);

test('an opened copy carries what its quantity follows from', () => {
  const world = followedWorld({ multiplyPer: 50 });
  order(world, { leverage: 10 });
  const event = made(mirror(world), 'FUTURES_FILLED');
  const { sizing } = event.copy!;
  const { multiplyPer, maxBet, oneMaxBet, used, available, leverage, ...terms } = sizing!;
  const again = copySize(
    {
      traderMargin: amount('600'),
      settings: { multiplyPer, maxBet, oneMaxBet },
      used: used!,
      available,
      leverage: leverage!,
      price: event.fills[0]!.price,
      unit: UNIT,
    },
    { contract: 'LINEAR', ...terms },
  );
  expect(again.qty).toBe(event.fills[0]!.qty);
  expect(event.notes).toMatchObject([{ kind: 'COPIED', lead: { sizing } }]);
});

test('a closed copy carries what was held before', () => {
  const world = followedWorld({ multiplyPer: 50 });
  order(world);
  mirror(world);
  const held = positionIn(world)!.qty;
  order(world, { side: 'SHORT', size: '0.05' });
  const event = made(mirror(world), 'FUTURES_FILLED');
  const { sizing } = event.copy!;
  expect(sizing).toMatchObject({ held, guard: rate('0.008') });
  expect(closingQty(held, { closed: qty('0.05'), of: qty('0.1') }, sizing!)).toBe(event.fills[0]!.closedQty);
});

test('what is too little is told as quantities, and a worse price with its guard', () => {
  const small = followedWorld({ multiplyPer: 1, maxLeverage: 1 });
  order(small, { leverage: 10 });
  const missed = made(mirror(small), 'COPY_MISSED');
  // 1 % of 600 at 60,000 without leverage.
  expect(missed).toMatchObject({ reason: 'MIN_QTY', found: qty('0.0001'), allowed: qty('0.001') });
  const worse = followedWorld();
  order(worse);
  moveTo(worse, '60301');
  expect(made(mirror(worse), 'COPY_MISSED')).toMatchObject({
    reason: 'SLIPPAGE',
    sizing: { guard: rate('0.005') },
  });
});

test('a copy takes as much as the money buys, and a step more would cost more than there is', () => {
  const terms = { ...BTC, qtyLeast: qty('0.001'), qtyStep: qty('0.001') };
  const settings = { multiplyPer: 100, maxBet: amount('1000000'), oneMaxBet: amount('1000000') };
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 14n }),
      fc.bigInt({ min: 10n ** 9n, max: 10n ** 14n }),
      fc.integer({ min: 1, max: 125 }),
      fc.bigInt({ min: 10n ** 11n, max: 10n ** 13n }),
      (available, margin, leverage, at) => {
        const request = { settings, used: amount('0'), leverage, price: at as Price, unit: UNIT };
        const asked = { ...request, traderMargin: margin as Amount };
        const { qty: most } = copyQty({ ...asked, available: undefined }, terms);
        const { qty: bought } = copyQty({ ...asked, available: available as Amount }, terms);
        const cost = (size: Qty) => costOf(size, at as Price, { leverage }, terms, UNIT);
        expect(bought).toBeLessThanOrEqual(most);
        expect(bought === 0n || cost(bought) <= available).toBe(true);
        if (bought < most) expect(cost((bought + terms.qtyStep) as Qty)).toBeGreaterThan(available);
      },
    ),
  );
});

test('the least quantity is worth the least value, on the step', () => {
  const terms = { ...BTC, qtyLeast: qty('0.001'), qtyStep: qty('0.001'), notionalLeast: amount('5') };
  expect(toDecimal(leastQty(price('60000'), terms))).toBe('0.001');
  expect(toDecimal(leastQty(price('2000'), terms))).toBe('0.003');
});
