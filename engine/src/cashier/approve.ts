// Who may decide about a request, and the money that moves by it. docs/rules.md 6.5.
import { portion } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { balanceOf } from '../transfer.ts';
import type { Wallet } from '../wallet.ts';
import type { ApproveRequest, ByRule, DecidedBy, RejectRequest } from './commands.ts';
import { canRequest, deciderRefusal, type FindRefusal } from './end.ts';
import type { RequestConfirmed, RequestDone, RequestRejected } from './events.ts';
import { findRequest, giveBack, ofRequest, payments, walletEvent, walletOf } from './request.ts';
import type { OpenRequest } from './state.ts';
import { GRANT_TURNOVER, WON } from './terms.ts';

export type ApproveRefusal =
  | FindRefusal
  | 'CALLBACK_MISMATCH'
  | 'SECOND_PERSON_NEEDED'
  | 'INSUFFICIENT_BALANCE';

export function approveRequest(
  book: Book,
  player: Player,
  command: ApproveRequest,
  context: Context,
): Decision<RequestConfirmed | RequestDone, ApproveRefusal> {
  const request = findRequest(book, player, command.request);
  if (request === undefined) return refuse('REQUEST_NOT_FOUND');
  const { by } = command;
  const refusal = 'rule' in by ? ruleRefusal(request, command) : deciderRefusal(request, by);
  if (refusal !== undefined) return refuse(refusal);
  const wallet = walletOf(player, request);
  if (!isAsAsked(request, wallet, command)) return refuse('CALLBACK_MISMATCH');
  if (!canRequest(request, 'APPROVE')) return refuse('REQUEST_PROCESSED');
  if (request.type === 'PM' && request.amount > balanceOf(book, wallet.free))
    return refuse('INSUFFICIENT_BALANCE');
  const approval = approvalOf(request, command);
  if (approval === 'REFUSED') return refuse('SECOND_PERSON_NEEDED');

  // All checks passed: below this line nothing may fail.
  if (approval === 'FIRST' && !('rule' in by))
    return accept({
      ...walletEvent('REQUEST_CONFIRMED', book, { player, wallet }, context),
      ...ofRequest(request),
      by,
    });
  return accept(done(book, { player, wallet }, request, by, context));
}

/** A rule decides only about small deposits and withdrawals that nobody has touched: staff come before it. */
function ruleRefusal(
  { type, amount, state, confirmedBy }: OpenRequest,
  { twoFrom }: Pick<ApproveRequest, 'twoFrom'>,
): 'SECOND_PERSON_NEEDED' | 'REQUEST_PROCESSED' | undefined {
  if ((type !== 'D' && type !== 'W') || amount >= twoFrom) return 'SECOND_PERSON_NEEDED';
  return state === 'REQUESTED' && confirmedBy === undefined ? undefined : 'REQUEST_PROCESSED';
}

/** Staff have seen it themselves; a provider must name what was asked for, in coins or in the won paid for them. */
function isAsAsked(request: OpenRequest, wallet: Wallet, { by, received }: ApproveRequest): boolean {
  if (received === undefined) return !('provider' in by);
  if (received.currency === wallet.currency) return received.amount === request.amount;
  return received.currency === WON && received.amount === request.won;
}

/**
 * From the limit of the site on, and for every grant or deduction, two different people approve; who asked for a grant
 * is the first of them. A provider alone says that money has come; that money may go is also said by staff.
 */
function approvalOf(
  request: OpenRequest,
  { by, twoFrom }: Pick<ApproveRequest, 'by' | 'twoFrom'>,
): 'FIRST' | 'LAST' | 'REFUSED' {
  const { type, amount } = request;
  const first = request.confirmedBy ?? request.staff;
  const needsTwo = amount >= twoFrom || type === 'PB' || type === 'PM';
  if (!needsTwo || 'rule' in by) return 'LAST';
  if ('provider' in by) return first !== undefined || type === 'D' || type === 'WB' ? 'LAST' : 'REFUSED';
  if (first === undefined) return 'FIRST';
  return first === by.staff ? 'REFUSED' : 'LAST';
}

function done(
  book: Book,
  { player, wallet }: { readonly player: Player; readonly wallet: Wallet },
  request: OpenRequest,
  by: DecidedBy | ByRule,
  context: Context,
): RequestDone {
  const { amount, fee, type } = request;
  const paid = payments(player, wallet, request);
  return {
    ...walletEvent('REQUEST_DONE', book, { player, wallet }, context, paid),
    ...ofRequest(request),
    ...{ amount, fee, by },
    ...(type === 'PB' ? { turnover: portion(amount, GRANT_TURNOVER, 'up') } : undefined),
  };
}

export function rejectRequest(
  book: Book,
  player: Player,
  command: RejectRequest,
  context: Context,
): Decision<RequestRejected, FindRefusal | 'CALLBACK_MISMATCH' | 'SECOND_PERSON_NEEDED' | 'ENTER_REASON'> {
  const request = findRequest(book, player, command.request);
  if (request === undefined) return refuse('REQUEST_NOT_FOUND');
  const refusal = deciderRefusal(request, command.by);
  if (refusal !== undefined) return refuse(refusal);
  if (command.reason.trim() === '') return refuse('ENTER_REASON');
  if (!canRequest(request, 'REJECT')) return refuse('REQUEST_PROCESSED');

  // All checks passed: below this line nothing may fail.
  const wallet = walletOf(player, request);
  const { by, reason } = command;
  const back = giveBack(player, wallet, request);
  return accept({
    ...walletEvent('REQUEST_REJECTED', book, { player, wallet }, context, back),
    ...ofRequest(request),
    ...{ by, reason },
  });
}
