// The brute-force twin of the watch: it values everybody who holds the coin on every tick, with the functions by which
// the desk decides. It gets what the watch got, in the same order, and must find the same accounts at the same moments.
import { type Amount, ZERO } from '@maru/engine/amount';
import { followFutures, putPosition } from '@maru/engine/futures/apply';
import type { FuturesEvent } from '@maru/engine/futures/events';
import { crossAccount, isUnderwater, type PricedOf } from '@maru/engine/futures/standing';
import { emptyFutures, type FuturesState } from '@maru/engine/futures/state';
import type { Quote } from '@maru/engine/futures/terms';
import { ownerOf, type PlayerId, playerPurse } from '@maru/engine/purse';
import type { BalanceAfter } from '@maru/engine/transfer';
import type { Market } from './liquidation-market.ts';

const WALLET = 'FUTURES';

/** Free money of players, as the durable events have left it. */
export interface Money {
  readonly all: ReadonlyMap<PlayerId, Amount>;
  of(player: PlayerId): Amount;
  follow(after: readonly BalanceAfter[]): void;
}

export function createMoney(start: Iterable<readonly [PlayerId, Amount]> = []): Money {
  const all = new Map(start);
  return {
    all,
    of: (player) => all.get(player) ?? ZERO,
    follow(after) {
      for (const { purse, balance } of after) {
        const player = ownerOf(purse);
        if (player !== undefined && purse === playerPurse(player, WALLET, 'free')) all.set(player, balance);
      }
    },
  };
}

/** Values accounts one after the other; returns those below their maintenance margin. */
export function underwater(
  players: Iterable<PlayerId>,
  { accounts }: FuturesState,
  money: Pick<Money, 'of'>,
  pricedOf: PricedOf,
): PlayerId[] {
  const found: PlayerId[] = [];
  for (const player of players) {
    const positions = accounts.get(player)?.positions;
    if (positions === undefined) continue;
    const account = crossAccount({ wallet: WALLET, free: money.of(player), positions }, pricedOf);
    if (account === undefined) throw new Error('every coin has a price');
    if (isUnderwater(account)) found.push(player);
  }
  return found;
}

/** What happened to the watch, in order. `asked` are the accounts whose liquidation it submitted then. */
export type Logged =
  | {
      readonly kind: 'tick';
      readonly instrument: number;
      readonly quote: Quote;
      readonly asked: readonly PlayerId[];
    }
  | { readonly kind: 'event'; readonly event: FuturesEvent; readonly asked: readonly PlayerId[] }
  | { readonly kind: 'refused'; readonly player: PlayerId };

/** The twin begins with what is open now. */
export function createTwin(
  market: Market,
  state: FuturesState,
  balances: Iterable<readonly [PlayerId, Amount]>,
) {
  const own = emptyFutures();
  for (const position of state.positions.values()) putPosition(own, position);
  const money = createMoney(balances);
  const waiting = new Set<PlayerId>();
  const quotes = new Map(market.coins.map(({ id }) => [id, market.quoteOf(id)]));
  const pricedOf: PricedOf = (instrument) => {
    const terms = market.termsOf(instrument);
    const quote = quotes.get(instrument);
    return terms && quote && { terms, quote };
  };

  function findAmong(players: Iterable<PlayerId>): readonly PlayerId[] {
    const found = underwater(players, own, money, pricedOf).filter((player) => !waiting.has(player));
    for (const player of found) waiting.add(player);
    return found;
  }

  function* holdersOf(instrument: number): Iterable<PlayerId> {
    for (const [player, { positions }] of own.accounts) if (positions.has(instrument)) yield player;
  }

  function next(entry: Logged): readonly PlayerId[] {
    switch (entry.kind) {
      case 'tick':
        quotes.set(entry.instrument, entry.quote);
        return findAmong(holdersOf(entry.instrument));
      case 'event': {
        const { event } = entry;
        followFutures(own, event);
        money.follow(event.after);
        const players = event.steps.map(({ player }) => player);
        if (event.kind === 'FUTURES_FILLED' && event.liquidation !== undefined)
          for (const player of players) waiting.delete(player);
        return findAmong(players);
      }
      case 'refused':
        waiting.delete(entry.player);
        return [];
    }
  }

  return {
    /** How many moments of the log differ. */
    differences(log: readonly Logged[]): number {
      const textOf = (players: readonly PlayerId[]) => players.toSorted((a, b) => a - b).join();
      return log.filter(
        (entry) => textOf(next(entry)) !== textOf(entry.kind === 'refused' ? [] : entry.asked),
      ).length;
    },
  };
}
