// What the watch submits, compared with a naive check of everything.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, type Price, rate } from '../amount.ts';
import type { Book } from '../book.ts';
import type { Quote } from '../market/quote.ts';
import { assertCounted } from '../property-testing.ts';
import { playerId, playerPurse } from '../purse.ts';
import { later, type Millis, millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import { atLast, isFillable, isKnown, isSilent, isTrading, markAll, standingOf } from './equity.ts';
import { isReached } from './fill.ts';
import { isFresh } from './gates.ts';
import { reachedLegs, tpslPrices } from './pricing.ts';
import type { OrderSide, OverseaTerms } from './terms.ts';
import { bookWith, CL, execute, NOON, NQ, open, order, orderOf, quoteAt, rest, SITE } from './testing.ts';
import { createOverseaWatch, type OverseaWatch, type WatchCommand } from './watch.ts';

const WON = amount('1');
const NIKKEI: OverseaTerms = { ...NQ, instrument: 317, rate: rate('9.1234') };

interface World {
  readonly book: Book;
  readonly watch: OverseaWatch;
  readonly terms: Map<number, OverseaTerms>;
  readonly quotes: Map<number, Quote>;
  now: Millis;
}

function worldOf(book: Book = bookWith(3)): World {
  const terms = new Map([NQ, CL, NIKKEI].map((each) => [each.instrument, each]));
  const watch = createOverseaWatch({
    state: book.oversea,
    termsOf: (_, instrument) => terms.get(instrument),
    unitOf: () => WON,
  });
  return { book, watch, terms, quotes: new Map(), now: NOON };
}

const nameOf = (command: WatchCommand): string => {
  switch (command.kind) {
    case 'CUT_OVERSEA_LOSSES':
      return `cut ${command.player} at ${command.priced.map(({ quote }) => quote.last).join()}`;
    case 'EXIT_OVERSEA_POSITION':
      return `${command.leg} ${command.position}`;
    case 'FILL_OVERSEA_ORDER':
      return `fill ${command.order}`;
  }
};
const names = (commands: readonly WatchCommand[]): readonly string[] => commands.map(nameOf);

/** Every account, position and order is checked. */
function naive({ book, terms, quotes, now }: World, instrument: number): readonly string[] {
  const quote = quotes.get(instrument);
  const own = terms.get(instrument);
  if (quote === undefined || own === undefined) return [];
  const cuts: { readonly id: number; readonly name: string }[] = [];
  const [stopLosses, takeProfits, stops, limits]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const [player, account] of book.oversea.accounts) {
    const marked = markAll(account.positions, (position) => {
      const at = quotes.get(position.instrument);
      return at && { terms: terms.get(position.instrument)!, quote: at };
    });
    if (!account.positions.has(instrument) || marked === undefined) continue;
    const free = balanceOf(book, playerPurse(player, 'BINARY', 'free'));
    const { headroom } = standingOf(marked.map(atLast), { free, unit: WON, orders: account.orders });
    if (headroom > 0n || !marked.some((each) => isFillable(each, now))) continue;
    if (!marked.every((each) => isKnown(each, now) || isSilent(each, now))) continue;
    const id = Math.min(...marked.map(({ position }) => position.id));
    cuts.push({ id, name: `cut ${player} at ${marked.map((each) => each.quote.last).join()}` });
  }
  if (isTrading({ terms: own }) && isFresh(quote, own, now)) {
    for (const position of book.oversea.positions.values()) {
      if (position.instrument !== instrument) continue;
      const { tp, sl } = reachedLegs(position.side, tpslPrices(position, own.tickSize), quote.last);
      if (sl) stopLosses.push(position.id);
      if (tp) takeProfits.push(position.id);
    }
    for (const each of book.oversea.orders.values()) {
      if (each.instrument === instrument && isReached(each, quote))
        (each.type === 'LIMIT' ? limits : stops).push(each.id);
    }
  }
  const sorted = (ids: number[], name: string) => ids.sort((a, b) => a - b).map((id) => `${name} ${id}`);
  return [
    ...cuts.sort((a, b) => a.id - b.id).map(({ name }) => name),
    ...sorted(stopLosses, 'SL'),
    ...sorted(takeProfits, 'TP'),
    ...sorted(stops, 'fill'),
    ...sorted(limits, 'fill'),
  ];
}

/** Submits the commands to the desk and reports the results to the watch, until no command is left. */
function carryOut(world: World, commands: readonly WatchCommand[]): void {
  const { book, watch, now } = world;
  const waiting = [...commands];
  for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
    const decision = execute(book, command, now);
    if (decision.ok) waiting.push(...watch.follow(decision.event, now));
    else watch.refused(command);
  }
}

function tick(world: World, instrument: number, quote: Quote): readonly WatchCommand[] {
  world.now = quote.ts > world.now ? quote.ts : world.now;
  world.quotes.set(instrument, quote);
  return world.watch.tick(instrument, quote, world.now);
}

function follow(world: World, decision: ReturnType<typeof execute>): readonly WatchCommand[] {
  expect(decision.ok).toBe(true);
  return decision.ok ? world.watch.follow(decision.event, world.now) : [];
}

const BASES: Readonly<Record<number, bigint>> = {
  [NQ.instrument]: 18_250_00000000n,
  [CL.instrument]: 2_00000000n,
  [NIKKEI.instrument]: 39_000_00000000n,
};

const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      instrument: fc.constantFrom(NQ.instrument, CL.instrument, NIKKEI.instrument),
      ticks: fc.integer({ min: -60, max: 60 }),
      spread: fc.integer({ min: 0, max: 2 }),
      waitMs: fc.constantFrom(0, 100, 1_000, 6_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      player: fc.integer({ min: 1, max: 3 }),
      of: fc.constantFrom(NQ, CL, NIKKEI),
      side: fc.constantFrom<OrderSide>('LONG', 'SHORT'),
      type: fc.constantFrom('MARKET' as const, 'MARKET' as const, 'LIMIT' as const, 'STOPMARKET' as const),
      qty: fc.integer({ min: 1, max: 4 }),
      ticks: fc.integer({ min: -20, max: 20 }),
      tpTick: fc.constantFrom(undefined, 0, 5, 20),
      slTick: fc.constantFrom(undefined, 0, 5, 20),
      reduceOnly: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      player: fc.integer({ min: 1, max: 3 }),
      share: fc.integer({ min: 1, max: 10 }),
    }),
  },
);

const quoteOf = (instrument: number, ticks: number, spread: number, at: Millis): Quote => {
  const size = instrument === CL.instrument ? CL.tickSize : NQ.tickSize;
  const last = (BASES[instrument]! + BigInt(ticks) * size) as Price;
  const half = (by: number) => (last + BigInt(by) * size) as Price;
  return { ts: at, seq: 1, last, bid: half(-spread), ask: half(spread) };
};

test('after any history of orders and ticks, the watch submits what a check of everything finds, in the same order', () => {
  let [cuts, exits, fills] = [0, 0, 0];
  assertCounted(
    fc.property(fc.array(steps, { minLength: 10, maxLength: 120, size: 'max' }), (all) => {
      const world = worldOf(bookWith(3, { credit: '3000000' }));
      for (const step of all) {
        if (step.kind === 'tick') {
          const quote = quoteOf(step.instrument, step.ticks, step.spread, later(world.now, step.waitMs));
          const commands = tick(world, step.instrument, quote);
          expect(names(commands)).toEqual(naive(world, step.instrument));
          for (const { kind } of commands) {
            if (kind === 'CUT_OVERSEA_LOSSES') cuts++;
            else if (kind === 'EXIT_OVERSEA_POSITION') exits++;
            else fills++;
          }
          carryOut(world, commands);
          // Every account that must be cut is cut, however the loss came about: guards miss none.
          expect(naive(world, step.instrument)).toEqual([]);
          continue;
        }
        const { book, now } = world;
        const decision =
          step.kind === 'hold'
            ? execute(
                book,
                {
                  kind: 'HOLD_FUNDS',
                  site: SITE,
                  player: playerId(step.player),
                  wallet: 'BINARY',
                  amount: ((balanceOf(book, playerPurse(playerId(step.player), 'BINARY', 'free')) /
                    BigInt(step.share) /
                    WON) *
                    WON) as typeof WON,
                  purpose: 'BET',
                },
                now,
              )
            : execute(book, commandOf(world, step), now);
        if (decision.ok) carryOut(world, world.watch.follow(decision.event, now));
        for (const instrument of world.terms.keys()) expect(naive(world, instrument)).toEqual([]);
      }
    }),
    120,
  );
  // The comparison proves nothing if nothing happened.
  expect(Math.min(cuts, exits, fills)).toBeGreaterThan(20);
});

function commandOf(
  { quotes }: World,
  step: Extract<typeof steps extends fc.Arbitrary<infer Step> ? Step : never, { readonly kind: 'order' }>,
): ReturnType<typeof orderOf> {
  const { player, of, side, type, qty, tpTick, slTick, reduceOnly } = step;
  const quote = quotes.get(of.instrument);
  const command = orderOf({
    player,
    side,
    type,
    qty,
    reduceOnly,
    terms: of,
    quote,
    ...(tpTick === undefined ? undefined : { tpTick }),
    ...(slTick === undefined ? undefined : { slTick }),
  });
  if (type === 'MARKET') return command;
  return { ...command, price: quoteOf(of.instrument, step.ticks, 0, NOON).last };
}

describe('the watch', () => {
  test('compares a new order with the live price', () => {
    const world = worldOf();
    tick(world, NQ.instrument, quoteAt('18250'));
    // The order was placed on an older price and would not have been filled then.
    const placed = order(world.book, { type: 'LIMIT', price: '18260', quote: quoteAt('18270') });
    expect(names(follow(world, placed))).toEqual(['fill 4']);
  });

  test('does not submit twice, and submits again after a refusal', () => {
    const world = worldOf();
    const id = rest(world.book, { price: '18240' });
    world.watch.start([], NOON);
    const [asked] = tick(world, NQ.instrument, quoteAt('18240'));
    expect(asked).toMatchObject({ kind: 'FILL_OVERSEA_ORDER', order: id });
    expect(tick(world, NQ.instrument, quoteAt('18239'))).toEqual([]);
    world.watch.refused(asked!);
    expect(names(tick(world, NQ.instrument, quoteAt('18239')))).toEqual([`fill ${id}`]);
  });

  test('submits nothing while the market rests, and then reports that prices were missing', () => {
    const world = worldOf();
    const id = rest(world.book, { price: '18240' });
    world.watch.remember(NQ.instrument, quoteAt('18250'));
    world.watch.start([], NOON);
    world.terms.set(NQ.instrument, { ...NQ, session: undefined });
    expect(tick(world, NQ.instrument, quoteAt('18230', { at: later(NOON, 1_000) }))).toEqual([]);
    world.terms.set(NQ.instrument, NQ);
    const commands = tick(world, NQ.instrument, quoteAt('18230', { at: later(NOON, 8_000) }));
    expect(commands).toMatchObject([{ kind: 'FILL_OVERSEA_ORDER', order: id, isAfterGap: true }]);
  });

  test('cuts after a start an account whose positions fell while the platform was down', () => {
    const world = worldOf(bookWith(1, { credit: '1259000' }));
    open(world.book, '18250.25', { qty: 3 });
    world.watch.remember(NQ.instrument, quoteAt('18250.25'));
    world.watch.start(
      [{ purse: playerPurse(playerId(1), 'BINARY', 'free'), balance: amount('350000') }],
      NOON,
    );
    expect(tick(world, NQ.instrument, quoteAt('18237.5', { at: later(NOON, 60_000) }))).toEqual([]);
    const commands = tick(world, NQ.instrument, quoteAt('18237.25', { at: later(NOON, 61_000) }));
    expect(commands).toMatchObject([{ kind: 'CUT_OVERSEA_LOSSES', isAfterGap: false }]);
    carryOut(world, commands);
    expect(world.book.oversea.positions.size).toBe(0);
  });

  test('cuts again after a refusal, also when the instrument pays from another wallet by now', () => {
    const world = worldOf(bookWith(1, { credit: '1259000' }));
    follow(world, order(world.book, { qty: 3, quote: quoteAt('18250.25') }));
    world.terms.set(NQ.instrument, { ...NQ, wallet: 'GOLD' });
    world.watch.termsChanged(NOON);
    world.watch.reviewSome(10, NOON);
    const [asked] = tick(world, NQ.instrument, quoteAt('18237.25'));
    expect(asked).toMatchObject({ kind: 'CUT_OVERSEA_LOSSES' });
    world.watch.refused(asked!);
    expect(tick(world, NQ.instrument, quoteAt('18237.25'))).toMatchObject([{ kind: 'CUT_OVERSEA_LOSSES' }]);
  });

  const holdingBoth = () => {
    const world = worldOf(bookWith(1, { credit: '1500000' }));
    for (const each of [NQ, NIKKEI]) {
      tick(world, each.instrument, quoteAt('18250'));
      follow(world, order(world.book, { terms: each, qty: 2, quote: quoteAt('18250') }));
    }
    return world;
  };
  const instrumentsHeld = ({ book }: World) =>
    [...book.oversea.positions.values()].map(({ instrument }) => instrument);

  test('cuts what has a price when another market has been silent for longer than a price is fresh', () => {
    const world = holdingBoth();
    const at = later(NOON, NIKKEI.staleMs + 1);
    const commands = tick(world, NQ.instrument, quoteAt('17000', { at }));
    expect(names(commands)).toEqual([`cut 1 at ${quoteAt('17000').last},${quoteAt('18250').last}`]);
    carryOut(world, commands);
    // Nothing is filled at a price that is not fresh: it is closed with its next one.
    expect(instrumentsHeld(world)).toEqual([NIKKEI.instrument]);
    carryOut(world, tick(world, NIKKEI.instrument, quoteAt('18250', { at })));
    expect(instrumentsHeld(world)).toEqual([]);
  });

  test.each([
    ['with the price it had last', true],
    ['with its entry if no price is known', false],
  ])('after a start a market has as long to send a price, and then counts %s', (_how, isRemembered) => {
    const { book } = holdingBoth();
    const world = worldOf(book);
    const old = { ...quoteAt('18250'), ts: millis(0) };
    if (isRemembered) for (const { instrument } of [NQ, NIKKEI]) world.watch.remember(instrument, old);
    const purse = playerPurse(playerId(1), 'BINARY', 'free');
    world.watch.start([{ purse, balance: balanceOf(book, purse) }], NOON);
    expect(tick(world, NQ.instrument, quoteAt('17000', { at: later(NOON, NIKKEI.staleMs) }))).toEqual([]);
    const commands = tick(world, NQ.instrument, quoteAt('17000', { at: later(NOON, NIKKEI.staleMs + 1) }));
    expect(commands).toMatchObject([{ kind: 'CUT_OVERSEA_LOSSES' }]);
  });

  test('a market that opens has as long to send a price', () => {
    const world = holdingBoth();
    const opensAt = later(NOON, 60_000);
    world.terms.set(NIKKEI.instrument, { ...NIKKEI, session: { ...NIKKEI.session!, opensAt } });
    const cuts = (ms: number) => tick(world, NQ.instrument, quoteAt('17000', { at: later(opensAt, ms) }));
    expect(cuts(NIKKEI.staleMs)).toEqual([]);
    expect(cuts(NIKKEI.staleMs + 1)).toMatchObject([{ kind: 'CUT_OVERSEA_LOSSES' }]);
  });

  test('counts a market that is closed with its last price, and cuts what trades', () => {
    const world = worldOf(bookWith(1, { credit: '1500000' }));
    for (const each of [NQ, NIKKEI]) {
      tick(world, each.instrument, quoteAt('18250'));
      follow(world, order(world.book, { terms: each, qty: 2, quote: quoteAt('18250') }));
    }
    world.terms.set(NIKKEI.instrument, { ...NIKKEI, session: undefined });
    const commands = tick(world, NQ.instrument, quoteAt('17000', { at: later(NOON, 20_000) }));
    expect(names(commands)).toEqual([`cut 1 at ${quoteAt('17000').last},${quoteAt('18250').last}`]);
    carryOut(world, commands);
    expect([...world.book.oversea.positions.values()].map(({ instrument }) => instrument)).toEqual([
      NIKKEI.instrument,
    ]);
  });

  test('reviews the accounts when the rate of the day changes', () => {
    const world = worldOf(bookWith(1, { credit: '1259000' }));
    tick(world, NQ.instrument, quoteAt('18250.25'));
    follow(world, order(world.book, { qty: 3 }));
    expect(tick(world, NQ.instrument, quoteAt('18237.5'))).toEqual([]);
    world.terms.set(NQ.instrument, { ...NQ, rate: rate('1500') });
    world.watch.termsChanged(world.now, NQ.instrument);
    expect(world.watch.reviewSome(10, world.now)).toMatchObject([{ kind: 'CUT_OVERSEA_LOSSES' }]);
  });

  test('forgets the levels of a position that is closed', () => {
    const world = worldOf();
    tick(world, NQ.instrument, quoteAt('18250.25'));
    follow(world, order(world.book, { tpTick: 4, slTick: 4 }));
    follow(world, order(world.book, { side: 'SHORT' }));
    expect(tick(world, NQ.instrument, quoteAt('18260'))).toEqual([]);
    expect(tick(world, NQ.instrument, quoteAt('17000'))).toEqual([]);
  });

  test('moves take-profit and stop-loss along with the mean', () => {
    const world = worldOf();
    tick(world, NQ.instrument, quoteAt('18250'));
    follow(world, order(world.book, { tpTick: 10, slTick: 10, quote: quoteAt('18250') }));
    const { id } = [...world.book.oversea.positions.values()][0]!;
    tick(world, NQ.instrument, quoteAt('18248'));
    follow(world, order(world.book, { quote: quoteAt('18248') }));
    expect(tick(world, NQ.instrument, quoteAt('18251.25'))).toEqual([]);
    expect(names(tick(world, NQ.instrument, quoteAt('18251.5')))).toEqual([`TP ${id}`]);
  });
});
