// To follow a trader, and to change how (docs/rules.md 5.2). The first broken rule is the answer, in this order.
import { ZERO } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { accountOf } from '../futures/account.ts';
import { koreanDate, type Millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import type { ChangeFollow, FollowRequest, FollowTrader } from './commands.ts';
import type { CopyFollowChanged, CopyFollowed } from './events.ts';
import { followerCount, ownFollow } from './find.ts';
import type { CopyTrader, FollowSettings } from './state.ts';
import { COPY_WALLET, EXIT_GUARD, LEAST_BET, MOST_GUARD, MOST_LEVERAGE, MOST_MULTIPLY } from './terms.ts';
import { risingPairs } from './trader.ts';

export type FollowValueRefusal =
  | 'ENTER_FOLLOW'
  | 'FOLLOW_LIMIT_LOW'
  | 'FOLLOW_LIMIT_ORDER'
  | 'FOLLOW_PAIR'
  | 'FOLLOW_MULTIPLIER'
  | 'FOLLOW_PROTECTION';

export type FollowRefusal =
  | FollowValueRefusal
  | 'PARTNER_CANNOT_TRADE'
  | 'TRADER_CANNOT_FOLLOW'
  | 'FOLLOWS_ALREADY'
  | 'FOLLOW_NEEDS_FLAT'
  | 'FOLLOW_NEEDS_BALANCE'
  | 'TRADER_NOT_FOUND'
  | 'TRADER_NOT_ACCEPTING'
  | 'TRADER_FULL';

/** Also asked by the app before it sends. Undefined in `offered`: nothing is known of the trader. */
export function followValueFault(
  request: FollowRequest,
  offered: readonly number[] | undefined,
): FollowValueRefusal | undefined {
  const { pairs, multiplyPer, maxBet, oneMaxBet } = request;
  if (pairs === undefined || multiplyPer === undefined || maxBet === undefined || oneMaxBet === undefined)
    return 'ENTER_FOLLOW';
  if (oneMaxBet < LEAST_BET || maxBet < LEAST_BET) return 'FOLLOW_LIMIT_LOW';
  if (maxBet <= oneMaxBet) return 'FOLLOW_LIMIT_ORDER';
  if (pairs.length === 0 || pairs.some((pair) => offered?.includes(pair) === false)) return 'FOLLOW_PAIR';
  if (!isWithin(multiplyPer, 0, MOST_MULTIPLY)) return 'FOLLOW_MULTIPLIER';
  return areProtections(request) ? undefined : 'FOLLOW_PROTECTION';
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

function areProtections({ maxLeverage, lossLimit, entryGuard, exitGuard }: FollowRequest): boolean {
  const isGuard = (guard: bigint | null | undefined) =>
    guard === undefined || guard === null || (guard > 0n && guard <= MOST_GUARD);
  return (
    (maxLeverage === undefined || maxLeverage === null || isWithin(maxLeverage, 1, MOST_LEVERAGE)) &&
    (lossLimit === undefined || lossLimit === null || lossLimit > 0n) &&
    isGuard(entryGuard) &&
    isGuard(exitGuard)
  );
}

/** All values were checked. */
function settingsOf(request: FollowRequest & Pick<FollowSettings, 'multiplyPer'>): FollowSettings {
  const { pairs = [], multiplyPer, isPaused = false, maxBet = ZERO, oneMaxBet = ZERO } = request;
  const { maxLeverage, lossLimit, entryGuard, exitGuard } = request;
  return {
    pairs: risingPairs(pairs),
    multiplyPer,
    isPaused,
    maxBet,
    oneMaxBet,
    ...(maxLeverage === undefined || maxLeverage === null ? undefined : { maxLeverage }),
    ...(lossLimit === undefined || lossLimit === null ? undefined : { lossLimit }),
    ...(entryGuard === undefined || entryGuard === null ? undefined : { entryGuard }),
    exitGuard: exitGuard ?? EXIT_GUARD,
  };
}

export function followTrader(
  book: Book,
  player: Player,
  command: FollowTrader,
  context: Context,
): Decision<CopyFollowed, FollowRefusal> {
  const { copytrade: state } = book;
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  if (command.trader === undefined) return refuse('ENTER_FOLLOW');
  const known = state.traders.get(command.trader);
  const trader = known?.site === player.site ? known : undefined;
  const fault = followValueFault(command, trader?.pairs) ?? ownFault(book, player, command, context.now);
  if (fault !== undefined) return refuse(fault);
  if (trader === undefined || trader.status === 'DELETED') return refuse('TRADER_NOT_FOUND');
  if (trader.status !== 'ACTIVE' || !trader.isAccepting) return refuse('TRADER_NOT_ACCEPTING');
  if (followerCount(state, trader.player) >= trader.quota) return refuse('TRADER_FULL');

  // All checks passed: below this line nothing may fail.
  const { multiplyPer = 0 } = command;
  return accept({
    ...playerEvent('COPY_FOLLOWED', book, player, context),
    follow: {
      id: context.eventId,
      site: player.site,
      follower: player.id,
      trader: trader.player,
      state: 'ACTIVE',
      ...settingsOf({ ...command, multiplyPer }),
      rate: trader.rate,
      total: ZERO,
      shared: ZERO,
      // What was traded before is never copied.
      handled: trader.lastLead,
      startedAt: context.now,
    },
  });
}

/** What stands against it on the side of who asks. */
function ownFault(
  book: Book,
  player: Player,
  { oneMaxBet = ZERO }: FollowTrader,
  now: Millis,
): FollowRefusal | undefined {
  const { copytrade: state } = book;
  const own = state.traders.get(player.id);
  if (own !== undefined && isTraderToday(own, now)) return 'TRADER_CANNOT_FOLLOW';
  if (state.byFollower.has(player.id)) return 'FOLLOWS_ALREADY';
  const { positions, orders } = accountOf(book, player);
  if (positions.size > 0 || orders.size > 0) return 'FOLLOW_NEEDS_FLAT';
  const wallet = player.wallets.get(COPY_WALLET);
  return wallet === undefined || balanceOf(book, wallet.free) < oneMaxBet
    ? 'FOLLOW_NEEDS_BALANCE'
    : undefined;
}

/** Who has stopped, or was deleted, may follow from the next Korean day. */
const isTraderToday = ({ status, since, deletedOn = koreanDate(since) }: CopyTrader, now: Millis): boolean =>
  status === 'ACTIVE' || koreanDate(now) <= deletedOn;

export function changeFollow(
  book: Book,
  player: Player,
  command: ChangeFollow,
  context: Context,
): Decision<CopyFollowChanged, FollowValueRefusal | 'FOLLOW_NOT_FOUND' | 'FOLLOW_ENDED'> {
  const { copytrade: state } = book;
  const follow = ownFollow(state, command.follow, player.id);
  if (follow === undefined) return refuse('FOLLOW_NOT_FOUND');
  if (follow.state !== 'ACTIVE') return refuse('FOLLOW_ENDED');
  const request = { ...follow, ...givenOf(command) };
  // What the trader no longer offers may stay chosen.
  const offered = [...follow.pairs, ...(state.traders.get(follow.trader)?.pairs ?? [])];
  const fault = followValueFault(request, offered);
  if (fault !== undefined) return refuse(fault);
  const settings = settingsOf(request);
  const { lossLimit, isPaused } = settings;
  // It would be paused again at once: the limit is raised or taken away first.
  if (!isPaused && follow.isPaused && lossLimit !== undefined && follow.total <= -lossLimit)
    return refuse('FOLLOW_PROTECTION');

  // All checks passed: below this line nothing may fail.
  return accept({
    ...playerEvent('COPY_FOLLOW_CHANGED', book, player, context),
    follow: follow.id,
    settings,
  });
}

function givenOf(request: FollowRequest): FollowRequest {
  const { pairs, multiplyPer, maxBet, oneMaxBet, isPaused } = request;
  const { maxLeverage, lossLimit, entryGuard, exitGuard } = request;
  const all = {
    pairs,
    multiplyPer,
    maxBet,
    oneMaxBet,
    isPaused,
    maxLeverage,
    lossLimit,
    entryGuard,
    exitGuard,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
