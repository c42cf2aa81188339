// What a follower is shown of copies, misses and the result, held against the ledger; what a trader was paid; and what
// staff see of it.
import { amount, toDecimal } from '@maru/engine/amount';
import { DAY_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { BTC } from '../futures/market-testing.ts';
import { STAFF } from '../http/testing.ts';
import { copyWorldForEachTest, FOLLOWER, keyOf, NOBODY, SECOND, TRADER } from './testing.ts';

const HISTORY = '/api/copytrade/history';
const OFFICE = '/api/office/copytrade';

describe.each(testDatabases)('the history of copies on $name', ({ open }) => {
  const each = copyWorldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });

  async function closeLead(position: number, at: string, more: object = {}): Promise<void> {
    const body = { futuresTraderOrderId: position, closePrice: at, ...more };
    const answer = await each.world.post('/api/futures/order/copytrade/close', body, TRADER, keyOf());
    expect(answer.status).toBe(200);
  }

  /** A copy with slippage at both ends and a miss beyond the guard, closed in two parts. */
  async function traded(): Promise<number> {
    const { world } = each;
    const follow = await world.follow();
    const position = await world.trade();
    await world.publishPrice('50100');
    await world.mirror();
    await world.publishPrice('50000');
    await world.trade({ qty: '0.05' });
    await world.publishPrice('50900');
    await world.mirror();
    world.moveTo(world.now() + 60_000);
    await world.publishPrice('51000');
    await closeLead(position, '51000', { qty: '0.06' });
    await world.publishPrice('50980');
    await world.mirror();
    await closeLead(position, '50980');
    await world.mirror();
    return follow;
  }

  test('copies and misses are listed newest first, with what they were decided with', async () => {
    const { world } = each;
    const follow = await traded();
    const list = async (query = '', by = FOLLOWER) =>
      (await world.get(`${HISTORY}/follower/list?${query}`, by)).body;
    const { content, totalElements } = await list();
    expect([totalElements, content.map(({ kind, status }) => `${kind} ${status}`)]).toEqual([
      4,
      ['CLOSE FILLED', 'CLOSE FILLED', 'OPEN MISSED', 'OPEN FILLED'],
    ]);
    expect(content[2]).toMatchObject({
      ...{
        reason: 'SLIPPAGE',
        found: '0.018',
        allowed: '0.005',
        qty: null,
        price: null,
        futuresFillId: null,
      },
      ...{ traderFollowerId: follow, traderPrice: '50000', cause: 'LEAD', tradeType: 'LONG' },
    });
    expect(content[3]).toMatchObject({
      ...{ price: '50100', traderPrice: '50000', slippage: 0.2, net: '0', stock: 'BTCUSDT' },
      sizing: { traderMargin: '250', multiplyPer: 100, maxBet: '3000', used: '0', leverage: 20 },
    });
    expect(content[1]).toMatchObject({ slippage: 0.0392, sizing: { closed: '0.06', of: '0.15' } });
    // The same fill as the list of coin futures has it.
    const fills = (await world.get('/api/futures/history/list', FOLLOWER)).body.content;
    for (const record of content.filter(({ status }) => status === 'FILLED')) {
      const fill = fills.find(({ id }) => id === record.futuresFillId);
      expect([fill?.price, fill?.fee, fill?.net]).toEqual([record.price, record.fee, record.net]);
    }
    expect((await list('statusStrs=MISSED')).content).toEqual([content[2]]);
    expect((await list('statusStrs=FILLED&size=2&page=1')).content).toEqual([content[3]]);
    expect((await list(`traderFollowerId=${follow}`)).totalElements).toBe(4);
    expect((await list('traderFollowerId=999')).totalElements).toBe(0);
    expect((await list(`followerId=${FOLLOWER.id}`, NOBODY)).totalElements).toBe(0);
    expect((await list('', TRADER)).totalElements).toBe(0);
    expect((await world.get(`${HISTORY}/follower/list?statusStrs=LOST`, FOLLOWER)).status).toBe(400);
  });

  test('what is shown of a follow agrees with the ledger, and the causes add up to the difference', async () => {
    const { world } = each;
    const follow = await traded();
    expect(await world.share(follow)).toBe('COPY_SHARED');
    const own = (await world.get('/api/copytrade/follower', FOLLOWER)).body;
    const { free } = await world.money(FOLLOWER);
    expect(amount(own.net)).toBe(amount(free) - amount('10000'));
    const records = (await world.get(`${HISTORY}/follower/list`, FOLLOWER)).body.content;
    const net = records.reduce((sum, record) => sum + amount(record.net ?? '0'), 0n);
    expect(toDecimal(net)).toBe(own.total);
    const result = (await world.get(`/api/copytrade/follower/result?traderFollowerId=${follow}`, FOLLOWER))
      .body;
    expect(result).toMatchObject({ net: own.net, copied: 3, missed: 1, funding: '0' });
    const paid = records.reduce((sum, record) => sum + amount(record.fee ?? '0'), 0n);
    expect(result.fees).toBe(toDecimal(paid));
    const hundredths = (value: number | null) => Math.round((value ?? 0) * 100);
    const points = result.causes.reduce((sum, each_) => sum + hundredths(each_.points), 0);
    expect(points).toBe(hundredths(result.minePercent) - hundredths(result.traderPercent));
    expect(result.causes.map(({ cause }) => cause)).toEqual(['SLIPPAGE', 'SIZE', 'FEES', 'SHARE']);
    expect(result.days.at(-1)).toMatchObject({ mine: result.minePercent, trader: result.traderPercent });
    expect(result.entrySlippage).toBe(0.2);
    const [share] = (await world.get(`${HISTORY}/trader/fee_history`, TRADER)).body.content;
    expect(share).toMatchObject({ nick: '별***', kind: 'DAILY', share: own.shared, total: own.total });
    const { totals } = (await world.get(`${HISTORY}/trader/fee_history`, TRADER)).body;
    expect(totals).toEqual({ paid: own.shared, paid30: own.shared, due: '0' });
    const older = (await world.get(`${HISTORY}/trader/fee_history?before=${share.id}`, TRADER)).body;
    expect(older).toMatchObject({ content: [], totalElements: 0, totals });
    const other = await world.get(`${HISTORY}/trader/fee_history?traderId=${TRADER.id}`, FOLLOWER);
    expect(other.body.code).toBe('TRADER_NOT_FOUND');
  });

  test('the mean margin counts the time in which a copy was open', async () => {
    const { world } = each;
    await world.follow();
    const position = await world.trade();
    await world.mirror();
    const opened = (await world.get('/api/copytrade/follower', FOLLOWER)).body;
    expect(opened.averageInvested).toBe(opened.usedMargin);
    world.moveTo(world.now() + 60_000);
    await world.publishPrice('50000');
    await closeLead(position, '50000');
    await world.mirror();
    world.moveTo(world.now() + DAY_MS);
    const closed = (await world.get('/api/copytrade/follower', FOLLOWER)).body;
    expect([closed.usedMargin, closed.averageInvested]).toEqual(['0', opened.usedMargin]);
  });

  test('staff see copies of the site with both names, by outcome, reason and person', async () => {
    const { world } = each;
    await traded();
    await world.follow(SECOND, { followStock: [2] });
    await world.trade({ qty: '0.02' });
    await world.mirror();
    const jobs = async (query = '') => (await world.get(`${OFFICE}/job/list?${query}`, STAFF)).body;
    const all = await jobs();
    expect(all.content).toHaveLength(6);
    expect(all.content[0]).toMatchObject({ traderNick: '별명1', traderId: TRADER.id });
    expect((await jobs('reasonStrs=SLIPPAGE,CAP')).content).toHaveLength(1);
    expect((await jobs('statusStrs=MISSED')).content.map(({ reason }) => reason).toSorted()).toEqual([
      'PAIR_OFF',
      'SLIPPAGE',
    ]);
    expect((await jobs(`playerId=${SECOND.id}`)).content).toMatchObject([
      { nick: '별명6', reason: 'PAIR_OFF' },
    ]);
    const first = await jobs('size=4');
    const rest = await jobs(`size=4&before=${first.next}`);
    expect([...first.content, ...rest.content]).toEqual(all.content);
    expect(rest.next).toBeNull();
    const state = (await world.get(`${OFFICE}/state`, STAFF)).body;
    expect(state).toMatchObject({
      ...{ traders: 1, follows: 2, detached: 0, pending: 0, oldestPendingMillis: null, copied: 4 },
      ...{ delayMedianMs: 0, delayP99Ms: 0, sharedDate: null, waitingApplications: 0 },
      missed: [
        { reason: 'PAIR_OFF', count: 1 },
        { reason: 'SLIPPAGE', count: 1 },
      ],
      nextShareMillis: Date.parse('2026-11-13T00:10:00+09:00'),
    });
    await world.trade({ qty: '0.01', futuresOptionId: BTC });
    await world.caughtUp();
    expect((await world.get(`${OFFICE}/state`, STAFF)).body).toMatchObject({
      pending: 2,
      oldestPendingMillis: world.now(),
    });
    for (const path of ['job/list', 'state', 'trader/list', 'follower/list', 'application/list']) {
      expect((await world.get(`${OFFICE}/${path}`)).status).toBe(401);
      expect((await world.get(`${OFFICE}/${path}`, TRADER)).status).toBe(403);
    }
  });
});
