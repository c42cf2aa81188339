// Closes everything that is open in one wallet at the market, in one event.
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { accountOf } from './account.ts';
import type { CloseFuturesPositions } from './commands.ts';
import type { FuturesFilled } from './events.ts';
import { fillGate, fundingGate, type TradeGate } from './gates.ts';
import { closing, type PlannedFill, settle } from './settle.ts';
import { pricedIn } from './standing.ts';

export type CloseRefusal =
  | TradeGate
  | 'WALLET_UNSUPPORTED'
  | 'NO_POSITION'
  | 'FUNDING_DUE'
  | 'PRICES_MISSING';

/** What has no fresh price, or is stopped, stays open; when nothing can be closed, the first reason is the answer. */
export function closePositions(
  book: Book,
  player: Player,
  command: CloseFuturesPositions,
  context: Context,
): Decision<FuturesFilled, CloseRefusal> {
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const pricedOf = pricedIn(command.priced);
  const fills: PlannedFill[] = [];
  let reason: CloseRefusal | undefined;
  for (const position of accountOf(book, player).positions.values()) {
    if (position.wallet !== wallet.type) continue;
    const priced = pricedOf(position.instrument);
    const fault =
      priced === undefined
        ? 'PRICES_MISSING'
        : (fillGate(priced.terms, priced.quote, context.now) ??
          fundingGate(book, player, position, priced.terms, context.now));
    if (fault === undefined && priced !== undefined)
      fills.push(closing(position, priced, { cause: 'CLOSE_ALL' }, wallet.unit));
    else reason ??= fault;
  }
  if (fills.length === 0) return refuse(reason ?? 'NO_POSITION');

  // All checks passed: below this line nothing may fail.
  return accept(settle(book, player, wallet, context, { fills, isAfterGap: false }));
}
