// The rules of ball rounds: the seal, the bets, the salt, the draw, and who is paid. docs/rules.md 2.
import { portion, toPlaces, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { platformEvent, playerEvent } from '../event.ts';
import { type BetOutcome, isAllPaid } from '../payment/bet-queue.ts';
import type { PaymentRule } from '../payment/gains.ts';
import { nextPayment } from '../payment/pay.ts';
import { type StakeRefusal, stakeRefusal } from '../rounds/bet-limits.ts';
import { type VoidRequestRefusal, voidRequestRefusal } from '../rounds/void-request.ts';
import { isWithin } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import type { Wallet } from '../wallet.ts';
import type { DrawBall, PayBall, PlaceBallBet, SaltBall, SealBall, VoidBall } from './commands.ts';
import { commitOf, drawOf, isSeed } from './draw.ts';
import type { BallBetPlaced, BallDrawn, BallPaid, BallSalted, BallSealed, BallVoided } from './events.ts';
import { checkOdds, isMarket, outcomeOf } from './markets.ts';
import { ballTimesOf, isSalt } from './salt.ts';
import { type BallBet, type BallEnd, type BallRound, ballExposureOf, creditMost, findBall } from './state.ts';

export type BallBetRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'ROUND_NOT_FOUND'
  | 'ROUND_CLOSED'
  | 'BET_TYPE_INVALID'
  | 'WALLET_UNSUPPORTED'
  | StakeRefusal
  | 'EXPOSURE_FULL'
  | 'INSUFFICIENT_BALANCE';

export type BallRefusal =
  | BallBetRefusal
  | 'SEAL_INVALID'
  | 'SEAL_TOO_LATE'
  | 'SALT_INVALID'
  | 'ROUND_NOT_OVER'
  | 'ROUND_NOT_DECIDED'
  | 'ALREADY_PROCESSED'
  | VoidRequestRefusal
  | 'VOID_TOO_LATE';

export function sealBall(
  book: Book,
  command: SealBall,
  context: Context,
): Decision<BallSealed, 'ROUND_NOT_FOUND' | 'ALREADY_PROCESSED' | 'SEAL_TOO_LATE' | 'SEAL_INVALID'> {
  const times = ballTimesOf(command.round, command.type);
  if (times === undefined) return refuse('ROUND_NOT_FOUND');
  if (findBall(book, command.site, command.round) !== undefined) return refuse('ALREADY_PROCESSED');
  // A seed that is sealed after the first bet could be chosen against it.
  if (context.now >= times.betsFrom) return refuse('SEAL_TOO_LATE');
  if (!isSeed(command.seed) || commitOf(command.seed) !== command.commit) return refuse('SEAL_INVALID');
  if (isSealedElsewhere(book, command.commit)) return refuse('SEAL_INVALID');

  // All checks passed: below this line nothing may fail.
  const { round, type, seed, commit } = command;
  return accept({ ...platformEvent('BALL_SEALED', command.site, context), round, type, seed, commit });
}

/** The end of one round would show the seed of the other. */
function isSealedElsewhere({ bitball }: Book, commit: string): boolean {
  for (const round of bitball.rounds.values()) if (round.commit === commit) return true;
  return false;
}

export function placeBallBet(
  book: Book,
  player: Player,
  command: PlaceBallBet,
  context: Context,
): Decision<BallBetPlaced, BallBetRefusal> {
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  const round = findBall(book, player.site, command.round);
  if (round === undefined || round.type !== command.type) return refuse('ROUND_NOT_FOUND');
  if (!takesBets(round, command)) return refuse('ROUND_CLOSED');
  const { terms, stake, market, odds } = command;
  if (!isMarket(market) || checkOdds(market, odds) !== undefined) return refuse('BET_TYPE_INVALID');

  const wallet = player.wallets.get(terms.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const refusal = stakeRefusal(terms, stake, wallet, round.bets.get(player.id) ?? []);
  if (refusal !== undefined) return refuse(refusal);
  const exposed = ballExposureOf(market, round) + creditMost({ stake, odds }) - stake;
  if (exposed > terms.exposureMost) return refuse('EXPOSURE_FULL');
  const { free, wait, currency } = wallet;
  if (stake > balanceOf(book, free) - command.reserved) return refuse('INSUFFICIENT_BALANCE');

  // All checks passed: below this line nothing may fail.
  const transfers = [{ from: free, to: wait, currency, amount: stake, reason: 'BET' }];
  return accept({
    ...playerEvent('BALL_BET_PLACED', book, player, context, transfers, wallet),
    round: round.id,
    type: round.type,
    market,
    stake,
    odds,
    wallet: wallet.type,
    acceptedAt: command.receivedAt,
  });
}

/** The moment of receipt decides, but a salted round takes no bet however early it was received. */
function takesBets(round: BallRound, { receivedAt }: PlaceBallBet): boolean {
  if (round.salt !== undefined || round.end !== undefined) return false;
  const { betsFrom, betsUntil } = timesOf(round);
  return isWithin(receivedAt, { from: betsFrom, to: betsUntil });
}

export function saltBall(
  book: Book,
  command: SaltBall,
  context: Context,
): Decision<
  BallSalted | BallVoided,
  'ROUND_NOT_FOUND' | 'ALREADY_PROCESSED' | 'ROUND_NOT_OVER' | 'SALT_INVALID'
> {
  const round = findBall(book, command.site, command.round);
  if (round === undefined) return refuse('ROUND_NOT_FOUND');
  if (round.salt !== undefined || round.end !== undefined) return refuse('ALREADY_PROCESSED');
  const { saltAt } = timesOf(round);
  if (context.now < saltAt) return refuse('ROUND_NOT_OVER');
  if (command.salt !== undefined && !isSalt(command.salt, saltAt)) return refuse('SALT_INVALID');

  // All checks passed: below this line nothing may fail.
  const { id, type, seed, commit } = round;
  const { salt, site } = command;
  if (salt !== undefined)
    return accept({ ...platformEvent('BALL_SALTED', site, context), round: id, type, salt });
  return accept({
    ...platformEvent('BALL_VOIDED', site, context),
    round: id,
    type,
    voidReason: 'NO_SALT',
    seed,
    commit,
  });
}

export function drawBall(
  book: Book,
  command: DrawBall,
  context: Context,
): Decision<BallDrawn, 'ROUND_NOT_FOUND' | 'ALREADY_PROCESSED' | 'ROUND_NOT_OVER'> {
  const round = findBall(book, command.site, command.round);
  if (round === undefined) return refuse('ROUND_NOT_FOUND');
  if (round.end !== undefined) return refuse('ALREADY_PROCESSED');
  const { salt, seed, commit, type } = round;
  if (salt === undefined || context.now < round.open) return refuse('ROUND_NOT_OVER');

  // All checks passed: below this line nothing may fail.
  const { balls, power } = drawOf({ seed, round: round.id, salt });
  return accept({
    ...platformEvent('BALL_DRAWN', command.site, context),
    round: round.id,
    type,
    seed,
    commit,
    salt,
    balls,
    power,
  });
}

/** Once salted, staff could compute the draw: a void would then be a choice of the outcome. */
export function voidBall(
  book: Book,
  command: VoidBall,
  context: Context,
): Decision<BallVoided, 'ROUND_NOT_FOUND' | VoidRequestRefusal | 'ALREADY_PROCESSED' | 'VOID_TOO_LATE'> {
  const round = findBall(book, command.site, command.round);
  if (round === undefined) return refuse('ROUND_NOT_FOUND');
  const refusal = voidRequestRefusal(command);
  if (refusal !== undefined) return refuse(refusal);
  if (round.end?.kind === 'VOID') return refuse('ALREADY_PROCESSED');
  if (round.salt !== undefined) return refuse('VOID_TOO_LATE');

  // All checks passed: below this line nothing may fail.
  const { reason, requestedBy, approvedBy } = command;
  const { id, type, seed, commit } = round;
  return accept({
    ...platformEvent('BALL_VOIDED', command.site, context),
    round: id,
    type,
    voidReason: 'STAFF',
    seed,
    commit,
    reason,
    requestedBy,
    approvedBy,
  });
}

export function payBall(
  book: Book,
  command: PayBall,
  context: Context,
): Decision<BallPaid, 'ROUND_NOT_FOUND' | 'ROUND_NOT_DECIDED' | 'ALREADY_PROCESSED'> {
  const round = findBall(book, command.site, command.round);
  if (round === undefined) return refuse('ROUND_NOT_FOUND');
  const { end } = round;
  if (end === undefined) return refuse('ROUND_NOT_DECIDED');
  if (isAllPaid(round)) return refuse('ALREADY_PROCESSED');

  // All checks passed: below this line nothing may fail.
  const payment = nextPayment(book, round, ballRule(end), command.most);
  return accept({ ...platformEvent('BALL_PAID', command.site, context), ...payment, round: round.id });
}

export const ballRule = (end: BallEnd): PaymentRule<BallBet> => ({
  outcomeOf: ballOutcomes(end),
  endsAlike: true,
});

/** Equal bets share one outcome. */
function ballOutcomes(end: BallEnd): PaymentRule<BallBet>['outcomeOf'] {
  let last: { readonly bet: BallBet; readonly places: number; readonly outcome: BetOutcome } | undefined;
  return (bet, wallet) => {
    const isAsLast =
      last !== undefined &&
      last.bet.market === bet.market &&
      last.bet.stake === bet.stake &&
      last.bet.odds === bet.odds &&
      last.places === wallet.places;
    if (last === undefined || !isAsLast)
      last = { bet, places: wallet.places, outcome: ballOutcome(bet, end, wallet) };
    return last.outcome;
  };
}

/** A hit brings stake × odds, cut at the places of the wallet (G11). */
export function ballOutcome(
  { market, stake, odds }: Pick<BallBet, 'market' | 'stake' | 'odds'>,
  end: BallEnd,
  { places }: Pick<Wallet, 'places'>,
): BetOutcome {
  if (end.kind === 'VOID') return { status: 3, credit: stake };
  if (outcomeOf(market, end.draw) === 'LOST') return { status: 2, credit: ZERO };
  return { status: 1, credit: toPlaces(portion(stake, odds, 'down'), places, 'down') };
}

function timesOf({ id, type }: BallRound) {
  const times = ballTimesOf(id, type);
  assert(times !== undefined, 'a sealed round has its times');
  return times;
}
