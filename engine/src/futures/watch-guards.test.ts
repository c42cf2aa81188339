// Accounts near their warning and their liquidation, on prices that move in small steps: the guards miss nothing and the
// watch finds each on the tick on which a valuation of everybody finds it.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Amount, type Price, rate, toDecimal } from '../amount.ts';
import { apply } from '../apply.ts';
import { assertCounted } from '../property-testing.ts';
import { HOUSE, playerId } from '../purse.ts';
import { later } from '../time.ts';
import { factsOf } from './account.ts';
import { fundFutures } from './fund.ts';
import { isolatedAccount, type RiskAccount, riskAccount } from './risk.ts';
import { markPosition, pricedIn } from './standing.ts';
import type { FuturesTerms, MarginType, OrderSide, Quote } from './terms.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  hold,
  type PositionInput,
  positionWith,
  pricedAt,
  quoteAt,
  SITE,
  setFree,
  totalOf,
} from './testing.ts';
import { toMoney } from './value.ts';
import { decideOne, follow, names, tick, worldOf } from './watch-testing.ts';
import { createTwin } from './watch-twin-testing.ts';
import type { FuturesWatchCommand } from './watch-types.ts';

// Property tests do not measure speed: a busy machine may be slow.
vi.setConfig({ testTimeout: 120_000 });

const SOL: FuturesTerms = { ...ETH, instrument: 104 };
const CONTRACTS = [BTC, ETH, SOL, BTC_COIN];
const START = 1_000;
const UNIT = 1n as Amount;

/** By their places, so that a counterexample can be read. */
const contract = fc.nat({ max: CONTRACTS.length - 1 });
const positions = fc.uniqueArray(
  fc.record({
    of: contract,
    side: fc.constantFrom<OrderSide>('LONG', 'SHORT'),
    /** Of all tiers, in thousands of dollars. */
    value: fc.integer({ min: 1, max: 3_000 }),
    entry: fc.integer({ min: 990, max: 1_010 }),
    marginType: fc.constantFrom<MarginType>('CROSS', 'CROSS', 'ISOLATED'),
  }),
  { minLength: 1, maxLength: 4, selector: ({ of }) => of },
);
const accounts = fc.array(
  fc.record({
    positions,
    /** The balance in hundredths of the maintenance margin. */
    ratio: fc.integer({ min: 90, max: 200 }),
  }),
  { minLength: 1, maxLength: 4 },
);
const moves = fc.array(
  fc.record({
    of: contract,
    ticks: fc.integer({ min: -25, max: 25 }),
    waitMs: fc.constantFrom(10, 10, 10, 1_000, 4_000, 61_000),
    fund: fc.constantFrom('0', '0', '0', '0', '0.0005', '-0.0005', '0.002'),
  }),
  { minLength: 10, maxLength: 120, size: 'max' },
);

/** What makes the balance so many hundredths of the maintenance margin. */
const missingIn = ({ equity, maintenance }: RiskAccount, ratio: number): string =>
  toDecimal(toMoney((maintenance * BigInt(ratio)) / 100n - equity, UNIT, 'up'));

function marginFor(input: PositionInput & { readonly terms: FuturesTerms }, ratio: number): string {
  const probe = positionWith(1, { ...input, margin: '0' });
  const marked = markPosition(probe, pricedAt(input.terms, String(START)));
  const missing = missingIn(isolatedAccount(marked), ratio);
  return missing.startsWith('-') || missing === '0' ? '0.00000001' : missing;
}

test('the watch finds each account on the tick on which a valuation of everybody finds it', () => {
  const counts = { LIQUIDATE_FUTURES: 0, WARN_FUTURES: 0 };
  assertCounted(
    fc.property(accounts, moves, (all, walk) => {
      const book = bookWith(all.length, { credit: '1' });
      const starts = CONTRACTS.map((of) => pricedAt(of, String(START)));
      all.forEach(({ positions: held, ratio }, index) => {
        const player = index + 1;
        for (const wallet of ['FUTURES', 'BTC']) setFree(book, '1000000000', { player, wallet });
        for (const { of, side, value, entry, marginType } of held) {
          const terms = CONTRACTS[of]!;
          const size = terms === BTC_COIN ? value * START : value;
          const input = { player, terms, side, qty: String(size), entry: String(entry), marginType };
          hold(book, marginType === 'CROSS' ? input : { ...input, margin: marginFor(input, ratio) });
        }
        for (const wallet of ['FUTURES', 'BTC']) {
          setFree(book, '0', { player, wallet });
          const owner = book.players.get(playerId(player))!;
          const account = riskAccount(
            factsOf(book, owner, owner.wallets.get(wallet)!),
            undefined,
            pricedIn(starts),
          );
          if (typeof account !== 'string') setFree(book, missingIn(account, ratio), { player, wallet });
        }
      });
      const world = worldOf(book, CONTRACTS);
      const twin = createTwin(world);
      const marks = new Map<number, bigint>();

      const carryOut = (commands: readonly FuturesWatchCommand[]): void => {
        for (const command of commands) {
          if (command.kind === 'LIQUIDATE_FUTURES' || command.kind === 'WARN_FUTURES') counts[command.kind]++;
          const decision = decideOne(world, command);
          twin.answered(command, !decision.ok);
          if (!decision.ok) {
            world.watch.refused(command);
            continue;
          }
          const { liquidations, warnings } = twin.judge(({ player }) => player === command.player);
          const next = follow(world, decision.event);
          expect(names(next)).toEqual([...liquidations, ...warnings]);
          carryOut(next);
        }
      };

      const everyone = CONTRACTS.map((_, of) => ({ of, ticks: 0, waitMs: 10, fund: '0' }));
      for (const { of: place, ticks, waitMs, fund } of [...everyone, ...walk]) {
        const of = CONTRACTS[place]!;
        const at = later(world.now, waitMs);
        const mark = (marks.get(of.instrument) ?? BigInt(START) * 100_000_000n) + BigInt(ticks) * 20_000_000n;
        marks.set(of.instrument, mark);
        const quote: Quote = { ...quoteAt(String(START), { at }), mark: mark as Price };
        const commands = tick(world, of.instrument, quote);
        const { liquidations, warnings } = twin.judge(({ instrument }) => instrument === of.instrument);
        expect(names(commands)).toEqual([...liquidations, ...warnings]);
        carryOut(commands);
        if (fund === '0') continue;
        world.now = later(world.now, 1);
        const { instrument, contract } = of;
        const due = { site: SITE, player: HOUSE, instrument, contract, dueAt: world.now };
        const decision = fundFutures(
          book,
          { kind: 'FUND_FUTURES', ...due, rate: rate(fund), mark: quote.mark },
          { now: world.now, eventId: book.lastEvent + 1 },
        );
        if (!decision.ok) continue;
        apply(book, decision.event);
        const funded = twin.judge((each) => each.instrument === instrument);
        const reviewed = [...follow(world, decision.event)];
        while (world.watch.isBehind(world.now)) reviewed.push(...world.watch.reviewSome(100, world.now));
        expect(names(reviewed)).toEqual([...funded.liquidations, ...funded.warnings]);
        carryOut(reviewed);
      }
      expect(totalOf(book)).toBe(0n);
    }),
    300,
  );
  expect(counts.LIQUIDATE_FUTURES).toBeGreaterThan(50);
  expect(counts.WARN_FUTURES).toBeGreaterThan(50);
});
