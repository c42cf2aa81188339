// What a payment means for the few of its players who are followed.
import type { Amount } from '../amount.ts';
import { type Followed, type MoneyChange, NO_CHANGE, type OpenStake } from '../follower.ts';
import type { PlayerId } from '../purse.ts';
import { type BetQueue, type PayableBet, paidIn } from './bet-queue.ts';
import { linesOfThose, readLine, type Shares } from './shares.ts';

/** Before it is applied: its players are the next ones of the queue. No line is read if none of them is followed. */
export function paymentChanges(
  queue: BetQueue<PayableBet> | undefined,
  shares: Shares | undefined,
  followed: Followed,
): readonly MoneyChange[] {
  if (queue === undefined || shares === undefined || !isAnyPaid(queue, shares, followed)) return [];
  return linesOfThose(shares, (player) => followed.has(player)).flatMap(({ line }) => {
    const { player, wallets } = readLine(line);
    return wallets.map(({ type, won, profit, lost, given, taken }) => ({
      ...NO_CHANGE,
      player,
      wallet: type,
      result: (profit + given - lost - taken) as Amount,
      turnover: (won + lost) as Amount,
    }));
  });
}

function isAnyPaid(queue: BetQueue<PayableBet>, { players }: Shares, followed: Followed): boolean {
  if (followed.size < players) {
    for (const player of followed.keys()) if (queue.bets.has(player)) return true;
    return false;
  }
  for (let at = queue.paidPlayers; at < queue.paidPlayers + players; at += 1)
    if (followed.has(queue.players[at]!)) return true;
  return false;
}

/** The bets of these rounds that wait for their payment. */
export function* openBets(queues: Iterable<BetQueue<PayableBet>>, player: PlayerId): Iterable<OpenStake> {
  for (const { playerBets } of queues) {
    const own = playerBets.get(player);
    if (own === undefined) continue;
    for (const bet of own.bets)
      if (paidIn(own, bet) === undefined) yield { wallet: bet.wallet, stake: bet.stake };
  }
}

/** A bet that is about to be placed. */
export function betChanges(
  {
    steps,
    wallet,
    stake,
  }: Pick<PayableBet, 'wallet' | 'stake'> & {
    readonly steps: readonly { readonly player: PlayerId }[];
  },
  followed: Followed,
): readonly MoneyChange[] {
  const player = steps[0]?.player;
  if (player === undefined || !followed.has(player)) return [];
  return [{ ...NO_CHANGE, player, wallet, asks: 'STAKE', opened: stake }];
}
