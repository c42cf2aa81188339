// Guards accounts against their loss-cut. What an account may still lose is split evenly over its positions, and each is
// guarded at the price where it has lost its share: as long as no guard is reached, all of them together have not lost
// all of it. When one is reached the account is looked at again: it is cut, or guarded anew.
import { type Amount, divide, type Price, ZERO } from '../amount.ts';
import { type PlayerId, type PurseId, playerPurse, type SiteId, type WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BalanceAfter } from '../transfer.ts';
import type { CutOverseaLosses } from './commands.ts';
import { atLast, isFillable, isKnown, isSilent, type MarkedPosition, markAll, standingOf } from './equity.ts';
import { pnlOf, priceWherePnl } from './pricing.ts';
import type { OverseaPosition, OverseaState } from './state.ts';
import type { Priced } from './terms.ts';
import { legId } from './watch-levels.ts';
import type { WatchMarket } from './watch-market.ts';

export interface Guards {
  /** From here on prices are listened to: a market is not silent before it had the time to speak. */
  start(now: Millis): void;
  /** Cuts these accounts or guards them, the one with the oldest position first. */
  review(players: Iterable<PlayerId>, now: Millis): readonly CutOverseaLosses[];
  /** Guards an account without asking for anything; what would be cut is looked at with the next tick. */
  guard(player: PlayerId, now: Millis): void;
  /** Whose accounts must be looked at when this instrument has a price: they could not be judged before. */
  dueAt(instrument: number): Iterable<PlayerId>;
  /** The loss-cut that was asked for happened, or was refused. */
  wasCut(player: PlayerId): void;
  wasRefused(player: PlayerId): void;
  /** The free money of whoever has a position counts, from the event that opens it on. */
  trackMoney(player: PlayerId, after: Iterable<BalanceAfter>): void;
  /** Says whose it is when it is another sum than before. */
  updateMoney(after: BalanceAfter): PlayerId | undefined;
  forget(player: PlayerId): void;
}

interface Guarded {
  /** By the trigger's number: the instrument it is set on. */
  readonly guards: Map<number, number>;
  /** Asked for and not answered: not to be asked again. */
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

  /** An instrument of which no price is known at all counts with what the position was opened at. */
  function pricedOf(position: OverseaPosition, now: Millis): Priced | undefined {
    const priced = market.pricedOf(position, now);
    const terms = priced?.terms ?? market.termsOf(position.site, position.instrument, now);
    if (priced !== undefined || terms === undefined) return priced;
    const last = divide(position.entry.sum, position.entry.over, 'down') as Price;
    return { terms, quote: { ts: 0 as Millis, seq: 0, last, bid: last, ask: last } };
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

  /** Takes down all guards but these. */
  function setGuards({ guards }: Guarded, kept: ReadonlySet<number>): void {
    for (const [id, instrument] of guards) {
      if (kept.has(id)) continue;
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
      setGuards(guarded, NONE);
      return postpone(player);
    }
    const unit = unitOf(first.site, first.wallet);
    const free = money.get(playerPurse(player, first.wallet, 'free'))?.free ?? ZERO;
    const { headroom } = standingOf(marked.map(atLast), { free, unit, orders: account.orders });
    if (headroom > 0n) {
      const share = { headroom, positions: marked.length, unit };
      setGuards(guarded, new Set(marked.map((each) => setGuard(guarded, each, share))));
      return undefined;
    }
    setGuards(guarded, NONE);
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
      const kept = money.get(purse);
      if (kept === undefined || kept.free === balance) return undefined;
      kept.free = balance;
      return kept.player;
    },
    forget(player) {
      const guarded = accounts.get(player);
      if (guarded === undefined) return;
      setGuards(guarded, NONE);
      if (guarded.purse !== undefined) money.delete(guarded.purse);
      for (const players of due.values()) players.delete(player);
      accounts.delete(player);
    },
  };
}

const NONE: ReadonlySet<number> = new Set();
