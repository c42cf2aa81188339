// What becomes of a request before it is decided: it is taken in hand, paid, disputed, cancelled, or its time is over.
// docs/rules.md 6.5, 6.7.
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { later } from '../time.ts';
import type {
  CancelRequest,
  DecidedBy,
  DisputeRequest,
  ExpireRequest,
  MarkPaid,
  TakeRequest,
} from './commands.ts';
import type { RequestCancelled, RequestDisputed, RequestPaid, RequestTaken } from './events.ts';
import { findRequest, giveBack, ofRequest, walletEvent, walletOf } from './request.ts';
import { type RequestEvent, requestMachine } from './request-machine.ts';
import type { OpenRequest } from './state.ts';
import { DISPUTE_AFTER_MS } from './terms.ts';

export const canRequest = ({ state }: Pick<OpenRequest, 'state'>, on: RequestEvent): boolean =>
  requestMachine.next(state, on) !== undefined;

/** Staff ask for a grant or deduction; to the player it does not exist before it is done. */
const isOfPlayer = ({ type }: OpenRequest): boolean => type !== 'PB' && type !== 'PM';

/** A request that has ended is not in the book: whoever knows the tables can say that it was processed. */
export type FindRefusal = 'REQUEST_NOT_FOUND' | 'REQUEST_PROCESSED';

export function cancelRequest(
  book: Book,
  player: Player,
  command: CancelRequest,
  context: Context,
): Decision<RequestCancelled, FindRefusal> {
  const request = findRequest(book, player, command.request);
  if (request === undefined || !isOfPlayer(request)) return refuse('REQUEST_NOT_FOUND');
  if (!canRequest(request, 'CANCEL')) return refuse('REQUEST_PROCESSED');
  return accept(cancelled(book, player, request, context));
}

export function expireRequest(
  book: Book,
  player: Player,
  command: ExpireRequest,
  context: Context,
): Decision<RequestCancelled, FindRefusal | 'NOT_DUE'> {
  const request = findRequest(book, player, command.request);
  if (request === undefined) return refuse('REQUEST_NOT_FOUND');
  if (!canRequest(request, 'EXPIRE')) return refuse('REQUEST_PROCESSED');
  if (request.payUntil === undefined || context.now < request.payUntil) return refuse('NOT_DUE');
  return accept({ ...cancelled(book, player, request, context), isExpired: true });
}

function cancelled(book: Book, player: Player, request: OpenRequest, context: Context): RequestCancelled {
  // All checks passed: below this line nothing may fail.
  const wallet = walletOf(player, request);
  const { amount, fee } = request;
  const back = giveBack(player, wallet, request);
  return {
    ...walletEvent('REQUEST_CANCELLED', book, { player, wallet }, context, back),
    ...ofRequest(request),
    ...{ amount, fee, isExpired: false },
  };
}

/** A provider knows only what it carries itself, and staff never decide about their own money. */
export function deciderRefusal(
  request: OpenRequest,
  by: DecidedBy,
): 'CALLBACK_MISMATCH' | 'SECOND_PERSON_NEEDED' | undefined {
  if ('provider' in by)
    return by.provider === request.channel && isOfPlayer(request) ? undefined : 'CALLBACK_MISMATCH';
  return by.staff === request.player ? 'SECOND_PERSON_NEEDED' : undefined;
}

export function takeRequest(
  book: Book,
  player: Player,
  command: TakeRequest,
  context: Context,
): Decision<RequestTaken, FindRefusal | 'CALLBACK_MISMATCH' | 'SECOND_PERSON_NEEDED'> {
  const request = findRequest(book, player, command.request);
  if (request === undefined) return refuse('REQUEST_NOT_FOUND');
  const refusal = deciderRefusal(request, command.by);
  if (refusal !== undefined) return refuse(refusal);
  if (!canRequest(request, 'TAKE')) return refuse('REQUEST_PROCESSED');

  // All checks passed: below this line nothing may fail.
  const wallet = walletOf(player, request);
  return accept({
    ...walletEvent('REQUEST_TAKEN', book, { player, wallet }, context),
    ...ofRequest(request),
    by: command.by,
  });
}

export function markPaid(
  book: Book,
  player: Player,
  command: MarkPaid,
  context: Context,
): Decision<RequestPaid, FindRefusal> {
  const request = findRequest(book, player, command.request);
  if (request?.type !== 'WB') return refuse('REQUEST_NOT_FOUND');
  // The time to pay ends by the clock, also when nobody has cancelled the request yet.
  const isOver = request.payUntil !== undefined && context.now >= request.payUntil;
  if (isOver || !canRequest(request, 'PAID')) return refuse('REQUEST_PROCESSED');

  // All checks passed: below this line nothing may fail.
  const wallet = walletOf(player, request);
  return accept({
    ...walletEvent('REQUEST_PAID', book, { player, wallet }, context),
    ...ofRequest(request),
  });
}

export function disputeRequest(
  book: Book,
  player: Player,
  command: DisputeRequest,
  context: Context,
): Decision<RequestDisputed, FindRefusal | 'DISPUTE_TOO_EARLY'> {
  const request = findRequest(book, player, command.request);
  if (request?.type !== 'WB' && request?.type !== 'WS') return refuse('REQUEST_NOT_FOUND');
  const { inHandAt } = request;
  if (!canRequest(request, 'DISPUTE') || request.isDisputed) return refuse('REQUEST_PROCESSED');
  if (inHandAt !== undefined && context.now < later(inHandAt, DISPUTE_AFTER_MS))
    return refuse('DISPUTE_TOO_EARLY');

  // All checks passed: below this line nothing may fail.
  const wallet = walletOf(player, request);
  return accept({
    ...walletEvent('REQUEST_DISPUTED', book, { player, wallet }, context),
    ...ofRequest(request),
  });
}
