// How bets are paid, whatever was bet on: the next players of a queue, each with all bets, and the money of each
// wallet moved in one go. A bet that was paid before is paid anew by the difference; what a player no longer has
// becomes a debt (rules.md 1.10, 6.1).
//
// What a bet pays follows from the bet and the end of its round, so a payment says how many players it pays and what
// each of them gets; `payOut` finds the same from the book, and the sums of both must agree.
import { type Amount, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player, Wallet } from '../book.ts';
import type { Event } from '../event.ts';
import {
  type Currency,
  housePurse,
  type PlayerId,
  type Purse,
  type SiteId,
  type WalletType,
} from '../purse.ts';
import { balanceOf, isCovered, openPurse } from '../transfer.ts';
import {
  type BetOutcome,
  type BetQueue,
  type Paid,
  type PayableBet,
  paidIn,
  type Turn,
} from './bet-queue.ts';
import type { PaidBet } from './events.ts';
import { isOfHouse, type Shares, type WalletShare, writeOutcome, writeWallet } from './shares.ts';

/** A payment moves this many players at most, so that no order waits long behind it. */
export const PLAYERS_PER_PAYMENT = 2_000;

/** What an event that pays has beyond its kind, number and time. */
export interface Payment extends Pick<Event<string>, 'steps' | 'transfers' | 'after'> {
  readonly bets: readonly PaidBet[];
  readonly shares: Shares;
  readonly isLast: boolean;
}

export interface PaymentRule<Bet> {
  readonly outcomeOf: (bet: Bet, wallet: Wallet) => BetOutcome;
  /** Bets that are alike end alike. They do not where each has a strike of its own. */
  readonly endsAlike: boolean;
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
  const totals = { free: 0n, wait: 0n, debt: 0n };
  const judged: BetOutcome[] = [];
  const places: Places = { codes: new Map(), known: new Map() };
  let text = '';
  for (let index = queue.paidPlayers; index < end; index++) {
    const { player, turn } = turnOf(book, queue, index);
    text += (text === '' ? '' : '/') + player.id + ',' + (player.seq + 1);
    for (const sums of tally(player, turn, rule, judged)) {
      const share = shareOf(book, sums);
      addMoved(totals, share);
      text += ';' + writeWallet(share);
    }
    text += ';' + writeBets(turn, judged, places);
  }
  const { free, wait, debt } = totals as Record<keyof typeof totals, Amount>;
  const shares = { players, free, wait, debt, outcomes: [...places.codes.keys()].join('/'), text };
  return { ...NOTHING, shares, isLast: end === queue.players.length };
}

/** The other half of `nextPayment`, for `apply`: the same players, outcomes and sums, found once more. */
export function payOut<Bet extends PayableBet>(
  book: Book,
  queue: BetQueue<Bet>,
  { shares, rule, purpose }: { shares: Shares; rule: PaymentRule<Bet>; purpose: string },
): void {
  const { site } = queue;
  const end = queue.paidPlayers + shares.players;
  const houses = new Map<Currency, bigint>();
  const totals = { free: 0n, wait: 0n, debt: 0n };
  const judged: BetOutcome[] = [];
  for (let index = queue.paidPlayers; index < end; index++) {
    const { player, turn } = turnOf(book, queue, index);
    for (const sums of tally(player, turn, rule, judged)) {
      const { wallet } = sums;
      const { currency } = wallet;
      const share = shareOf(book, sums);
      const moved = addMoved(totals, share);
      if (isOfHouse(share)) houses.set(currency, (houses.get(currency) ?? 0n) - moved);
      const free = purseOf(book, wallet, 'free', site);
      free.balance = share.free as Amount;
      assert(
        (share.free >= 0n || isCovered(book, free)) && share.wait >= 0n,
        'only the house and debts may be below zero, and what open contracts cover',
      );
      purseOf(book, wallet, 'wait', site).balance = share.wait as Amount;
      if (share.missing > 0n || share.repaid > 0n)
        openPurse(book, wallet.debt, site, currency).balance = share.debt as Amount;
    }
    mark(turn, judged);
    player.seq += 1;
  }
  queue.paidPlayers = end;
  for (const [currency, by] of houses) {
    const house = openPurse(book, housePurse(site, purpose, currency), site, currency);
    house.balance = (house.balance + by) as Amount;
  }
  const isSame = totals.free === shares.free && totals.wait === shares.wait && totals.debt === shares.debt;
  assert(isSame, 'a payment moves what it says');
}

/** The payment of an event that names every bet, as journals before the packed ones have them. */
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

function turnOf<Bet extends PayableBet>(
  book: Book,
  queue: BetQueue<Bet>,
  index: number,
): { readonly player: Player; readonly turn: Turn<Bet> } {
  const id = queue.players[index];
  const player = id === undefined ? undefined : book.players.get(id);
  const turn = id === undefined ? undefined : queue.turns.get(id);
  assert(player !== undefined && turn !== undefined, 'a queue has the accounts and bets of its players');
  return { player, turn };
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
  { own, distances }: Turn<PayableBet>,
  judged: readonly BetOutcome[],
  places: Places,
): string {
  const sayPlace = (outcome: BetOutcome) => '@' + (places.known.get(outcome) ?? placeOf(places, outcome));
  let last = own[0]!.id;
  let text = last + sayPlace(judged[0]!);
  if (judged.length === 1) return text + distances;
  for (let nth = 1; nth < own.length; nth++) {
    const { id } = own[nth]!;
    text += ',' + (id - last);
    if (judged[nth] !== judged[nth - 1]) text += sayPlace(judged[nth]!);
    last = id;
  }
  return text;
}

/** Bets that ended alike are marked together: a hundred thousand marks would cost more than the rest of a payment. */
function mark(turn: Turn<PayableBet>, judged: readonly BetOutcome[]): void {
  const { own } = turn;
  if (judged.length === 1 && own[0]!.paid === undefined) turn.paid = judged[0]!;
  else for (let nth = 0; nth < own.length; nth++) own[nth]!.paid = judged[nth] ?? judged[0]!;
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

/**
 * Where the bets of a player end alike only the first of them is looked at, and `judged` has one outcome; otherwise it
 * has one for each, and equal bets in a row are counted first and added up once.
 */
function tally<Bet extends PayableBet>(
  player: Player,
  turn: Turn<Bet>,
  { outcomeOf, endsAlike }: PaymentRule<Bet>,
  judged: BetOutcome[],
): readonly Sums[] {
  const { own } = turn;
  const all: Sums[] = [];
  judged.length = 0;
  let first = own[0]!;
  let sums = sumsOf(all, player, first.wallet);
  // Bets that were paid one by one may have been paid differently.
  if (endsAlike && turn.isAlike && first.paid === undefined) {
    const outcome = outcomeOf(first, sums.wallet);
    judged.push(outcome);
    add(sums, { stake: first.stake, paid: paidIn(turn, first), outcome, times: own.length });
    return all;
  }
  let times = 0;
  for (let nth = 0; nth < own.length; nth++) {
    const bet = own[nth]!;
    const into = sums.wallet.type === bet.wallet ? sums : sumsOf(all, player, bet.wallet);
    const outcome = outcomeOf(bet, into.wallet);
    judged.push(outcome);
    if (nth > 0 && !(outcome === judged[nth - 1] && isAs(first, bet) && into === sums)) {
      add(sums, { stake: first.stake, paid: paidIn(turn, first), outcome: judged[nth - 1]!, times });
      first = bet;
      times = 0;
      sums = into;
    }
    times += 1;
  }
  const outcome = judged[own.length - 1]!;
  add(sums, { stake: first.stake, paid: paidIn(turn, first), outcome, times });
  return all;
}

const isAs = (first: PayableBet, bet: PayableBet): boolean =>
  first.stake === bet.stake && first.paid?.credit === bet.paid?.credit;

function sumsOf(all: Sums[], player: Player, type: WalletType): Sums {
  for (const sums of all) if (sums.wallet.type === type) return sums;
  const wallet = player.wallets.get(type);
  assert(wallet !== undefined, 'a bet was paid from a wallet of its player');
  const fresh = { wallet, wonStakes: 0n, voidStakes: 0n, lostStakes: 0n, profits: 0n, given: 0n, taken: 0n };
  all.push(fresh);
  return fresh;
}

/** Some bets of one stake that were paid alike before, or not at all, and end alike now. */
interface Alike {
  readonly stake: Amount;
  readonly paid: Paid | undefined;
  readonly outcome: BetOutcome;
  readonly times: number;
}

function add(sums: Sums, { stake, paid, outcome, times }: Alike): void {
  const { status, credit } = outcome;
  const count = BigInt(times);
  if (paid !== undefined) {
    const change = credit - paid.credit;
    if (change > 0n) sums.given += change * count;
    else sums.taken -= change * count;
    return;
  }
  const stakes = stake * count;
  switch (status) {
    case 1:
      assert(credit >= stake, 'who wins has the stake back');
      sums.wonStakes += stakes;
      sums.profits += credit * count - stakes;
      return;
    case 2:
      assert(credit === ZERO, 'who loses gets nothing');
      sums.lostStakes += stakes;
      return;
    case 3:
      assert(credit === stake, 'a void bet returns its stake');
      sums.voidStakes += stakes;
      return;
  }
}

function purseOf(book: Book, wallet: Wallet, kind: 'free' | 'wait', site: SiteId): Purse {
  wallet.found[kind] ??= openPurse(book, wallet[kind], site, wallet.currency);
  return wallet.found[kind];
}

function balanceIn(book: Book, wallet: Wallet, kind: 'free' | 'wait'): bigint {
  return wallet.found[kind]?.balance ?? balanceOf(book, wallet[kind]);
}

function owedIn(book: Book, wallet: Wallet): bigint {
  if (wallet.found.debt === undefined) wallet.found.debt = book.purses.get(wallet.debt) ?? null;
  return -(wallet.found.debt?.balance ?? 0n);
}

function shareOf(book: Book, sums: Sums): WalletShare {
  const { wonStakes, profits, voidStakes, lostStakes, given, taken, wallet } = sums;
  const credited = wonStakes + profits + voidStakes + given;
  const there = balanceIn(book, wallet, 'free') + credited;
  const takenFromFree = there < taken ? (there > 0n ? there : 0n) : taken;
  const missing = taken - takenFromFree;

  // An older debt is taken from the next credit (rules.md 1.10), and from nothing that was there before.
  const owed = owedIn(book, wallet);
  const gained = credited - takenFromFree;
  const repaid = gained <= 0n ? 0n : gained < owed ? gained : owed;
  return {
    type: wallet.type,
    currency: wallet.currency,
    won: wonStakes,
    profit: profits,
    void: voidStakes,
    lost: lostStakes,
    given,
    taken,
    missing,
    repaid,
    free: there - takenFromFree - repaid,
    wait: balanceIn(book, wallet, 'wait') - wonStakes - voidStakes - lostStakes,
    debt: repaid - owed - missing,
  };
}

/** Adds what moves in the player's purses, and answers their sum: the house has it from the other end. */
function addMoved(totals: { free: bigint; wait: bigint; debt: bigint }, share: WalletShare): bigint {
  const free =
    share.won + share.profit + share.void + share.given - (share.taken - share.missing) - share.repaid;
  const wait = share.won + share.void + share.lost;
  const debt = share.repaid - share.missing;
  totals.free += free;
  totals.wait -= wait;
  totals.debt += debt;
  return free - wait + debt;
}
