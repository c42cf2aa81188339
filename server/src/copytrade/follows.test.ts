// Following over HTTP: who may, the order of refusals, what is shown, closing and the end.
import { rate } from '@maru/engine/amount';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { BTC, ETH } from '../futures/market-testing.ts';
import { PARTNER, SITE } from '../http/testing.ts';
import { copyWorldForEachTest, FOLLOW, FOLLOWER, keyOf, NOBODY, SECOND, TRADER } from './testing.ts';

const PATH = '/api/copytrade/follower';

describe.each(testDatabases)('following on $name', ({ open }) => {
  const each = copyWorldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });
  const follow = (body: object, by = FOLLOWER, key = keyOf()) =>
    each.world.post(`${PATH}/follow`, body, by, key);

  test('a member follows, sees how, changes it and pauses', async () => {
    const { world } = each;
    const followed = await follow({ ...FOLLOW, lossLimit: '500', maxLeverage: 10 });
    expect(followed.body).toMatchObject({
      ...{ traderId: TRADER.id, traderNick: '별명1', state: 'ACTIVE', followStock: [BTC, ETH] },
      ...{ multiplyPer: 100, maxBet: '3000', oneMaxBet: '1000', isPaused: false, maxLeverage: 10 },
      ...{ lossLimit: '500', entryGuard: null, exitGuard: '0.008', shareRate: '0.1', total: '0' },
      ...{ due: '0', net: '0', averageInvested: '0', copied: 0, missed: 0, copies: [] },
    });
    const { traderFollowerId: id } = followed.body;
    const changed = await world.post(
      `${PATH}/change`,
      { traderFollowerId: id, isPaused: true, lossLimit: null, multiplyPer: '50', followStock: 'ETHUSDT' },
      FOLLOWER,
      keyOf(),
    );
    expect(changed.body).toMatchObject({
      ...{ isPaused: true, lossLimit: null, multiplyPer: 50, followStock: [ETH], maxBet: '3000' },
    });
    const { body: shown } = await world.get(PATH, FOLLOWER);
    expect(shown).toEqual({ ...followed.body, ...changed.body });
    expect(
      (await world.get(`${PATH}/my_trader_follower?traderId=${TRADER.id}`, FOLLOWER)).body.follow,
    ).toEqual(shown);
    expect((await world.get(`${PATH}/my_traders`, FOLLOWER)).body.content).toEqual([shown]);
  });

  test('who reads at once after a trader has stopped sees that nothing is mirrored any more', async () => {
    const { world } = each;
    await world.follow();
    await world.trade();
    await world.mirror();
    const { ok } = await world.submit({
      ...{ kind: 'SET_COPY_TRADER', site: SITE, player: TRADER.id, status: 'OFF', isAccepting: true },
      ...{ quota: 100, rate: rate('0.1'), pairs: [BTC, ETH] },
    });
    expect(ok).toBe(true);
    expect((await world.get(`${PATH}/my_traders`, FOLLOWER)).body.content).toMatchObject([
      { state: 'DETACHED' },
    ]);
  });

  test('the specification’s client may send codes or numbers as a comma list', async () => {
    for (const followStock of ['BTCUSDT,ETHUSDT', `${ETH},${BTC}`, [BTC, ETH, BTC]]) {
      const answer = await follow({ ...FOLLOW, followStock, multiplyPer: '100' });
      expect(answer.body.followStock).toEqual([BTC, ETH]);
      const { traderFollowerId } = answer.body;
      await each.world.post(`${PATH}/unfollow`, { traderFollowerId }, FOLLOWER, keyOf());
    }
  });

  test('the first broken rule is the answer, in the order of the rules', async () => {
    const { world } = each;
    const wrong = {
      ...{ traderId: 999, multiplyPer: 1.5, maxBet: '5', oneMaxBet: '5', followStock: [BTC] },
      lossLimit: '-1',
    };
    const steps: readonly (readonly [object, string])[] = [
      [{}, 'ENTER_FOLLOW'],
      [{ ...wrong, traderId: undefined }, 'ENTER_FOLLOW'],
      [{ ...wrong, maxBet: undefined }, 'ENTER_FOLLOW'],
      [wrong, 'FOLLOW_LIMIT_LOW'],
      [{ ...wrong, maxBet: '10', oneMaxBet: '10' }, 'FOLLOW_LIMIT_ORDER'],
      [{ ...wrong, maxBet: '20000', oneMaxBet: '15000', followStock: '' }, 'FOLLOW_PAIR'],
      [{ ...wrong, maxBet: '20000', oneMaxBet: '15000' }, 'FOLLOW_MULTIPLIER'],
      [{ ...wrong, maxBet: '20000', oneMaxBet: '15000', multiplyPer: '1e2' }, 'FOLLOW_MULTIPLIER'],
      [{ ...wrong, maxBet: '20000', oneMaxBet: '15000', multiplyPer: 100 }, 'FOLLOW_PROTECTION'],
    ];
    for (const [body, code] of steps) expect((await follow(body)).body.code).toBe(code);
    const rich = { ...FOLLOW, maxBet: '20000', oneMaxBet: '15000' };
    expect((await follow(rich, TRADER)).body.code).toBe('TRADER_CANNOT_FOLLOW');
    expect((await follow({ ...FOLLOW, followStock: 'DOGEUSDT' })).body.code).toBe('FOLLOW_PAIR');
    expect((await follow(FOLLOW, PARTNER)).body.code).toBe('PARTNER_CANNOT_TRADE');
    await world.trade({ qty: '0.01' }, SECOND);
    expect((await follow({ ...rich, traderId: 999 }, SECOND)).body.code).toBe('FOLLOW_NEEDS_FLAT');
    expect((await follow({ ...rich, traderId: 999 })).body.code).toBe('FOLLOW_NEEDS_BALANCE');
    expect((await follow({ ...FOLLOW, traderId: 999 })).body.code).toBe('TRADER_NOT_FOUND');
    await world.setTrader(TRADER, { isAccepting: false });
    expect((await follow(FOLLOW)).body.code).toBe('TRADER_NOT_ACCEPTING');
    await world.setTrader(TRADER, { quota: 0 });
    expect((await follow(FOLLOW)).body.code).toBe('TRADER_FULL');
    await world.setTrader();
    expect((await follow(FOLLOW)).status).toBe(200);
    expect((await follow({ ...rich, traderId: 999 })).body.code).toBe('FOLLOWS_ALREADY');
  });

  test('a repeated key gets the first answer, and another body under it is refused', async () => {
    const [first, again] = [
      await follow(FOLLOW, FOLLOWER, 'asked-for-only-once'),
      await follow(FOLLOW, FOLLOWER, 'asked-for-only-once'),
    ];
    expect(again.body).toEqual(first.body);
    expect((await follow({ ...FOLLOW, multiplyPer: 7 }, FOLLOWER, 'asked-for-only-once')).body.code).toBe(
      'KEY_REUSED',
    );
    expect((await follow(FOLLOW)).body.code).toBe('FOLLOWS_ALREADY');
  });

  test('a repeated change gets the first answer, whatever was changed, copied or ended since', async () => {
    const { world } = each;
    const traderFollowerId = await world.follow();
    const change = (body: object, key: string) =>
      world.post(`${PATH}/change`, { traderFollowerId, ...body }, FOLLOWER, key);
    const first = await change({ multiplyPer: 50, lossLimit: '500' }, 'changed-for-the-first-time');
    expect(first.status).toBe(200);
    const repeat = async () =>
      (await change({ multiplyPer: 50, lossLimit: '500' }, 'changed-for-the-first-time')).body;
    expect(await repeat()).toEqual(first.body);
    expect((await change({ multiplyPer: 70, lossLimit: null }, keyOf())).body).toMatchObject({
      multiplyPer: 70,
    });
    expect(await repeat()).toEqual(first.body);
    await world.trade();
    expect(await world.mirror()).toEqual(['FUTURES_FILLED']);
    expect(await repeat()).toEqual(first.body);
    const body = { traderFollowerId, isPausing: false };
    expect((await world.post(`${PATH}/close_all`, body, FOLLOWER, keyOf())).status).toBe(200);
    expect((await world.post(`${PATH}/unfollow`, { traderFollowerId }, FOLLOWER, keyOf())).status).toBe(200);
    expect(await repeat()).toEqual(first.body);
    expect((await world.get(`${PATH}?traderFollowerId=${traderFollowerId}`, FOLLOWER)).body).toMatchObject({
      ...{ multiplyPer: 70, lossLimit: null, state: 'ENDED' },
    });
  });

  test('a guest is asked to sign in, and nobody reads or changes the follow of another', async () => {
    const { world } = each;
    const traderFollowerId = await world.follow();
    for (const path of [PATH, `${PATH}/my_traders`, `${PATH}/result?traderFollowerId=${traderFollowerId}`])
      expect((await world.get(path)).status).toBe(401);
    const id = `traderFollowerId=${traderFollowerId}`;
    for (const by of [NOBODY, TRADER]) {
      for (const path of [`${PATH}?${id}`, `${PATH}/result?${id}`])
        expect((await world.get(path, by)).body.code).toBe('FOLLOW_NOT_FOUND');
      for (const [path, body] of [
        ['change', { traderFollowerId, isPaused: true }],
        ['unfollow', { traderFollowerId }],
        ['close_all', { traderFollowerId, isPausing: true }],
      ] as const)
        expect((await world.post(`${PATH}/${path}`, body, by, keyOf())).body.code).toBe('FOLLOW_NOT_FOUND');
    }
    expect((await world.get(`${PATH}?followerId=${NOBODY.id}`, FOLLOWER)).body.code).toBe('FOLLOW_NOT_FOUND');
    const removed = await world.post(`${PATH}/unfollow_trader`, { traderFollowerId }, NOBODY, keyOf());
    expect(removed.body.code).toBe('FOLLOW_NOT_FOUND');
    expect((await world.get(PATH, NOBODY)).body.code).toBe('FOLLOW_NOT_FOUND');
    expect(
      (await world.get(`${PATH}/my_trader_follower?traderId=${TRADER.id}`, NOBODY)).body.follow,
    ).toBeNull();
  });

  test('copies are shown with both prices, and closed one by one or all at once at the price that was seen', async () => {
    const { world } = each;
    const traderFollowerId = await world.follow();
    const lead = await world.trade();
    await world.publishPrice('50100');
    expect(await world.mirror()).toEqual(['FUTURES_FILLED']);
    const { copies, usedMargin, copied } = (await world.get(PATH, FOLLOWER)).body;
    expect(copies).toHaveLength(1);
    expect(copies[0]).toMatchObject({
      ...{
        futuresTraderOrderId: lead,
        futuresOptionId: BTC,
        stock: 'BTCUSDT',
        traderEntryPrice: '50000.000',
      },
      position: { tradeType: 'LONG', leverage: 20, walletType: 'FUTURES' },
    });
    expect(copies[0].position.entryPrice).toBe('50100.000');
    expect([usedMargin, copied]).toEqual([copies[0].margin, 1]);
    const open = await world.get('/api/copytrade/history/follower/open', FOLLOWER);
    expect(open.body.content).toEqual(copies);

    const CLOSE = '/api/futures/order/copytrade/close';
    const own = copies[0].futuresFollowerOrderId;
    const close = (body: object, by = FOLLOWER, key = keyOf()) => world.post(CLOSE, body, by, key);
    expect((await close({ futuresFollowerOrderId: own })).body.code).toBe('ENTER_PRICE');
    expect((await close({ futuresFollowerOrderId: own, closePrice: '51000' })).body.code).toBe(
      'COPY_PRICE_WORSE',
    );
    for (const body of [{}, { futuresFollowerOrderId: 1 }, { futuresFollowerOrderId: lead }])
      expect((await close({ ...body, closePrice: '50100' })).body.code).toBe('COPY_NOT_FOUND');
    const foreign = await close({ futuresFollowerOrderId: own, closePrice: '50100' }, NOBODY);
    expect(foreign.body.code).toBe('COPY_NOT_FOUND');
    const asTrader = await close({ futuresTraderOrderId: own, closePrice: '50100' });
    expect(asTrader.body.code).toBe('TRADER_NOT_FOUND');
    // What is copied is closed in the copy tab alone.
    const sold = { futuresOptionId: BTC, tradeType: 'SHORT', marketType: 'MARKET', qty: '0.01' };
    const barred = await world.post('/api/futures/order', sold, FOLLOWER, keyOf());
    expect(barred.body.code).toBe('FOLLOWER_USES_COPY_TAB');
    expect((await world.post('/api/futures/order', sold, TRADER, keyOf())).body.code).toBe(
      'TRADER_NO_OPPOSING',
    );
    const early = await world.post(`${PATH}/unfollow`, { traderFollowerId }, FOLLOWER, keyOf());
    expect(early.body.code).toBe('FOLLOW_POSITIONS_OPEN');

    const body = { futuresFollowerOrderId: own, closePrice: '50100' };
    const closed = await close(body, FOLLOWER, 'closed-for-only-once');
    expect(closed.body.fills).toHaveLength(1);
    expect(closed.body.net).toBe(closed.body.fills[0].net);
    expect((await close(body, FOLLOWER, 'closed-for-only-once')).body).toEqual(closed.body);
    expect(closed.body.wallet.type).toBe('FUTURES');
    expect((await close(body)).body.code).toBe('COPY_NOT_FOUND');
    expect((await world.get(PATH, FOLLOWER)).body).toMatchObject({ total: closed.body.net, copies: [] });
    const none = await world.post(`${PATH}/close_all`, { traderFollowerId }, FOLLOWER, keyOf());
    expect(none.body.code).toBe('COPY_NOT_FOUND');
  });

  test('all copies close at once, and pausing keeps new ones away', async () => {
    const { world } = each;
    const traderFollowerId = await world.follow();
    await world.trade();
    await world.trade({ futuresOptionId: ETH, tradeType: 'SHORT', qty: '1' });
    expect(await world.mirror()).toEqual(['FUTURES_FILLED', 'FUTURES_FILLED']);
    const body = { traderFollowerId, isPausing: true };
    const all = await world.post(`${PATH}/close_all`, body, FOLLOWER, keyOf());
    expect(all.body).toMatchObject({ closed: 2, left: 0 });
    expect((await world.get(PATH, FOLLOWER)).body).toMatchObject({
      ...{ isPaused: true, copies: [], total: all.body.net },
    });
    await world.trade({ qty: '0.05' });
    expect(await world.mirror()).toEqual(['PAUSED']);
  });

  test('repeated, closing all answers how many were left then, and does not pause what goes on since', async () => {
    const { world } = each;
    const traderFollowerId = await world.follow();
    await world.trade();
    expect(await world.mirror()).toEqual(['FUTURES_FILLED']);
    const body = { traderFollowerId, isPausing: true };
    const ask = () => world.post(`${PATH}/close_all`, body, FOLLOWER, 'all-closed-only-once');
    const first = await ask();
    expect(first.body).toMatchObject({ closed: 1, left: 0 });
    const resumed = { traderFollowerId, isPaused: false };
    expect((await world.post(`${PATH}/change`, resumed, FOLLOWER, keyOf())).status).toBe(200);
    await world.trade({ futuresOptionId: ETH, qty: '1' });
    expect(await world.mirror()).toEqual(['FUTURES_FILLED']);
    expect((await ask()).body).toEqual(first.body);
    const { isPaused, copies } = (await world.get(PATH, FOLLOWER)).body;
    expect([isPaused, copies.length]).toEqual([false, 1]);
  });

  test('a trader closes a part, which is mirrored, and both ends settle the share', async () => {
    const { world } = each;
    const traderFollowerId = await world.follow();
    const second = await world.follow(SECOND);
    const lead = await world.trade();
    await world.mirror();
    await world.publishPrice('52000');
    const CLOSE = '/api/futures/order/copytrade/close';
    const ask = (more: object, by = TRADER) =>
      world.post(CLOSE, { futuresTraderOrderId: lead, closePrice: '52000', ...more }, by, keyOf());
    expect((await ask({ qty: '0' })).body.code).toBe('ENTER_QTY');
    expect((await ask({ qty: '0.00001' })).body.code).toBe('QTY_OFF_STEP');
    expect((await ask({ qty: '0.05' })).body.fills[0]).toMatchObject({
      closedQty: '0.05',
      marketType: 'CLOSE',
    });
    await world.mirror();
    expect((await world.get(PATH, FOLLOWER)).body.copies[0].qty).toBe('0.05');
    expect((await ask({})).status).toBe(200);
    await world.mirror();
    const { total, due, net } = (await world.get(PATH, FOLLOWER)).body;
    expect([Number(total) > 190, net]).toEqual([true, total]);
    expect(Number(due)).toBeCloseTo(Number(total) / 10, 7);
    const ended = await world.post(`${PATH}/unfollow`, { traderFollowerId }, FOLLOWER, 'ended-for-only-once');
    expect(ended.body).toMatchObject({ traderFollowerId, share: due, waived: '0' });
    expect(ended.body.wallet.point).toBe((await world.money(FOLLOWER)).free);
    const again = await world.post(`${PATH}/unfollow`, { traderFollowerId }, FOLLOWER, 'ended-for-only-once');
    expect(again.body).toEqual(ended.body);
    const over = await world.get(`${PATH}?traderFollowerId=${traderFollowerId}`, FOLLOWER);
    expect(over.body).toMatchObject({ state: 'ENDED', endedBy: 'FOLLOWER', due: '0', shared: due });
    const removed = await world.post(
      `${PATH}/unfollow_trader`,
      { traderFollowerId: second },
      TRADER,
      keyOf(),
    );
    expect(removed.body).toEqual({ traderFollowerId: second, share: due, waived: '0' });
    const late = await world.post(`${PATH}/change`, { traderFollowerId, isPaused: true }, FOLLOWER, keyOf());
    expect(late.body.code).toBe('FOLLOW_NOT_FOUND');
  });

  test('who ends a follow without any trade still reads what the wallet holds', async () => {
    const { world } = each;
    const traderFollowerId = await world.follow();
    const ended = await world.post(`${PATH}/unfollow`, { traderFollowerId }, FOLLOWER, keyOf());
    expect(ended.body).toMatchObject({ share: '0', net: '0', wallet: { type: 'FUTURES', point: '10000' } });
  });

  test('a trader’s list has masked names, is paged, and is of the trader alone', async () => {
    const { world } = each;
    await world.follow(FOLLOWER, { maxBet: '2000' });
    await world.follow(SECOND, { maxBet: '3000' });
    // A list waits for what its reader did: not for what a follower has just done.
    await world.caughtUp();
    const list = (await world.get(`${PATH}/list?size=1`, TRADER)).body;
    expect(list).toMatchObject({
      totalElements: 2,
      totalPages: 2,
      content: [{ nick: '별***', maxBet: '3000' }],
    });
    expect((await world.get(`${PATH}/list?size=1&page=1`, TRADER)).body.content[0].maxBet).toBe('2000');
    const text = JSON.stringify(list);
    expect(text).not.toContain(`별명${SECOND.id}`);
    for (const by of [NOBODY, FOLLOWER])
      expect((await world.get(`${PATH}/list`, by)).body.code).toBe('TRADER_NOT_FOUND');
    expect((await world.get(`${PATH}/list?traderId=${TRADER.id}`, FOLLOWER)).body.code).toBe(
      'TRADER_NOT_FOUND',
    );
  });
});
