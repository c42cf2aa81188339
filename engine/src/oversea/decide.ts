// The rules of overseas futures: who may order what and when, what a fill does, and what the platform closes.
// rules.md 4.
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { type Decision, refuse } from '../decision.ts';
import type { OverseaCommand } from './commands.ts';
import type { OverseaEvent } from './events.ts';

/** Whatever may refuse an order; the platform's own questions have the last four. */
export type OverseaRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'OPTION_STOPPED'
  | 'REST_DAY'
  | 'MARKET_CLOSED'
  | 'ONLY_REDUCE'
  | 'NO_FRESH_PRICE'
  | 'ORDER_TYPE_INVALID'
  | 'ENTER_QTY'
  | 'ENTER_PRICE'
  | 'PRICE_OFF_TICK'
  | 'STOP_EQUALS_LAST'
  | 'NO_POSITION'
  | 'TOO_MANY_CONTRACTS'
  | 'TPSL_TICKS_INVALID'
  | 'TPSL_REJECTED'
  | 'WALLET_UNSUPPORTED'
  | 'ABOVE_HOLDINGS'
  | 'ORDER_NOT_FOUND'
  | 'POSITION_NOT_FOUND'
  | 'OVERNIGHT_ALREADY_ON'
  | 'OVERNIGHT_ALREADY_OFF'
  | 'OVERNIGHT_TOO_LATE'
  | 'NOT_REACHED'
  | 'NOT_DUE'
  | 'EQUITY_FINE';

export function decideOversea(
  _book: Book,
  _player: Player,
  _command: OverseaCommand,
  _context: Context,
): Decision<OverseaEvent, OverseaRefusal> {
  return refuse('OPTION_STOPPED');
}
