// What a player sets on an open position: take-profit and stop-loss in ticks, and whether it is held overnight
// (docs/rules.md 4.6, 4.7).
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import type { SetOverseaOvernight, SetOverseaTpsl } from './commands.ts';
import { openPosition } from './event-facts.ts';
import type { OverseaOvernightSet, OverseaTpslSet } from './events.ts';
import { isFresh } from './gates.ts';
import { isTicks } from './order-plan.ts';
import { canPosition } from './position-state.ts';
import { reachedLegs, tpslPrices } from './pricing.ts';
import { phaseAt } from './session-phase.ts';
import { accountOf } from './settle.ts';
import type { OverseaPosition } from './state.ts';

export type TpslRefusal = 'POSITION_NOT_FOUND' | 'TPSL_TICKS_INVALID' | 'NO_FRESH_PRICE' | 'TPSL_REJECTED';

export function setTpsl(
  book: Book,
  player: Player,
  command: SetOverseaTpsl,
  context: Context,
): Decision<OverseaTpslSet, TpslRefusal> {
  const { terms, quote, tpTick, slTick } = command;
  const position = findPosition(book, player, command);
  if (position === undefined) return refuse('POSITION_NOT_FOUND');
  if (!isTicks(tpTick) || !isTicks(slTick)) return refuse('TPSL_TICKS_INVALID');
  // A leg that stays as it is, or goes away, needs no price: also in a break it may be removed.
  const changed = {
    ...position,
    tpTick: tpTick === position.tpTick ? 0 : tpTick,
    slTick: slTick === position.slTick ? 0 : slTick,
  };
  if (changed.tpTick > 0 || changed.slTick > 0) {
    if (!isFresh(quote, terms, context.now)) return refuse('NO_FRESH_PRICE');
    const reached = reachedLegs(position.side, tpslPrices(changed, terms.tickSize), quote.last);
    if (reached.tp || reached.sl) return refuse('TPSL_REJECTED');
  }

  // All checks passed: below this line nothing may fail.
  return accept({
    ...playerEvent('OVERSEA_TPSL_SET', book, player, context),
    instrument: position.instrument,
    position: { ...openPosition(position), tpTick, slTick },
  });
}

export type OvernightRefusal =
  | 'POSITION_NOT_FOUND'
  | 'OVERNIGHT_ALREADY_ON'
  | 'OVERNIGHT_ALREADY_OFF'
  | 'MARKET_CLOSED'
  | 'OVERNIGHT_TOO_LATE';

export function setOvernight(
  book: Book,
  player: Player,
  command: SetOverseaOvernight,
  context: Context,
): Decision<OverseaOvernightSet, OvernightRefusal> {
  const { isActive, terms } = command;
  const position = findPosition(book, player, command);
  if (position === undefined) return refuse('POSITION_NOT_FOUND');
  if (!canPosition(position, isActive ? 'FLAG' : 'UNFLAG'))
    return refuse(isActive ? 'OVERNIGHT_ALREADY_ON' : 'OVERNIGHT_ALREADY_OFF');
  if (isActive) {
    const { session } = terms;
    if (session === undefined) return refuse('MARKET_CLOSED');
    if (phaseAt(session, context.now) !== 'OPEN') return refuse('OVERNIGHT_TOO_LATE');
  }

  // All checks passed: below this line nothing may fail.
  return accept({
    ...playerEvent('OVERSEA_OVERNIGHT_SET', book, player, context),
    instrument: position.instrument,
    position: { ...openPosition(position), overnight: isActive },
  });
}

/** A position of another player is refused like one that does not exist. */
function findPosition(
  book: Book,
  player: Player,
  { position: id, terms }: SetOverseaTpsl | SetOverseaOvernight,
): OverseaPosition | undefined {
  const position = accountOf(book, player).positions.get(terms.instrument);
  return position?.id === id ? position : undefined;
}
