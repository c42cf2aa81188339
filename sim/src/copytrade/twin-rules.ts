// What must become of a command of copy trading (docs/rules.md 5): a refusal, in the order of the rule book, or the event
// to the last field.
import type {
  ChangeFollow,
  CopytradeCommand,
  FollowRequest,
  FollowTrader,
  SetCopyTrader,
} from '@maru/engine/copytrade/commands';
import { ordersOf, positionsOf } from '../futures/twin.ts';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { activeOf, followOfPlayer, ownOf, WALLET } from './twin.ts';
import { copiesClosed, copyClosed, leadClosed } from './twin-close.ts';
import { mirrored } from './twin-mirror.ts';
import { ended, shared } from './twin-share.ts';

export function outcomeOf(
  state: TwinState,
  player: TwinPlayer | undefined,
  command: CopytradeCommand,
  now: number,
): Outcome {
  if (player === undefined) return refused('ACCOUNT_NOT_FOUND');
  switch (command.kind) {
    case 'SET_COPY_TRADER':
      return traderSet(state, player, command, now);
    case 'FOLLOW_TRADER':
      return followed(state, player, command, now);
    case 'CHANGE_FOLLOW':
      return changed(state, player, command);
    case 'END_FOLLOW':
      return ended(state, player, command);
    case 'MIRROR_LEAD':
      return mirrored(state, player, command, now);
    case 'CLOSE_COPY':
      return copyClosed(state, player, command, now);
    case 'CLOSE_LEAD':
      return leadClosed(state, player, command, now);
    case 'CLOSE_COPIES':
      return copiesClosed(state, player, command, now);
    case 'SHARE_COPY_PROFIT':
      return shared(state, player, command);
  }
}

const CENT = 1_000_000n;
const HOUR_MS = 3_600_000;
const koreanDay = (at: number): number => Math.floor((at + 9 * HOUR_MS) / (24 * HOUR_MS));

const isFlat = ({ futures }: TwinState, player: number): boolean =>
  positionsOf(futures, player).length === 0 && ordersOf(futures, player).length === 0;

/** Each once, in rising order. */
const sorted = (pairs: readonly number[]): readonly number[] => [...new Set(pairs)].sort((a, b) => a - b);

function traderSet(state: TwinState, player: TwinPlayer, command: SetCopyTrader, now: number): Outcome {
  const before = state.copytrade.traders.get(player.id);
  const isOwn = command.session !== undefined;
  if (player.role === 'PARTNER') return refused('PARTNER_CANNOT_TRADE');
  const { status = before?.status, isAccepting = before?.isAccepting } = command;
  const { quota = before?.quota, rate = before?.rate, pairs = before?.pairs } = command;
  if (status === undefined || isAccepting === undefined) return refused('TRADER_NOT_FOUND');
  if (quota === undefined || rate === undefined || pairs === undefined) return refused('TRADER_NOT_FOUND');
  const isKnown = before !== undefined && before.status !== 'DELETED';
  // Only who is a trader is switched off or deleted, and only staff make or delete one.
  if (!isKnown && (status !== 'ACTIVE' || isOwn)) return refused('TRADER_NOT_FOUND');
  if (status === 'DELETED' && isOwn) return refused('TRADER_NOT_FOUND');
  if (isOwn && before?.isHeld && status === 'ACTIVE') return refused('TRADER_HELD');
  const isStopped = !isOwn && before?.status === 'ACTIVE' && status === 'OFF';
  const isHeld = isStopped || (before?.isHeld === true && status === 'OFF');
  const isQuota = Number.isInteger(quota) && quota >= 0 && quota <= 100_000;
  if (!isQuota || rate < 10n * CENT || rate > 30n * CENT || pairs.length === 0)
    return refused('TRADER_TERMS');
  if (isOwn && quota !== before?.quota) return refused('TRADER_TERMS');
  const begins = status === 'ACTIVE' && before?.status !== 'ACTIVE';
  if (begins && !(isFlat(state, player.id) && followOfPlayer(state, player.id) === undefined))
    return refused('TRADER_NEEDS_FLAT');
  return {
    body: {
      kind: 'COPY_TRADER_SET',
      trader: {
        ...{ player: player.id, site: player.site, status, isAccepting, quota, rate, pairs: sorted(pairs) },
        since: before?.status === status ? before.since : now,
        ...(isHeld ? { isHeld: true } : {}),
        ...(status === 'DELETED' ? { deletedOn: koreanDay(now) } : {}),
        lastLead: before?.lastLead ?? 0,
        ...(before?.open === undefined ? {} : { open: before.open }),
      },
      detached: status === 'ACTIVE' ? [] : activeOf(state, player.id).map(({ id }) => id),
    },
  };
}

const TEN = 1_000_000_000n;

function valueFault(request: FollowRequest, offered: readonly number[] | undefined): string | undefined {
  const { pairs, multiplyPer, maxBet, oneMaxBet, maxLeverage, lossLimit } = request;
  if (pairs === undefined || multiplyPer === undefined || maxBet === undefined || oneMaxBet === undefined)
    return 'ENTER_FOLLOW';
  if (maxBet < TEN || oneMaxBet < TEN) return 'FOLLOW_LIMIT_LOW';
  if (oneMaxBet >= maxBet) return 'FOLLOW_LIMIT_ORDER';
  if (pairs.length === 0) return 'FOLLOW_PAIR';
  if (offered !== undefined && !pairs.every((pair) => offered.includes(pair))) return 'FOLLOW_PAIR';
  if (!Number.isInteger(multiplyPer) || multiplyPer < 0 || multiplyPer > 100_000) return 'FOLLOW_MULTIPLIER';
  const isLeverage =
    maxLeverage === undefined ||
    maxLeverage === null ||
    (Number.isInteger(maxLeverage) && maxLeverage >= 1 && maxLeverage <= 125);
  const isLimit = lossLimit === undefined || lossLimit === null || lossLimit > 0n;
  const guards = [request.entryGuard, request.exitGuard];
  const areGuards = guards.every(
    (guard) => guard === undefined || guard === null || (guard >= 1n && guard <= 5n * CENT),
  );
  return isLeverage && isLimit && areGuards ? undefined : 'FOLLOW_PROTECTION';
}

/** As events show it: what is not set has no field. */
function settingsBody(request: FollowRequest): object {
  const { pairs = [], multiplyPer, isPaused = false, maxBet, oneMaxBet } = request;
  const { maxLeverage, lossLimit, entryGuard, exitGuard } = request;
  return {
    ...{ pairs: sorted(pairs), multiplyPer, isPaused, maxBet, oneMaxBet },
    ...{ maxLeverage: maxLeverage ?? undefined, lossLimit: lossLimit ?? undefined },
    ...{ entryGuard: entryGuard ?? undefined, exitGuard: exitGuard ?? 800_000n },
  };
}

function followed(state: TwinState, player: TwinPlayer, command: FollowTrader, now: number): Outcome {
  const { traders, follows } = state.copytrade;
  if (player.role === 'PARTNER') return refused('PARTNER_CANNOT_TRADE');
  if (command.trader === undefined) return refused('ENTER_FOLLOW');
  const found = traders.get(command.trader);
  const trader = found?.site === player.site ? found : undefined;
  const fault = valueFault(command, trader?.pairs);
  if (fault !== undefined) return refused(fault);
  const own = traders.get(player.id);
  const stoppedOn = own?.deletedOn ?? (own && koreanDay(own.since));
  if (own !== undefined && (own.status === 'ACTIVE' || koreanDay(now) === stoppedOn))
    return refused('TRADER_CANNOT_FOLLOW');
  if (followOfPlayer(state, player.id) !== undefined) return refused('FOLLOWS_ALREADY');
  if (!isFlat(state, player.id)) return refused('FOLLOW_NEEDS_FLAT');
  const free = unitsIn(state, pursesOf(player.id, WALLET).free);
  if (!player.wallets.has(WALLET) || free < (command.oneMaxBet ?? 0n)) return refused('FOLLOW_NEEDS_BALANCE');
  if (trader === undefined || trader.status === 'DELETED') return refused('TRADER_NOT_FOUND');
  if (trader.status === 'OFF' || !trader.isAccepting) return refused('TRADER_NOT_ACCEPTING');
  const followers = [...follows.values()].filter((each) => each.trader === trader.player);
  if (followers.length >= trader.quota) return refused('TRADER_FULL');
  return {
    body: {
      kind: 'COPY_FOLLOWED',
      follow: {
        ...{ id: state.lastEvent + 1, site: player.site, follower: player.id, trader: trader.player },
        ...{ state: 'ACTIVE', ...settingsBody(command), rate: trader.rate, total: 0n, shared: 0n },
        ...{ handled: trader.lastLead, startedAt: now },
      },
    },
  };
}

function changed(state: TwinState, player: TwinPlayer, command: ChangeFollow): Outcome {
  const follow = ownOf(state, command.follow, player.id);
  if (follow === undefined) return refused('FOLLOW_NOT_FOUND');
  if (follow.state === 'DETACHED') return refused('FOLLOW_ENDED');
  const given = <Key extends keyof FollowRequest>(key: Key): FollowRequest[Key] =>
    command[key] === undefined ? follow[key] : command[key];
  const request = {
    ...{ pairs: given('pairs'), multiplyPer: given('multiplyPer'), isPaused: given('isPaused') },
    ...{ maxBet: given('maxBet'), oneMaxBet: given('oneMaxBet'), maxLeverage: given('maxLeverage') },
    ...{ lossLimit: given('lossLimit'), entryGuard: given('entryGuard'), exitGuard: given('exitGuard') },
  } as FollowRequest;
  const trader = state.copytrade.traders.get(follow.trader);
  const fault = valueFault(request, [...(trader?.pairs ?? []), ...follow.pairs]);
  if (fault !== undefined) return refused(fault);
  const { lossLimit } = request;
  const goesOn = follow.isPaused && request.isPaused === false;
  if (goesOn && lossLimit !== undefined && lossLimit !== null && follow.total + lossLimit <= 0n)
    return refused('FOLLOW_PROTECTION');
  return { body: { kind: 'COPY_FOLLOW_CHANGED', follow: follow.id, settings: settingsBody(request) } };
}
