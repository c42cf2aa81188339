// What must become of a command about coin futures: a refusal, in the order of the rule book, or the event to the last
// field.
import type { FundFutures, FuturesPlayerCommand } from '@maru/engine/futures/commands';
import type { RestingOrder } from '@maru/engine/futures/events';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { stakeBarOf } from '../twin-rules.ts';
import { cancelledBody, positionsOf } from './twin.ts';
import { heldBackOf } from './twin-account.ts';
import { exitPlaced, exitsSet } from './twin-exits.ts';
import { amended, placed } from './twin-orders.ts';
import { funded, liquidated, orderFilled, orderTrailed, warned } from './twin-platform.ts';
import { allClosed, cancelled, leverageSet, marginMoved, marginTypeSet } from './twin-settings.ts';

export type FuturesCommand = FuturesPlayerCommand | FundFutures;

/** Own rules first; then what the player's own limits say to what is put at stake. A fill that they bar ends its order. */
export function outcomeOf(
  state: TwinState,
  player: TwinPlayer | undefined,
  command: FuturesCommand,
  now: number,
): Outcome {
  const outcome = ownOutcomeOf(state, player, command, now);
  if (player === undefined || 'refusal' in outcome) return outcome;
  const wallet = stakedWallet(state, player.id, outcome.body);
  // No wallet of theirs is in won and no run knows a rate: how much it is does not matter to a limit.
  const nothing = { opened: 0n, ended: 0n, result: 0n };
  const bar =
    wallet === undefined ? undefined : stakeBarOf(state, { player: player.id, wallet, ...nothing }, now);
  if (bar === undefined) return outcome;
  const order = command.kind === 'FILL_FUTURES_ORDER' ? state.futures.orders.get(command.order) : undefined;
  return order === undefined ? refused(bar) : { body: cancelledBody([order], 'OWN_LIMIT') };
}

interface Body {
  readonly kind: string;
  readonly cause?: string;
  readonly order?: RestingOrder;
  readonly fills?: readonly { readonly wallet: string; readonly openedQty: bigint }[];
}

/** In which wallet it puts more at stake than before; undefined where it does not. */
function stakedWallet({ futures }: TwinState, player: number, body: object): string | undefined {
  const { kind, cause, order, fills = [] } = body as Body;
  if (kind === 'FUTURES_FILLED') return fills.find(({ openedQty }) => openedQty > 0n)?.wallet;
  const isAsked =
    kind === 'FUTURES_ORDER_PLACED' || (kind === 'FUTURES_ORDER_CHANGED' && cause === 'AMENDED');
  if (order === undefined || !isAsked) return undefined;
  const held = positionsOf(futures, player).find(({ instrument }) => instrument === order.instrument);
  const before = futures.orders.get(order.id);
  const more = heldBackOf(order, held) - (before === undefined ? 0n : heldBackOf(before, held));
  return more > 0n ? order.wallet : undefined;
}

function ownOutcomeOf(
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
