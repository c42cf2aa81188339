// What the clock does to orders and positions, what staff close, and what a process does after a stop.
import { MINUTE_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFreshEmbedded } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { COLLEAGUE, OWNER, PARTNER, type Person, STAFF, STRANGER } from '../http/testing.ts';
import { worldForEachTest } from './each-world-testing.ts';
import { END, HSI, HSI_END, NQ, START } from './testing.ts';

const OFFICE = '/api/office/oversea';

describe('the clock of overseas futures', () => {
  const on = worldForEachTest(openFreshEmbedded, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, positions, orders, fills, flag, restart } = on;
  const approve = (staffRequestId: number, by: Person = COLLEAGUE) =>
    on.world.post('/api/office/request/approve', { staffRequestId }, by);
  const pushed = () => on.world.pushes.filter(({ queue }) => queue === 'oversea').map(({ push }) => push);

  /** Moves the clock there and publishes a price. */
  async function arrive(at: number, last = '18250.25', stock = 'NQ'): Promise<void> {
    on.world.moveTo(at);
    await on.world.publishPrice(last, { stock });
    await on.world.runOnce();
  }

  test('five minutes before the end an unflagged position is closed and opening orders are cancelled, once', async () => {
    await order();
    await order({ marketType: 'LIMIT', price: '18200' });
    await arrive(END - 5 * MINUTE_MS - 1);
    expect(await positions()).toHaveLength(1);
    await arrive(END - 5 * MINUTE_MS, '18260.25');
    expect(await positions()).toEqual([]);
    expect(await orders()).toEqual([]);
    const [fill] = await fills();
    expect(fill).toMatchObject({ forcedReason: 'SESSION_END', marketType: 'MARKET', isAfterGap: false });
    expect(pushed().at(-1)).toMatchObject({
      type: 'ORDER_CANCEL',
      data: { orders: [{ cancelReason: 'SESSION_END', status: 'CANCELED' }] },
    });
    const count = (await fills()).length;
    await on.world.runOnce();
    expect(await fills()).toHaveLength(count);
    expect(await on.world.balances()).toMatchObject({ wait: '0' });
  });

  test('from ten minutes before the end only reducing orders are accepted and no position can be flagged any more', async () => {
    const { body } = await order();
    await arrive(END - 10 * MINUTE_MS);
    expect((await order()).body.code).toBe('ONLY_REDUCE');
    expect((await flag(body.id)).body.code).toBe('OVERNIGHT_TOO_LATE');
    expect((await order({ tradeType: 'SHORT' })).status).toBe(200);
  });

  test('a flagged position is carried into the next trade date when the account has enough margin', async () => {
    const { body } = await order();
    expect((await flag(body.id)).body).toMatchObject({ isOvernight: true });
    expect(pushed().at(-1)?.type).toBe('OVERNIGHT_UPDATE');
    expect((await flag(body.id)).body.code).toBe('OVERNIGHT_ALREADY_ON');
    expect((await flag(body.id, true, STRANGER)).body.code).toBe('POSITION_NOT_FOUND');
    expect((await on.world.get('/api/oversea/overnight', OWNER)).body).toMatchObject({
      needed: '2000000',
      equity: '9997000',
      positions: [{ id: body.id }],
    });
    await arrive(END - 5 * MINUTE_MS);
    await arrive(END - MINUTE_MS);
    expect(await positions()).toMatchObject([{ id: body.id, heldFor: '2026-11-13', isOvernight: true }]);
    expect((await flag(body.id, 0)).body).toMatchObject({ isOvernight: false });
    expect((await flag(body.id, '0')).body.code).toBe('OVERNIGHT_ALREADY_OFF');
    // The next trade date ends on Saturday morning.
    await arrive(END + 24 * 60 * MINUTE_MS - 5 * MINUTE_MS);
    expect(await positions()).toEqual([]);
  });

  test('a position whose flag is removed after the forced close is closed by the next check', async () => {
    const { body } = await order();
    await flag(body.id);
    await arrive(END - 4 * MINUTE_MS);
    expect(await positions()).toHaveLength(1);
    await flag(body.id, 0);
    await on.world.runOnce();
    expect(await fills()).toMatchObject([{ forcedReason: 'SESSION_END' }, {}]);
  });

  test('where the account has too little margin, all flagged positions are closed', async () => {
    const { body } = await order({ qty: 5 });
    await flag(body.id);
    await arrive(END - 5 * MINUTE_MS);
    await arrive(END - MINUTE_MS);
    expect(await positions()).toEqual([]);
    expect(await fills()).toMatchObject([{ forcedReason: 'OVERNIGHT_SHORT', closedQty: 5 }, {}]);
  });

  test('a market without a price delays the check of another only as long as a price is fresh', async () => {
    await order();
    await on.world.publishPrice('26000', { stock: 'HSI' });
    const { body } = await order({ overseaOptionId: HSI });
    await flag(body.id);
    await restart(HSI_END - MINUTE_MS - 1_000);
    // A Nasdaq price may arrive any moment: the check waits as long as a price is fresh.
    await arrive(HSI_END - MINUTE_MS, '26000', 'HSI');
    const held = async () =>
      (await positions()).find(({ overseaOptionId }: { overseaOptionId: number }) => overseaOptionId === HSI);
    expect(await held()).toMatchObject({ heldFor: '2026-11-12' });
    await arrive(HSI_END - MINUTE_MS + 10_000, '26000', 'HSI');
    expect(await held()).toMatchObject({ heldFor: '2026-11-13', isOvernight: true });
    expect(await positions()).toHaveLength(2);
  });

  test('the close of an instrument is published once, with its cause on a rest day', async () => {
    await arrive(HSI_END - 1, '26000', 'HSI');
    expect(on.world.published).toEqual([]);
    await arrive(HSI_END);
    await arrive(HSI_END + 1_000);
    expect(on.world.published).toEqual([
      { overseaOptionId: HSI, stock: 'HSI', cause: 'REST_DAY', reason: null },
    ]);
    await arrive(END);
    expect(on.world.published.at(-1)).toMatchObject({ stock: 'NQ', cause: 'SESSION_END' });
    on.world.moveTo(END + 24 * 60 * MINUTE_MS);
    await on.world.runOnce();
    expect(on.world.published).toContainEqual(expect.objectContaining({ stock: 'NQ', cause: 'REST_DAY' }));
  });

  test('without a price nothing is closed; the first fresh tick does it, before anything that it reaches', async () => {
    await order({ slTick: 10 });
    on.world.moveTo(END - 5 * MINUTE_MS);
    await on.world.runOnce();
    expect(await positions()).toHaveLength(1);
    on.world.moveTo(END - 4 * MINUTE_MS);
    await on.world.publishPrice('18200');
    expect(await positions()).toEqual([]);
    expect(await fills()).toMatchObject([{ forcedReason: 'SESSION_END', isAfterGap: true }, {}]);
  });

  test('on the last trading day a flag has no effect', async () => {
    await on.world.kill();
    await forgetWorld(on.world, on.store);
    const end = Date.parse('2026-12-19T07:00:00+09:00');
    await on.begin({ at: end - 60 * MINUTE_MS });
    await on.world.publishPrice('18250.25');
    const { body } = await order();
    expect((await flag(body.id)).status).toBe(200);
    await arrive(end - 5 * MINUTE_MS);
    expect(await fills()).toMatchObject([{ forcedReason: 'EXPIRY' }, {}]);
    await arrive(end);
    expect(on.world.published.at(-1)).toMatchObject({ stock: 'NQ', cause: 'EXPIRY' });
    expect((await on.world.get(`/api/oversea/option?overseaOptionId=${NQ}`)).body.terms).toMatchObject({
      month: '2027-03',
    });
  });

  test('staff close an instrument: positions are closed at the last price, orders are cancelled, and players get the reason', async () => {
    await order({ qty: 2 });
    await order({ marketType: 'LIMIT', price: '18200' });
    await order({}, STRANGER);
    on.world.moveTo(START + 60_000);
    const close = () =>
      on.world.post(`${OFFICE}/close`, { overseaOptionId: NQ, reason: '거래소 점검' }, STAFF);
    const { body: asked } = await close();
    expect(asked).toMatchObject({ mode: 'NORMAL', waiting: { kind: 'OVERSEA_CLOSE', approvedBy: null } });
    // One person alone changes nothing, however often they try.
    expect((await close()).body.code).toBe('ALREADY_PROCESSED');
    expect((await approve(asked.waiting.id, STAFF)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect(await positions()).toHaveLength(1);
    expect(await orders()).toHaveLength(1);
    expect(on.world.published).toEqual([]);
    expect((await approve(asked.waiting.id)).body).toMatchObject({ outcome: 'DONE' });
    expect((await approve(asked.waiting.id)).body.code).toBe('ALREADY_PROCESSED');
    const setting = await on.world.get(`${OFFICE}/setting?overseaOptionId=${NQ}`, STAFF);
    expect(setting.body).toMatchObject({ mode: 'STOPPED', closedReason: '거래소 점검' });
    expect(await positions()).toEqual([]);
    expect(await positions(STRANGER)).toEqual([]);
    expect(await orders()).toEqual([]);
    expect((await fills())[0]).toMatchObject({ forcedReason: 'STAFF_CLOSE', price: '18250.25' });
    expect(on.world.published).toEqual([
      { overseaOptionId: NQ, stock: 'NQ', cause: 'STAFF_CLOSE', reason: '거래소 점검' },
    ]);
    expect((await close()).body.code).toBe('ALREADY_PROCESSED');
    await on.world.publishPrice('18250.25');
    expect((await order()).body.code).toBe('OPTION_STOPPED');
    expect((await on.world.get(`/api/oversea/option?overseaOptionId=${NQ}`)).body).toMatchObject({
      isStop: 1,
      terms: { mode: 'STOPPED' },
    });
    await restart(START + 120_000);
    await on.world.publishPrice('18250.25');
    expect((await order()).body.code).toBe('OPTION_STOPPED');
    const reopen = () => on.world.post(`${OFFICE}/reopen`, { overseaOptionId: NQ }, STAFF);
    expect((await reopen()).body).toMatchObject({ mode: 'NORMAL', closedReason: null });
    expect((await reopen()).body.code).toBe('ALREADY_PROCESSED');
    expect((await order()).status).toBe(200);
  });

  test('changed settings count for later orders, and invalid ones are refused', async () => {
    await order();
    const change = (body: object) =>
      on.world.post(`${OFFICE}/setting`, { overseaOptionId: NQ, ...body }, STAFF);
    expect((await change({ entryMargin: '500000', mode: 'REDUCE_ONLY' })).body).toMatchObject({
      entryMargin: '500000',
      mode: 'REDUCE_ONLY',
      isChanged: true,
      waiting: null,
    });
    expect(await positions()).toMatchObject([{ margin: '300000' }]);
    expect((await order()).body.code).toBe('ONLY_REDUCE');
    await change({ mode: 'NORMAL' });
    const free = await change({ commission: '0' });
    expect(free.body).toMatchObject({ commission: '3000', waiting: { kind: 'OVERSEA_SETTING' } });
    await approve(free.body.waiting.id);
    expect((await order()).body.fill.commission).toBe('0');
    expect(await positions()).toMatchObject([{ margin: '800000' }]);
    for (const wrong of [
      { entryMargin: '0' },
      { entryMargin: '0.5' },
      { entryMargin: '60000000000' },
      { overnightMargin: '1' },
      { commission: '-1' },
      { lossCutRate: '1' },
      { contractsMost: 60 },
    ]) {
      expect((await change(wrong)).body.code).toBe('SETTING_INVALID');
    }
    const asked = await on.world.get(`${OFFICE}/setting?overseaOptionId=${HSI}`, STAFF);
    expect(asked.body).toMatchObject({ entryMargin: '300000', isChanged: false });
    expect((await on.world.get(`${OFFICE}/setting?overseaOptionId=9`, STAFF)).body.code).toBe(
      'OPTION_NOT_FOUND',
    );
  });

  test('nothing can be traded any more when staff have stopped the last instrument', async () => {
    const exist = async () => (await on.world.get('/api/oversea/option/exist_option')).body;
    const { body: all } = await on.world.get('/api/oversea/option/list');
    expect(await exist()).toEqual({ exist: true });
    for (const { id } of all) {
      const asked = await on.world.post(`${OFFICE}/setting`, { overseaOptionId: id, mode: 'STOPPED' }, STAFF);
      await approve(asked.body.waiting.id);
    }
    expect(await exist()).toEqual({ exist: false });
  });

  test('a rate that staff enter counts from nine of the next business day, for open positions too', async () => {
    await order();
    const enter = async (base: string, rate: string) => {
      const asked = await on.world.post(`${OFFICE}/rate`, { base, rate }, STAFF);
      if (asked.status === 200) await approve(asked.body.waiting.id);
      return asked;
    };
    const friday = Date.parse('2026-11-13T09:00:00+09:00');
    expect((await enter('USD', '1400')).body).toMatchObject({
      base: 'USD',
      counter: 'KRW',
      rate: '1400',
      sinceMillis: friday,
    });
    expect((await enter('KRW', '1')).body.code).toBe('SETTING_INVALID');
    expect((await enter('XAU', '1')).body.code).toBe('SETTING_INVALID');
    expect((await enter('USD', '0')).body.code).toBe('SETTING_INVALID');
    expect((await enter('USD', '1410.5')).body.rate).toBe('1410.5');
    const list = (await on.world.get(`${OFFICE}/rate/list`, STAFF)).body;
    expect(list.map(({ base, rate }: { base: string; rate: string }) => `${base} ${rate}`)).toEqual([
      'USD 1385.5',
      'USD 1410.5',
      'HKD 177.6',
    ]);
    const { body } = await order();
    await flag(body.fill.id / 32);
    const position = (await positions())[0];
    await flag(position.id);
    await arrive(END - MINUTE_MS);
    await arrive(friday - 1, '18260.25');
    const worth = async () => {
      await on.world.pace();
      return on.world.crosses.at(-1)?.lastPnl;
    };
    expect(await worth()).toBe(String(2 * 10 * 20 * 1385.5));
    await arrive(friday, '18260.25');
    expect(await worth()).toBe(String(2 * 10 * 20 * 1410.5));
    await restart(friday + 60_000);
    await on.world.publishPrice('18260.25');
    expect((await order({ tradeType: 'SHORT' })).body.fill).toMatchObject({ rate: '1410.5', pnl: '282100' });
  });

  test('every rule that an order breaks has its own refusal', async () => {
    const code = async (body: object, by?: Person) => (await order(body as never, by)).body.code;
    expect(await code({}, PARTNER)).toBe('PARTNER_CANNOT_TRADE');
    expect(await code({ overseaOptionId: 999 })).toBe('OPTION_NOT_FOUND');
    expect(await code({ marketType: 'LIMIT' })).toBe('ENTER_PRICE');
    expect(await code({ marketType: 'LIMIT', price: '18240.1' })).toBe('PRICE_OFF_TICK');
    expect(await code({ marketType: 'LIMIT', price: '-5' })).toBe('ENTER_PRICE');
    expect(await code({ reduceOnly: true })).toBe('NO_POSITION');
    expect(await code({ qty: 21 })).toBe('TOO_MANY_CONTRACTS');
    expect(await code({ overseaOptionId: HSI })).toBe('NO_FRESH_PRICE');
    on.world.moveTo(START + 6_000);
    expect(await code({})).toBe('NO_FRESH_PRICE');
    await on.world.publishPrice('18250.25');
    on.world.moveTo(Date.parse('2026-11-12T13:30:00+09:00'));
    expect(await code({ overseaOptionId: HSI })).toBe('MARKET_CLOSED');
    on.world.moveTo(Date.parse('2026-11-14T12:00:00+09:00'));
    expect(await code({})).toBe('REST_DAY');
  });
});
