// What every other product puts at stake, realises or brings in, held against the limits of its player and counted.
import { type Amount, larger, ONE, portion, type Rate, ZERO } from '../amount.ts';
import type { Book } from '../book.ts';
import type { Context } from '../command.ts';
import type { MoneyChange, OpenStake } from '../follower.ts';
import { koreanMonth } from '../market/calendar-date.ts';
import type { PlayerId, WalletType } from '../purse.ts';
import type { LimitsNote } from './events.ts';
import { countersAt } from './periods.ts';
import { type DepositBar, depositBar, judgeStake, type StakeRefusal, standingOf } from './standing.ts';
import type { LimitCounters, PlayerLimits } from './state.ts';

const WON = 'KRW';

/** Undefined as long as no rate of the currency is known. */
function rateOf({ players, limits }: Book, player: PlayerId, type: WalletType): Rate | undefined {
  const currency = players.get(player)?.wallets.get(type)?.currency;
  if (currency === undefined) return undefined;
  return currency === WON ? (ONE as Rate) : limits.rates.get(currency);
}

/** What is open, in won and rounded up; what has no rate counts nothing. */
export function openInWon(book: Book, player: PlayerId, open: Iterable<OpenStake>): Amount {
  let sum = 0n;
  for (const { wallet, stake } of open) {
    const rate = rateOf(book, player, wallet);
    if (rate !== undefined) sum += portion(stake, rate, 'up');
  }
  return sum as Amount;
}

export type LimitBar = StakeRefusal | DepositBar;

export function gate(
  book: Book,
  change: MoneyChange,
  { now }: Context,
  openStakes: Iterable<OpenStake>,
): LimitBar | undefined {
  const own = book.limits.players.get(change.player);
  if (own === undefined) return undefined;
  const standing = standingOf(own, openInWon(book, own.player, openStakes), now);
  const rate = rateOf(book, own.player, change.wallet);
  if (change.asks === 'DEPOSIT')
    return (
      depositBar(standing, rate === undefined ? ZERO : portion(change.deposited, rate, 'up')) ??
      (rate === undefined && standing.limits.DEPOSIT !== undefined ? 'LIMIT_RATE_MISSING' : undefined)
    );
  return judgeStake(own, change, { rate, open: standing.open, now });
}

export function note(book: Book, changes: readonly MoneyChange[], { now }: Context): readonly LimitsNote[] {
  const counted = new Map<PlayerId, { readonly own: PlayerLimits; counters: LimitCounters }>();
  for (const change of changes) {
    const own = book.limits.players.get(change.player);
    if (own === undefined) continue;
    const known = counted.get(own.player) ?? { own, counters: own.counters };
    const rate = rateOf(book, own.player, change.wallet);
    if (rate !== undefined) known.counters = countersAfter(known, change, rate, now);
    counted.set(own.player, known);
  }
  return Array.from(counted.values())
    .filter(({ own, counters }) => counters !== own.counters)
    .map(({ own: { player }, counters }) => ({ product: 'limits', player, counters }));
}

/** The same object where nothing changes. */
function countersAfter(
  { own, counters: before }: { readonly own: PlayerLimits; readonly counters: LimitCounters },
  { opened, result, deposited: brought, broughtAt }: MoneyChange,
  rate: Rate,
  now: Context['now'],
): LimitCounters {
  const counters = countersAt(before, now);
  // What was asked for in another month, or before anything was counted, is not in this figure.
  const wasCounted =
    broughtAt === undefined || (broughtAt >= own.since && koreanMonth(broughtAt) === counters.month);
  const deposited = wasCounted ? brought : ZERO;
  const largest = larger(counters.largest, portion(opened, rate, 'up'));
  if (result === ZERO && deposited === ZERO && largest === counters.largest) return before;
  return {
    ...counters,
    largest,
    result: (counters.result + portion(result, rate, 'down')) as Amount,
    deposited: larger((counters.deposited + portion(deposited, rate, 'up')) as Amount, ZERO),
  };
}
