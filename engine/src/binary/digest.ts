// A binary round and its bets in the book's digest.
import { addNumber, addOptional, addText, addUnits, BET, begin, finish, ROUND } from '../digest.ts';
import type { TickRef } from '../market/tick.ts';
import { digestOfBet } from '../rounds/round-digest.ts';
import type { Bet, FrozenResult, Round } from './state.ts';

export const betDigest = (round: Round, bet: Bet): bigint => digestOfBet(BET, round, bet, bet.side, bet.rate);

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
