// Guards accounts whose positions are judged together, each with the free money of its wallet. As long as no guard of
// an account is reached it need not be judged; when one is reached the product judges it, and it gets new guards or a
// command.
import { type Amount, ZERO } from '../amount.ts';
import { type PlayerId, type PurseId, playerPurse, type WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BalanceAfter } from '../transfer.ts';
import type { WatchMarket } from './market.ts';
import type { WatchedState, WatchRules, WatchTypes } from './rules.ts';

/** The positions of one player that one wallet pays for. */
export interface Guarded {
  readonly player: PlayerId;
  readonly wallet: WalletType;
  readonly purse: PurseId;
  free: Amount;
  /** Trigger number to instrument. */
  readonly guards: Map<number, number>;
  /** Submitted and not answered: not to be submitted again. */
  isAsked: boolean;
}

export interface Guards<Command> {
  /** Prices arrive from this moment on. */
  start(now: Millis): void;
  /** Returns the commands that are due, the account with the oldest position first; sets guards for the others. */
  review(accounts: Iterable<Guarded>, now: Millis): readonly Command[];
  /** Sets the guards of a player; an account for which something is due is reviewed with the next tick. */
  guard(player: PlayerId, now: Millis): void;
  accountsOf(player: PlayerId): readonly Guarded[];
  accountOf(player: PlayerId, wallet: WalletType): Guarded | undefined;
  /** The accounts that must be reviewed when this instrument has a price: they could not be judged before. */
  dueAt(instrument: number): Iterable<Guarded>;
  /** The command that was submitted happened, or was refused. */
  wasDone(account: Guarded): void;
  wasRefused(account: Guarded): void;
  /** Tracks the free money of the wallets of a player's positions, from the event that opens the first one on. */
  trackMoney(player: PlayerId, after: Iterable<BalanceAfter>): void;
  /** Returns the account when the balance changed. */
  updateMoney(after: BalanceAfter): Guarded | undefined;
  forget(player: PlayerId): void;
}

export function createGuards<Types extends WatchTypes>(
  state: Pick<WatchedState<Types>, 'accounts'>,
  market: WatchMarket<Types>,
  judge: WatchRules<Types>['judge'],
): Guards<Types['command']> {
  const byPlayer = new Map<PlayerId, Guarded[]>();
  const byPurse = new Map<PurseId, Guarded>();
  const due = new Map<number, Set<Guarded>>();
  let listeningSince = 0 as Millis;

  const find = (player: PlayerId, wallet: WalletType): Guarded | undefined =>
    byPlayer.get(player)?.find((each) => each.wallet === wallet);

  function dueOf(instrument: number): Set<Guarded> {
    const known = due.get(instrument);
    if (known !== undefined) return known;
    const fresh = new Set<Guarded>();
    due.set(instrument, fresh);
    return fresh;
  }

  function* positionsOf({ player, wallet }: Guarded): Iterable<Types['position']> {
    for (const position of state.accounts.get(player)?.positions.values() ?? [])
      if (position.wallet === wallet) yield position;
  }

  function postpone(guarded: Guarded): undefined {
    for (const { instrument } of positionsOf(guarded)) dueOf(instrument).add(guarded);
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

  function reviewOne(guarded: Guarded, now: Millis, mayAsk: boolean): Types['command'] | undefined {
    for (const accounts of due.values()) accounts.delete(guarded);
    if (guarded.isAsked) return undefined;
    const { player, wallet, free, guards } = guarded;
    const account = state.accounts.get(player);
    if (account === undefined || !hasPosition(account, wallet)) {
      retainGuards(guarded, NONE);
      return undefined;
    }
    const verdict = judge(
      { player, wallet, account, free },
      {
        now,
        listeningSince,
        termsOf: market.termsOf,
        pricedOf: (of) => market.pricedOf(of, now),
        isAfterGap: market.isAfterGap,
      },
    );
    if (verdict !== 'LATER' && 'guards' in verdict) {
      retainGuards(guarded, new Set(verdict.guards.map(({ level }) => level.id)));
      for (const { instrument, level } of verdict.guards) {
        market.liveOf(instrument).levels.put(level);
        guards.set(level.id, instrument);
      }
      return undefined;
    }
    retainGuards(guarded, NONE);
    if (verdict === 'LATER' || !mayAsk) return postpone(guarded);
    guarded.isAsked = true;
    return verdict.command;
  }

  function oldestOf(guarded: Guarded): number {
    let oldest = Infinity;
    for (const { id } of positionsOf(guarded)) oldest = Math.min(oldest, id);
    return oldest;
  }

  return {
    start(now) {
      listeningSince = now;
    },
    review(accounts, now) {
      const asked: { readonly oldest: number; readonly command: Types['command'] }[] = [];
      for (const account of new Set(accounts)) {
        const command = reviewOne(account, now, true);
        if (command !== undefined) asked.push({ oldest: oldestOf(account), command });
      }
      return asked.sort((a, b) => a.oldest - b.oldest).map(({ command }) => command);
    },
    guard(player, now) {
      for (const each of byPlayer.get(player) ?? []) reviewOne(each, now, false);
    },
    accountsOf: (player) => byPlayer.get(player) ?? NOBODY,
    accountOf: find,
    dueAt: (instrument) => due.get(instrument) ?? NOBODY,
    wasDone(account) {
      account.isAsked = false;
    },
    wasRefused(account) {
      account.isAsked = false;
      postpone(account);
    },
    trackMoney(player, after) {
      for (const { wallet } of state.accounts.get(player)?.positions.values() ?? []) {
        if (find(player, wallet) !== undefined) continue;
        const purse = playerPurse(player, wallet, 'free');
        let free = ZERO;
        for (const each of after) if (each.purse === purse) free = each.balance;
        const fresh: Guarded = { player, wallet, purse, free, guards: new Map(), isAsked: false };
        byPurse.set(purse, fresh);
        const known = byPlayer.get(player);
        if (known === undefined) byPlayer.set(player, [fresh]);
        else known.push(fresh);
      }
    },
    updateMoney({ purse, balance }) {
      const known = byPurse.get(purse);
      if (known === undefined || known.free === balance) return undefined;
      known.free = balance;
      return known;
    },
    forget(player) {
      for (const guarded of byPlayer.get(player) ?? []) {
        retainGuards(guarded, NONE);
        byPurse.delete(guarded.purse);
        for (const accounts of due.values()) accounts.delete(guarded);
      }
      byPlayer.delete(player);
    },
  };
}

function hasPosition({ positions }: WatchTypes['account'], wallet: WalletType): boolean {
  for (const position of positions.values()) if (position.wallet === wallet) return true;
  return false;
}

const NONE: ReadonlySet<number> = new Set();
const NOBODY: readonly Guarded[] = Object.freeze([]);
