// Rounds and their bets in the book's digest: one hash for what a round is, and one for each bet.
import { addNumber, addText, addTo, addUnits, begin, type Digest, finish, OPEN } from '../digest.ts';
import type { BetQueue, PayableBet } from '../payment/bet-queue.ts';
import type { Millis } from '../time.ts';
import type { RoundId } from './round.ts';

interface AcceptedBet extends PayableBet {
  readonly acceptedAt: Millis;
}

/** `kind` is what is hashed, `pick` what was bet on. */
export function digestOfBet(
  kind: number,
  { site, id: round }: { readonly site: number; readonly id: RoundId },
  bet: AcceptedBet,
  pick: string,
  rate: bigint,
): bigint {
  begin(kind);
  addNumber(site);
  addNumber(round);
  addNumber(bet.id);
  addNumber(bet.player);
  addText(pick);
  addUnits(bet.stake);
  addUnits(rate);
  addText(bet.wallet);
  addNumber(bet.acceptedAt);
  return finish();
}

interface Digested {
  /** Its part of the book's digest, so that it can be subtracted when the round is forgotten. */
  digest: bigint;
}

/** A round changed: its own part of the digest and the book's change by the same. */
export function addRoundDigest(book: { readonly digest: Digest }, round: Digested, by: bigint): void {
  round.digest = BigInt.asUintN(64, round.digest + by);
  addTo(book.digest, OPEN, by);
}

/** Computed from the rounds alone. */
export function weighRounds<Bet extends PayableBet, Round extends BetQueue<Bet> & Digested>(
  rounds: Iterable<Round>,
  headDigest: (round: Round) => bigint,
  betDigest: (round: Round, bet: Bet) => bigint,
): bigint {
  let total = 0n;
  for (const round of rounds) {
    let sum = headDigest(round);
    for (const bets of round.bets.values()) for (const bet of bets) sum += betDigest(round, bet);
    round.digest = BigInt.asUintN(64, sum);
    total += round.digest;
  }
  return total;
}
