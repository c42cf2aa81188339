// Accounts of an invented product: each has money and one position, and is closed once the mark, times a factor that the
// settings have, is above its money. Compared with judging everybody at once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount, Price } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import type { AnyEvent } from '../products.ts';
import { type PlayerId, playerId, playerPurse, type SiteId, siteId } from '../purse.ts';
import { millis } from '../time.ts';
import { createLegs } from './legs.ts';
import type { WatchedOrder } from './rules.ts';
import { createWatch } from './watch.ts';

const NOW = millis(1_000);
const INSTRUMENTS = [11, 12] as const;
const PLAYERS = 6;
const WALLET = 'USDT';

interface Position {
  readonly id: number;
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly instrument: number;
  readonly wallet: string;
}

interface Types {
  readonly order: WatchedOrder;
  readonly position: Position;
  readonly account: { readonly orders: Map<number, WatchedOrder>; readonly positions: Map<number, Position> };
  readonly terms: { readonly instrument: number; readonly staleMs: number; readonly factor: bigint };
  readonly quote: Quote;
  readonly command: { readonly player: PlayerId; readonly seq: number };
}

const legs = createLegs({ GUARD: 'POSITION' });
const moneyOf = (player: number): Amount => BigInt(100 + 10 * player) as Amount;
const isClosed = (money: bigint, mark: bigint, factor: bigint): boolean => mark * factor > money;

function worldOf() {
  let seq = 0;
  const factors = new Map<number, bigint>(INSTRUMENTS.map((each) => [each, 1n]));
  const held = Array.from({ length: PLAYERS }, (_, index): Position => {
    const instrument = INSTRUMENTS[index % INSTRUMENTS.length]!;
    return { id: index + 1, player: playerId(index + 1), site: siteId(1), instrument, wallet: WALLET };
  });
  const watch = createWatch<Types>({
    state: {
      accounts: new Map(
        held.map((each) => [
          each.player,
          { orders: new Map<number, WatchedOrder>(), positions: new Map([[each.instrument, each]]) },
        ]),
      ),
      orders: new Map(),
      positions: new Map(held.map((each) => [each.id, each])),
    },
    termsOf: (_, instrument) => ({ instrument, staleMs: 5_000, factor: factors.get(instrument)! }),
    rules: {
      legs,
      touched: () => [],
      levelsOfOrder: () => [],
      levelsOfPosition: () => [],
      isFillable: () => true,
      partOf: ({ wallet }) => ({ wallet }),
      judge({ player, account: { positions }, free }, { pricedOf }) {
        const [own] = positions.values();
        const priced = own && pricedOf(own);
        if (own === undefined || priced === undefined) return 'LATER';
        const { quote, terms } = priced;
        const mark = quote.mark as bigint;
        if (isClosed(free, mark, terms.factor)) return { command: { player, seq: quote.seq } };
        const level = (free / terms.factor + 1n) as Price;
        const id = legs.idOf(own.id, 'GUARD');
        return {
          guards: [{ instrument: own.instrument, level: { id, by: 'mark', fires: 'AT_OR_ABOVE', level } }],
        };
      },
      commandOf: (_, { player }) => ({ player, seq: -1 }),
      rankOf: () => 0,
      judgedBy: () => undefined,
      targetOf: () => ({ part: { wallet: WALLET } }),
    },
  });
  watch.start(
    held.map(({ player }) => ({ purse: playerPurse(player, WALLET, 'free'), balance: moneyOf(player) })),
    NOW,
  );
  const quoteAt = (mark: number): Quote => {
    seq += 1;
    const price = BigInt(mark) as Price;
    return { ts: NOW, seq, last: price, bid: price, ask: price, mark: price };
  };
  return { watch, held, factors, quoteAt };
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('tick' as const),
        of: fc.nat(1),
        mark: fc.integer({ min: 20, max: 130 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('settings' as const),
        of: fc.option(fc.nat(1), { nil: undefined }),
        factor: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('slice' as const), limit: fc.integer({ min: 1, max: 3 }) }),
    },
  ),
  { maxLength: 40 },
);

test('whoever is judged in slices is closed on the price on which judging everybody at once would close', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { watch, held, factors, quoteAt } = worldOf();
      const asked: Types['command'][] = [];
      const quotes = new Map<number, Quote>();
      /** What judging everybody finds: the tick on which each account is closed. */
      const closedOn = new Map<number, number>();
      function judge(instrument: number): void {
        const quote = quotes.get(instrument);
        for (const { player, instrument: own } of held) {
          if (own !== instrument || quote === undefined || closedOn.has(player)) continue;
          if (isClosed(moneyOf(player), quote.mark!, factors.get(own)!)) closedOn.set(player, quote.seq);
        }
      }
      function finish(): void {
        while (watch.isBehind(NOW)) asked.push(...watch.reviewSome(2, NOW));
      }
      for (const step of all) {
        if (step.kind === 'slice') asked.push(...watch.reviewSome(step.limit, NOW));
        else if (step.kind === 'tick') {
          const instrument = INSTRUMENTS[step.of]!;
          const quote = quoteAt(step.mark);
          quotes.set(instrument, quote);
          asked.push(...watch.tick(instrument, quote, NOW));
          judge(instrument);
        } else {
          // Settings are seen at once by whoever is judged: those from before must be over.
          finish();
          const changed = step.of === undefined ? INSTRUMENTS : [INSTRUMENTS[step.of]!];
          for (const each of changed) factors.set(each, BigInt(step.factor));
          watch.termsChanged(NOW, step.of === undefined ? undefined : INSTRUMENTS[step.of]);
          for (const each of changed) judge(each);
        }
      }
      finish();
      expect(new Map(asked.map(({ player, seq }) => [player as number, seq]))).toEqual(closedOn);
      expect(asked).toHaveLength(closedOn.size);
    }),
  );
});

test('a price between two slices closes whoever waits for a turn, on that price, although a later one is harmless', () => {
  const { watch, factors, quoteAt } = worldOf();
  watch.tick(11, quoteAt(50), NOW);
  factors.set(11, 2n);
  watch.termsChanged(NOW);
  expect(watch.tick(11, quoteAt(56), NOW)).toEqual([]);
  expect(watch.tick(11, quoteAt(50), NOW)).toEqual([]);
  const asked = [...watch.reviewSome(2, NOW), ...watch.reviewSome(10, NOW)];
  expect(asked).toEqual([{ player: playerId(1), seq: 2 }]);
  expect(watch.isBehind(NOW)).toBe(false);
});

test('what an event changed is not judged by prices from before it', () => {
  const { watch, factors, quoteAt } = worldOf();
  watch.tick(11, quoteAt(50), NOW);
  factors.set(11, 2n);
  watch.termsChanged(NOW);
  watch.tick(11, quoteAt(52), NOW);
  const paid = {
    kind: 'REFILLED',
    steps: [],
    transfers: [],
    after: [{ purse: playerPurse(playerId(1), WALLET, 'free'), balance: 101n as Amount }],
  } as unknown as AnyEvent;
  watch.tick(11, quoteAt(50), NOW);
  expect(watch.follow(paid, NOW)).toEqual([]);
  expect(watch.reviewSome(10, NOW)).toEqual([]);
});

test('a turn looks at no more than it may', () => {
  const { watch } = worldOf();
  watch.termsChanged(NOW);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(watch.isBehind(NOW)).toBe(true);
    watch.reviewSome(2, NOW);
  }
  watch.reviewSome(2, NOW);
  expect(watch.isBehind(NOW)).toBe(false);
});
