// A round and its bets in the book's digest: one hash for what the round is, and one for each bet.
import { addNumber, addOptional, addText, addUnits, BET, begin, finish, ROUND } from '../digest.ts';
import type { TickRef } from '../market/tick.ts';
import type { Bet, FrozenResult, Round } from './state.ts';

export function betDigest({ site, id: round }: Pick<Round, 'site' | 'id'>, bet: Bet): bigint {
  begin(BET);
  addNumber(site);
  addNumber(round);
  addNumber(bet.id);
  addNumber(bet.player);
  addText(bet.side);
  addUnits(bet.stake);
  addUnits(bet.rate);
  addText(bet.wallet);
  addNumber(bet.acceptedAt);
  return finish();
}

/** Everything that decides what its bets are paid, and how far the payment is. */
export function roundHeadDigest(round: Round): bigint {
  begin(ROUND);
  addNumber(round.site);
  addNumber(round.id);
  addText(round.type);
  addNumber(round.close);
  addText(round.strikeMode);
  addNumber(round.precision);
  addNumber(round.staleMs);
  addNumber(round.paidPlayers);
  addText(round.voided?.reason ?? '');
  addNumber(round.voided === undefined ? 0 : 1);
  addResult(round.result);
  return finish();
}

function addResult(result: FrozenResult | undefined): void {
  addOptional(result?.status);
  if (result === undefined) return;
  addText(result.voidReason ?? '');
  addTick(result.openTick);
  addTick(result.closeTick);
  addOptional(result.ticks?.length);
  for (const tick of result.ticks ?? []) addTick(tick);
}

function addTick(tick: TickRef | undefined): void {
  addOptional(tick?.seq);
  if (tick === undefined) return;
  addNumber(tick.ts);
  addUnits(tick.price);
}

/** Computed from the round alone, which keeps the sum so that it can be subtracted when the round is forgotten. */
export function weighRound(round: Round): bigint {
  let sum = roundHeadDigest(round);
  for (const bets of round.bets.values()) for (const bet of bets) sum += betDigest(round, bet);
  round.digest = BigInt.asUintN(64, sum);
  return round.digest;
}
