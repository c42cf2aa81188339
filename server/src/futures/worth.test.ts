// What the page of all assets and the trade screen show of a wallet, held against the purses of the ledger.
import { amount, plus, price, qty, sum, toDecimal } from '@maru/engine/amount';
import { UNIT } from '@maru/engine/futures/value';
import { profitOf, walletWorth } from '@maru/engine/futures/worth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { OWNER } from '../http/testing.ts';
import { ETH } from './market-testing.ts';
import { HISTORY, ORDER, worldForEachTest } from './world-testing.ts';

describe.each(testDatabases)('the worth of a wallet of coin futures on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });

  const account = async () => {
    const found = (await on.world.get(`${HISTORY}/account`, OWNER)).body.find(
      ({ wallet }) => wallet === 'FUTURES',
    );
    return found!;
  };

  test('is its account, its isolated positions, and what the ledger has once everything is closed', async () => {
    await on.world.publishPrice('3000', { stock: 'ETHUSDT' });
    await on.world.post(`${ORDER}/margin_type`, { futuresOptionId: ETH, marginType: 'ISOLATED' }, OWNER);
    await on.order();
    await on.order({ futuresOptionId: ETH, qty: '2' });
    const marks = { BTCUSDT: '49321.7', ETHUSDT: '3077.77' };
    for (const [stock, last] of Object.entries(marks)) await on.world.publishPrice(last, { stock });

    const { playerPoint, minusFundingFee, markPnl, equity } = await account();
    const held = (await on.positions()).filter(({ marginType }) => marginType === 'ISOLATED');
    expect(held).toHaveLength(1);
    const isolated = held.map((position) => {
      const [margin, funding] = [amount(position.margin), amount(position.funding)];
      const own = {
        side: position.tradeType,
        qty: qty(position.qty),
        entry: { sum: BigInt(position.entrySum), over: BigInt(position.entryOver) },
        marginType: position.marginType,
        margin,
        funding,
      };
      const mark = price(marks[position.stock as keyof typeof marks]);
      return { margin, funding, profit: profitOf(own, mark, { contract: 'LINEAR' }, UNIT) };
    });
    expect(isolated[0]?.profit).toBe(amount('155.54'));
    const { worth } = walletWorth(
      {
        playerPoint: amount(playerPoint),
        minusFundingFee: amount(minusFundingFee),
        markPnl: amount(markPnl),
      },
      isolated,
    );

    const money = await on.world.money();
    expect(playerPoint).toBe(money.free);
    expect(toDecimal(sum(isolated.map(({ margin }) => margin)))).toBe(money.posMargin);
    const ledger = plus(amount(money.free), amount(money.posMargin));
    expect(worth).toBe(sum([ledger, amount(markPnl), amount('155.54')]));
    expect(worth).toBe(sum([amount(equity), amount(money.posMargin), amount('155.54')]));

    const { body } = await on.world.post(`${ORDER}/close_all`, {}, OWNER);
    const fees = sum(body.fills.map(({ fee }) => amount(fee)));
    const left = await on.world.money();
    expect(left.posMargin).toBe('0');
    expect(toDecimal(worth)).toBe(toDecimal(plus(amount(left.free), fees)));
  });
});
