// Warns a player that a liquidation is near (docs/rules.md 3.12).
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { factsOf } from './account.ts';
import type { WarnFutures } from './commands.ts';
import type { FuturesWarned } from './events.ts';
import { mayWarn, riskAccount, unfillable, warnRatioOf, worstFirst } from './risk.ts';
import { isWarned, marginRatio, pricedIn, standingOf } from './standing.ts';

export type WarnRefusal =
  | 'POSITION_NOT_FOUND'
  | 'PRICES_MISSING'
  | 'OPTION_STOPPED'
  | 'NO_FRESH_PRICE'
  | 'EQUITY_FINE';

/** Refused as EQUITY_FINE also where a position was warned of less than a minute ago. */
export function warnFutures(
  book: Book,
  player: Player,
  { wallet: type, position, priced }: WarnFutures,
  context: Context,
): Decision<FuturesWarned, WarnRefusal> {
  const wallet = player.wallets.get(type);
  if (wallet === undefined) return refuse('POSITION_NOT_FOUND');
  const account = riskAccount(factsOf(book, player, wallet), position, pricedIn(priced));
  if (typeof account === 'string') return refuse(account);
  const closed = unfillable(account, context.now);
  if (closed !== undefined) return refuse(closed);
  const judged = { balance: account.equity, maintenance: account.maintenance };
  if (!isWarned(judged, warnRatioOf(account)) || !mayWarn(account, context.now)) return refuse('EQUITY_FINE');

  // All checks passed: below this line nothing may fail.
  return accept({
    ...playerEvent('FUTURES_WARNED', book, player, context),
    marginType: position === undefined ? 'CROSS' : 'ISOLATED',
    wallet: type,
    positions: worstFirst(account.marked).map(({ position: { id, instrument }, quote }) => ({
      id,
      instrument,
      quote,
    })),
    ratio: marginRatio(judged),
    standing: standingOf(account, wallet.unit),
  });
}
