// Fixtures for the tests of the price watch: a book, the prices, and a watch that follows both.
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import type { Decision } from '../decision.ts';
import { playerPurse } from '../purse.ts';
import type { Millis } from '../time.ts';
import { type BalanceAfter, balanceOf } from '../transfer.ts';
import type { FuturesEvent } from './events.ts';
import { fillOrder } from './fill.ts';
import { liquidateFutures } from './liquidate.ts';
import type { FuturesTerms, Priced, Quote } from './terms.ts';
import { BTC, BTC_COIN, ETH, execute, NOON } from './testing.ts';
import { trailOrder } from './trail.ts';
import { warnFutures } from './warn.ts';
import { createFuturesWatch, type FuturesWatch } from './watch.ts';
import type { FuturesWatchCommand } from './watch-types.ts';

export interface World {
  readonly book: Book;
  readonly watch: FuturesWatch;
  readonly terms: Map<number, FuturesTerms>;
  readonly quotes: Map<number, Quote>;
  now: Millis;
}

/** Begins to watch what is in the book. */
export function worldOf(book: Book, contracts: readonly FuturesTerms[] = [BTC, ETH, BTC_COIN]): World {
  const terms = new Map(contracts.map((each) => [each.instrument, each]));
  const watch = createFuturesWatch({
    state: book.futures,
    termsOf: (_, instrument) => terms.get(instrument),
  });
  watch.start(balancesIn(book), NOON);
  return { book, watch, terms, quotes: new Map(), now: NOON };
}

export function* balancesIn(book: Book): Iterable<BalanceAfter> {
  for (const [player, { positions }] of book.futures.accounts)
    for (const { wallet } of positions.values()) {
      const purse = playerPurse(player, wallet, 'free');
      yield { purse, balance: balanceOf(book, purse) };
    }
}

export function tick(world: World, instrument: number, quote: Quote): readonly FuturesWatchCommand[] {
  world.now = quote.ts > world.now ? quote.ts : world.now;
  world.quotes.set(instrument, quote);
  return world.watch.tick(instrument, quote, world.now);
}

export const follow = ({ watch, now }: World, event: FuturesEvent): readonly FuturesWatchCommand[] =>
  watch.follow(event, now);

/** What the watch hears of a decision of somebody else's command. */
export function followed(
  world: World,
  decision: Decision<FuturesEvent, string>,
): readonly FuturesWatchCommand[] {
  assert(decision.ok, 'the command is accepted');
  return follow(world, decision.event);
}

export function decideOne(
  { book, now }: World,
  command: FuturesWatchCommand,
): Decision<FuturesEvent, string> {
  switch (command.kind) {
    case 'FILL_FUTURES_ORDER':
      return execute(book, fillOrder, command, now);
    case 'LIQUIDATE_FUTURES':
      return execute(book, liquidateFutures, command, now);
    case 'WARN_FUTURES':
      return execute(book, warnFutures, command, now);
    case 'TRAIL_FUTURES_ORDER':
      return execute(book, trailOrder, command, now);
  }
}

export const pricedNow = ({ terms, quotes }: World): readonly Priced[] =>
  Array.from(quotes, ([instrument, quote]) => ({ terms: terms.get(instrument)!, quote }));

const nameOf = (command: FuturesWatchCommand): string => {
  switch (command.kind) {
    case 'FILL_FUTURES_ORDER':
      return `fill ${command.order}`;
    case 'TRAIL_FUTURES_ORDER':
      return `trail ${command.order}`;
    case 'LIQUIDATE_FUTURES':
      return `liquidate ${command.player} ${command.wallet} ${command.position ?? 'cross'}`;
    case 'WARN_FUTURES':
      return `warn ${command.player} ${command.wallet} ${command.position ?? 'cross'}`;
  }
};
export const names = (commands: readonly FuturesWatchCommand[]): readonly string[] => commands.map(nameOf);
