// What must become of a command about coin futures: a refusal, in the order of the rule book, or the event to the last
// field.
import type { FundFutures, FuturesPlayerCommand } from '@maru/engine/futures/commands';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';

import { exitPlaced, exitsSet } from './twin-exits.ts';
import { amended, placed } from './twin-orders.ts';
import { funded, liquidated, orderFilled, orderTrailed, warned } from './twin-platform.ts';
import { allClosed, cancelled, leverageSet, marginMoved, marginTypeSet } from './twin-settings.ts';

export type FuturesCommand = FuturesPlayerCommand | FundFutures;

export function outcomeOf(
  state: TwinState,
  player: TwinPlayer | undefined,
  command: FuturesCommand,
  now: number,
): Outcome {
  if (command.kind === 'FUND_FUTURES') return funded(state, command, now);
  if (player === undefined) return refused('ACCOUNT_NOT_FOUND');
  switch (command.kind) {
    case 'PLACE_FUTURES_ORDER':
      return placed(state, player, command, now);
    case 'PLACE_FUTURES_EXIT':
      return exitPlaced(state, player, command, now);
    case 'SET_FUTURES_EXITS':
      return exitsSet(state, player, command, now);
    case 'AMEND_FUTURES_ORDER':
      return amended(state, player, command, now);
    case 'CANCEL_FUTURES_ORDER':
    case 'CANCEL_FUTURES_ORDERS':
      return cancelled(state, player, command);
    case 'SET_FUTURES_LEVERAGE':
      return leverageSet(state, player, command, now);
    case 'SET_FUTURES_MARGIN_TYPE':
      return marginTypeSet(state, player, command);
    case 'MOVE_FUTURES_MARGIN':
      return marginMoved(state, player, command, now);
    case 'CLOSE_FUTURES_POSITIONS':
      return allClosed(state, player, command, now);
    case 'FILL_FUTURES_ORDER':
      return orderFilled(state, player, command, now);
    case 'TRAIL_FUTURES_ORDER':
      return orderTrailed(state, player, command);
    case 'LIQUIDATE_FUTURES':
      return liquidated(state, player, command, now);
    case 'WARN_FUTURES':
      return warned(state, player, command, now);
  }
}
