// Traders as everybody finds them, what they ask for and set, and how their positions are copied.
import { pastLeads, pastTerms } from '@maru/contract/copytrade/simulation';
import { amount, rate } from '@maru/engine/amount';
import { simulateFollow } from '@maru/engine/copytrade/simulate';
import { EXIT_GUARD } from '@maru/engine/copytrade/terms';
import { DAY_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { BTC, ETH } from '../futures/market-testing.ts';
import { PARTNER, STAFF } from '../http/testing.ts';
import { copyWorldForEachTest, FOLLOWER, keyOf, NOBODY, SECOND, TRADER } from './testing.ts';

const TRADERS = '/api/copytrade/trader';
const HISTORY = '/api/copytrade/history';
const CLOSE = '/api/futures/order/copytrade/close';

describe.each(testDatabases)('traders on $name', ({ open }) => {
  const each = copyWorldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });

  /** Bought at 50000 and sold at the price, mirrored both times. */
  async function roundTrip(at: string): Promise<void> {
    const { world } = each;
    const position = await world.trade();
    await world.mirror();
    await world.publishPrice(at);
    const body = { futuresTraderOrderId: position, closePrice: at };
    expect((await world.post(CLOSE, body, TRADER, keyOf())).status).toBe(200);
    await world.mirror();
    await world.publishPrice('50000');
  }

  /** Figures are refreshed every few seconds. */
  const later = () => each.world.moveTo(each.world.now() + 6_000);

  test('anybody lists those who can be followed, in each order, by name, and without those who are full', async () => {
    const { world } = each;
    await world.setTrader(SECOND, { quota: 1 });
    await world.follow();
    await world.follow(NOBODY, { traderId: SECOND.id });
    await roundTrip('51000');
    later();
    await world.publishPrice('50000');
    const list = async (query = '') => (await world.get(`${TRADERS}/list?${query}`)).body;
    const ids = async (query = '') => (await list(query)).content.map(({ traderId }) => traderId);
    expect((await list()).totalElements).toBe(2);
    for (const sort of ['FOLLOWER_PROFIT', 'RETURN', 'WIN_RATE', 'DRAWDOWN'])
      expect(await ids(`sort=${sort}`)).toEqual([TRADER.id, SECOND.id]);
    expect(await ids('sort=FOLLOWERS&size=1')).toHaveLength(1);
    expect(await ids('isHideFull=1')).toEqual([TRADER.id]);
    expect(await ids('name=%EB%B3%84%EB%AA%856')).toEqual([SECOND.id]);
    expect(await ids('name=nobody')).toEqual([]);
    const [first] = (await list()).content;
    expect(first).toMatchObject({
      ...{ nick: '별명1', status: 'ACTIVE', followers: 1, quota: 100, isFull: false, shareRate: '0.1' },
      pairs: [BTC, ETH],
      statistics: { trades: 1, winRate: 100, copied30: 2, missed30: 0, followersInProfit: 1 },
    });
    const follow = (await world.get('/api/copytrade/follower', FOLLOWER)).body;
    expect(first!.statistics.followerProfit).toBe(follow.net);
    expect(first!.statistics.worstFollower).toBe(follow.net);
    expect(first!.statistics.followerCapital).toBe('3000');
    await world.setTrader(TRADER, { status: 'OFF' });
    later();
    expect(await ids()).toEqual([SECOND.id]);
    expect(await ids('isActive=0')).toContain(TRADER.id);
    await world.setTrader(TRADER, { status: 'DELETED' });
    later();
    expect(await ids('isActive=0')).toEqual([SECOND.id]);
    expect((await world.get(`${TRADERS}?traderId=${TRADER.id}`)).body.code).toBe('TRADER_NOT_FOUND');
  });

  test('a page of a trader has the curve by day and open positions without their size', async () => {
    const { world } = each;
    await world.follow();
    await roundTrip('51000');
    world.moveTo(world.now() + DAY_MS);
    await world.publishPrice('50000');
    await world.publishPrice('3000', { stock: 'ETHUSDT' });
    await world.runOnce();
    const position = await world.trade({ futuresOptionId: ETH, tradeType: 'SHORT', qty: '1' });
    await world.caughtUp();
    const { body } = await world.get(`${TRADERS}?traderId=${TRADER.id}`);
    expect(body.curve).toHaveLength(2);
    expect(body.curve[1]).toMatchObject({ date: '2026-11-13', drawdownPercent: 0 });
    expect(body.statistics.returnAll).toBe(body.curve[1].returnPercent);
    expect(body.open).toEqual([
      {
        ...{ futuresTraderOrderId: position, futuresOptionId: ETH, stock: 'ETHUSDT', tradeType: 'SHORT' },
        ...{ leverage: 20, marginType: 'CROSS', entryPrice: '3000.0000' },
        openedMillis: expect.any(Number),
      },
    ]);
    expect((await world.get(`${TRADERS}?traderId=${FOLLOWER.id}`)).body.code).toBe('TRADER_NOT_FOUND');
  });

  test('figures are as old as their computing, also of a trader who has been idle for weeks', async () => {
    const { world } = each;
    await world.setTrader(SECOND);
    await roundTrip('51000');
    const ages = async () => {
      const { content } = (await world.get(`${TRADERS}/list?sort=RETURN`)).body;
      const shown = (await world.get(`${TRADERS}?traderId=${TRADER.id}`)).body;
      expect(shown.statistics.asOfMillis).toBe(content[0]!.statistics.asOfMillis);
      return content.map(({ statistics }) => statistics.asOfMillis);
    };
    world.moveTo(world.now() + 21 * DAY_MS);
    const computedAt = world.now();
    // Of who has never traded there are no figures.
    expect(await ages()).toEqual([computedAt, null]);
    world.moveTo(computedAt + 2_000);
    expect(await ages()).toEqual([computedAt, null]);
    later();
    expect(await ages()).toEqual([world.now(), null]);
  });

  test('the leads of a trader, simulated with the settings of a follower, give what the follower earned', async () => {
    const { world } = each;
    const id = await world.follow(FOLLOWER, { multiplyPer: 70 });
    await roundTrip('50500');
    await roundTrip('49800');
    const position = await world.trade({ qty: '0.2' });
    await world.mirror();
    await world.publishPrice('50900');
    const body = { futuresTraderOrderId: position, closePrice: '50900' };
    await world.post(CLOSE, { ...body, qty: '0.07' }, TRADER, keyOf());
    await world.mirror();
    await world.post(CLOSE, body, TRADER, keyOf());
    await world.mirror();
    await world.share(id);
    const leads = (await world.get(`${TRADERS}/leads?traderId=${TRADER.id}`)).body;
    expect(leads).toMatchObject({ isCut: false, averageSlippage: 0 });
    expect(leads.content).toHaveLength(7);
    const own = (await world.get('/api/copytrade/follower', FOLLOWER)).body;
    const wire = leads as unknown as Parameters<typeof pastLeads>[0] & Parameters<typeof pastTerms>[0];
    const simulated = simulateFollow(
      pastLeads(wire),
      pastTerms(wire),
      {
        ...{ pairs: [BTC, ETH], multiplyPer: 70, isPaused: false, maxBet: amount('3000') },
        ...{ oneMaxBet: amount('1000'), exitGuard: EXIT_GUARD },
      },
      { free: amount('10000'), slippage: rate('0'), shareRate: rate('0.1') },
    );
    expect([simulated.total, simulated.share]).toEqual([amount(own.total), amount(own.shared)]);
    expect([simulated.copied, simulated.missed]).toEqual([own.copied, own.missed]);
  });

  test('a member applies, takes it back, and may have one application that waits', async () => {
    const { world } = each;
    const apply = (more: object = {}, by = NOBODY) =>
      world.post(
        `${TRADERS}/apply`,
        { followStock: [ETH, BTC], shareRate: '0.2', intro: '천천히', ...more },
        by,
      );
    const mine = async (by = NOBODY) => (await world.get(`${TRADERS}/mine`, by)).body;
    expect(await mine()).toEqual({ trader: null, application: null, traderFollowerId: null });
    for (const shareRate of ['0.05', '0.31', '-0.1'])
      expect((await apply({ shareRate })).body.code).toBe('TRADER_TERMS');
    expect((await apply({ followStock: [51] })).body.code).toBe('OPTION_NOT_FOUND');
    expect((await apply({ followStock: [99] })).body.code).toBe('OPTION_NOT_FOUND');
    expect((await apply({}, PARTNER)).body.code).toBe('PARTNER_CANNOT_TRADE');
    expect((await apply({}, TRADER)).body.code).toBe('TRADER_ALREADY');
    await world.follow();
    expect((await apply({}, FOLLOWER)).body.code).toBe('TRADER_NEEDS_FLAT');
    await world.trade({ qty: '0.01' }, SECOND);
    expect((await apply({}, SECOND)).body.code).toBe('TRADER_NEEDS_FLAT');
    const { id } = (await apply()).body;
    expect((await mine()).application).toMatchObject({
      ...{ id, status: 'WAITING', followStock: [BTC, ETH], shareRate: '0.2', intro: '천천히', reason: null },
    });
    expect((await apply()).body.code).toBe('TRADER_ALREADY');
    expect((await world.post(`${TRADERS}/withdraw`, {}, SECOND)).body.code).toBe('APPLICATION_NOT_FOUND');
    expect((await world.post(`${TRADERS}/withdraw`, {}, NOBODY)).status).toBe(200);
    expect((await world.post(`${TRADERS}/withdraw`, {}, NOBODY)).body.code).toBe('APPLICATION_NOT_FOUND');
    expect((await mine()).application.status).toBe('WITHDRAWN');
    expect((await mine(FOLLOWER)).traderFollowerId).toEqual(expect.any(Number));
  });

  test('decided applications of one member do not add up', async () => {
    const { world } = each;
    for (let count = 0; count < 13; count += 1) {
      const body = { followStock: [BTC], shareRate: '0.2', intro: '' };
      await world.post(`${TRADERS}/apply`, body, NOBODY);
      await world.post(`${TRADERS}/withdraw`, {}, NOBODY);
    }
    const [row] = await world.query<{ count: number }>(
      'select count(*)::int as count from copy_application where player_id = $1',
      [NOBODY.id],
    );
    expect(row?.count).toBeLessThanOrEqual(12);
  });

  test('staff approve an application: the member is a trader, reads why, and the log has it', async () => {
    const { world } = each;
    const body = { followStock: [BTC, ETH], shareRate: '0.2', intro: '천천히' };
    const { id } = (await world.post(`${TRADERS}/apply`, body, NOBODY)).body;
    const LIST = '/api/office/copytrade/application/list';
    const listed = (await world.get(LIST, STAFF)).body;
    expect(listed).toMatchObject({
      waiting: 1,
      content: [
        {
          ...{ id, playerId: NOBODY.id, nick: '별명7', status: 'WAITING', balance: '10000', net30: '0' },
          ...{ trades30: 0, isFlat: true, isFollowing: false },
        },
      ],
    });
    expect((await world.get(LIST, NOBODY)).status).toBe(403);
    const decide = (what: string, more: object = {}) =>
      world.post(
        `/api/office/copytrade/application/${what}`,
        {
          applicationId: id,
          quota: 50,
          shareRate: '0.15',
          followStock: [BTC],
          reason: '확인했습니다',
          ...more,
        },
        STAFF,
      );
    expect((await decide('approve', { shareRate: '0.5' })).body.code).toBe('TRADER_TERMS');
    expect((await decide('approve', { followStock: [51] })).body.code).toBe('OPTION_NOT_FOUND');
    expect((await decide('approve', { applicationId: 999 })).body.code).toBe('APPLICATION_NOT_FOUND');
    expect((await decide('approve')).status).toBe(200);
    expect((await decide('approve')).body.code).toBe('APPLICATION_NOT_FOUND');
    const mine = (await world.get(`${TRADERS}/mine`, NOBODY)).body;
    expect(mine).toMatchObject({
      trader: { status: 'ACTIVE', quota: 50, shareRate: '0.15', followStock: [BTC], intro: '천천히' },
      application: { status: 'APPROVED', reason: '확인했습니다' },
    });
    const letters = await world.query<{ kind: string; body_ko: string }>(
      'select kind, body_ko from message where player_id = $1',
      [NOBODY.id],
    );
    expect(letters).toEqual([{ kind: 'COPY', body_ko: '확인했습니다' }]);
    const changes = await world.query<{ area: string; action: string; subject: string }>(
      'select area, action, subject from staff_change order by id',
    );
    expect(changes).toEqual([{ area: 'COPYTRADE', action: 'APPROVE', subject: `player ${NOBODY.id}` }]);
  });

  test('a rejected member reads the reason and may ask again', async () => {
    const { world } = each;
    const body = { followStock: [BTC], shareRate: '0.2', intro: '' };
    const { id } = (await world.post(`${TRADERS}/apply`, body, NOBODY)).body;
    const rejection = { applicationId: id, reason: '거래 기록이 모자랍니다' };
    const PATH = '/api/office/copytrade/application/reject';
    expect((await world.post(PATH, rejection, STAFF)).status).toBe(200);
    expect((await world.post(PATH, rejection, STAFF)).body.code).toBe('APPLICATION_NOT_FOUND');
    expect((await world.get(`${TRADERS}/mine`, NOBODY)).body).toMatchObject({
      trader: null,
      application: { status: 'REJECTED', reason: '거래 기록이 모자랍니다' },
    });
    expect((await world.post(`${TRADERS}/apply`, body, NOBODY)).status).toBe(200);
  });

  test('a trader changes the own settings, and switching off detaches the followers', async () => {
    const { world } = each;
    const set = (body: object, by = TRADER) => world.post(`${TRADERS}/setting`, body, by, keyOf());
    await world.follow();
    expect((await set({ intro: '안녕하세요', shareRate: '0.3', followStock: [ETH] })).body).toEqual({
      detached: 0,
    });
    const mine = async () => (await world.get(`${TRADERS}/mine`, TRADER)).body.trader;
    expect(await mine()).toMatchObject({
      ...{ intro: '안녕하세요', shareRate: '0.3', followStock: [ETH], quota: 100, isAccepting: true },
      followers: 1,
    });
    expect((await set({ shareRate: '0.4' })).body.code).toBe('TRADER_TERMS');
    expect((await set({ followStock: [51] })).body.code).toBe('OPTION_NOT_FOUND');
    expect((await set({ status: 'OFF' }, FOLLOWER)).body.code).toBe('TRADER_NOT_FOUND');
    expect((await set({ status: 'DELETED' })).status).toBe(400);
    expect((await set({ status: 'OFF' })).body).toEqual({ detached: 1 });
    await world.caughtUp();
    expect((await world.get('/api/copytrade/follower', FOLLOWER)).body.state).toBe('DETACHED');
    // Who has stopped still reads who is left, and what was paid.
    expect((await world.get('/api/copytrade/follower/list', TRADER)).body.content).toMatchObject([
      { state: 'DETACHED' },
    ]);
    for (const path of ['fee_history', 'list'])
      expect((await world.get(`${HISTORY}/trader/${path}`, TRADER)).status).toBe(200);
    expect((await set({ status: 'ACTIVE' })).body).toEqual({ detached: 0 });
  });

  test('what staff change while a trader changes something else stays', async () => {
    const { world } = each;
    world.desk.submit = async (command) => {
      await world.setTrader(TRADER, { status: 'OFF', isAccepting: false, pairs: [ETH], quota: 70 });
      return world.submit(command);
    };
    const body = { shareRate: '0.3' };
    expect((await world.post(`${TRADERS}/setting`, body, TRADER, keyOf())).status).toBe(200);
    expect((await world.get(`${TRADERS}/mine`, TRADER)).body.trader).toMatchObject({
      ...{ shareRate: '0.3', status: 'OFF', isAccepting: false, followStock: [ETH], quota: 70 },
    });
  });

  test('staff end a trader, who reads it, and who may follow from the next Korean day', async () => {
    const { world } = each;
    await world.follow();
    const body = {
      ...{ traderId: TRADER.id, status: 'DELETED', isAccepting: false, quota: 5, shareRate: '0.1' },
      ...{ followStock: [BTC], reason: '규정을 어겼습니다' },
    };
    const PATH = '/api/office/copytrade/trader/set';
    expect((await world.post(PATH, body, STAFF)).body).toEqual({ detached: 1 });
    expect((await world.post(PATH, body, STAFF)).body.code).toBe('TRADER_NOT_FOUND');
    expect((await world.post(PATH, { ...body, traderId: 999 }, STAFF)).body.code).toBe('TRADER_NOT_FOUND');
    const { trader } = (await world.get(`${TRADERS}/mine`, TRADER)).body;
    expect(trader).toMatchObject({
      status: 'DELETED',
      mayFollowMillis: Date.parse('2026-11-13T00:00:00+09:00'),
    });
    const letters = await world.query('select 1 as one from message where player_id = $1', [TRADER.id]);
    expect(letters).toHaveLength(1);
    later();
    const list = (await world.get('/api/office/copytrade/trader/list?statusStrs=DELETED', STAFF)).body;
    expect(list.content).toMatchObject([{ traderId: TRADER.id, status: 'DELETED', pending: 0 }]);
    const follows = (await world.get(`/api/office/copytrade/follower/list?traderId=${TRADER.id}`, STAFF))
      .body;
    expect(follows.content).toMatchObject([
      { playerId: FOLLOWER.id, nick: '별명2', traderNick: '별명1', state: 'DETACHED', copies: 0 },
    ]);
  });

  test('a trader sees how a position is copied, and everybody else nothing of it', async () => {
    const { world } = each;
    await world.follow();
    await world.follow(SECOND, { followStock: [ETH] });
    await world.follow(NOBODY, { maxBet: '11', oneMaxBet: '10', multiplyPer: 1 });
    const position = await world.trade();
    let open = (await world.get(`${HISTORY}/trader/open`, TRADER)).body.content;
    expect(open[0].copied).toMatchObject({ followers: 3, joined: 0, waiting: 3, averageSlippage: null });
    await world.publishPrice('50050');
    await world.mirror();
    open = (await world.get(`${HISTORY}/trader/open`, TRADER)).body.content;
    const copy = (await world.get('/api/copytrade/follower', FOLLOWER)).body.copies[0];
    expect(open).toMatchObject([
      {
        position: { id: position, qty: '0.1' },
        copied: { followers: 2, joined: 1, waiting: 0, averageSlippage: 0.1, qty: copy.qty },
      },
    ]);
    expect(open[0].copied.missed).toEqual([
      { reason: 'MIN_QTY', count: 1 },
      { reason: 'PAIR_OFF', count: 1 },
    ]);
    expect(Number(open[0].copied.entryValue)).toBeCloseTo(Number(copy.qty) * 50_050, 6);
    expect(open[0].copied.entryFee).toBe(copy.position.entryFee);
    const rows = (await world.get(`${HISTORY}/trader/my_open_follower_history`, TRADER)).body;
    expect(rows).toMatchObject({
      hasMore: false,
      content: [
        { nick: '별***', stock: 'BTCUSDT', tradeType: 'LONG', qty: copy.qty, entryPrice: '50050.000' },
      ],
    });
    const sums = (await world.get(`${HISTORY}/trader/follower_position`, TRADER)).body.content;
    expect(sums).toMatchObject([{ futuresOptionId: BTC, copied: { joined: 1, qty: copy.qty } }]);
    for (const path of ['open', 'my_open_follower_history', 'follower_position', 'fee_history'])
      for (const by of [FOLLOWER, NOBODY])
        expect((await world.get(`${HISTORY}/trader/${path}`, by)).body.code).toBe('TRADER_NOT_FOUND');
  });

  test('closed trades of a trader are shown with amounts to the trader alone', async () => {
    const { world } = each;
    await roundTrip('51000');
    const path = `${HISTORY}/trader/list`;
    const [own] = (await world.get(path, TRADER)).body.content;
    expect(own).toMatchObject({
      ...{
        stock: 'BTCUSDT',
        tradeType: 'LONG',
        entryPrice: '50000.000',
        price: '51000',
        isLiquidation: false,
      },
    });
    expect(Number(own!.net)).toBeGreaterThan(90);
    const [shown] = (await world.get(`${path}?traderId=${TRADER.id}`, NOBODY)).body.content;
    expect(shown).toEqual({ ...own, net: null });
    expect((await world.get(path, NOBODY)).body.code).toBe('TRADER_NOT_FOUND');
    expect((await world.get(`${path}?traderId=${FOLLOWER.id}`, NOBODY)).body.code).toBe('TRADER_NOT_FOUND');
  });
});
