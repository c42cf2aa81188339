// Funding is accrued three times a day on everything that is open in an instrument; no money moves yet (docs/rules.md
// 3.11).
import type { Book } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { platformEvent } from '../event.ts';
import type { FundFutures } from './commands.ts';
import type { FuturesFunded } from './events.ts';
import { fundedKey } from './state.ts';

export function fundFutures(
  book: Book,
  { site, instrument, contract, dueAt, rate, mark }: FundFutures,
  context: Context,
): Decision<FuturesFunded, 'NOT_DUE' | 'ALREADY_FUNDED'> {
  if (dueAt > context.now) return refuse('NOT_DUE');
  const funded = book.futures.funded.get(fundedKey(site, instrument));
  if (funded !== undefined && funded >= dueAt) return refuse('ALREADY_FUNDED');

  // All checks passed: below this line nothing may fail.
  const event = platformEvent('FUTURES_FUNDED', site, context);
  return accept({ ...event, instrument, contract, dueAt, rate, mark });
}
