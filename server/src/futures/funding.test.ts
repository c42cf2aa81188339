// Funding by the clock: once for each time, in order, whatever happens to the process.
import { HOUR_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { OWNER, STRANGER } from '../http/testing.ts';
import { BTC, BTCUSD, FUNDING_AT } from './market-testing.ts';
import { HISTORY, worldForEachTest } from './world-testing.ts';

const EIGHT_HOURS = 8 * HOUR_MS;

describe.each(testDatabases)('funding on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, positions, fills } = on;

  const payments = async (query = '', by = OWNER) =>
    (await on.world.get(`${HISTORY}/funding?${query}`, by)).body;
  const fundingOf = async (by = OWNER) => (await positions(by))[0]?.funding;

  /** The mark at the boundary is known, and no tick of the interval is waited for any more. */
  async function passFunding(at: number, last = '50000'): Promise<void> {
    on.world.moveTo(at - 1_000);
    await on.world.publishPrice(last);
    on.world.moveTo(at + 250);
    await on.world.runOnce();
  }

  test('a long pays and a short receives, once', async () => {
    await order();
    await order({ tradeType: 'SHORT', qty: '0.2' }, STRANGER);
    await passFunding(FUNDING_AT);
    await on.world.runOnce();
    expect(await fundingOf()).toBe('-0.5');
    expect(await fundingOf(STRANGER)).toBe('1');
    expect((await payments()).content).toEqual([
      {
        futuresPositionId: (await positions())[0].id,
        futuresOptionId: BTC,
        stock: 'BTCUSDT',
        walletType: 'FUTURES',
        currency: 'USDT',
        tradeType: 'LONG',
        qty: '0.1',
        markPrice: '50000',
        rate: '0.0001',
        amount: '-0.5',
        fundingMillis: FUNDING_AT,
      },
    ]);
  });

  test('a payment has a receipt with the tick of its mark, for its owner alone', async () => {
    await order();
    await passFunding(FUNDING_AT);
    const { futuresPositionId } = (await payments()).content[0];
    const asked = `futuresPositionId=${futuresPositionId}&fundingMillis=${FUNDING_AT}`;
    const receipt = (by = OWNER) => on.world.get(`/api/futures/receipt/funding?${asked}`, by);
    const record = (by = OWNER) => on.world.get(`/api/futures/receipt/funding/ticks?${asked}`, by);
    expect((await receipt()).body).toMatchObject({
      rule: 'futures-funding-1',
      payment: { futuresPositionId, amount: '-0.5', rate: '0.0001', markPrice: '50000' },
      contract: { contractType: 'HYBRID', places: 8 },
      // The minute is not sealed yet, and the test has no premiums.
      tick: null,
      premium: null,
    });
    expect((await record()).body).toMatchObject({ complete: false, minutes: [] });
    for (const minute of [1, 2, 3]) {
      on.world.moveTo(FUNDING_AT + minute * 60_000);
      await on.world.publishPrice('50100');
      await on.world.flush();
    }
    const { minutes } = (await record()).body;
    const [{ hash, minuteMillis }] = minutes;
    expect(minuteMillis).toBe(FUNDING_AT - 60_000);
    const tick = { time: FUNDING_AT - 1_000, mark: '50000', minuteMillis, hash };
    expect((await receipt()).body).toMatchObject({ tick });
    for (const asking of [receipt, record])
      expect(await asking(STRANGER)).toMatchObject({ body: { code: 'FUNDING_NOT_FOUND' } });
  });

  test('a receipt has the tick that was paid with, whatever came too late for it', async () => {
    await order();
    on.world.moveTo(FUNDING_AT - 1_000);
    await on.world.publishPrice('50000');
    on.world.moveTo(FUNDING_AT + 249);
    await on.world.publishPrice('50500', { lateMs: 300 });
    on.world.moveTo(FUNDING_AT + 250);
    await on.world.runOnce();
    // Nothing newer has come, so it is live, and its time lies before that of the funding.
    await on.world.publishPrice('51000', { lateMs: 251 });
    const [payment] = (await payments()).content;
    expect(payment).toMatchObject({ markPrice: '50500', amount: '-0.505' });
    for (const minute of [1, 2, 3]) {
      on.world.moveTo(FUNDING_AT + minute * 60_000);
      await on.world.publishPrice('50100');
      await on.world.flush();
    }
    const asked = `futuresPositionId=${payment.futuresPositionId}&fundingMillis=${FUNDING_AT}`;
    const receipt = await on.world.get(`/api/futures/receipt/funding?${asked}`, OWNER);
    expect(receipt.body.tick).toMatchObject({ time: FUNDING_AT - 51, mark: '50500' });
  });

  test('without a tick after the time it is paid when ticks of before can no longer be expected', async () => {
    await order();
    on.world.moveTo(FUNDING_AT - 1_000);
    await on.world.publishPrice('50000');
    on.world.moveTo(FUNDING_AT + 249);
    await on.world.runOnce();
    expect(await fundingOf()).toBe('0');
    on.world.moveTo(FUNDING_AT + 250);
    await on.world.runOnce();
    expect(await fundingOf()).toBe('-0.5');
  });

  test('the first tick after the time pays it, with the mark of before, and is not lost to what it reaches', async () => {
    await order();
    await order({ marketType: 'STOPLOSS', tradeType: 'SHORT', stopPrice: '49000', qty: undefined });
    on.world.moveTo(FUNDING_AT);
    await on.world.publishPrice('50000');
    await on.world.runOnce();
    // Another tick of the same millisecond would still be the last one at that time.
    expect(await fundingOf()).toBe('0');
    on.world.moveTo(FUNDING_AT + 1);
    await on.world.publishPrice('48990');
    await on.world.publishPrice('50000');
    expect(await positions()).toEqual([]);
    expect((await fills())[0]).toMatchObject({ marketType: 'STOPLOSS', price: '48990', funding: '-0.5' });
  });

  test('what the first tick after the time liquidates pays first', async () => {
    await order({ qty: '3', marginType: 'ISOLATED', leverage: 100 });
    on.world.moveTo(FUNDING_AT);
    await on.world.publishPrice('50000');
    on.world.moveTo(FUNDING_AT + 1);
    await on.world.publishPrice('49000');
    expect((await fills())[0]).toMatchObject({ marketType: 'LIQUIDATION', price: '49000', funding: '-15' });
  });

  test('neither side pays more than the maintenance margin of the first tier', async () => {
    await order();
    on.world.fundAt('-0.9');
    await passFunding(FUNDING_AT);
    expect(await fundingOf()).toBe('20');
  });

  test('without a price at that time nobody pays, and the time is not paid later', async () => {
    await order();
    on.world.moveTo(FUNDING_AT + 4_000);
    await on.world.runOnce();
    expect(await fundingOf()).toBe('0');
    await on.world.publishPrice('50000');
    await on.world.runOnce();
    expect(await fundingOf()).toBe('0');
    expect((await payments()).totalElements).toBe(0);
    // Of the three instruments one is held.
    expect(on.world.futures.fundings.stats().unpriced).toBe(1);
    // What is open can be closed.
    expect((await order({ tradeType: 'SHORT' })).status).toBe(200);
  });

  test('a time of which no premium is known costs nothing', async () => {
    await order();
    on.world.fundAt(undefined);
    await passFunding(FUNDING_AT);
    expect(await fundingOf()).toBe('0');
    expect(on.world.futures.fundings.stats()).toMatchObject({ paid: 6 });
  });

  test('a position that was opened after the time pays nothing for it', async () => {
    on.world.moveTo(FUNDING_AT + 1_000);
    await on.world.publishPrice('50000');
    expect((await order()).status).toBe(200);
    on.world.moveTo(FUNDING_AT + 2_000);
    await on.world.runOnce();
    expect(await fundingOf()).toBe('0');
  });

  test('coins are paid for an inverse contract', async () => {
    await on.world.publishPrice('50000', { stock: 'BTCUSD' });
    await order({ futuresOptionId: BTCUSD, qty: '1000' });
    on.world.moveTo(FUNDING_AT - 1_000);
    await on.world.publishPrice('40000', { stock: 'BTCUSD' });
    on.world.moveTo(FUNDING_AT + 250);
    await on.world.runOnce();
    expect(await fundingOf()).toBe('-0.0000025');
    expect((await payments()).content).toMatchObject([{ amount: '-0.0000025', currency: 'BTC' }]);
  });

  test('a process that was stopped pays every time it missed, in order and before anything else', async () => {
    await order();
    on.world.moveTo(FUNDING_AT - 1_000);
    await on.world.publishPrice('50000');
    const before = await on.world.book();
    await on.restart(FUNDING_AT + 2 * EIGHT_HOURS + 5_000);
    expect(before).not.toBe(await on.world.book());
    await on.world.caughtUp();
    const funded = await on.store.database.transaction((tx) =>
      tx.query<{ due_ms: number }>('select due_ms from futures_funding where option_id = $1 order by id', [
        BTC,
      ]),
    );
    expect(funded.map(({ due_ms }) => due_ms)).toEqual([
      FUNDING_AT - EIGHT_HOURS,
      FUNDING_AT,
      FUNDING_AT + EIGHT_HOURS,
      FUNDING_AT + 2 * EIGHT_HOURS,
    ]);
    await on.world.runOnce();
    expect(on.world.futures.fundings.stats().paid).toBe(9);
    await on.world.publishPrice('50000');
    expect((await order({ tradeType: 'SHORT' })).status).toBe(200);
  });

  test('what was paid before a restart is not paid again', async () => {
    await order();
    await passFunding(FUNDING_AT);
    const before = await on.world.book();
    await on.restart(FUNDING_AT + 10_000);
    expect(await on.world.book()).toBe(before);
    expect(await fundingOf()).toBe('-0.5');
    expect((await payments()).totalElements).toBe(1);
  });

  test('a process that was killed between the time and its payment pays it once', async () => {
    await order();
    on.world.moveTo(FUNDING_AT);
    await on.world.publishPrice('50000');
    await on.restart(FUNDING_AT + 100);
    expect(await fundingOf()).toBe('0');
    on.world.moveTo(FUNDING_AT + 101);
    await on.world.publishPrice('50000');
    await on.world.runOnce();
    expect(await fundingOf()).toBe('-0.5');
    await on.restart(FUNDING_AT + 200);
    expect(await fundingOf()).toBe('-0.5');
    expect((await payments()).totalElements).toBe(1);
  });

  test('payments are listed by instrument and by day, and an unknown instrument is refused', async () => {
    await order();
    await passFunding(FUNDING_AT);
    expect((await payments(`futuresOptionId=${BTC}`)).totalElements).toBe(1);
    expect((await payments(`futuresOptionId=${BTCUSD}`)).totalElements).toBe(0);
    expect((await payments('startDate=2026-11-12&endDate=2026-11-12')).totalElements).toBe(1);
    expect((await payments('endDate=2026-11-11')).totalElements).toBe(0);
    expect((await payments('', STRANGER)).totalElements).toBe(0);
    expect((await payments('futuresOptionId=999')).code).toBe('OPTION_NOT_FOUND');
  });
});
