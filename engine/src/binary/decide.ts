// The rules of binary rounds: who may bet what and until when, the result, and who is paid. docs/rules.md 1.
import { portion } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { platformEvent, playerEvent } from '../event.ts';
import type { TickRef } from '../market/tick.ts';
import { nextPayment } from '../payment/pay.ts';
import type { SiteId } from '../purse.ts';
import { type StakeRefusal, stakeRefusal } from '../rounds/bet-limits.ts';
import {
  familyOf,
  lengthOf,
  type RoundId,
  type RoundKey,
  type RoundType,
  roundKeyOf,
  roundPlace,
  windowsOf,
} from '../rounds/round.ts';
import { type VoidRequestRefusal, voidRequestRefusal } from '../rounds/void-request.ts';
import { isWithin, later } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import type { FreezeRound, PayRound, PlaceBet, VoidRound } from './commands.ts';
import type { BetPlaced, RoundFrozen, RoundPaid, RoundVoided } from './events.ts';
import { ruleOf } from './outcomes.ts';
import { exposureOf, otherSide, roundOutcome, strikesOf } from './prices.ts';
import { canRound } from './round-state.ts';
import type { Bet, Round } from './state.ts';
import { GRACE_MS, VOID_WITHIN_MS } from './terms.ts';

export type BetRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'ROUND_NOT_FOUND'
  | 'ROUND_CLOSED'
  | 'NO_SOURCE_TIME'
  | 'WALLET_UNSUPPORTED'
  | StakeRefusal
  | 'BOTH_SIDES'
  | 'EXPOSURE_FULL'
  | 'INSUFFICIENT_BALANCE';

export type BinaryRefusal =
  | BetRefusal
  | 'ROUND_NOT_OVER'
  | 'ROUND_NOT_DECIDED'
  | 'ALREADY_PROCESSED'
  | VoidRequestRefusal
  | 'VOID_TOO_LATE';

const NO_BETS: readonly Bet[] = [];

export function placeBet(
  book: Book,
  player: Player,
  command: PlaceBet,
  context: Context,
): Decision<BetPlaced, BetRefusal> {
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  const key = keyOf(command.round, command.type);
  if (key === undefined) return refuse('ROUND_NOT_FOUND');
  const round = findRound(book, player.site, command.round);
  if (round !== undefined && round.type !== command.type) return refuse('ROUND_NOT_FOUND');
  if (!takesBets(key, round, command, context)) return refuse('ROUND_CLOSED');

  const { terms, stake, side } = command;
  const mode = (round ?? terms).strikeMode;
  if (mode === 'AT_BET' && terms.isStampedOnArrival === true) return refuse('NO_SOURCE_TIME');
  const wallet = player.wallets.get(terms.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const own = round?.bets.get(player.id) ?? NO_BETS;
  const refusal = stakeRefusal(terms, stake, wallet, own);
  if (refusal !== undefined) return refuse(refusal);
  if (!terms.allowBothSides && own.some((bet) => bet.side === otherSide(side))) return refuse('BOTH_SIDES');
  const exposed = round === undefined ? 0n : exposureOf(side, round);
  if (exposed + portion(stake, terms.rate, 'up') > terms.exposureMost) return refuse('EXPOSURE_FULL');
  const { free, wait, currency } = wallet;
  if (stake > balanceOf(book, free) - command.reserved) return refuse('INSUFFICIENT_BALANCE');

  // All checks passed: below this line nothing may fail.
  const transfers = [{ from: free, to: wait, currency, amount: stake, reason: 'BET' }];
  const { strikeMode, precision, staleMs } = round ?? terms;
  return accept({
    ...playerEvent('BET_PLACED', book, player, context, transfers, wallet),
    round: command.round,
    type: command.type,
    side,
    stake,
    rate: terms.rate,
    wallet: wallet.type,
    acceptedAt: command.receivedAt,
    strikeMode,
    precision,
    staleMs,
  });
}

/**
 * The moment of receipt decides, but once the round can be frozen no bet is accepted, however early it was received:
 * a round without bets is never frozen, so the clock alone ends it.
 */
function takesBets(key: RoundKey, round: Round | undefined, command: PlaceBet, { now }: Context): boolean {
  if (round !== undefined && !canRound(round, 'BET')) return false;
  const { betsFrom, betsUntil, close } = windowsOf(command.type, key.open, command.terms.cutOffMs);
  return isWithin(command.receivedAt, { from: betsFrom, to: betsUntil }) && now < later(close, GRACE_MS);
}

export function freezeRound(
  book: Book,
  command: FreezeRound,
  context: Context,
): Decision<RoundFrozen, 'ROUND_NOT_FOUND' | 'ALREADY_PROCESSED' | 'ROUND_NOT_OVER'> {
  const key = keyOf(command.round, command.type);
  const round = findRound(book, command.site, command.round);
  if (key === undefined || round === undefined || round.type !== command.type)
    return refuse('ROUND_NOT_FOUND');
  if (!canRound(round, 'FREEZE')) return refuse('ALREADY_PROCESSED');
  if (context.now < later(round.close, GRACE_MS)) return refuse('ROUND_NOT_OVER');

  // All checks passed: below this line nothing may fail.
  const ticks = inOrder(command.ticks);
  const span = { open: key.open, close: round.close };
  const outcome = roundOutcome(ticks, span, round, command.interruption);
  const within = ticks.filter(({ ts }) => ts > span.open && ts <= span.close);
  return accept({
    ...platformEvent('ROUND_FROZEN', command.site, context),
    round: round.id,
    type: round.type,
    ...outcome,
    ...(round.strikeMode === 'AT_BET' ? { ticks: strikesOf(round, within) } : undefined),
  });
}

export function payRound(
  book: Book,
  command: PayRound,
  context: Context,
): Decision<RoundPaid, 'ROUND_NOT_FOUND' | 'ROUND_NOT_DECIDED' | 'ALREADY_PROCESSED'> {
  const round = findRound(book, command.site, command.round);
  if (round === undefined) return refuse('ROUND_NOT_FOUND');
  const rule = ruleOf(round);
  if (rule === undefined) return refuse('ROUND_NOT_DECIDED');
  if (!canRound(round, 'PAY')) return refuse('ALREADY_PROCESSED');

  // All checks passed: below this line nothing may fail.
  const payment = nextPayment(book, round, rule, command.most);
  return accept({ ...platformEvent('ROUND_PAID', command.site, context), ...payment, round: round.id });
}

export function voidRound(
  book: Book,
  command: VoidRound,
  context: Context,
): Decision<RoundVoided, 'ROUND_NOT_FOUND' | VoidRequestRefusal | 'ALREADY_PROCESSED' | 'VOID_TOO_LATE'> {
  const round = findRound(book, command.site, command.round);
  if (round === undefined) return refuse('ROUND_NOT_FOUND');
  const refusal = voidRequestRefusal(command);
  if (refusal !== undefined) return refuse(refusal);
  if (!canRound(round, 'STAFF_VOID')) return refuse('ALREADY_PROCESSED');
  if (context.now > later(round.close, VOID_WITHIN_MS)) return refuse('VOID_TOO_LATE');

  // All checks passed: below this line nothing may fail.
  const { reason, requestedBy, approvedBy } = command;
  return accept({
    ...platformEvent('ROUND_VOIDED', command.site, context),
    round: round.id,
    reason,
    requestedBy,
    approvedBy,
  });
}

const findRound = (book: Book, site: SiteId, id: RoundId): Round | undefined =>
  book.binary.rounds.get(roundPlace(site, id));

/** Undefined where no round of this type can open, and for bit-ball, whose rounds have rules of their own. */
function keyOf(id: RoundId, type: RoundType): RoundKey | undefined {
  const key = roundKeyOf(id);
  if (key === undefined || familyOf(type) === 'BALL') return undefined;
  return key.open % lengthOf(type) === 0 ? key : undefined;
}

const inOrder = (ticks: readonly TickRef[]): readonly TickRef[] =>
  ticks.toSorted((a, b) => a.ts - b.ts || a.seq - b.seq);
