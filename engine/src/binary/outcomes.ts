// What each bet of a decided round pays. Equal bets share one outcome: a round may have a million bets, and a handful
// of outcomes.

import type { TickRef } from '../market/tick.ts';
import type { BetOutcome } from '../payment/bet-queue.ts';
import type { PaymentRule } from '../payment/gains.ts';
import { betOutcome, strikeFor, voidOutcome } from './prices.ts';
import type { Bet, FrozenResult, Round } from './state.ts';

/** Undefined until the round is decided. */
export function ruleOf(round: Round): PaymentRule<Bet> | undefined {
  const { result, voided } = round;
  if (voided !== undefined) return { outcomeOf: voidOutcomes(), endsAlike: true };
  if (result === undefined) return undefined;
  return round.strikeMode === 'AT_BET'
    ? { outcomeOf: ownStrikes(round, result), endsAlike: false }
    : { outcomeOf: oneStrike(round, result), endsAlike: true };
}

type OutcomeOf = PaymentRule<Bet>['outcomeOf'];

interface Known {
  readonly bet: Bet;
  readonly places: number;
  readonly outcome: BetOutcome;
}

/** Where one strike counts for all, equal bets end equally. */
function oneStrike(round: Round, result: FrozenResult): OutcomeOf {
  const known = { UP: new Map<bigint, Known>(), DOWN: new Map<bigint, Known>() };
  const newest: { UP?: Known; DOWN?: Known } = {};
  return (bet, { places }) => {
    const { side, stake } = bet;
    let last = newest[side];
    if (isAs(last, bet, places)) return last.outcome;
    last = known[side].get(stake);
    if (!isAs(last, bet, places)) {
      last = { bet, places, outcome: betOutcome(bet, result, round, places) };
      known[side].set(stake, last);
    }
    newest[side] = last;
    return last.outcome;
  };
}

/** Bets between two ticks have the same strike. */
function ownStrikes(round: Round, result: FrozenResult): OutcomeOf {
  const known = { UP: new Map<TickRef | undefined, Known>(), DOWN: new Map<TickRef | undefined, Known>() };
  return (bet, { places }) => {
    const strike = strikeFor(result.ticks ?? [], bet.acceptedAt);
    const last = known[bet.side].get(strike);
    if (isAs(last, bet, places)) return last.outcome;
    const outcome = betOutcome(bet, result, round, places);
    known[bet.side].set(strike, { bet, places, outcome });
    return outcome;
  };
}

function voidOutcomes(): OutcomeOf {
  let last: BetOutcome | undefined;
  return (bet) => {
    if (last?.credit !== bet.stake) last = voidOutcome(bet);
    return last;
  };
}

const isAs = (last: Known | undefined, bet: Bet, places: number): last is Known =>
  last !== undefined && last.bet.stake === bet.stake && last.bet.rate === bet.rate && last.places === places;
