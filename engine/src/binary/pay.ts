// How bets are paid, whatever was bet on: the next players of a queue, each with all bets, and the money of each
// wallet moved in one go. A bet that was paid before is paid anew by the difference; what a player no longer has
// becomes a debt (rules.md 1.10, 6.1).
import { type Amount, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player, Wallet } from '../book.ts';
import type { Event } from '../event.ts';
import { housePurse, type PlayerId, type PurseId, type SiteId, type WalletType } from '../purse.ts';
import { type BalanceAfter, balanceOf, type Transfer } from '../transfer.ts';
import type { BetStatus, PaidBet, TickRef } from './events.ts';

/** A payment moves this many players at most, so that no order waits long behind it. */
export const PLAYERS_PER_PAYMENT = 500;

/** What became of one bet. */
export interface BetOutcome {
  readonly status: BetStatus;
  /** All that comes to the free purse: stake and profit, the stake alone, or nothing. */
  readonly credit: Amount;
  readonly strike?: TickRef;
}

/** As much of a bet as paying needs to know. */
export interface PayableBet {
  readonly id: number;
  readonly player: PlayerId;
  readonly stake: Amount;
  readonly wallet: WalletType;
  /** Undefined while it waits. A void after a payment changes it once more. */
  paid: { readonly status: BetStatus; readonly credit: Amount } | undefined;
}

/** The bets that are decided together. */
export interface BetQueue<Bet extends PayableBet> {
  readonly site: SiteId;
  /** In the order in which they first bet, which is the order in which they are paid. */
  readonly players: PlayerId[];
  readonly bets: Map<PlayerId, Bet[]>;
  /** How many of the players are paid. */
  paidPlayers: number;
}

export const emptyQueue = <Bet extends PayableBet>(site: SiteId): BetQueue<Bet> => ({
  site,
  players: [],
  bets: new Map(),
  paidPlayers: 0,
});

export function queueBet<Bet extends PayableBet>(queue: BetQueue<Bet>, bet: Bet): void {
  const known = queue.bets.get(bet.player);
  if (known !== undefined) {
    known.push(bet);
    return;
  }
  queue.players.push(bet.player);
  queue.bets.set(bet.player, [bet]);
}

export const isAllPaid = (queue: Pick<BetQueue<PayableBet>, 'players' | 'paidPlayers'>): boolean =>
  queue.paidPlayers >= queue.players.length;

/** What an event that pays has beyond its kind, number and time. */
export interface Payment extends Pick<Event<string>, 'steps' | 'transfers' | 'after'> {
  readonly bets: readonly PaidBet[];
  readonly isLast: boolean;
}

export interface PaymentRule<Bet> {
  /** Whose gain and loss it is: `pnl:binary`. */
  readonly purpose: string;
  readonly outcomeOf: (bet: Bet, wallet: Wallet) => BetOutcome;
}

export function nextPayment<Bet extends PayableBet>(
  book: Book,
  queue: BetQueue<Bet>,
  rule: PaymentRule<Bet>,
): Payment {
  const end = Math.min(queue.players.length, queue.paidPlayers + PLAYERS_PER_PAYMENT);
  const steps: { readonly player: PlayerId; readonly seq: number }[] = [];
  const transfers: Transfer[] = [];
  const after: BalanceAfter[] = [];
  const bets: PaidBet[] = [];
  for (let index = queue.paidPlayers; index < end; index++) {
    const id = queue.players[index]!;
    const player = book.players.get(id);
    const own = queue.bets.get(id);
    assert(player !== undefined && own !== undefined, 'a queue has the accounts and bets of its players');
    steps.push({ player: id, seq: player.seq + 1 });
    const sums = new Map<WalletType, Sums>();
    for (const bet of own) {
      const into = sumsOf(sums, player, bet.wallet);
      const outcome = rule.outcomeOf(bet, into.wallet);
      count(into, bet, outcome);
      const { status, credit, strike } = outcome;
      // Written out twice: a spread costs more than everything else here, and a round may have a million bets.
      bets.push(
        strike === undefined
          ? { bet: bet.id, player: id, status, credit }
          : { bet: bet.id, player: id, status, credit, strike },
      );
    }
    for (const each of sums.values()) {
      const house = housePurse(queue.site, rule.purpose, each.wallet.currency);
      move(book, each, { house, transfers, after });
    }
  }
  return { steps, transfers, after, bets, isLast: end === queue.players.length };
}

/** The payment has happened: the other half of `nextPayment`, for `apply`. */
export function markPaid(queue: BetQueue<PayableBet>, paid: readonly PaidBet[]): void {
  let last: PlayerId | undefined;
  for (const { bet: id, player, status, credit } of paid) {
    const bet = queue.bets.get(player)?.find((each) => each.id === id);
    assert(bet !== undefined, 'a payment names bets of its queue');
    bet.paid = { status, credit };
    if (player !== last) queue.paidPlayers += 1;
    last = player;
  }
}

/** What moves in one wallet of one player, gathered over all bets. */
interface Sums {
  readonly wallet: Wallet;
  wonStakes: bigint;
  voidStakes: bigint;
  lostStakes: bigint;
  profits: bigint;
  /** Of bets that were paid before: what is paid after all, and what is taken back. */
  given: bigint;
  taken: bigint;
}

function sumsOf(sums: Map<WalletType, Sums>, player: Player, type: WalletType): Sums {
  const known = sums.get(type);
  if (known !== undefined) return known;
  const wallet = player.wallets.get(type);
  assert(wallet !== undefined, 'a bet was paid from a wallet of its player');
  const fresh = { wallet, wonStakes: 0n, voidStakes: 0n, lostStakes: 0n, profits: 0n, given: 0n, taken: 0n };
  sums.set(type, fresh);
  return fresh;
}

function count(sums: Sums, bet: PayableBet, { status, credit }: BetOutcome): void {
  if (bet.paid !== undefined) {
    const change = credit - bet.paid.credit;
    if (change > 0n) sums.given += change;
    else sums.taken -= change;
    return;
  }
  switch (status) {
    case 1:
      assert(credit >= bet.stake, 'who wins has the stake back');
      sums.wonStakes += bet.stake;
      sums.profits += credit - bet.stake;
      return;
    case 2:
      assert(credit === ZERO, 'who loses gets nothing');
      sums.lostStakes += bet.stake;
      return;
    case 3:
      assert(credit === bet.stake, 'a void bet returns its stake');
      sums.voidStakes += bet.stake;
      return;
  }
}

interface Movement {
  readonly house: PurseId;
  readonly transfers: Transfer[];
  readonly after: BalanceAfter[];
}

/** What comes in moves before what goes out: then a player owes only what is really missing. */
function move(book: Book, sums: Sums, { house, transfers, after }: Movement): void {
  const { free, wait, debt, currency } = sums.wallet;
  const leg = (from: PurseId, to: PurseId, amount: bigint, reason: string) => {
    if (amount > 0n) transfers.push({ from, to, currency, amount: amount as Amount, reason });
  };
  leg(wait, free, sums.wonStakes, 'BET_STAKE');
  leg(house, free, sums.profits, 'BET_PROFIT');
  leg(wait, free, sums.voidStakes, 'BET_VOID');
  leg(wait, house, sums.lostStakes, 'BET_LOST');
  leg(house, free, sums.given, 'BET_REVERSED');

  const freeBefore = balanceOf(book, free);
  const credited = sums.wonStakes + sums.profits + sums.voidStakes + sums.given;
  const there = freeBefore + credited;
  const takenFromFree = there < sums.taken ? (there > 0n ? there : 0n) : sums.taken;
  const missing = sums.taken - takenFromFree;
  leg(free, house, takenFromFree, 'BET_REVERSED');
  leg(debt, house, missing, 'BET_REVERSED');

  // An older debt is taken from the next credit (rules.md 1.10), and from nothing that was there before.
  const owed = -balanceOf(book, debt);
  const gained = credited - takenFromFree;
  const repaid = gained <= 0n ? 0n : gained < owed ? gained : owed;
  leg(free, debt, repaid, 'DEBT_REPAID');

  const waitAfter = balanceOf(book, wait) - sums.wonStakes - sums.voidStakes - sums.lostStakes;
  after.push({ purse: free, balance: (there - takenFromFree - repaid) as Amount });
  after.push({ purse: wait, balance: waitAfter as Amount });
  if (missing > 0n || repaid > 0n) after.push({ purse: debt, balance: (repaid - owed - missing) as Amount });
}
