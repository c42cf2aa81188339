// Guards accounts against their loss-cut. What an account may still lose is split evenly over its positions, and each is
// guarded at the price where it has lost its share: as long as no guard is reached, all of them together have not lost
// all of it. When one is reached the account is reviewed: it is cut, or gets new guards.
import { type Amount, divide, ZERO } from '../amount.ts';
import { type PlayerId, type PurseId, playerPurse, type SiteId, type WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BalanceAfter } from '../transfer.ts';
import type { CutOverseaLosses } from './commands.ts';
import { atLast, isFillable, isKnown, isSilent, type MarkedPosition, markAll, standingOf } from './equity.ts';
import { pnlOf, priceWherePnl, quoteAtEntry } from './pricing.ts';
import type { OverseaPosition, OverseaState } from './state.ts';
import type { Priced } from './terms.ts';
import { legId } from './watch-levels.ts';
import type { WatchMarket } from './watch-market.ts';

export interface Guards {
  /** Prices arrive from this moment on: a market without a price counts as silent only some time after it. */
  start(now: Millis): void;
  /** Returns the loss-cuts that are due, the account with the oldest position first; sets guards for the others. */
  review(players: Iterable<PlayerId>, now: Millis): readonly CutOverseaLosses[];
  /** Sets the guards of an account; if it must be cut, it is reviewed with the next tick. */
  guard(player: PlayerId, now: Millis): void;
  /** Whose accounts must be reviewed when this instrument has a price: they could not be judged before. */
  dueAt(instrument: number): Iterable<PlayerId>;
  /** The loss-cut that was submitted happened, or was refused. */
  wasCut(player: PlayerId): void;
  wasRefused(player: PlayerId): void;
  /** Tracks the free money of a player with a position, from the event that opens it on. */
  trackMoney(player: PlayerId, after: Iterable<BalanceAfter>): void;
  /** Returns the owner when the balance changed. */
  updateMoney(after: BalanceAfter): PlayerId | undefined;
  forget(player: PlayerId): void;
}

interface Guarded {
  /** Trigger number to instrument. */
  readonly guards: Map<number, number>;
  /** Submitted and not answered: not to be submitted again. */
  isAsked: boolean;
  purse: PurseId | undefined;
}

export function createGuards(
  state: OverseaState,
  market: WatchMarket,
  unitOf: (site: SiteId, wallet: WalletType) => Amount,
): Guards {
  const accounts = new Map<PlayerId, Guarded>();
  const money = new Map<PurseId, { readonly player: PlayerId; free: Amount }>();
  const due = new Map<number, Set<PlayerId>>();
  let listeningSince = 0 as Millis;

  function pricedOf(position: OverseaPosition, now: Millis): Priced | undefined {
    const priced = market.pricedOf(position, now);
    const terms = priced?.terms ?? market.termsOf(position.site, position.instrument, now);
    if (priced !== undefined || terms === undefined) return priced;
    return { terms, quote: quoteAtEntry(position.entry) };
  }

  function guardedOf(player: PlayerId): Guarded {
    const known = accounts.get(player);
    if (known !== undefined) return known;
    const fresh: Guarded = { guards: new Map(), isAsked: false, purse: undefined };
    accounts.set(player, fresh);
    return fresh;
  }

  function dueOf(instrument: number): Set<PlayerId> {
    const known = due.get(instrument);
    if (known !== undefined) return known;
    const fresh = new Set<PlayerId>();
    due.set(instrument, fresh);
    return fresh;
  }

  function postpone(player: PlayerId): undefined {
    for (const instrument of state.accounts.get(player)?.positions.keys() ?? [])
      dueOf(instrument).add(player);
    return undefined;
  }

  /** Removes all guards but these. */
  function retainGuards({ guards }: Guarded, retained: ReadonlySet<number>): void {
    for (const [id, instrument] of guards) {
      if (retained.has(id)) continue;
      market.liveOf(instrument).levels.remove(id);
      guards.delete(id);
    }
  }

  function reviewAccount(player: PlayerId, now: Millis, mayAsk: boolean): CutOverseaLosses | undefined {
    const guarded = guardedOf(player);
    for (const players of due.values()) players.delete(player);
    if (guarded.isAsked) return undefined;
    const account = state.accounts.get(player);
    const [first] = account?.positions.values() ?? [];
    const marked = account && markAll(account.positions, (position) => pricedOf(position, now));
    if (account === undefined || first === undefined || marked === undefined) {
      retainGuards(guarded, NONE);
      return postpone(player);
    }
    const unit = unitOf(first.site, first.wallet);
    const free = money.get(playerPurse(player, first.wallet, 'free'))?.free ?? ZERO;
    const { headroom } = standingOf(marked.map(atLast), { free, unit, orders: account.orders });
    if (headroom > 0n) {
      const share = { headroom, positions: marked.length, unit };
      retainGuards(guarded, new Set(marked.map((each) => setGuard(guarded, each, share))));
      return undefined;
    }
    retainGuards(guarded, NONE);
    const isJudged =
      marked.every((each) => isKnown(each, now) || isSilent(each, now, listeningSince)) &&
      marked.some((each) => isFillable(each, now));
    if (!isJudged || !mayAsk) return postpone(player);
    guarded.isAsked = true;
    return {
      kind: 'CUT_OVERSEA_LOSSES',
      site: first.site,
      player,
      priced: marked.map(({ terms, quote }) => ({ terms, quote })),
      isAfterGap: marked.some(({ terms }) => market.isAfterGap(terms)),
    };
  }

  function setGuard(
    { guards }: Guarded,
    { position, terms, quote }: MarkedPosition<OverseaPosition>,
    of: { readonly headroom: Amount; readonly positions: number; readonly unit: Amount },
  ): number {
    const { instrument, side } = position;
    const parts = BigInt(of.positions);
    const pnl = pnlOf(position, quote.last, terms, of.unit);
    const most = divide(pnl * parts - of.headroom, parts, 'down') as Amount;
    const level = priceWherePnl(position, most, terms, of.unit);
    const id = legId(position.id, 'GUARD');
    const fires = side === 'LONG' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE';
    market.liveOf(instrument).levels.put({ id, by: 'last', fires, level });
    guards.set(id, instrument);
    return id;
  }

  function oldestOf(player: PlayerId): number {
    let oldest = Infinity;
    for (const { id } of state.accounts.get(player)?.positions.values() ?? []) oldest = Math.min(oldest, id);
    return oldest;
  }

  return {
    start(now) {
      listeningSince = now;
    },
    review(players, now) {
      const cuts: CutOverseaLosses[] = [];
      for (const player of new Set(players)) {
        const cut = reviewAccount(player, now, true);
        if (cut !== undefined) cuts.push(cut);
      }
      return cuts.length < 2 ? cuts : cuts.sort((a, b) => oldestOf(a.player) - oldestOf(b.player));
    },
    guard(player, now) {
      reviewAccount(player, now, false);
    },
    dueAt: (instrument) => due.get(instrument) ?? [],
    wasCut(player) {
      guardedOf(player).isAsked = false;
    },
    wasRefused(player) {
      const guarded = accounts.get(player);
      if (guarded === undefined) return;
      guarded.isAsked = false;
      postpone(player);
    },
    trackMoney(player, after) {
      const [position] = state.accounts.get(player)?.positions.values() ?? [];
      if (position === undefined) return;
      const purse = playerPurse(player, position.wallet, 'free');
      if (money.has(purse)) return;
      for (const each of after) {
        if (each.purse === purse) money.set(purse, { player, free: each.balance });
      }
      guardedOf(player).purse = purse;
    },
    updateMoney({ purse, balance }) {
      const known = money.get(purse);
      if (known === undefined || known.free === balance) return undefined;
      known.free = balance;
      return known.player;
    },
    forget(player) {
      const guarded = accounts.get(player);
      if (guarded === undefined) return;
      retainGuards(guarded, NONE);
      if (guarded.purse !== undefined) money.delete(guarded.purse);
      for (const players of due.values()) players.delete(player);
      accounts.delete(player);
    },
  };
}

const NONE: ReadonlySet<number> = new Set();
