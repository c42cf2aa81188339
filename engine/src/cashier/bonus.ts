// A bonus waits for its turnover, and only it does: what it locks is cut to what the wallet holds before money comes in,
// so that this money is the player's own at once. docs/rules.md 6.3.
import { type Amount, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import type { Follower, MoneyChange } from '../follower.ts';
import type { PlayerId } from '../purse.ts';
import { balanceOf } from '../transfer.ts';
import { changeBonus } from './apply.ts';
import type { BonusAfter, BonusNote } from './events.ts';
import { type Bonus, bonusesIn } from './state.ts';

export const bonusFollower: Follower<never, BonusNote> = {
  followed: ({ cashier: { bonusesOf } }) => bonusesOf,
  note(book, changes) {
    const after = new Map<PlayerId, Map<number, BonusAfter>>();
    for (const change of changes) {
      const own = after.get(change.player) ?? new Map<number, BonusAfter>();
      for (const bonus of bonusesAfter(book, change, own)) own.set(bonus.id, bonus);
      if (own.size > 0) after.set(change.player, own);
    }
    return Array.from(after, ([player, own]) => ({
      product: 'cashier',
      player,
      bonuses: [...own.values()],
    }));
  },
  applyNote(book, { bonuses }) {
    for (const bonus of bonuses) changeBonus(book, bonus);
  },
};

/** Those of the wallet that the change leaves otherwise; `known` are already changed by the same event. */
function bonusesAfter(
  book: Book,
  change: MoneyChange,
  known: ReadonlyMap<number, BonusAfter>,
): readonly BonusAfter[] {
  const own: readonly (Bonus | BonusAfter)[] = Array.from(
    bonusesIn(book.cashier, change.player, change.wallet),
    (bonus) => known.get(bonus.id) ?? bonus,
  );
  if (own.length === 0) return [];
  const held = change.startsOver === true ? ZERO : heldAfter(book, change);
  const after = cutTo(staked(own, change.turnover), held);
  return after.filter(
    ({ locked, turnoverLeft }, at) => locked !== own[at]?.locked || turnoverLeft !== own[at].turnoverLeft,
  );
}

/** Everything in the wallet but what a withdrawal has taken out of it, after a loss and before a gain. */
function heldAfter(book: Book, { player, wallet: type, result }: MoneyChange): Amount {
  const wallet = book.players.get(player)?.wallets.get(type);
  assert(wallet !== undefined, 'a change of money is in a wallet of its player');
  const { free, wait, posMargin } = wallet;
  const held = balanceOf(book, free) + balanceOf(book, wait) + balanceOf(book, posMargin);
  return (held + (result < 0n ? result : 0n)) as Amount;
}

/** What was staked counts for the oldest bonus first. */
function staked(bonuses: readonly BonusAfter[], turnover: Amount): readonly BonusAfter[] {
  let left: bigint = turnover;
  return bonuses.map(({ id, locked, turnoverLeft }) => {
    const by = left < turnoverLeft ? left : turnoverLeft;
    left -= by;
    return { id, locked, turnoverLeft: (turnoverLeft - by) as Amount };
  });
}

/** Together they lock no more than this: the newest gives way first. One whose turnover is reached locks nothing. */
function cutTo(bonuses: readonly BonusAfter[], held: Amount): readonly BonusAfter[] {
  let room: bigint = held > 0n ? held : 0n;
  return bonuses.map(({ id, locked, turnoverLeft }) => {
    if (turnoverLeft === 0n) return { id, locked: ZERO, turnoverLeft };
    const kept = locked < room ? locked : room;
    room -= kept;
    return { id, locked: kept as Amount, turnoverLeft };
  });
}
