// Who can be followed: staff approve a trader, staff and the trader switch it off (docs/rules.md 5.1).
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { accountOf } from '../futures/account.ts';
import { koreanDate } from '../time.ts';
import type { SetCopyTrader } from './commands.ts';
import type { CopyTraderSet } from './events.ts';
import { activeFollowsOf } from './find.ts';
import { traderMachine } from './machines.ts';
import type { CopyTrader, TraderSettings, TraderStatus } from './state.ts';
import { LEAST_RATE, MOST_QUOTA, MOST_RATE } from './terms.ts';

export type TraderRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'WALLET_UNSUPPORTED'
  | 'TRADER_NOT_FOUND'
  | 'TRADER_HELD'
  | 'TRADER_TERMS'
  | 'TRADER_NEEDS_FLAT';

export function setCopyTrader(
  book: Book,
  player: Player,
  command: SetCopyTrader,
  context: Context,
): Decision<CopyTraderSet, TraderRefusal> {
  const { copytrade: state } = book;
  const { session } = command;
  const before = state.traders.get(player.id);
  const settings = settingsAfter(before, command);
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  if (settings === undefined) return refuse('TRADER_NOT_FOUND');
  const { status, isAccepting, quota, rate, pairs } = settings;
  if (traderMachine.next(before?.status ?? 'NONE', status) === undefined) return refuse('TRADER_NOT_FOUND');
  // Nobody makes themselves a trader, nor takes back that staff ended it.
  if (session !== undefined && (before === undefined || before.status === 'DELETED' || status === 'DELETED'))
    return refuse('TRADER_NOT_FOUND');
  if (session !== undefined && status === 'ACTIVE' && before?.isHeld) return refuse('TRADER_HELD');
  if (!areTerms(settings) || (session !== undefined && quota !== before?.quota))
    return refuse('TRADER_TERMS');
  const { positions, orders } = accountOf(book, player);
  const isStarting = status === 'ACTIVE' && before?.status !== 'ACTIVE';
  if (isStarting && (positions.size > 0 || orders.size > 0 || state.byFollower.has(player.id)))
    return refuse('TRADER_NEEDS_FLAT');

  // All checks passed: below this line nothing may fail.
  const detached = status === 'ACTIVE' ? [] : Array.from(activeFollowsOf(state, player.id), ({ id }) => id);
  return accept({
    ...playerEvent('COPY_TRADER_SET', book, player, context),
    trader: {
      player: player.id,
      site: player.site,
      status,
      isAccepting,
      quota,
      rate,
      pairs: risingPairs(pairs),
      since: before?.status === status ? before.since : context.now,
      ...(isHeldAfter(before, status, session === undefined) ? { isHeld: true } : undefined),
      ...(status === 'DELETED' ? { deletedOn: koreanDate(context.now) } : undefined),
      lastLead: before?.lastLead ?? 0,
      ...(before?.open === undefined ? undefined : { open: before.open }),
    },
    detached,
  });
}

/** Who stopped by themselves may begin again, whatever else staff change. */
const isHeldAfter = (before: CopyTrader | undefined, status: TraderStatus, isOfStaff: boolean): boolean =>
  status === 'OFF' && (before?.isHeld === true || (isOfStaff && before?.status === 'ACTIVE'));

/** Undefined where the command leaves out what nobody has set before. */
function settingsAfter(before: CopyTrader | undefined, command: SetCopyTrader): TraderSettings | undefined {
  const { status = before?.status, isAccepting = before?.isAccepting } = command;
  const { quota = before?.quota, rate = before?.rate, pairs = before?.pairs } = command;
  if (status === undefined || isAccepting === undefined) return undefined;
  if (quota === undefined || rate === undefined || pairs === undefined) return undefined;
  return { status, isAccepting, quota, rate, pairs };
}

const areTerms = ({ quota, rate, pairs }: TraderSettings): boolean =>
  Number.isSafeInteger(quota) &&
  quota >= 0 &&
  quota <= MOST_QUOTA &&
  rate >= LEAST_RATE &&
  rate <= MOST_RATE &&
  pairs.length > 0;

export const risingPairs = (pairs: readonly number[]): readonly number[] =>
  [...new Set(pairs)].sort((one, other) => one - other);
