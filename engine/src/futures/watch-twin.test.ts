// What the watch submits, compared with valuing every account and looking at every order on every tick.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Price, type Qty, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import { decide } from '../decide.ts';
import { HOUSE, type PlayerId, playerId } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import type { EntryType, FuturesEvent } from './events.ts';
import { placeExit } from './exits.ts';
import { fundFutures } from './fund.ts';
import { placeOrder } from './place.ts';
import type { FuturesPosition } from './state.ts';
import type { FuturesTerms, OrderSide, Quote } from './terms.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  execute,
  positionOf,
  purseOf,
  SITE,
  setFree,
  totalOf,
} from './testing.ts';
import { isIsolated } from './value.ts';
import { decideOne, follow, names, pricedNow, tick, worldOf } from './watch-testing.ts';
import { createTwin } from './watch-twin-testing.ts';
import type { FuturesWatchCommand } from './watch-types.ts';

// Property tests do not measure speed: a busy machine may be slow.
vi.setConfig({ testTimeout: 120_000 });

const PLAYERS = 3;
const SOL: FuturesTerms = { ...ETH, instrument: 104 };
const CONTRACTS = [BTC, ETH, SOL, BTC_COIN];
const BASES: Readonly<Record<number, number>> = {
  [BTC.instrument]: 60_000,
  [ETH.instrument]: 3_000,
  [SOL.instrument]: 3_000,
  [BTC_COIN.instrument]: 60_000,
};
const SIZES: Readonly<Record<number, number>> = {
  [BTC.instrument]: 0.05,
  [ETH.instrument]: 1,
  [SOL.instrument]: 1,
  [BTC_COIN.instrument]: 200,
};

const steps = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      of: fc.constantFrom(...CONTRACTS),
      moved: fc.integer({ min: -40, max: 40 }),
      spread: fc.integer({ min: 0, max: 3 }),
      marked: fc.integer({ min: -3, max: 3 }),
      waitMs: fc.constantFrom(0, 100, 1_000, 4_000, 70_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      player: fc.integer({ min: 1, max: PLAYERS }),
      of: fc.constantFrom(...CONTRACTS),
      side: fc.constantFrom<OrderSide>('LONG', 'SHORT'),
      type: fc.constantFrom<EntryType>('MARKET', 'MARKET', 'MARKET', 'LIMIT', 'STOPMARKET', 'STOPLIMIT'),
      size: fc.integer({ min: 1, max: 25 }),
      at: fc.integer({ min: -60, max: 60 }),
      by: fc.constantFrom('last' as const, 'mark' as const),
      reduceOnly: fc.constantFrom(false, false, true),
      hasExits: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('trail' as const),
      player: fc.integer({ min: 1, max: PLAYERS }),
      of: fc.constantFrom(...CONTRACTS),
      callback: fc.constantFrom('0.001', '0.005', '0.02'),
      activation: fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined }),
      by: fc.constantFrom('last' as const, 'mark' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fund' as const),
      of: fc.constantFrom(...CONTRACTS),
      rate: fc.constantFrom('0.003', '-0.003', '0.01', '-0.01'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      player: fc.integer({ min: 1, max: PLAYERS }),
      wallet: fc.constantFrom('FUTURES', 'BTC'),
      share: fc.integer({ min: 1, max: 8 }),
    }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;
type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;

/** So many hundredths of a percent from where the price began, on the tick. */
const priceAt = ({ instrument, tickSize }: FuturesTerms, moved: number, ticks = 0): Price => {
  const units = BigInt(Math.round(BASES[instrument]! * (10_000 + moved))) * 10_000n;
  return ((units / tickSize + BigInt(ticks)) * tickSize) as Price;
};

const quoteOf = ({ of, moved, spread, marked }: StepOf<'tick'>, ts: Millis): Quote => ({
  ts,
  seq: 1,
  last: priceAt(of, moved),
  bid: priceAt(of, moved, -spread),
  ask: priceAt(of, moved, spread),
  mark: priceAt(of, moved, marked),
});

/** One player has cross positions, one isolated ones, one both. */
const settingOf = (player: number, { instrument }: FuturesTerms) => ({
  leverage: 100,
  marginType:
    player === 1 || (player === 3 && instrument !== ETH.instrument)
      ? ('CROSS' as const)
      : ('ISOLATED' as const),
});

function play(all: readonly Step[]): ReadonlyMap<FuturesWatchCommand['kind'], number> {
  const book = bookWith(PLAYERS, { credit: '1000' });
  for (let player = 1; player <= PLAYERS; player++) setFree(book, '0.02', { player, wallet: 'BTC' });
  const world = worldOf(book, CONTRACTS);
  const twin = createTwin(world);
  const counts = new Map<FuturesWatchCommand['kind'], number>();
  /** How far each price has come. */
  const walked = new Map<number, number>();
  const near = ({ instrument }: FuturesTerms, by: number) => (walked.get(instrument) ?? 0) + by;

  const isOf =
    (...players: readonly PlayerId[]) =>
    ({ player }: FuturesPosition) =>
      players.includes(player);

  /** Carries commands out one after the other; what follows from each is compared as well. */
  function carryOut(commands: readonly FuturesWatchCommand[]): void {
    const waiting = [...commands];
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
      counts.set(command.kind, (counts.get(command.kind) ?? 0) + 1);
      const decision = decideOne(world, command);
      twin.answered(command, !decision.ok);
      if (decision.ok) waiting.push(...hear(decision.event));
      else world.watch.refused(command);
    }
  }

  function hear(event: FuturesEvent): readonly FuturesWatchCommand[] {
    const { liquidations, warnings } = twin.judge(isOf(...event.steps.map(({ player }) => player)));
    const commands = follow(world, event);
    const judged = commands.filter(({ kind }) => kind === 'LIQUIDATE_FUTURES' || kind === 'WARN_FUTURES');
    expect(names(judged)).toEqual([...liquidations, ...warnings]);
    return commands;
  }

  const priced = () => pricedNow(world);

  const acts: { readonly [Kind in Step['kind']]: (step: StepOf<Kind>) => void } = {
    tick(step) {
      walked.set(step.of.instrument, (walked.get(step.of.instrument) ?? 0) + step.moved);
      const moved = walked.get(step.of.instrument)!;
      const quote = quoteOf({ ...step, moved }, later(world.now, step.waitMs));
      const commands = tick(world, step.of.instrument, quote);
      const { liquidations, warnings } = twin.judge(({ instrument }) => instrument === step.of.instrument);
      const reached = twin.reached(step.of, quote);
      expect(names(commands)).toEqual([...liquidations, ...reached, ...warnings]);
      carryOut(commands);
      for (const order of book.futures.orders.values()) {
        if (order.instrument !== step.of.instrument || order.trailing === undefined) continue;
        const stored = order.trailing.extreme?.price;
        if (stored !== undefined) expect(twin.seen(order)).toBeDefined();
      }
    },
    order(step) {
      const { of, player, side, type, by, reduceOnly, hasExits } = step;
      const quote = world.quotes.get(of.instrument);
      const qty = BigInt(Math.round(SIZES[of.instrument]! * step.size * 1e8)) as Qty;
      const at = priceAt(of, near(of, step.at));
      const sign = side === 'LONG' ? 1 : -1;
      const decision = execute(
        book,
        placeOrder,
        {
          kind: 'PLACE_FUTURES_ORDER',
          site: SITE,
          player: playerId(player),
          side,
          type,
          qty,
          ...(type === 'LIMIT' || type === 'STOPLIMIT' ? { price: at } : undefined),
          ...(type === 'STOPMARKET' || type === 'STOPLIMIT' ? { trigger: at } : undefined),
          ...(hasExits
            ? {
                takeProfit: { price: priceAt(of, near(of, step.at + 50 * sign)), by },
                stopLoss: { price: priceAt(of, near(of, step.at - 30 * sign)), by },
              }
            : undefined),
          by,
          ...settingOf(player, of),
          reduceOnly,
          postOnly: false,
          immediate: false,
          terms: of,
          quote,
          priced: priced(),
        },
        world.now,
      );
      if (decision.ok) carryOut(hear(decision.event));
    },
    trail(step) {
      const { of, player, by, activation } = step;
      const position = positionOf(book, of, player);
      if (position === undefined) return;
      const decision = execute(
        book,
        placeExit,
        {
          kind: 'PLACE_FUTURES_EXIT',
          site: SITE,
          player: playerId(player),
          position: position.id,
          type: 'TRAILINGSTOP',
          trailing: {
            callback: rate(step.callback),
            by,
            ...(activation === undefined ? undefined : { activation: priceAt(of, near(of, activation)) }),
          },
          terms: of,
          quote: world.quotes.get(of.instrument),
          priced: priced(),
        },
        world.now,
      );
      if (decision.ok) carryOut(hear(decision.event));
    },
    fund(step) {
      const { instrument, contract } = step.of;
      const mark = world.quotes.get(instrument)?.mark;
      if (mark === undefined) return;
      world.now = later(world.now, 1);
      const decision = fundFutures(
        book,
        {
          kind: 'FUND_FUTURES',
          site: SITE,
          player: HOUSE,
          instrument,
          contract,
          dueAt: world.now,
          rate: rate(step.rate),
          mark,
        },
        { now: world.now, eventId: book.lastEvent + 1 },
      );
      if (!decision.ok) return;
      apply(book, decision.event);
      expect(follow(world, decision.event)).toEqual([]);
      const { liquidations, warnings } = twin.judge((each) => each.instrument === instrument);
      const commands: FuturesWatchCommand[] = [];
      while (world.watch.isBehind(world.now)) commands.push(...world.watch.reviewSome(1_000, world.now));
      const judged = commands.filter(({ kind }) => kind !== 'TRAIL_FUTURES_ORDER');
      expect(names(judged)).toEqual([...liquidations, ...warnings]);
      carryOut(commands);
    },
    hold({ player, wallet, share }) {
      const free = purseOf(book, 'free', { player, wallet });
      const amount = (free / BigInt(share)) as typeof free;
      const command = { kind: 'HOLD_FUNDS', site: SITE, player: playerId(player), wallet } as const;
      const context = { now: world.now, eventId: book.lastEvent + 1 };
      const decision = decide(book, { ...command, amount, purpose: 'BET' }, context);
      if (!decision.ok) return;
      apply(book, decision.event);
      const isCross = (each: FuturesPosition) =>
        each.player === player && each.wallet === wallet && !isIsolated(each);
      const { liquidations, warnings } = twin.judge(isCross);
      const commands = world.watch.follow(decision.event, world.now);
      expect(names(commands)).toEqual([...liquidations, ...warnings]);
      carryOut(commands);
    },
  };

  for (const step of all) (acts[step.kind] as (step: Step) => void)(step);
  expect(totalOf(book)).toBe(0n);
  return counts;
}

test('after any history of orders, prices, fundings and payments the watch submits what a check of everything finds', () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(steps, { minLength: 20, maxLength: 150, size: 'max' }), (all) => {
      for (const [kind, count] of play(all)) counts.set(kind, (counts.get(kind) ?? 0) + count);
    }),
    { numRuns: 300 },
  );
  for (const kind of ['LIQUIDATE_FUTURES', 'WARN_FUTURES', 'FILL_FUTURES_ORDER', 'TRAIL_FUTURES_ORDER'])
    expect([kind, counts.get(kind) ?? 0]).not.toEqual([kind, 0]);
});
