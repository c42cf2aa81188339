// The share of the trader and the end of a follow (docs/rules.md 5.6, 5.7), as the twin reads the rule book.
import type { EndFollow, ShareCopyProfit } from '@maru/engine/copytrade/commands';
import type { Priced } from '@maru/engine/futures/terms';
import {
  dividedBy,
  floorOf,
  fraction,
  isAtMost,
  NOTHING,
  ofUnits,
  subtract,
  times,
  unitsDown,
} from '../futures/fraction.ts';
import { accountOf, pricedOf } from '../futures/twin.ts';
import { crossWorth, meansOf } from '../futures/twin-account.ts';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { dueOf, ownOf, type TwinFollow, WALLET } from './twin.ts';

const TEN_THOUSAND = fraction(10_000n);

/** So much of what is due can be taken of the follower; undefined while a price of the account is missing. */
function payableOf(
  state: TwinState,
  { follower }: TwinFollow,
  due: bigint,
  priced: readonly Priced[],
): bigint | undefined {
  const account = accountOf(state, follower, WALLET, 0);
  const worth = crossWorth(account, (instrument) => pricedOf(priced, instrument));
  if (worth === undefined) return undefined;
  const { required, heldBack } = meansOf(account, worth);
  // Profit that is open backs what is open, and is not paid out; a loss and funding that is owed need money.
  const open = unitsDown(subtract(worth.balance, ofUnits(account.free)));
  const needed = [required + heldBack - open, -worth.funding, 0n].reduce((a, b) => (a > b ? a : b));
  const spare = account.free > needed ? account.free - needed : 0n;
  const most = spare < due ? spare : due;
  const left = subtract(worth.balance, ofUnits(most));
  // The ratio is known in steps of 0.01 %, cut.
  const isUsedUp =
    isAtMost(left, NOTHING) || floorOf(dividedBy(times(worth.maintenance, TEN_THOUSAND), left)) > 8_000n;
  const isHigh = worth.marked.length > 0 && isUsedUp;
  return isHigh ? 0n : most;
}

const figures = ({ id, follower, trader, total, shared: paid }: TwinFollow, share: bigint) => ({
  ...{ follow: id, follower, trader, share, total, shared: paid + share },
});

export function shared(state: TwinState, player: TwinPlayer, command: ShareCopyProfit): Outcome {
  const follow = ownOf(state, command.follow, player.id);
  if (follow === undefined || follow.trader !== command.trader) return refused('FOLLOW_NOT_FOUND');
  const due = dueOf(follow);
  if (due === 0n) return refused('NOTHING_DUE');
  const most = payableOf(state, follow, due, command.priced);
  if (most === undefined) return refused('PRICES_MISSING');
  if (most !== due) return refused('SHARE_WAITS');
  return { body: { kind: 'COPY_SHARED', ...figures(follow, due) } };
}

export function ended(state: TwinState, player: TwinPlayer, command: EndFollow): Outcome {
  const follow = state.copytrade.follows.get(command.follow);
  if (follow === undefined) return refused('FOLLOW_NOT_FOUND');
  const both = [follow.follower, follow.trader].sort((a, b) => a - b).join();
  if ([player.id, command.other].sort((a, b) => a - b).join() !== both) return refused('FOLLOW_NOT_FOUND');
  if (follow.copies.size > 0) return refused('FOLLOW_POSITIONS_OPEN');
  const due = dueOf(follow);
  const share = due === 0n ? 0n : payableOf(state, follow, due, command.priced);
  if (share === undefined) return refused('PRICES_MISSING');
  const isPlatform = command.session === undefined && player.id === follow.follower;
  const by = player.id === follow.trader ? 'TRADER' : isPlatform ? 'PLATFORM' : 'FOLLOWER';
  return { body: { kind: 'COPY_ENDED', ...figures(follow, share), by, waived: due - share } };
}
