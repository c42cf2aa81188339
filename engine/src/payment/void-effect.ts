// What a void would move, found by the function that moves it: members of staff see it before they ask for one. Nothing
// is changed by it.
import type { Amount } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import type { Currency, PlayerId } from '../purse.ts';
import { type BetQueue, type BetStatus, type PayableBet, paidIn } from './bet-queue.ts';
import type { PaymentRule } from './gains.ts';
import { nextPayment } from './pay.ts';
import { linesOf, readLine } from './shares.ts';

/** What a player has in the round with one wallet, and what the void does to it. */
export interface VoidShare {
  readonly player: PlayerId;
  readonly currency: Currency;
  /** What was staked, by what was bet on. */
  readonly stakes: Readonly<Record<string, Amount>>;
  readonly stake: Amount;
  /** What has been paid for it; undefined while it waits. */
  readonly paid: Amount | undefined;
  /** Of all bets, where they ended alike; undefined otherwise and while they wait. */
  readonly status: BetStatus | undefined;
  /** What comes to the free money or, below zero, is taken back from it. A stake that waits comes back too. */
  readonly change: Amount;
  /** What would be taken back and is not there: it becomes a debt. */
  readonly missing: Amount;
}

/** Of the players from this place on, in the order in which they are paid; no more than one payment has. */
export function voidShares<Bet extends PayableBet>(
  book: Book,
  queue: BetQueue<Bet>,
  {
    rule,
    pickOf,
    from,
  }: {
    readonly rule: PaymentRule<Bet>;
    readonly pickOf: (bet: Bet) => string;
    readonly from: number;
  },
): readonly VoidShare[] {
  if (from >= queue.players.length) return [];
  const { shares } = nextPayment(book, { ...queue, paidPlayers: from }, rule);
  return linesOf(shares).flatMap((text) => {
    const { player, wallets } = readLine(text);
    const playerBets = queue.playerBets.get(player);
    assert(playerBets !== undefined, 'a queue has the bets of its players');
    return wallets.map(({ type, currency, void: back, given, taken, missing }): VoidShare => {
      const stakes: Record<string, Amount> = {};
      let [stake, paid] = [0n, 0n];
      let waits = false;
      const statuses = new Set<BetStatus>();
      for (const bet of playerBets.bets) {
        if (bet.wallet !== type) continue;
        const pick = pickOf(bet);
        stakes[pick] = ((stakes[pick] ?? 0n) + bet.stake) as Amount;
        stake += bet.stake;
        const before = paidIn(playerBets, bet);
        if (before === undefined) waits = true;
        else {
          paid += before.credit;
          statuses.add(before.status);
        }
      }
      const [status] = statuses;
      return {
        player,
        currency,
        stakes,
        stake: stake as Amount,
        paid: waits ? undefined : (paid as Amount),
        status: waits || statuses.size > 1 ? undefined : status,
        change: (back + given - taken) as Amount,
        missing: missing as Amount,
      };
    });
  });
}
