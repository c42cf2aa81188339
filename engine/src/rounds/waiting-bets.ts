// The bets of one player that wait for their rounds, whatever was bet on.
import type { OpenBet } from '../past/open-thing.ts';
import { type BetQueue, type PayableBet, paidIn } from '../payment/bet-queue.ts';
import type { PlayerId } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { RoundId, RoundType } from './round.ts';

interface Round<Bet extends PayableBet> extends BetQueue<Bet> {
  readonly id: RoundId;
  readonly type: RoundType;
}

export function* waitingBets<Bet extends PayableBet & { readonly acceptedAt: Millis }>(
  rounds: Iterable<Round<Bet>>,
  player: PlayerId,
  pickOf: (bet: Bet) => string,
): Iterable<OpenBet> {
  for (const { id: round, type: roundType, playerBets } of rounds) {
    const own = playerBets.get(player);
    for (const bet of own?.bets ?? []) {
      if (paidIn(own, bet) !== undefined) continue;
      const { id, wallet, stake: amount, acceptedAt: since } = bet;
      yield { kind: 'BET', id, wallet, since, amount, round, roundType, pick: pickOf(bet) };
    }
  }
}
