// How bets are paid, whatever was bet on: the next players of a queue, each with all bets, and the money of each wallet
// moved in one go. A bet that was paid before is corrected by the difference; what a player no longer has becomes a
// debt (docs/rules.md 1.10, 6.1).
//
// What a bet pays follows from the bet and the end of its round, so a payment contains how many players it pays and
// what each of them gets; `payOut` finds the same from the book, and the sums of both must agree.
import type { Amount } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import { ACCOUNTS, addTo, seqWeight } from '../digest.ts';
import type { Event } from '../event.ts';
import type { IsCovered } from '../product.ts';
import {
  type Currency,
  housePurse,
  type PlayerId,
  type Purse,
  type SiteId,
  type WalletType,
} from '../purse.ts';
import { balanceIn, openPurse, setBalance } from '../transfer.ts';
import type { Wallet } from '../wallet.ts';
import type { BetOutcome, BetQueue, PaidBet, PayableBet, PlayerBets } from './bet-queue.ts';
import { emptyTally, type KnownGain, type PaymentRule, tally } from './gains.ts';
import { isOfHouse, type Moved, type Shares, writeOutcome, writeWallet } from './shares.ts';

/** A payment moves this many players at most, so that no order waits long behind it. */
export const PLAYERS_PER_PAYMENT = 2_000;

/** What an event that pays has beyond its kind, number and time. */
export interface Payment extends Pick<Event<string>, 'steps' | 'transfers' | 'after'> {
  readonly bets: readonly PaidBet[];
  readonly shares: Shares;
  readonly isLast: boolean;
}

const NOTHING = { steps: [], transfers: [], after: [], bets: [] } as const;

export function nextPayment<Bet extends PayableBet>(
  book: Book,
  queue: BetQueue<Bet>,
  rule: PaymentRule<Bet>,
  most = PLAYERS_PER_PAYMENT,
): Payment {
  const players = Math.min(most, PLAYERS_PER_PAYMENT, queue.players.length - queue.paidPlayers);
  const end = queue.paidPlayers + players;
  const totals: Totals = { free: 0n, wait: 0n, debt: 0n };
  const tallied = emptyTally();
  const places: Places = { codes: new Map(), known: new Map() };
  const lines: string[] = [];
  for (let index = queue.paidPlayers; index < end; index++) {
    const { player, playerBets } = playerBetsAt(book, queue, index);
    tally(tallied, player, playerBets, rule);
    let line = player.id + ',' + (player.seq + 1);
    const { wallets, gains, judged } = tallied;
    for (let nth = 0; nth < gains.length; nth++) {
      const wallet = wallets[nth]!;
      const gain = gains[nth]!;
      const moved = move(book, wallet, gain);
      addMoved(totals, gain, moved);
      line += ';' + writeWallet(wallet, gain, moved);
    }
    lines.push(line + ';' + writeBets(playerBets, judged, places));
  }
  const { free, wait, debt } = totals as Record<keyof Totals, Amount>;
  const shares = {
    players,
    free,
    wait,
    debt,
    outcomes: [...places.codes.keys()].join('/'),
    text: lines.join('/'),
  };
  return { ...NOTHING, shares, isLast: end === queue.players.length };
}

/** The other half of `nextPayment`, for `apply`: the same players, outcomes and sums, found once more. */
export function payOut<Bet extends PayableBet>(
  book: Book,
  queue: BetQueue<Bet>,
  {
    shares,
    rule,
    purpose,
    isCovered,
  }: { shares: Shares; rule: PaymentRule<Bet>; purpose: string; isCovered: IsCovered },
): void {
  const { site } = queue;
  const end = queue.paidPlayers + shares.players;
  const houses = new Map<Currency, bigint>();
  const totals: Totals = { free: 0n, wait: 0n, debt: 0n };
  const tallied = emptyTally();
  for (let index = queue.paidPlayers; index < end; index++) {
    const { player, playerBets } = playerBetsAt(book, queue, index);
    tally(tallied, player, playerBets, rule);
    const { wallets, gains, judged } = tallied;
    for (let nth = 0; nth < gains.length; nth++) {
      const wallet = wallets[nth]!;
      const gain = gains[nth]!;
      const { currency } = wallet;
      const moved = move(book, wallet, gain);
      addMoved(totals, gain, moved);
      if (isOfHouse(gain)) houses.set(currency, (houses.get(currency) ?? 0n) - gain.fromHouse);
      const free = purseOf(book, wallet, 'free', site);
      setBalance(book, free, moved.free);
      assert(
        (moved.free >= 0n || isCovered(free)) && moved.wait >= 0n,
        'only the house and debts may be below zero, and what open contracts cover',
      );
      setBalance(book, purseOf(book, wallet, 'wait', site), moved.wait);
      if (moved.missing > 0n || moved.repaid > 0n)
        setBalance(book, openPurse(book, wallet.debt, site, currency), moved.debt);
    }
    mark(playerBets, judged);
    player.seq += 1;
    addTo(book.digest, ACCOUNTS, seqWeight(player.id));
  }
  queue.paidPlayers = end;
  for (const [currency, by] of houses) {
    const house = openPurse(book, housePurse(site, purpose, currency), site, currency);
    setBalance(book, house, house.balance + by);
  }
  const isSame = totals.free === shares.free && totals.wait === shares.wait && totals.debt === shares.debt;
  assert(isSame, 'a payment moves what it says');
}

function playerBetsAt<Bet extends PayableBet>(
  book: Book,
  queue: BetQueue<Bet>,
  index: number,
): { readonly player: Player; readonly playerBets: PlayerBets<Bet> } {
  const id = queue.players[index];
  const player = id === undefined ? undefined : book.players.get(id);
  const playerBets = id === undefined ? undefined : queue.playerBets.get(id);
  assert(
    player !== undefined && playerBets !== undefined,
    'a queue has the accounts and bets of its players',
  );
  return { player, playerBets };
}

/** Where each outcome stands in the list of them, by its text and by the object that was seen. */
interface Places {
  readonly codes: Map<string, number>;
  readonly known: Map<BetOutcome, number>;
}

function placeOf({ codes, known }: Places, outcome: BetOutcome): number {
  const code = writeOutcome(outcome);
  const place = codes.get(code) ?? codes.size;
  codes.set(code, place);
  known.set(outcome, place);
  return place;
}

/** One outcome for all of them, or one for each. */
function writeBets(
  { bets, distances }: PlayerBets<PayableBet>,
  judged: readonly BetOutcome[],
  places: Places,
): string {
  const placeText = (outcome: BetOutcome) => '@' + (places.known.get(outcome) ?? placeOf(places, outcome));
  let last = bets[0]!.id;
  let text = last + placeText(judged[0]!);
  if (judged.length === 1) return text + distances;
  for (let nth = 1; nth < bets.length; nth++) {
    const { id } = bets[nth]!;
    text += ',' + (id - last);
    if (judged[nth] !== judged[nth - 1]) text += placeText(judged[nth]!);
    last = id;
  }
  return text;
}

/** Bets that ended alike are marked together: a hundred thousand marks would cost more than the rest of a payment. */
function mark(playerBets: PlayerBets<PayableBet>, judged: readonly BetOutcome[]): void {
  const { bets } = playerBets;
  if (judged.length === 1 && bets[0]!.paid === undefined) playerBets.paid = judged[0]!;
  else for (let nth = 0; nth < bets.length; nth++) bets[nth]!.paid = judged[nth] ?? judged[0]!;
}

/** Caches the purses in the wallet: a payment needs those of thousands at once, a single bet has its own anyway. */
export function findPurses(book: Book, site: SiteId, player: PlayerId, type: WalletType): void {
  const wallet = book.players.get(player)?.wallets.get(type);
  assert(wallet !== undefined, 'a bet is paid from a wallet of its player');
  purseOf(book, wallet, 'free', site);
  purseOf(book, wallet, 'wait', site);
  owedIn(book, wallet);
}

function purseOf(book: Book, wallet: Wallet, kind: 'free' | 'wait', site: SiteId): Purse {
  wallet.purses[kind] ??= openPurse(book, wallet[kind], site, wallet.currency);
  return wallet.purses[kind];
}

const owedIn = (book: Book, wallet: Wallet): bigint => -balanceIn(book, wallet, 'debt');

function move(book: Book, wallet: Wallet, { credited, released, taken }: KnownGain): Moved {
  const there = balanceIn(book, wallet, 'free') + credited;
  const wait = balanceIn(book, wallet, 'wait') - released;
  const owed = owedIn(book, wallet);
  if (taken === 0n && owed === 0n) return { missing: 0n, repaid: 0n, free: there, wait, debt: 0n };
  const takenFromFree = there < taken ? (there > 0n ? there : 0n) : taken;
  const missing = taken - takenFromFree;

  // An older debt is taken from the next credit (docs/rules.md 1.10), and from nothing that was there before.
  const gained = credited - takenFromFree;
  const repaid = gained <= 0n ? 0n : gained < owed ? gained : owed;
  return { missing, repaid, free: there - takenFromFree - repaid, wait, debt: repaid - owed - missing };
}

/** What moves in the purses of all players together; the house has it from the other end. */
interface Totals {
  free: bigint;
  wait: bigint;
  debt: bigint;
}

function addMoved(
  totals: Totals,
  { credited, released, taken }: KnownGain,
  { missing, repaid }: Moved,
): void {
  totals.wait -= released;
  if (taken === 0n && repaid === 0n) {
    totals.free += credited;
    return;
  }
  totals.free += credited - (taken - missing) - repaid;
  totals.debt += repaid - missing;
}
