// The platform closes because of a price: take-profit, stop-loss, and the loss-cut of a whole account (docs/rules.md
// 4.6, 4.8).
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { balanceOf } from '../transfer.ts';
import { walletOf } from './cancel.ts';
import type { CutOverseaLosses, ExitOverseaPosition } from './commands.ts';
import { atLast, isFillable, isKnown, isSilent, isTrading, markAll, standingOf } from './equity.ts';
import type { OverseaFilled } from './events.ts';
import { fillGate, type TradeGate } from './gates.ts';
import { reachedLegs, tpslPrices } from './pricing.ts';
import { accountOf, closing, type EndingOrder, settle } from './settle.ts';

export function exitPosition(
  book: Book,
  player: Player,
  command: ExitOverseaPosition,
  context: Context,
): Decision<OverseaFilled, TradeGate | 'POSITION_NOT_FOUND' | 'NOT_REACHED'> {
  const { terms, quote, leg, isAfterGap } = command;
  const position = accountOf(book, player).positions.get(terms.instrument);
  if (position?.id !== command.position) return refuse('POSITION_NOT_FOUND');
  const gate = fillGate(terms, quote, context.now);
  if (gate !== undefined) return refuse(gate);
  const reached = reachedLegs(position.side, tpslPrices(position, terms.tickSize), quote.last);
  if (!(leg === 'TP' ? reached.tp : reached.sl)) return refuse('NOT_REACHED');

  // All checks passed: below this line nothing may fail.
  const wallet = walletOf(player, position.wallet);
  const fills = [closing(position, terms, quote, { cause: leg, unit: wallet.unit })];
  return accept(settle(book, player, wallet, context, { fills, isAfterGap }));
}

/**
 * All orders end and all positions close. What lies in a market that is closed, stopped or silent stays until it has a
 * price: its loss is in the equity all the same.
 */
export function cutLosses(
  book: Book,
  player: Player,
  { priced, isAfterGap }: CutOverseaLosses,
  context: Context,
): Decision<OverseaFilled, 'NO_FRESH_PRICE' | 'MARKET_CLOSED' | 'EQUITY_FINE'> {
  const account = accountOf(book, player);
  const [first] = account.positions.values();
  if (first === undefined) return refuse('EQUITY_FINE');
  const marked = markAll(account.positions, ({ instrument }) =>
    priced.find(({ terms }) => terms.instrument === instrument),
  );
  const { now } = context;
  if (marked === undefined || !marked.every((each) => isKnown(each, now) || isSilent(each, now)))
    return refuse('NO_FRESH_PRICE');
  const wallet = walletOf(player, first.wallet);
  const free = balanceOf(book, wallet.free);
  const means = { free, unit: wallet.unit, orders: account.orders };
  const { equity, level, margin, lastPnl } = standingOf(marked.map(atLast), means);
  if (equity > level) return refuse('EQUITY_FINE');
  if (!marked.some(isTrading)) return refuse('MARKET_CLOSED');
  const fillable = marked.filter((each) => isFillable(each, now));
  if (fillable.length === 0) return refuse('NO_FRESH_PRICE');

  // All checks passed: below this line nothing may fail.
  const fills = fillable.map(({ position, terms, quote }) =>
    closing(position, terms, quote, { cause: 'LOSSCUT', unit: wallet.unit }),
  );
  const cancelled = Array.from(
    account.orders.values(),
    (order): EndingOrder => ({ order, reason: 'LOSSCUT' }),
  );
  const lossCut = { equity, level, free, margin, lastPnl };
  return accept(settle(book, player, wallet, context, { fills, cancelled, isAfterGap, lossCut }));
}
