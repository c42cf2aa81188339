// Closing in the copy tab: a copy, all copies, or a trader's own position (docs/rules.md 5.4).
import { isMultiple, type Price, type Qty } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { accountOf, findPosition, walletOf } from '../futures/account.ts';
import type { CopyMark, FuturesFilled } from '../futures/events.ts';
import { fillGate, fundingGate, type TradeGate } from '../futures/gates.ts';
import { closing, type PlannedFill, settle } from '../futures/settle.ts';
import { pricedIn } from '../futures/standing.ts';
import type { FuturesPosition } from '../futures/state.ts';
import { type FuturesTerms, marketPrice, otherSide, type Quote } from '../futures/terms.ts';
import { pendingBar } from './bars.ts';
import type { CloseCopies, CloseCopy, CloseLead } from './commands.ts';
import { ownFollow } from './find.ts';
import { isLossReached } from './loss-limit.ts';
import { worseBy } from './size.ts';
import { CLOSE_TOLERANCE, COPY_WALLET } from './terms.ts';

type SeenRefusal = TradeGate | 'ENTER_PRICE' | 'COPY_PRICE_WORSE' | 'FUNDING_DUE';

export type CloseCopyRefusal = SeenRefusal | 'FOLLOW_NOT_FOUND' | 'COPY_NOT_FOUND';
export type CloseLeadRefusal =
  | SeenRefusal
  | 'TRADER_NOT_FOUND'
  | 'COPY_NOT_FOUND'
  | 'ENTER_QTY'
  | 'QTY_OFF_STEP'
  | 'COPIES_PENDING';
export type CloseCopiesRefusal =
  | TradeGate
  | 'FOLLOW_NOT_FOUND'
  | 'FOLLOW_ENDED'
  | 'COPY_NOT_FOUND'
  | 'PRICES_MISSING'
  | 'NOT_REACHED'
  | 'FUNDING_DUE';

export function closeCopy(
  book: Book,
  player: Player,
  command: CloseCopy,
  context: Context,
): Decision<FuturesFilled, CloseCopyRefusal> {
  const follow = ownFollow(book.copytrade, command.follow, player.id);
  if (follow === undefined) return refuse('FOLLOW_NOT_FOUND');
  const position = findPosition(book, player, command);
  if (position === undefined || follow.copies.get(position.instrument)?.position !== position.id)
    return refuse('COPY_NOT_FOUND');
  return closeSeen(book, player, command, context, { position, copy: { cause: 'OWN', follow: follow.id } });
}

/** What it makes is mirrored: its leads are a part of the event. */
export function closeLead(
  book: Book,
  player: Player,
  command: CloseLead,
  context: Context,
): Decision<FuturesFilled, CloseLeadRefusal> {
  if (book.copytrade.traders.get(player.id)?.status !== 'ACTIVE') return refuse('TRADER_NOT_FOUND');
  const position = findPosition(book, player, command);
  if (position === undefined || position.wallet !== COPY_WALLET) return refuse('COPY_NOT_FOUND');
  const { qty = position.qty } = command;
  if (qty <= 0n) return refuse('ENTER_QTY');
  if (qty < position.qty && !isMultiple(qty, command.terms.qtyStep)) return refuse('QTY_OFF_STEP');
  // Each part is one more lead for everybody: a position has many parts, and one whole.
  const isPart = qty < position.qty;
  const pending = isPart ? pendingBar(book, player) : undefined;
  if (pending !== undefined) return refuse(pending);
  const closed = isPart ? qty : position.qty;
  return closeSeen(book, player, command, context, { position, qty: closed, copy: { cause: 'LEAD' } });
}

interface Closed {
  readonly position: FuturesPosition;
  readonly qty?: Qty;
  readonly copy: CopyMark;
}

/** At the market's price, and not much worse than the one that the player saw. */
function closeSeen(
  book: Book,
  player: Player,
  { terms, quote, closePrice }: { terms: FuturesTerms; quote: Quote | undefined; closePrice: Price },
  context: Context,
  { position, qty = position.qty, copy }: Closed,
): Decision<FuturesFilled, SeenRefusal> {
  if (closePrice <= 0n) return refuse('ENTER_PRICE');
  const gate = fillGate(terms, quote, context.now);
  if (gate !== undefined || quote === undefined) return refuse(gate ?? 'NO_FRESH_PRICE');
  const side = otherSide(position.side);
  if (worseBy(side, marketPrice(side, quote), closePrice) > CLOSE_TOLERANCE)
    return refuse('COPY_PRICE_WORSE');
  const due = fundingGate(book, player, position, terms, context.now);
  if (due !== undefined) return refuse(due);

  // All checks passed: below this line nothing may fail.
  const wallet = walletOf(player, position.wallet);
  const fills = [closing(position, { terms, quote }, { cause: 'CLOSE', qty }, wallet.unit)];
  return accept(settle(book, player, wallet, context, { fills, isAfterGap: false, copy }));
}

/** What cannot be closed now stays; when nothing can be, the first reason is the answer. */
export function closeCopies(
  book: Book,
  player: Player,
  command: CloseCopies,
  context: Context,
): Decision<FuturesFilled, CloseCopiesRefusal> {
  const { cause } = command;
  const follow = ownFollow(book.copytrade, command.follow, player.id);
  if (follow === undefined) return refuse('FOLLOW_NOT_FOUND');
  if (follow.copies.size === 0) return refuse('COPY_NOT_FOUND');
  const { positions } = accountOf(book, player);
  const pricedOf = pricedIn(command.priced);
  if (cause === 'LOSS_LIMIT') {
    if (follow.state !== 'ACTIVE') return refuse('FOLLOW_ENDED');
    if (!isLossReached(follow, positions, command.priced)) return refuse('NOT_REACHED');
  }
  const wallet = walletOf(player, COPY_WALLET);
  const fills: PlannedFill[] = [];
  let reason: CloseCopiesRefusal | undefined;
  for (const { instrument } of follow.copies.values()) {
    const [position, priced] = [positions.get(instrument), pricedOf(instrument)];
    if (position === undefined || priced === undefined) {
      reason ??= 'PRICES_MISSING';
      continue;
    }
    const fault =
      fillGate(priced.terms, priced.quote, context.now) ??
      fundingGate(book, player, position, priced.terms, context.now);
    if (fault === undefined) fills.push(closing(position, priced, { cause: 'CLOSE' }, wallet.unit));
    else reason ??= fault;
  }
  if (fills.length === 0) return refuse(reason ?? 'COPY_NOT_FOUND');

  // All checks passed: below this line nothing may fail.
  const left = follow.copies.size - fills.length;
  const copy = { cause, follow: follow.id, ...(left === 0 ? undefined : { left }) };
  return accept(settle(book, player, wallet, context, { fills, isAfterGap: false, copy }));
}
