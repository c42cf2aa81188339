// Is this bet allowed, and may the platform do this to a round now? Rules 1 and 2 as the twin reads them, the refusals
// in their order.
import type { PlaceBet } from '@maru/engine/binary/commands';
import type { PlaceBallBet } from '@maru/engine/bitball/commands';
import type { AnyCommand } from '@maru/engine/products';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import type { Verdict } from '../twin-rules.ts';
import type { BetCommand } from './asks.ts';
import { isPlatformCommand, type PlatformCommand } from './platform-events.ts';
import { DAY_MS, GRACE_MS, isDecided, isPaidOut, placeOf, type TwinBet, timesOf } from './twin.ts';
import { commitmentOf, isBadMarket, isSaltFor, setOf } from './twin-draw.ts';

const ONE = 100_000_000n;
const BALL_CUT_OFF_MS = 10_000;
const SALT_BEFORE_MS = 5_000;

function judgeBet(state: TwinState, player: TwinPlayer, command: PlaceBet, now: number): Verdict {
  if (player.role === 'PARTNER') return 'PARTNER_CANNOT_TRADE';
  const { round: id, type, terms, receivedAt, side, stake } = command;
  const times = timesOf(id, type);
  const round = state.rounds.get(placeOf(player.site, id));
  if (times === undefined || type.startsWith('P')) return 'ROUND_NOT_FOUND';
  if (round !== undefined && round.type !== type) return 'ROUND_NOT_FOUND';
  const isOpen = receivedAt >= times.from && receivedAt < times.last - terms.cutOffMs;
  if (!isOpen || (round && isDecided(round)) || now >= times.close + GRACE_MS) return 'ROUND_CLOSED';
  const bets = round?.bets ?? [];
  const limit = judgeLimits(player, command, bets);
  if (limit !== 'OK') return limit;
  const own = bets.filter((bet) => bet.player === player.id);
  if (!terms.allowBothSides && own.some((bet) => bet.pick !== side)) return 'BOTH_SIDES';
  let wouldLose = stake * terms.rate;
  for (const bet of bets) wouldLose += bet.pick === side ? bet.stake * bet.rate : -bet.stake * ONE;
  if (wouldLose > terms.exposureMost * ONE) return 'EXPOSURE_FULL';
  return hasFree(state, player, command) ? 'OK' : 'INSUFFICIENT_BALANCE';
}

function judgeBallBet(state: TwinState, player: TwinPlayer, command: PlaceBallBet): Verdict {
  if (player.role === 'PARTNER') return 'PARTNER_CANNOT_TRADE';
  const { round: id, type, terms, receivedAt, market, stake, odds } = command;
  const round = state.balls.get(placeOf(player.site, id));
  const times = timesOf(id, type);
  if (round === undefined || round.type !== type || times === undefined) return 'ROUND_NOT_FOUND';
  const isOpen = receivedAt >= times.from && receivedAt < times.open - BALL_CUT_OFF_MS;
  if (!isOpen || round.salt !== undefined || round.end !== undefined) return 'ROUND_CLOSED';
  if (isBadMarket(market, odds)) return 'BET_TYPE_INVALID';
  const limit = judgeLimits(player, command, round.bets);
  if (limit !== 'OK') return limit;
  let wouldLose = stake * odds - stake * ONE;
  for (const bet of round.bets) {
    if (bet.pick === market) wouldLose += bet.stake * bet.rate;
    if (setOf(bet.pick) === setOf(market)) wouldLose -= bet.stake * ONE;
  }
  if (wouldLose > terms.exposureMost * ONE) return 'EXPOSURE_FULL';
  return hasFree(state, player, command) ? 'OK' : 'INSUFFICIENT_BALANCE';
}

function judgeLimits(player: TwinPlayer, { terms, stake }: BetCommand, bets: readonly TwinBet[]): Verdict {
  const wallet = player.wallets.get(terms.wallet);
  if (wallet === undefined) return 'WALLET_UNSUPPORTED';
  if (stake <= 0n) return 'ENTER_AMOUNT';
  if (stake < terms.stakeMin) return 'STAKE_TOO_SMALL';
  const rest = stake % 10n ** BigInt(8 - wallet.places);
  if (rest !== 0n || stake % terms.stakeUnit !== 0n) return 'AMOUNT_OFF_UNIT';
  if (stake > terms.stakeMax) return 'STAKE_TOO_LARGE';
  const own = bets.filter((bet) => bet.player === player.id);
  if (own.length + 1 > terms.ticketsMost) return 'TOO_MANY_TICKETS';
  return own.reduce((sum, bet) => sum + bet.stake, stake as bigint) > terms.roundMost ? 'ROUND_LIMIT' : 'OK';
}

/** What open contracts need is left where it is. */
const hasFree = (state: TwinState, { id }: TwinPlayer, { terms, stake, reserved }: BetCommand) =>
  stake + reserved <= unitsIn(state, pursesOf(id, terms.wallet).free);

export const isBetCommand = ({ kind }: Pick<AnyCommand, 'kind'>): boolean =>
  kind === 'PLACE_BET' || kind === 'PLACE_BALL_BET';

export function judgeRounds(
  state: TwinState,
  player: TwinPlayer | undefined,
  asked: AnyCommand,
  now: number,
): Verdict {
  if (isPlatformCommand(asked)) return judgePlatform(state, asked, now);
  if (player === undefined) return 'ACCOUNT_NOT_FOUND';
  const command = asked as BetCommand;
  return command.kind === 'PLACE_BET'
    ? judgeBet(state, player, command, now)
    : judgeBallBet(state, player, command);
}

function judgePlatform(state: TwinState, command: PlatformCommand, now: number): Verdict {
  const place = placeOf(command.site, command.round);
  switch (command.kind) {
    case 'FREEZE_ROUND':
    case 'PAY_ROUND':
    case 'VOID_ROUND':
      return judgeRound(state, place, command, now);
    case 'SEAL_BALL':
      return judgeSeal(state, place, command, now);
    case 'SALT_BALL':
    case 'DRAW_BALL':
    case 'PAY_BALL':
    case 'VOID_BALL':
      return judgeBall(state, place, command, now);
  }
}

type OfRound = Extract<PlatformCommand, { kind: 'FREEZE_ROUND' | 'PAY_ROUND' | 'VOID_ROUND' }>;

function judgeRound(state: TwinState, place: string, command: OfRound, now: number): Verdict {
  const round = state.rounds.get(place);
  if (round === undefined) return 'ROUND_NOT_FOUND';
  switch (command.kind) {
    case 'FREEZE_ROUND':
      if (round.type !== command.type) return 'ROUND_NOT_FOUND';
      if (isDecided(round)) return 'ALREADY_PROCESSED';
      return now < round.close + GRACE_MS ? 'ROUND_NOT_OVER' : 'OK';
    case 'PAY_ROUND':
      if (!isDecided(round)) return 'ROUND_NOT_DECIDED';
      return isPaidOut(round) ? 'ALREADY_PROCESSED' : 'OK';
    case 'VOID_ROUND': {
      const refusal = judgePeople(command);
      if (refusal !== 'OK') return refusal;
      const { result, strikeMode } = round;
      const isVoid = result?.status === 3 && (strikeMode === 'ROUND_OPEN' || result.voidReason !== 'TIE');
      if (isVoid || round.voided !== undefined) return 'ALREADY_PROCESSED';
      return now > round.close + DAY_MS ? 'VOID_TOO_LATE' : 'OK';
    }
  }
}

type Voiding = Extract<PlatformCommand, { kind: 'VOID_ROUND' | 'VOID_BALL' }>;

function judgePeople({ reason, requestedBy, approvedBy }: Voiding): Verdict {
  if (/^\s*$/.test(reason)) return 'ENTER_REASON';
  return requestedBy === approvedBy ? 'SECOND_PERSON_NEEDED' : 'OK';
}

function judgeSeal(
  state: TwinState,
  place: string,
  { round, type, seed, commit }: Extract<PlatformCommand, { kind: 'SEAL_BALL' }>,
  now: number,
): Verdict {
  const times = timesOf(round, type);
  if (times === undefined || !type.startsWith('P')) return 'ROUND_NOT_FOUND';
  if (state.balls.has(place)) return 'ALREADY_PROCESSED';
  if (now >= times.from) return 'SEAL_TOO_LATE';
  if (!/^[0-9a-f]{64}$/.test(seed) || commitmentOf(seed) !== commit) return 'SEAL_INVALID';
  return [...state.balls.values()].some((ball) => ball.seed === seed) ? 'SEAL_INVALID' : 'OK';
}

type OfBall = Extract<PlatformCommand, { kind: 'SALT_BALL' | 'DRAW_BALL' | 'PAY_BALL' | 'VOID_BALL' }>;

function judgeBall(state: TwinState, place: string, command: OfBall, now: number): Verdict {
  const ball = state.balls.get(place);
  if (ball === undefined) return 'ROUND_NOT_FOUND';
  switch (command.kind) {
    case 'SALT_BALL': {
      if (ball.salt !== undefined || ball.end !== undefined) return 'ALREADY_PROCESSED';
      const at = ball.open - SALT_BEFORE_MS;
      if (now < at) return 'ROUND_NOT_OVER';
      return command.salt === undefined || isSaltFor(command.salt, at) ? 'OK' : 'SALT_INVALID';
    }
    case 'DRAW_BALL':
      if (ball.end !== undefined) return 'ALREADY_PROCESSED';
      return ball.salt === undefined || now < ball.open ? 'ROUND_NOT_OVER' : 'OK';
    case 'PAY_BALL':
      if (ball.end === undefined) return 'ROUND_NOT_DECIDED';
      return isPaidOut(ball) ? 'ALREADY_PROCESSED' : 'OK';
    case 'VOID_BALL': {
      const refusal = judgePeople(command);
      if (refusal !== 'OK') return refusal;
      if (ball.end === 'NO_SALT' || ball.end === 'STAFF') return 'ALREADY_PROCESSED';
      return ball.salt === undefined ? 'OK' : 'VOID_TOO_LATE';
    }
  }
}
