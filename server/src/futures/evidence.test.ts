// Real fills, liquidations and fundings as evidence of an inquiry: the receipt that the player reads, for them alone.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { OWNER, type Person, principalOf, STRANGER } from '../http/testing.ts';
import { FUNDING_AT, START } from './market-testing.ts';
import { HISTORY, worldForEachTest } from './world-testing.ts';

describe.each(testDatabases)('evidence of coin futures on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, fills } = on;
  const prove = (kind: string, id: number, by: Person = OWNER) =>
    on.world.evidence.find((source) => source.kind === kind)?.find(principalOf(by), id, on.world.now());

  test('a fill is proven by its receipt, and no fill of anybody else', async () => {
    const { body } = await order();
    await on.world.flush();
    const [{ id }] = body.fills;
    const { body: receipt } = await on.world.get(`/api/futures/receipt?fillId=${id}`, OWNER);
    expect(receipt).toMatchObject({ fill: { id, qty: '0.1' }, liquidation: null });
    expect(await prove('FUTURES_FILL', id)).toEqual(receipt);
    expect(await prove('FUTURES_FILL', id, STRANGER)).toBeUndefined();
    expect(await prove('FUTURES_FILL', id + 1)).toBeUndefined();
  });

  test('a liquidation is proven with everything that was judged', async () => {
    await order({ marginType: 'ISOLATED', leverage: 20 });
    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('47000');
    const [{ id }] = await fills();
    expect(await prove('FUTURES_FILL', id)).toMatchObject({
      fill: { id, marketType: 'LIQUIDATION' },
      liquidation: { marginType: 'ISOLATED', judged: [{ maintenanceRate: '0.004' }] },
    });
  });

  test('a funding payment is proven by the number of its funding, to each side their own', async () => {
    await order();
    await order({ tradeType: 'SHORT', qty: '0.2' }, STRANGER);
    on.world.moveTo(FUNDING_AT - 1_000);
    await on.world.publishPrice('50000');
    on.world.moveTo(FUNDING_AT + 250);
    await on.world.runOnce();
    const { futuresPositionId } = (await on.world.get(`${HISTORY}/funding?`, OWNER)).body.content[0];
    const path = `/api/futures/receipt/funding?futuresPositionId=${futuresPositionId}&fundingMillis=${FUNDING_AT}`;
    const { body: receipt } = await on.world.get(path as '/api/futures/receipt/funding', OWNER);
    const { event } = receipt.ledger;
    expect(await prove('FUTURES_FUNDING', event)).toEqual(receipt);
    expect(await prove('FUTURES_FUNDING', event, STRANGER)).toMatchObject({ payment: { amount: '1' } });
    const nobody = await on.world.newcomer();
    expect(await prove('FUTURES_FUNDING', event, nobody)).toBeUndefined();
    expect(await prove('FUTURES_FUNDING', event + 1)).toBeUndefined();
  });
});
