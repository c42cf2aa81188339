// What traders and followers cannot do by the normal forms (docs/rules.md 5.5).
import type { Book, Player } from '../book.ts';
import type { Command } from '../command.ts';
import { accountOf } from '../futures/account.ts';
import type { FuturesPlayerCommand, PlaceFuturesOrder } from '../futures/commands.ts';
import type { FuturesTerms } from '../futures/terms.ts';
import { followOf, pendingCopies } from './find.ts';
import type { CopyFollow } from './state.ts';
import { COPY_WALLET, MOST_PENDING } from './terms.ts';

export type CopyBar =
  | 'TRADER_USES_COPY_TAB'
  | 'TRADER_NO_EXITS'
  | 'TRADER_NO_OPPOSING'
  | 'COPIES_PENDING'
  | 'FOLLOWER_USES_COPY_TAB'
  | 'COPY_ONLY_SHRINKS'
  | 'CLOSE_WHILE_FOLLOWING';

export function bars(book: Book, player: Player, command: Command<string>): CopyBar | undefined {
  const { copytrade: state } = book;
  const isTrader = state.traders.get(player.id)?.status === 'ACTIVE';
  const follow = isTrader ? undefined : followOf(state, player.id);
  // A closed account would follow for ever, and nobody could ask for the share.
  if (command.kind === 'BLOCK_ACCOUNT') return follow && 'CLOSE_WHILE_FOLLOWING';
  const asked = command as FuturesPlayerCommand;
  if (isTrader) return barOfTrader(book, player, asked);
  if (follow === undefined || follow.copies.size === 0) return undefined;
  return follow.state === 'ACTIVE' ? barOfFollower(follow, asked) : barOfDetached(book, follow, asked);
}

/** What a copy brought could no longer be told from what was added to it. */
function barOfDetached(book: Book, { follower, copies }: CopyFollow, command: FuturesPlayerCommand) {
  if (command.kind !== 'PLACE_FUTURES_ORDER' || command.reduceOnly) return undefined;
  const { terms, side } = command;
  const held = accountOf(book, { id: follower }).positions.get(terms.instrument);
  return copies.has(terms.instrument) && held?.side === side ? 'COPY_ONLY_SHRINKS' : undefined;
}

const isCopied = ({ wallet }: Pick<FuturesTerms, 'wallet'>): boolean => wallet === COPY_WALLET;

function barOfTrader(book: Book, player: Player, command: FuturesPlayerCommand): CopyBar | undefined {
  switch (command.kind) {
    case 'PLACE_FUTURES_EXIT':
    case 'SET_FUTURES_EXITS':
      return isCopied(command.terms) ? 'TRADER_NO_EXITS' : undefined;
    case 'CLOSE_FUTURES_POSITIONS':
      return isCopied(command) ? 'TRADER_USES_COPY_TAB' : undefined;
    case 'PLACE_FUTURES_ORDER':
      return isCopied(command.terms) ? barOfOrder(book, player, command) : undefined;
    // With another price or quantity it may open more than before.
    case 'AMEND_FUTURES_ORDER':
      return isCopied(command.terms) ? pendingBar(book, player) : undefined;
    case 'MOVE_FUTURES_MARGIN':
    case 'SET_FUTURES_LEVERAGE':
    case 'SET_FUTURES_MARGIN_TYPE':
    case 'CANCEL_FUTURES_ORDER':
    case 'CANCEL_FUTURES_ORDERS':
    // The platform's own come without a session and are not asked about.
    case 'FILL_FUTURES_ORDER':
    case 'LIQUIDATE_FUTURES':
    case 'TRAIL_FUTURES_ORDER':
    case 'WARN_FUTURES':
      return undefined;
    // Of another product.
    default:
      command satisfies never;
      return undefined;
  }
}

/** Too many copies of the trader wait. */
export const pendingBar = ({ copytrade }: Book, { id }: Pick<Player, 'id'>): 'COPIES_PENDING' | undefined =>
  pendingCopies(copytrade, id) > MOST_PENDING ? 'COPIES_PENDING' : undefined;

function barOfOrder(book: Book, player: Player, command: PlaceFuturesOrder): CopyBar | undefined {
  const { terms, side, reduceOnly, takeProfit, stopLoss } = command;
  if (takeProfit !== undefined || stopLoss !== undefined) return 'TRADER_NO_EXITS';
  const { positions, orders } = accountOf(book, player);
  const held = positions.get(terms.instrument);
  if (reduceOnly || (held !== undefined && held.side !== side)) return 'TRADER_NO_OPPOSING';
  // One that waits would oppose what another has opened meanwhile.
  for (const order of orders.values())
    if (order.instrument === terms.instrument && order.side !== side) return 'TRADER_NO_OPPOSING';
  return pendingBar(book, player);
}

function barOfFollower({ copies }: CopyFollow, command: FuturesPlayerCommand): CopyBar | undefined {
  switch (command.kind) {
    case 'PLACE_FUTURES_ORDER':
    case 'PLACE_FUTURES_EXIT':
    case 'SET_FUTURES_EXITS':
    case 'AMEND_FUTURES_ORDER':
    case 'SET_FUTURES_LEVERAGE':
    case 'SET_FUTURES_MARGIN_TYPE':
    case 'MOVE_FUTURES_MARGIN':
      return copies.has(command.terms.instrument) ? 'FOLLOWER_USES_COPY_TAB' : undefined;
    case 'CLOSE_FUTURES_POSITIONS':
      return isCopied(command) ? 'FOLLOWER_USES_COPY_TAB' : undefined;
    case 'CANCEL_FUTURES_ORDER':
    case 'CANCEL_FUTURES_ORDERS':
    case 'FILL_FUTURES_ORDER':
    case 'LIQUIDATE_FUTURES':
    case 'TRAIL_FUTURES_ORDER':
    case 'WARN_FUTURES':
      return undefined;
    default:
      command satisfies never;
      return undefined;
  }
}
