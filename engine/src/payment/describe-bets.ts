import { toDecimal } from '../amount.ts';
import { type BetQueue, type PayableBet, paidIn } from './bet-queue.ts';

/**
 * One line for each bet; its place shows when its player is paid. `pickOf` returns what was bet on and at which rate.
 */
export function describeBets<Bet extends PayableBet & { readonly acceptedAt: number }>(
  name: string,
  { players, bets, playerBets }: BetQueue<Bet>,
  pickOf: (bet: Bet) => { readonly pick: string; readonly rate: bigint },
): readonly string[] {
  return players.flatMap((player, place) =>
    (bets.get(player) ?? []).map((bet, nth) => {
      const paid = paidIn(playerBets.get(player), bet);
      const { pick, rate } = pickOf(bet);
      const outcome = paid === undefined ? 'waits' : `${paid.status} ${toDecimal(paid.credit)}`;
      return `${name} ${place}.${nth} ${bet.id} ${bet.player} ${pick} ${toDecimal(bet.stake)} ${toDecimal(rate)} ${bet.wallet} ${bet.acceptedAt} ${outcome}`;
    }),
  );
}
