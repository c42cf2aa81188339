// The platform closes because of the time: the end of a trade date, the last trading day, a staff close, and the check
// of what is to be held overnight (docs/rules.md 4.3, 4.7).

import type { Amount } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import type { Millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import { cancelled, walletOf } from './cancel.ts';
import type { CheckOverseaOvernight, EndOverseaSession, EndReason } from './commands.ts';
import { atLast, isKnown, isSilent, type MarkedPosition, markAll, standingOf } from './equity.ts';
import { openPosition } from './event-facts.ts';
import type { OverseaCarried, OverseaFilled, OverseaOrdersCancelled } from './events.ts';
import { fillGate, isClosingTime, isOvernightTime, type TradeGate } from './gates.ts';
import { openingPart } from './netting.ts';
import { canPosition } from './position-state.ts';
import { perContract } from './pricing.ts';
import { accountOf, closing, type EndingOrder, settle } from './settle.ts';
import type { OverseaAccount, OverseaPosition } from './state.ts';
import { neverEnds, type OverseaTerms } from './terms.ts';

export type SessionRefusal = TradeGate | 'NOT_DUE';

export function endSession(
  book: Book,
  player: Player,
  command: EndOverseaSession,
  context: Context,
): Decision<OverseaFilled | OverseaOrdersCancelled, SessionRefusal> {
  const { reason, terms, quote, isAfterGap } = command;
  const account = accountOf(book, player);
  const held = account.positions.get(terms.instrument);
  const position = held !== undefined && isDue(held, command, context.now) ? held : undefined;
  const orders = endingOrders(account, command, position === undefined ? held : undefined, context.now);
  if (position === undefined) {
    return orders.length === 0 ? refuse('NOT_DUE') : accept(cancelled(book, player, context, orders));
  }
  // Staff close at the last fresh price, however long ago it was: that is why they close.
  const gate = reason === 'STAFF_CLOSE' ? undefined : fillGate(terms, quote, context.now);
  if (gate !== undefined) return refuse(gate);
  if (quote === undefined) return refuse('NO_FRESH_PRICE');

  // All checks passed: below this line nothing may fail.
  const wallet = walletOf(player, position.wallet);
  const fills = [closing(position, terms, quote, { cause: reason, unit: wallet.unit })];
  return accept(settle(book, player, wallet, context, { fills, cancelled: orders, isAfterGap }));
}

type Ending = Pick<EndOverseaSession, 'reason' | 'terms'>;

/** The end of a past trade date is always due: the platform may have been down at the time. */
function isDue(position: OverseaPosition, { reason, terms }: Ending, now: Millis): boolean {
  const { session } = terms;
  const { heldFor } = position;
  if (!canPosition(position, reason)) return false;
  if (reason !== 'STAFF_CLOSE' && session !== undefined && neverEnds(session)) return false;
  switch (reason) {
    case 'STAFF_CLOSE':
      return true;
    case 'EXPIRY':
      if (session === undefined) return false;
      return heldFor < session.tradeDate || (session.isLastTradingDay && isClosingTime(session, now));
    case 'SESSION_END':
      if (session === undefined) return false;
      return heldFor < session.tradeDate || (heldFor === session.tradeDate && isClosingTime(session, now));
  }
}

/**
 * Opening orders are valid for their trade date. Reducing ones go on with a position that is carried; where all trading
 * in the contract ends, they end too.
 */
function endingOrders(
  { orders }: OverseaAccount,
  { reason, terms }: Ending,
  left: OverseaPosition | undefined,
  now: Millis,
): readonly EndingOrder[] {
  const ending: EndingOrder[] = [];
  for (const order of orders.values()) {
    if (order.instrument !== terms.instrument) continue;
    const isOver = isDateOver(order.tradeDate, reason, terms, now);
    const isOpening = openingPart(order, left) > 0;
    if (isOver && (isOpening || reason !== 'SESSION_END')) ending.push({ order, reason });
  }
  return ending;
}

function isDateOver(date: number, reason: EndReason, { session }: OverseaTerms, now: Millis): boolean {
  if (reason === 'STAFF_CLOSE') return true;
  if (session === undefined || neverEnds(session)) return false;
  if (date < session.tradeDate) return true;
  return isClosingTime(session, now) && (reason === 'SESSION_END' || session.isLastTradingDay);
}

/**
 * All flagged positions that end now are carried, or all of them are closed (E11). One whose market is silent stays as
 * it is until it has a price; its loss and its margin count all the same, so that it protects no other from being
 * closed.
 */
export function checkOvernight(
  book: Book,
  player: Player,
  command: CheckOverseaOvernight,
  context: Context,
): Decision<OverseaCarried | OverseaFilled, SessionRefusal> {
  const account = accountOf(book, player);
  const marked = markAll(account.positions, ({ instrument }) =>
    command.priced.find(({ terms }) => terms.instrument === instrument),
  );
  if (marked === undefined) return refuse('NO_FRESH_PRICE');
  const ending = flagged(marked, command);
  const [first] = ending;
  if (first === undefined || !ending.every((each) => isEnding(each, context.now))) return refuse('NOT_DUE');
  const { now } = context;
  const judged = ending.filter((each) => isKnown(each, now));
  if (judged.length === 0 || !marked.every((each) => isKnown(each, now) || isSilent(each, now)))
    return refuse('NO_FRESH_PRICE');

  const wallet = walletOf(player, first.position.wallet);
  const { unit } = wallet;
  const means = { free: balanceOf(book, wallet.free), unit, orders: account.orders };
  const { equity } = standingOf(marked.map(atLast), means);
  let sum = 0n;
  for (const { position, terms } of ending) sum += perContract(position.qty, terms.overnightMargin, unit);
  const needed = sum as Amount;
  if (equity >= needed) {
    const carried = judged.map(({ position, heldFor }) => ({
      instrument: position.instrument,
      position: { ...openPosition(position), heldFor },
    }));
    return accept({ ...playerEvent('OVERSEA_CARRIED', book, player, context), carried, equity, needed });
  }
  for (const { terms, quote } of judged) {
    const gate = fillGate(terms, quote, now);
    if (gate !== undefined) return refuse(gate);
  }

  // All checks passed: below this line nothing may fail.
  const fills = judged.map(({ position, terms, quote }) =>
    closing(position, terms, quote, { cause: 'OVERNIGHT_SHORT', unit }),
  );
  const instruments = new Set(judged.map(({ terms }) => terms.instrument));
  const outdated: EndingOrder[] = [];
  for (const order of account.orders.values()) {
    // The end of the trade date has passed: an order that opens has no trade date left.
    if (instruments.has(order.instrument) && !order.reduceOnly)
      outdated.push({ order, reason: 'SESSION_END' });
  }
  return accept(settle(book, player, wallet, context, { fills, cancelled: outdated, isAfterGap: false }));
}

interface EndingPosition extends MarkedPosition<OverseaPosition> {
  /** The trade date into which it is carried. */
  readonly heldFor: CheckOverseaOvernight['closing'][number]['nextTradeDate'];
}

function flagged(
  marked: readonly MarkedPosition<OverseaPosition>[],
  { closing: named }: CheckOverseaOvernight,
): readonly EndingPosition[] {
  const ending: EndingPosition[] = [];
  for (const each of marked) {
    const next = named.find(({ instrument }) => instrument === each.position.instrument);
    if (next !== undefined && canPosition(each.position, 'CARRY'))
      ending.push({ ...each, heldFor: next.nextTradeDate });
  }
  return ending;
}

function isEnding({ position, terms: { session }, heldFor }: EndingPosition, now: Millis): boolean {
  if (session === undefined || neverEnds(session) || heldFor <= position.heldFor) return false;
  if (position.heldFor < session.tradeDate) return true;
  // Beyond the last trading day nothing is carried: it is closed by the expiry, if need be late.
  if (session.isLastTradingDay) return false;
  return position.heldFor === session.tradeDate && isOvernightTime(session, now);
}
