// Compares every profit that is shown with the ledger: random histories of all products on one wallet, decided by the
// real desk, written to the real tables and read by the real calls. The sum of the closed trades and decided bets
// equals the gain of the wallet, except for deposits and for what open contracts have cost to open.
import { amount, price, rate, ZERO } from '@maru/engine/amount';
import { BINARY, RENT } from '@maru/engine/binary/testing';
import { commitOf } from '@maru/engine/bitball/draw';
import { saltOfTick } from '@maru/engine/bitball/salt';
import { TERMS as BALL_TERMS } from '@maru/engine/bitball/testing';
import { dayNumber } from '@maru/engine/market/calendar-date';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Quote } from '@maru/engine/market/quote';
import type { OverseaTerms } from '@maru/engine/oversea/terms';
import { NQ as NASDAQ } from '@maru/engine/oversea/testing';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE } from '@maru/engine/purse';
import { lengthOf, openingToBetOn, type RoundId, roundId } from '@maru/engine/rounds/round';
import {
  DAY_MS,
  KST_OFFSET_MS,
  koreanDate,
  koreanDay,
  later,
  MINUTE_MS,
  type Millis,
  millis,
} from '@maru/engine/time';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { betFairness } from './binary/fairness.ts';
import { listOffers } from './binary/offers.ts';
import { openBinary } from './binary/open-binary.ts';
import { ballFairness } from './bitball/fairness.ts';
import { dayFiguresOf } from './books/figures.ts';
import { listDays } from './books/store.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { forgetWorld } from './desk/testing.ts';
import { type Person, SITE } from './http/testing.ts';
import { bitcoin, listedWithoutPrices, silentLog } from './market/testing.ts';
import { overseaFairness } from './oversea/fairness.ts';
import { openWorld, type World } from './oversea/testing.ts';

// Properties are not about speed: a busy machine may be slow.
vi.setConfig({ testTimeout: 240_000 });

const coin: Instrument = { ...bitcoin, roundTypes: ['R1', 'B1', 'P1'] };
const ofOption = new Map(listOffers([coin]).all.map(({ type, id }) => [type, id]));
const OPENING_CREDIT = '10000000';

/** The player's own purses and the deposits, step by step. */
interface Ledger {
  readonly world: World;
  readonly player: Person;
  /** Deposited, or topped up to zero by the house: no trade has earned it. */
  given: bigint;
}

type Step = (of: Ledger) => Promise<void>;

async function tell({ world }: Pick<Ledger, 'world'>, command: AnyCommand): Promise<boolean> {
  const outcome = await world.submit(command);
  return outcome.ok;
}

const orders: fc.Arbitrary<Step> = fc
  .record({
    side: fc.constantFrom('LONG' as const, 'SHORT' as const),
    qty: fc.integer({ min: 1, max: 6 }),
    ticks: fc.oneof(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -30, max: 30 })),
    // The site changes its commission while positions are open, also to one that does not divide.
    // A tick of a contract is worth 6,927.5 won: some trades win by the price and lose by the fees.
    commission: fc.constantFrom('3000', '3333.5', '1000.1', '0', '40000'),
  })
  .map(({ side, qty, ticks, commission }) => async (of: Ledger) => {
    const { world, player } = of;
    const now = later(world.now(), 1_000);
    world.moveTo(now);
    const last = price(String(18_250 + ticks * 0.25));
    const quote: Quote = { ts: now, seq: 1, last, bid: last, ask: last };
    const outcome = await world.submit({
      kind: 'PLACE_OVERSEA_ORDER',
      site: SITE,
      player: player.id,
      side,
      type: 'MARKET',
      qty,
      reduceOnly: false,
      terms: termsAt(now, commission),
      quote,
    });
    if (outcome.ok && outcome.event.kind === 'OVERSEA_FILLED') of.given += outcome.event.topUp;
  });

const termsAt = (now: Millis, commission: string): OverseaTerms => ({
  ...NASDAQ,
  commission: amount(commission),
  session: {
    ...NASDAQ.session!,
    tradeDate: dayNumber(Math.floor((now + KST_OFFSET_MS) / DAY_MS)),
    opensAt: later(now, -MINUTE_MS),
    closesAt: later(now, 3_600_000),
    endsAt: later(now, 36_000_000),
  },
});

const bets: fc.Arbitrary<Step> = fc
  .record({
    type: fc.constantFrom('R1' as const, 'B1' as const),
    side: fc.constantFrom('UP' as const, 'DOWN' as const),
    stake: fc.constantFrom('5000', '7000', '123000'),
    promised: fc.constantFrom('0.87', '0.9', '0.3333'),
    close: fc.constantFrom('101', '99', '100'),
    isPaid: fc.constantFrom(true, true, true, false),
  })
  .map(({ type, side, stake, promised, close, isPaid }) => async (of: Ledger) => {
    const { world, player } = of;
    const open = openingToBetOn(type, later(world.now(), 1_000));
    const isRent = type === 'R1';
    const receivedAt = isRent ? later(open, -30_000) : later(open, 5_000);
    world.moveTo(Math.max(receivedAt, world.now() + 1_000));
    const now = world.now();
    const round = roundId({ offer: ofOption.get(type)!, open });
    const terms = { ...(isRent ? RENT : BINARY), rate: rate(promised) };
    const bet = { kind: 'PLACE_BET', site: SITE, player: player.id, round, type, side } as const;
    const isTaken = await tell(of, { ...bet, stake: amount(stake), receivedAt: now, reserved: ZERO, terms });
    if (!isTaken || !isPaid) return;
    const end = later(open, lengthOf(type));
    world.moveTo(end + 5_000);
    const texts = ['100', '100.5', close];
    const times = [later(isRent ? open : now, isRent ? 0 : 100), later(isRent ? open : now, 2_000), end];
    const ticks = texts.map((text, index) => ({ ts: times[index]!, seq: index + 1, price: price(text) }));
    await tell(of, { kind: 'FREEZE_ROUND', site: SITE, player: HOUSE, round, type, ticks });
    await tell(of, { kind: 'PAY_ROUND', site: SITE, player: HOUSE, round });
  });

const balls: fc.Arbitrary<Step> = fc
  .record({
    market: fc.constantFrom('NS_ODD', 'NS_UNDER', 'PB_EVEN', 'PN_3'),
    odds: fc.constantFrom('1.95', '9.3', '1.333'),
    stake: fc.constantFrom('5000', '9000'),
    seed: fc.stringMatching(/^[0-9a-f]{64}$/),
    ending: fc.constantFrom('DRAWN' as const, 'DRAWN' as const, 'UNSALTED' as const, 'OPEN' as const),
  })
  .map(({ market, odds, stake, seed, ending }) => async (of: Ledger) => {
    const { world, player } = of;
    const open = millis((Math.floor(world.now() / MINUTE_MS) + 3) * MINUTE_MS);
    const round: RoundId = roundId({ offer: ofOption.get('P1')!, open });
    const house = { site: SITE, player: HOUSE, round } as const;
    await tell(of, { ...house, kind: 'SEAL_BALL', type: 'P1', seed, commit: commitOf(seed) });
    world.moveTo(open - 30_000);
    await tell(of, {
      kind: 'PLACE_BALL_BET',
      site: SITE,
      player: player.id,
      round,
      type: 'P1',
      market,
      stake: amount(stake),
      odds: rate(odds),
      receivedAt: world.now(),
      reserved: ZERO,
      terms: BALL_TERMS,
    });
    if (ending === 'OPEN') return;
    world.moveTo(open + 1_000);
    const salt = saltOfTick({ last: price('97123.45'), ts: later(open, -5_000) });
    await tell(of, { ...house, kind: 'SALT_BALL', ...(ending === 'DRAWN' ? { salt } : {}) });
    if (ending === 'DRAWN') await tell(of, { ...house, kind: 'DRAW_BALL' });
    await tell(of, { ...house, kind: 'PAY_BALL' });
  });

const refills: fc.Arbitrary<Step> = fc.constant(async (of: Ledger) => {
  const { player } = of;
  const before = await totalOf(of);
  const money = amount('5000000');
  const refill = { kind: 'REFILL_PRACTICE', site: SITE, player: player.id, session: 1 } as const;
  await tell(of, { ...refill, wallet: 'BINARY', amount: money, most: amount('100000000') });
  of.given += (await totalOf(of)) - before;
});

const histories = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: orders },
    { weight: 3, arbitrary: bets },
    { weight: 2, arbitrary: balls },
    { weight: 1, arbitrary: refills },
  ),
  { minLength: 4, maxLength: 14 },
);

const ONE_WON = 100_000_000n;

/** Free and waiting money, in the smallest units. */
async function totalOf({ world, player }: Pick<Ledger, 'world' | 'player'>): Promise<bigint> {
  const { free, wait } = await world.balances(player);
  return (BigInt(free) + BigInt(wait)) * ONE_WON;
}

const sumOf = (texts: readonly string[]): bigint => texts.reduce((sum, text) => sum + amount(text), 0n);

const sumOfNets = (rows: readonly { readonly net: string }[]): bigint => sumOf(rows.map(({ net }) => net));

const inWon = (units: bigint): bigint => (units / ONE_WON) * ONE_WON;

interface ShownFill {
  readonly qty: number;
  readonly closedQty: number;
  readonly openedQty: number;
  readonly commission: string;
  readonly entryCommission: string;
  readonly exitCommission: string;
}

/** The commissions of every close, computed from the fills alone: each has its share, the last one all that is left. */
function checkCommissions(oldestFirst: readonly ShownFill[]): void {
  let [held, paid] = [0, 0n];
  for (const { qty, closedQty, openedQty, ...shown } of oldestFirst) {
    const commission: bigint = amount(shown.commission);
    const share = (whole: bigint, of: number) =>
      closedQty === of ? whole : inWon((whole * BigInt(closedQty)) / BigInt(of));
    const entry = closedQty === 0 ? 0n : share(paid, held);
    const exit = closedQty === 0 ? 0n : share(commission, qty);
    expect([amount(shown.entryCommission), amount(shown.exitCommission)]).toEqual([entry, exit]);
    held += openedQty - closedQty;
    paid += (openedQty === 0 ? 0n : commission - exit) - entry;
  }
}

describe.each(testDatabases)('profits that are shown, on $name', ({ name, open }) => {
  let store: TestDatabase;
  let world: World;

  beforeAll(async () => {
    store = await open();
    world = await openWorld(store, {
      beside: async ({ database, desk, time }) => {
        const binary = await openBinary({
          shard: 0,
          database,
          desk,
          time,
          instruments: [coin],
          listed: listedWithoutPrices,
          sites: { all: () => [], byId: () => undefined },
          prices: { latest: () => undefined, condition: () => 'STALE', stampsTicks: () => true },
          record: { flush: async () => undefined } as never,
          onTick: () => () => undefined,
          recordedUntil: millis(0),
          ball: { oddsOf: () => new Map() },
          reservedFor: () => ZERO,
          publish: () => undefined,
          log: silentLog,
        });
        return binary.routes;
      },
    });
  });

  afterAll(async () => {
    await world.kill();
    await forgetWorld(world, store);
    await store.drop();
  });

  async function check(of: Ledger, from: number): Promise<void> {
    const { player } = of;
    const read = async <Path extends string>(path: Path) => {
      const { status, body } = await world.get(path, player);
      expect(status, path).toBe(200);
      return body;
    };
    const closes = (await read('/api/oversea/history/list?closed=1&size=100')).content;
    const bets = (await read('/api/trade/history/list?size=100')).content;
    const held = await read('/api/oversea/history/open_position');
    const decided = bets.filter(({ credit }) => credit !== null);

    // 1. The sum of all closed trades and decided bets is the gain of the wallet.
    const nets = closes.map(({ net }) => net);
    const won = decided.map(({ credit, point }) => amount(credit ?? '0') - amount(point));
    const gained = sumOf(nets) + won.reduce((sum, each) => sum + each, 0n);
    const toEarnBack = sumOf(held.map(({ entryCommission }) => entryCommission));
    const total = await totalOf(of);
    expect(total - amount(OPENING_CREDIT) - of.given, 'the wallet').toBe(gained - toEarnBack);

    // 2. Each net is the sum of its visible parts.
    for (const { net, pnl, entryCommission, exitCommission } of closes)
      expect(amount(net)).toBe(amount(pnl) - amount(entryCommission) - amount(exitCommission));

    checkCommissions((await read('/api/oversea/history/list?size=100')).content.toReversed());

    // 3. Days, wins and the wallet's day agree with the single trades.
    const days = (await read('/api/oversea/history/daily_profit?size=100')).content;
    expect(sumOf(days.map(({ net }) => net)), 'the days').toBe(sumOf(nets));
    for (const { gross, commission, net, trades } of days) {
      expect(amount(net)).toBe(amount(gross) - amount(commission));
      expect(trades, 'a day without a close has no row').toBeGreaterThan(0);
    }
    const wins = nets.filter((net) => amount(net) > 0n).length;
    expect(days.reduce((sum, day) => sum + day.wins, 0)).toBe(wins);
    expect(days.reduce((sum, day) => sum + day.trades, 0)).toBe(nets.length);
    const realised = await read('/api/oversea/history/realised');
    expect(realised).toMatchObject({ wins, trades: nets.length });
    expect(amount(realised.net), 'the Korean day').toBe(sumOf(nets));
    const { mine } = await read('/api/trade/round/summary/daily');
    expect(amount(mine.profit), 'the bets of the day').toBe(gained - sumOf(nets));

    // 4. The fairness board counts the account by the same sum, and what the house takes of bets is what players lose.
    const today = koreanDay(world.now());
    const day = { site: SITE, from: today, to: later(today, DAY_MS) };
    const dayOf = koreanDate(today);
    const counted = await store.database.transaction(async (tx) => {
      const nets: bigint[] = [];
      for (const { accountNets } of [betFairness, ballFairness, overseaFairness])
        nets.push(sumOfNets((await accountNets?.(tx, day)) ?? []));
      const takes = [
        ...((await betFairness.takes?.(tx, day)) ?? []),
        ...((await ballFairness.takes?.(tx, day)) ?? []),
      ];
      const fees = (await overseaFairness.takes?.(tx, day)) ?? [];
      const [books] = dayFiguresOf(await listDays(tx, { site: SITE, from: dayOf, to: dayOf }));
      return {
        nets,
        taken: sumOf(takes.map(({ taken }) => taken)),
        staked: sumOf(takes.map(({ turnover }) => turnover)),
        fees: sumOf(fees.map(({ taken }) => taken)),
        books,
      };
    });
    const [ofBets = 0n, ofBalls = 0n] = counted.nets;
    expect(
      counted.nets.reduce((sum, each) => sum + each, 0n),
      'the fairness board',
    ).toBe(gained);
    // The books of the day, which follow from the ledger, have the same stakes and fees.
    expect(counted.books?.betTurnover ?? 0n, 'the stakes of the books').toBe(counted.staked);
    expect(counted.books?.fees ?? 0n, 'the fees of the books').toBe(counted.fees);
    expect(counted.taken, 'the take of the house').toBe(-(ofBets + ofBalls));

    // 5. The toast and the receipt show the same figure.
    const told = world.pushes
      .slice(from)
      .filter(({ queue, player: whose }) => queue === 'oversea' && whose === player.id)
      .flatMap(
        ({ push }) => (push.data as unknown as { fills: readonly { id: number; net: string }[] }).fills,
      );
    for (const { id, net } of closes) {
      expect(new Set(told.filter((fill) => fill.id === id).map((fill) => fill.net))).toEqual(new Set([net]));
      expect((await read(`/api/oversea/receipt?fillId=${id}`)).fill.net).toBe(net);
    }
  }

  test('agree with the ledger, after any history', async () => {
    let noon = 1;
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        // A Korean day of its own, so that the profit of the day is that of this history.
        world.moveTo(Math.max(world.now(), Date.parse('2026-11-12T09:00:00+09:00') + noon++ * 86_400_000));
        const from = world.pushes.length;
        const of: Ledger = { world, player: await world.newcomer(), given: 0n };
        for (const step of steps) await step(of);
        await check(of, from);
      }),
      // Shrinking a failure would run more histories than the time allows, and find nothing in the end.
      { numRuns: name === 'embedded' ? 25 : 10, endOnFailure: true },
    );
  });
});
