// Margin that is added to an isolated position, or taken back from it (docs/rules.md 3.8).
import { type Amount, isMultiple, ZERO } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import type { Wallet } from '../wallet.ts';
import { factsOf, findPosition, walletOf } from './account.ts';
import type { MoveFuturesMargin } from './commands.ts';
import type { FuturesMarginMoved } from './events.ts';
import { fundingGate } from './gates.ts';
import { stateOf } from './plan.ts';
import { crossAccount, type HeldPosition, isFresh, meansOf, pricedIn } from './standing.ts';
import type { FuturesPosition } from './state.ts';
import type { Priced } from './terms.ts';
import { isIsolated, pnlOf, requiredMargin } from './value.ts';

export type MarginRefusal =
  | 'POSITION_NOT_FOUND'
  | 'NOT_ISOLATED'
  | 'ENTER_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'FUNDING_DUE'
  | 'PRICES_MISSING'
  | 'INSUFFICIENT_BALANCE'
  | 'OPTION_STOPPED'
  | 'NO_FRESH_PRICE'
  | 'ISOLATED_MARGIN_SHORT';

export function moveMargin(
  book: Book,
  player: Player,
  command: MoveFuturesMargin,
  context: Context,
): Decision<FuturesMarginMoved, MarginRefusal> {
  const { amount, terms } = command;
  const position = findPosition(book, player, command);
  if (position === undefined) return refuse('POSITION_NOT_FOUND');
  if (!isIsolated(position)) return refuse('NOT_ISOLATED');
  if (amount === ZERO) return refuse('ENTER_AMOUNT');
  const wallet = walletOf(player, position.wallet);
  if (!isMultiple(amount, wallet.unit)) return refuse('AMOUNT_OFF_UNIT');
  const gate = fundingGate(book, player, position, terms, context.now);
  if (gate !== undefined) return refuse(gate);
  const fault =
    amount > ZERO ? addFault(book, player, wallet, command) : removeFault(position, wallet, command, context);
  if (fault !== undefined) return refuse(fault);

  // All checks passed: below this line nothing may fail.
  const { free, posMargin, currency } = wallet;
  const transfer =
    amount > ZERO
      ? { from: free, to: posMargin, currency, amount, reason: 'FUTURES_MARGIN' }
      : { from: posMargin, to: free, currency, amount: -amount as Amount, reason: 'FUTURES_MARGIN_BACK' };
  return accept({
    ...playerEvent('FUTURES_MARGIN_MOVED', book, player, context, [transfer], wallet),
    instrument: position.instrument,
    amount,
    position: { ...stateOf(position), margin: (position.margin + amount) as Amount },
  });
}

/**
 * Also while the instrument is stopped: what protects a position is never refused. It is covered by what is available,
 * and is there as free money: what is open may be worth something, but it is not spent before it is closed.
 */
function addFault(
  book: Book,
  player: Player,
  wallet: Wallet,
  { amount, priced }: MoveFuturesMargin,
): 'PRICES_MISSING' | 'INSUFFICIENT_BALANCE' | undefined {
  const facts = factsOf(book, player, wallet);
  const account = crossAccount(facts, pricedIn(priced));
  if (account === undefined) return 'PRICES_MISSING';
  const isCovered = amount <= meansOf(facts, account).available && amount <= facts.free;
  return isCovered ? undefined : 'INSUFFICIENT_BALANCE';
}

function removeFault(
  position: FuturesPosition,
  { unit }: Wallet,
  { amount, terms, quote }: MoveFuturesMargin,
  { now }: Context,
): 'OPTION_STOPPED' | 'NO_FRESH_PRICE' | 'ISOLATED_MARGIN_SHORT' | undefined {
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  if (!isFresh(quote, terms, now)) return 'NO_FRESH_PRICE';
  return -amount > removableMargin(position, { terms, quote }, unit) ? 'ISOLATED_MARGIN_SHORT' : undefined;
}

/** What is beyond the initial margin, less what the position has lost and owes; a profit is not taken out. */
export function removableMargin(position: HeldPosition, { terms, quote }: Priced, unit: Amount): Amount {
  const pnl = pnlOf(position, quote.mark, terms, unit);
  const lost = pnl < 0n ? pnl : 0n;
  const owed = position.funding < 0n ? position.funding : 0n;
  const spare = position.margin + lost + owed - requiredMargin(position, terms, unit);
  return (spare > 0n ? spare : 0n) as Amount;
}
