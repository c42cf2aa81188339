// What the office shows of what is open, held against the products themselves: the members' own lists, and what really
// happens when a price moves.
import { RISK_LIMITS } from '@maru/contract/risk/rules';
import { amount, ONE, type Rate, rate, toDecimal } from '@maru/engine/amount';
import { siteId } from '@maru/engine/purse';
import { exchangeRate } from '@maru/engine/rates/exchange-rate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFreshEmbedded, testDatabases } from './db/testing.ts';
import { BTC, BTCUSD, ETH, START, testInstruments } from './futures/market-testing.ts';
import { worldForEachTest as coinWorlds } from './futures/world-testing.ts';
import {
  asksOf,
  COLLEAGUE,
  HEAD,
  OWNER,
  openTestHttp,
  PARTNER,
  type Person,
  person,
  principalOf,
  SITE,
  STAFF,
  STRANGER,
} from './http/testing.ts';
import { worldForEachTest as overseaWorlds } from './oversea/each-world-testing.ts';
import { NQ, START as OVERSEA_START } from './oversea/testing.ts';
import type { ExposureView, Shock } from './product/exposure.ts';
import { figuresOf } from './risk/figures.ts';
import { movedShare, stressWithImpact } from './risk/impact.ts';
import { listOrders, listPositions } from './risk/lists.ts';
import type { RouteParts } from './risk/reply-parts.ts';
import { riskRoutes } from './risk/routes.ts';
import { stress } from './risk/stress.ts';
import { createTrend } from './risk/trend.ts';
import { createValuedAccounts, type RiskParts } from './risk/valued-accounts.ts';

const WALLETS = [
  { type: 'BINARY', currency: 'KRW', places: 0, credit: amount('0') },
  { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('0') },
  { type: 'BTC', currency: 'BTC', places: 8, credit: amount('0') },
];

/** A thousand won for a USDT, and fifty thousand USDT for a bitcoin. */
const quoteOf = (currency: string) => ({
  rate: rate(currency === 'USDT' ? '1000' : '50000'),
  source: 'TEST',
  at: START,
});

const partsOf = (view: ExposureView, clock: RiskParts['time']['clock']): RiskParts => ({
  exposures: [view],
  rates: {
    latest: (base, counter, now) => exchangeRate({ base, counter }, quoteOf, now),
  } as RiskParts['rates'],
  sites: { byId: () => ({ wallets: WALLETS }) } as unknown as RiskParts['sites'],
  instruments: testInstruments,
  time: { clock },
});

const shockOf = (byInstrument: Readonly<Record<number, string>>): Shock => ({
  priceOf: (instrument) => (ONE + rate(byInstrument[instrument] ?? '0')) as Rate,
  won: ONE as Rate,
  slippage: 0n as Rate,
});

const movesOf = (byInstrument: Readonly<Record<number, string>>) => ({
  byInstrument: new Map(Object.entries(byInstrument).map(([id, share]) => [Number(id), rate(share)])),
  won: 0n as Rate,
  slippage: 0n as Rate,
  impact: 0n as Rate,
});

const names = {
  instrument: (id: number) => ({ code: String(id), koName: '' }),
  members: async () => (playerId: number) => ({ playerId, username: '', nick: '' }),
};

describe.each(testDatabases)('the exposure of coin futures on $name', ({ open }) => {
  const on = coinWorlds(open, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, positions, restart } = on;
  const view = (): ExposureView => on.world.futures.exposure;
  const parts = (): RiskParts => partsOf(view(), on.world.now);

  async function figures() {
    const { bySite, worth } = await createValuedAccounts(parts()).newest();
    return figuresOf(bySite.get(SITE) ?? [], worth);
  }

  /** Long and short of each instrument as the members' own lists have them, in won. */
  async function listed(people: readonly Person[]) {
    const sums = new Map<number, { long: bigint; short: bigint }>();
    for (const person of people)
      for (const { futuresOptionId, tradeType, qty } of await positions(person)) {
        const sum = sums.get(futuresOptionId) ?? { long: 0n, short: 0n };
        // All prices are 50,000: a coin is fifty million won, and a dollar of the inverse contract is a thousand.
        const each = (amount(String(qty)) * (futuresOptionId === BTCUSD ? 1_000n : 50_000_000n)) as bigint;
        sum[tradeType === 'LONG' ? 'long' : 'short'] += each;
        sums.set(futuresOptionId, sum);
      }
    return sums;
  }

  test('is what the members see in their own lists, also after a restart', async () => {
    for (const stock of ['ETHUSDT', 'BTCUSD']) await on.world.publishPrice('50000', { stock });
    await order({ qty: '0.1', leverage: 20 });
    await order({ qty: '0.02', tradeType: 'SHORT', leverage: 50, marginType: 'ISOLATED' }, STRANGER);
    await order({ futuresOptionId: ETH, qty: '0.05', tradeType: 'SHORT' });
    await order({ futuresOptionId: BTCUSD, qty: '100' }, STRANGER);
    await order({ marketType: 'LIMIT', price: '40000' });
    await order({ qty: '0.04', tradeType: 'SHORT' });
    const sums = await listed([OWNER, STRANGER]);
    const before = await figures();
    for (const { instrument, long, short } of before.instruments)
      expect({ instrument, long, short }).toEqual({ instrument, ...sums.get(instrument) });
    expect(before.instruments).toHaveLength(sums.size);
    expect(before.accounts).toBe(3);
    expect(before.rooms.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(before.accounts);
    await on.world.caughtUp();
    await restart(START + 1_000);
    expect(await figures()).toEqual(before);
  });

  test('has the parts of the largest accounts, and the accounts with the least room first', async () => {
    await order({ qty: '0.03', leverage: 10, marginType: 'ISOLATED' });
    await order({ qty: '0.01', leverage: 100, marginType: 'ISOLATED' }, STRANGER);
    const { instruments, nearest, net, near } = await figures();
    expect(instruments).toMatchObject([{ accounts: 2, largest: 750_000, hhi: 6_250 }]);
    expect(net).toBe(amount('2000000'));
    expect(nearest.map(({ account }) => account.player)).toEqual([STRANGER.id, OWNER.id]);
    expect(near).toEqual({ accounts: 2, gross: amount('2000000') });
  });

  test('what a stress test closes is what the desk closes when the price comes, to the last unit', async () => {
    await on.world.publishPrice('50000', { stock: 'ETHUSDT' });
    await order({ qty: '9', leverage: 50 });
    await order({ futuresOptionId: ETH, qty: '0.1', tradeType: 'SHORT' });
    await order({ qty: '0.1', leverage: 20, marginType: 'ISOLATED' }, STRANGER);
    await order({ marketType: 'LIMIT', price: '30000', marginType: 'ISOLATED', leverage: 20 }, STRANGER);
    const now = on.world.now();
    const supposed = view().holdings?.valuedAt(now, shockOf({ [BTC]: '-0.06' }));
    const expected = [OWNER, STRANGER].map(({ id }) => supposed?.closedOf(id)[0]);
    const stressed = await stress(parts(), SITE, movesOf({ [BTC]: '-0.06' }), now);
    const before = await Promise.all([on.world.money(OWNER), on.world.money(STRANGER)]);
    const book = await on.world.book();
    expect(await on.world.book()).toBe(book);

    on.world.moveTo(START + 1_000);
    await on.world.publishPrice('50000', { stock: 'ETHUSDT' });
    await on.world.publishPrice('47000');
    const after = await Promise.all([on.world.money(OWNER), on.world.money(STRANGER)]);
    const worth = (money: (typeof before)[number] | undefined) =>
      amount(money?.free ?? '0') + amount(money?.posMargin ?? '0');
    for (const index of [0, 1])
      expect(toDecimal(expected[index]?.change ?? 0n)).toBe(
        toDecimal(worth(after[index]) - worth(before[index])),
      );
    expect(stressed.closed.map(({ player }) => player)).toEqual([OWNER.id, STRANGER.id]);
    expect(stressed.closed[0]?.reachedAt).toBeLessThan(stressed.closed[1]?.reachedAt ?? 0);
    expect(stressed.shortfall).toBe(
      expected.reduce((sum, each) => sum + (each?.shortfall ?? 0n), 0n) * 1_000n,
    );
    expect(stressed.shortfall).toBeGreaterThan(0n);
    for (const person of [OWNER, STRANGER]) expect(await positions(person)).toEqual([]);
  });

  test('liquidations that push the price close further accounts, and none without the push', async () => {
    await order({ qty: '9', leverage: 50 });
    await order({ qty: '0.1', leverage: 20, marginType: 'ISOLATED' }, STRANGER);
    const now = on.world.now();
    const test = (impact: string) =>
      stressWithImpact(parts(), {
        site: SITE,
        moves: { ...movesOf({ [BTC]: '-0.03' }), impact: rate(impact) },
        now,
      });
    const alone = await test('0');
    expect(alone.passes).toBe(1);
    expect(alone.stressed.closed.map(({ player }) => player)).toEqual([OWNER.id]);
    // What the first one sells is worth about 437 million won.
    const pushed = await test('0.01');
    expect(pushed.stressed.closed.map(({ player }) => player)).toEqual([OWNER.id, STRANGER.id]);
    expect(movedShare(pushed.moves, BTC)).toBeLessThan(rate('-0.07'));
    expect(pushed.passes).toBeGreaterThan(1);
  });

  test('exposure and stress are for staff with the right, and of their own site', async () => {
    await order({ qty: '0.1' });
    let site = SITE;
    const shared = {
      ...parts(),
      database: {
        transaction: async () => (player: number) => ({ playerId: player, username: '', nick: '' }),
      },
      accounts: createValuedAccounts(parts()),
      roundsOf: async () => [],
      limits: { of: () => Object.fromEntries(RISK_LIMITS.map((name) => [name, amount('1')])) },
      house: { insurance: async () => 0n },
      trend: createTrend(),
    } as unknown as RouteParts;
    const http = await openTestHttp({
      routes: riskRoutes(shared),
      clock: on.world.now,
      checkReplies: false,
      authenticate: async (token) => {
        const [id, role] = token.split('.');
        const principal = principalOf(person(Number(id), role as Person['role']));
        const isSupport = Number(id) === COLLEAGUE.id;
        return {
          ...principal,
          site,
          ...(isSupport ? { standing: { ...HEAD, role: 'SUPPORT' as const } } : {}),
        };
      },
    });
    const ask = asksOf<
      typeof import('@maru/contract/risk/exposure') & typeof import('@maru/contract/risk/stress')
    >(http);
    const look = (by?: Person) => ask.get('/api/office/risk/exposure', by);
    const test = (by?: Person) => ask.post('/api/office/risk/stress', { moves: [] }, by);
    for (const of of [look, test]) {
      expect((await of()).status).toBe(401);
      for (const by of [OWNER, PARTNER, COLLEAGUE]) expect((await of(by)).status).toBe(403);
    }
    expect((await look(STAFF)).body.accounts).toBe(1);
    expect((await test(STAFF)).body.accounts).toBe(1);
    site = siteId(9);
    expect((await look(STAFF)).body).toMatchObject({ accounts: 0, instruments: [], nearest: [] });
    expect((await test(STAFF)).body).toMatchObject({ accounts: 0, content: [] });
    await http.close();
  });

  test('nothing is closed by a move that leaves everybody their margin, and the house owes what members gain', async () => {
    await order({ qty: '0.1' });
    const { closed, gains, losses, nets } = await stress(
      parts(),
      SITE,
      movesOf({ [BTC]: '0.1' }),
      on.world.now(),
    );
    expect(closed).toEqual([]);
    expect([gains, losses]).toEqual([amount('500000'), 0n]);
    expect(nets.get(BTC)).toEqual({ before: amount('5000000'), after: amount('5500000') });
  });

  test('positions and orders are listed page by page, newest first, by instrument and member', async () => {
    await on.world.publishPrice('50000', { stock: 'ETHUSDT' });
    await order({ qty: '0.1' });
    await order({ futuresOptionId: ETH, qty: '0.2' }, STRANGER);
    await order({ futuresOptionId: ETH, qty: '0.3' });
    await order({ marketType: 'LIMIT', price: '40000', qty: '0.4' }, STRANGER);
    const wanted = {
      site: SITE,
      product: undefined,
      instrument: undefined,
      player: undefined,
      before: undefined,
    };
    const first = await listPositions(parts(), { ...wanted, size: 2 }, names);
    expect(first.content.map(({ qty }) => qty)).toEqual(['0.3', '0.2']);
    const second = await listPositions(parts(), { ...wanted, before: first.next ?? 0, size: 2 }, names);
    expect(second).toMatchObject({ content: [{ qty: '0.1', won: '5000000' }], next: null });
    const ofEther = await listPositions(parts(), { ...wanted, instrument: ETH, size: 9 }, names);
    expect(ofEther.content).toHaveLength(2);
    const ofOwner = await listPositions(parts(), { ...wanted, player: OWNER.id, size: 9 }, names);
    expect(ofOwner.content).toHaveLength(2);
    const elsewhere = await listPositions(parts(), { ...wanted, product: 'other', size: 9 }, names);
    expect(elsewhere.content).toEqual([]);
    const orders = await listOrders(parts(), { ...wanted, size: 9 }, names);
    expect(orders).toMatchObject({
      content: [{ playerId: STRANGER.id, price: '40000', qty: '0.4' }],
      next: null,
    });
  });
});

describe('the exposure of overseas futures', () => {
  const on = overseaWorlds(openFreshEmbedded, { beforeAll, beforeEach, afterEach, afterAll });
  const { order, positions, restart } = on;

  test('what a stress test cuts is what the desk cuts when the price comes, also after a restart', async () => {
    await order({ qty: 2 });
    await order({ qty: 1, tradeType: 'SHORT' }, STRANGER);
    await on.world.caughtUp();
    await restart(OVERSEA_START + 1_000);
    await on.world.publishPrice('18250.25');
    const { exposure } = on.world;
    const now = on.world.now();
    const parts = partsOf(exposure, on.world.now);
    const [account] = exposure.holdings?.valuedAt(now).accountsOf(OWNER.id) ?? [];
    const [position] = await positions();
    expect(account?.positions).toMatchObject([{ instrument: NQ, side: 'LONG', qty: String(position.qty) }]);
    // 18,250.25 points move to 17,700.
    const share = '-0.03015026';
    const expected = exposure.holdings?.valuedAt(now, shockOf({ [NQ]: share })).closedOf(OWNER.id)[0];
    const stressed = await stress(parts, SITE, movesOf({ [NQ]: share }), now);
    const before = await on.world.balances();
    on.world.moveTo(OVERSEA_START + 2_000);
    await on.world.publishPrice('17700');
    const after = await on.world.balances();
    expect(await positions()).toEqual([]);
    const change = amount(after.free) + amount(after.wait) - amount(before.free) - amount(before.wait);
    expect(toDecimal(expected?.change ?? 0n)).toBe(toDecimal(change));
    expect(stressed.closed).toMatchObject([
      { player: OWNER.id, loss: change, shortfall: expected?.shortfall },
    ]);
    expect(stressed.gains).toBeGreaterThan(0n);
  });
});
