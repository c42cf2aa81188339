// What traders and followers cannot do by the normal forms (docs/rules.md 5.5), as the twin reads the rule book.
import type { FuturesPlayerCommand } from '@maru/engine/futures/commands';
import type { AnyCommand } from '@maru/engine/products';
import { netOf, ordersOf } from '../futures/twin.ts';
import type { TwinState } from '../twin.ts';
import { followOfPlayer, isTrading, type TwinFollow, WALLET } from './twin.ts';
import { waitingFor } from './twin-close.ts';

const MOST_WAITING = 50_000;

/** Before anything else is asked of a command that its player sends. */
export function barOf(state: TwinState, command: AnyCommand): string | undefined {
  if (command.session === undefined) return undefined;
  const follow = followOfPlayer(state, command.player);
  if (command.kind === 'BLOCK_ACCOUNT') return follow && 'CLOSE_WHILE_FOLLOWING';
  if (!command.kind.includes('FUTURES')) return undefined;
  const asked = command as FuturesPlayerCommand;
  if (isTrading(state, command.player)) return traderBar(state, asked);
  if (follow?.state === 'DETACHED') return detachedBar(state, follow, asked);
  if (follow?.state !== 'ACTIVE' || follow.copies.size === 0) return undefined;
  if (asked.kind === 'CLOSE_FUTURES_POSITIONS')
    return asked.wallet === WALLET ? 'FOLLOWER_USES_COPY_TAB' : undefined;
  return 'terms' in asked && follow.copies.has(asked.terms.instrument) ? 'FOLLOWER_USES_COPY_TAB' : undefined;
}

/** A copy that is left may shrink, and nothing is added to it. */
function detachedBar(state: TwinState, { follower, copies }: TwinFollow, asked: FuturesPlayerCommand) {
  if (asked.kind !== 'PLACE_FUTURES_ORDER' || !copies.has(asked.terms.instrument)) return undefined;
  const held = state.futures.positions.get(netOf(follower, asked.terms.instrument));
  return held?.side === asked.side && !asked.reduceOnly ? 'COPY_ONLY_SHRINKS' : undefined;
}

function traderBar(state: TwinState, command: FuturesPlayerCommand): string | undefined {
  if (command.kind === 'CLOSE_FUTURES_POSITIONS')
    return command.wallet === WALLET ? 'TRADER_USES_COPY_TAB' : undefined;
  if (!('terms' in command) || command.terms.wallet !== WALLET) return undefined;
  const { player, terms } = command;
  const pending = () => (waitingFor(state, player) > MOST_WAITING ? 'COPIES_PENDING' : undefined);
  switch (command.kind) {
    case 'PLACE_FUTURES_EXIT':
    case 'SET_FUTURES_EXITS':
      return 'TRADER_NO_EXITS';
    case 'AMEND_FUTURES_ORDER':
      return pending();
    case 'PLACE_FUTURES_ORDER': {
      const { side, takeProfit, stopLoss, reduceOnly } = command;
      if (takeProfit !== undefined || stopLoss !== undefined) return 'TRADER_NO_EXITS';
      const held = state.futures.positions.get(netOf(player, terms.instrument));
      const others = ordersOf(state.futures, player).filter((each) => each.instrument === terms.instrument);
      const all = held === undefined ? others : [held, ...others];
      return reduceOnly || all.some((each) => each.side !== side) ? 'TRADER_NO_OPPOSING' : pending();
    }
    default:
      return undefined;
  }
}
