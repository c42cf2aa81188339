// The share of the trader: paid daily, and settled when a follow ends (docs/rules.md 5.6, 5.7).
import { type Amount, amountOfUnits, minus, plus, smaller, ZERO } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { type Event, playerEvent } from '../event.ts';
import { factsOf } from '../futures/account.ts';
import { crossAccount, marginRatio, pricedIn, withdrawable } from '../futures/standing.ts';
import type { Priced } from '../futures/terms.ts';
import { addFine, fineOf } from '../futures/value.ts';
import type { PlayerId } from '../purse.ts';
import type { EndFollow, ShareCopyProfit } from './commands.ts';
import type { CopyEnded, CopyShared } from './events.ts';
import { ownFollow } from './find.ts';
import { dueShare } from './share.ts';
import type { CopyFollow } from './state.ts';
import { COPY_WALLET, SHARE_RATIO_MOST } from './terms.ts';

export type ShareRefusal =
  | 'FOLLOW_NOT_FOUND'
  | 'NOTHING_DUE'
  | 'PRICES_MISSING'
  | 'SHARE_WAITS'
  | 'ACCOUNT_NOT_FOUND';
export type EndRefusal = 'FOLLOW_NOT_FOUND' | 'FOLLOW_POSITIONS_OPEN' | 'PRICES_MISSING';

export function shareCopyProfit(
  book: Book,
  player: Player,
  command: ShareCopyProfit,
  context: Context,
): Decision<CopyShared, ShareRefusal> {
  const follow = ownFollow(book.copytrade, command.follow, player.id);
  if (follow?.trader !== command.trader) return refuse('FOLLOW_NOT_FOUND');
  const due = dueShare(follow);
  if (due === ZERO) return refuse('NOTHING_DUE');
  const most = payable(book, player, due, command.priced);
  if (most === undefined) return refuse('PRICES_MISSING');
  if (most < due) return refuse('SHARE_WAITS');
  const both = bothOf(book, follow);
  if (both === undefined) return refuse('ACCOUNT_NOT_FOUND');

  // All checks passed: below this line nothing may fail.
  return accept({
    ...paid('COPY_SHARED', book, player, context, { both, share: due }),
    ...figuresOf(follow, due),
  });
}

export function endFollow(
  book: Book,
  player: Player,
  command: EndFollow,
  context: Context,
): Decision<CopyEnded, EndRefusal> {
  const follow = book.copytrade.follows.get(command.follow);
  const both = follow && bothOf(book, follow);
  if (follow === undefined || both === undefined || !isBetween(follow, player.id, command.other))
    return refuse('FOLLOW_NOT_FOUND');
  if (follow.copies.size > 0) return refuse('FOLLOW_POSITIONS_OPEN');
  const due = dueShare(follow);
  const most = due === ZERO ? ZERO : payable(book, both.follower, due, command.priced);
  if (most === undefined) return refuse('PRICES_MISSING');

  // All checks passed: below this line nothing may fail.
  const share = smaller(due, most);
  const isTrader = player.id === follow.trader;
  return accept({
    ...paid('COPY_ENDED', book, player, context, { both, share }),
    ...figuresOf(follow, share),
    by: isTrader ? 'TRADER' : command.session === undefined ? 'PLATFORM' : 'FOLLOWER',
    waived: minus(due, share),
  });
}

const isBetween = ({ follower, trader }: CopyFollow, one: PlayerId, other: PlayerId): boolean =>
  (follower === one && trader === other) || (follower === other && trader === one);

interface Both {
  readonly follower: Player;
  readonly trader: Player;
}

/** Undefined where an account or its wallet is not there. */
function bothOf({ players }: Book, { follower, trader }: CopyFollow): Both | undefined {
  const [one, other] = [players.get(follower), players.get(trader)];
  return one?.wallets.has(COPY_WALLET) && other?.wallets.has(COPY_WALLET)
    ? { follower: one, trader: other }
    : undefined;
}

/** How much of the share is free money of the follower that nothing open needs; undefined while a price of the account is missing. */
function payable(book: Book, follower: Player, due: Amount, priced: readonly Priced[]): Amount | undefined {
  const wallet = follower.wallets.get(COPY_WALLET);
  if (wallet === undefined) return ZERO;
  const facts = factsOf(book, follower, wallet);
  const account = crossAccount(facts, pricedIn(priced));
  if (account === undefined) return undefined;
  // It is a cost of trading, like a fee: also bonus money pays it.
  const most = smaller(due, withdrawable(facts, account));
  const { equity, maintenance, marked } = account;
  const after = { balance: addFine(equity, fineOf(amountOfUnits(-most))), maintenance };
  return marked.length > 0 && marginRatio(after) > SHARE_RATIO_MOST ? ZERO : most;
}

function paid<Kind extends 'COPY_SHARED' | 'COPY_ENDED'>(
  kind: Kind,
  book: Book,
  player: Player,
  context: Context,
  { both: { follower, trader }, share }: { readonly both: Both; readonly share: Amount },
): Event<Kind> {
  const [from, to] = [follower.wallets.get(COPY_WALLET), trader.wallets.get(COPY_WALLET)];
  const transfers =
    from === undefined || to === undefined || share === ZERO
      ? []
      : [{ from: from.free, to: to.free, currency: from.currency, amount: share, reason: 'COPY_SHARE' }];
  // Where nothing moves the answer still shows the wallet.
  const shown = transfers.length === 0 ? player.wallets.get(COPY_WALLET) : undefined;
  const event = playerEvent(kind, book, player, context, transfers, shown);
  const other = player === follower ? trader : follower;
  return { ...event, steps: [...event.steps, { player: other.id, seq: other.seq + 1 }] };
}

const figuresOf = ({ id, follower, trader, total, shared }: CopyFollow, share: Amount) => ({
  follow: id,
  follower,
  trader,
  share,
  total,
  shared: plus(shared, share),
});
