// The rules of overseas futures: who may order what and when, what a fill does, and what the platform closes.
// docs/rules.md 4.
import { unreachable } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import type { Decision } from '../decision.ts';
import { cancelOrder, cancelOrders } from './cancel.ts';
import type { OverseaCommand } from './commands.ts';
import type { OverseaEvent } from './events.ts';
import { cutLosses, exitPosition } from './exit.ts';
import { type FillRefusal, fillOrder } from './fill.ts';
import { termsNow } from './gates.ts';
import { type PlaceRefusal, placeOrder } from './place.ts';
import { type OvernightRefusal, setOvernight, setTpsl, type TpslRefusal } from './position-settings.ts';
import { checkOvernight, endSession, type SessionRefusal } from './session.ts';

export type OverseaRefusal =
  | PlaceRefusal
  | FillRefusal
  | SessionRefusal
  | TpslRefusal
  | OvernightRefusal
  | 'EQUITY_FINE';

export function decideOversea(
  book: Book,
  player: Player,
  asked: OverseaCommand,
  context: Context,
): Decision<OverseaEvent, OverseaRefusal> {
  const command = commandNow(asked, context);
  switch (command.kind) {
    case 'PLACE_OVERSEA_ORDER':
      return placeOrder(book, player, command, context);
    case 'CANCEL_OVERSEA_ORDER':
      return cancelOrder(book, player, command, context);
    case 'CANCEL_OVERSEA_ORDERS':
      return cancelOrders(book, player, command, context);
    case 'SET_OVERSEA_TPSL':
      return setTpsl(book, player, command, context);
    case 'SET_OVERSEA_OVERNIGHT':
      return setOvernight(book, player, command, context);
    case 'FILL_OVERSEA_ORDER':
      return fillOrder(book, player, command, context);
    case 'EXIT_OVERSEA_POSITION':
      return exitPosition(book, player, command, context);
    case 'CUT_OVERSEA_LOSSES':
      return cutLosses(book, player, command, context);
    case 'END_OVERSEA_SESSION':
      return endSession(book, player, command, context);
    case 'CHECK_OVERSEA_OVERNIGHT':
      return checkOvernight(book, player, command, context);
    default:
      return unreachable(command);
  }
}

/** Nothing happens in a session that ended while the command waited. */
function commandNow(command: OverseaCommand, { now }: Context): OverseaCommand {
  if ('terms' in command) {
    const terms = termsNow(command.terms, now);
    return terms === command.terms ? command : { ...command, terms };
  }
  if (!('priced' in command)) return command;
  return {
    ...command,
    priced: command.priced.map(({ terms, quote }) => ({ terms: termsNow(terms, now), quote })),
  };
}
