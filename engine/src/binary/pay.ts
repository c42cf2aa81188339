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
import type { BetStatus, PaidBet, TickRef } from './events.ts';
import { isOfHouse, type Shares, type WalletShare, writeOutcome, writeWallet } from './shares.ts';

/** A payment moves this many players at most, so that no order waits long behind it. */
export const PLAYERS_PER_PAYMENT = 2_000;

/** What became of one bet. Equal outcomes may be one object: nobody changes them. */
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
  /** Stakes and rates, each once: few differ, and a hundred thousand bets would hold as many copies of them. */
  readonly figures: Map<bigint, bigint>;
}

export const emptyQueue = <Bet extends PayableBet>(site: SiteId): BetQueue<Bet> => ({
  site,
  players: [],
  bets: new Map(),
  paidPlayers: 0,
  figures: new Map(),
});

/** The figure as the queue has it already. */
export function sameFigure<Figure extends bigint>(
  { figures }: { figures: Map<bigint, bigint> },
  figure: Figure,
): Figure {
  const known = figures.get(figure);
  if (known !== undefined) return known as Figure;
  figures.set(figure, figure);
  return figure;
}

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
  readonly shares: Shares;
  readonly isLast: boolean;
}

export type OutcomeOf<Bet> = (bet: Bet, wallet: Wallet) => BetOutcome;

const NOTHING = { steps: [], transfers: [], after: [], bets: [] } as const;

export function nextPayment<Bet extends PayableBet>(
  book: Book,
  queue: BetQueue<Bet>,
  outcomeOf: OutcomeOf<Bet>,
  most = PLAYERS_PER_PAYMENT,
): Payment {
  const players = Math.min(most, PLAYERS_PER_PAYMENT, queue.players.length - queue.paidPlayers);
  const end = queue.paidPlayers + players;
  const totals = { free: 0n, wait: 0n, debt: 0n };
  const outcomes: BetOutcome[] = [];
  const places: Places = { codes: new Map(), known: new Map() };
  let text = '';
  for (let index = queue.paidPlayers; index < end; index++) {
    const { player, own } = turnOf(book, queue, index);
    text += (text === '' ? '' : '/') + player.id + ',' + (player.seq + 1);
    for (const sums of tally(player, own, outcomeOf, outcomes)) {
      const share = shareOf(book, sums);
      addMoved(totals, share);
      text += ';' + writeWallet(share);
    }
    text += ';' + writeBets(own, outcomes, places);
  }
  const { free, wait, debt } = totals as Record<keyof typeof totals, Amount>;
  const shares = { players, free, wait, debt, outcomes: [...places.codes.keys()].join('/'), text };
  return { ...NOTHING, shares, isLast: end === queue.players.length };
}

/** The other half of `nextPayment`, for `apply`: the same players, outcomes and sums, found once more. */
export function payOut<Bet extends PayableBet>(
  book: Book,
  queue: BetQueue<Bet>,
  { shares, outcomeOf, purpose }: { shares: Shares; outcomeOf: OutcomeOf<Bet>; purpose: string },
): void {
  const { site } = queue;
  const end = queue.paidPlayers + shares.players;
  const houses = new Map<Currency, bigint>();
  const totals = { free: 0n, wait: 0n, debt: 0n };
  const outcomes: BetOutcome[] = [];
  for (let index = queue.paidPlayers; index < end; index++) {
    const { player, own } = turnOf(book, queue, index);
    for (const sums of tally(player, own, outcomeOf, outcomes)) {
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
    for (let nth = 0; nth < own.length; nth++) own[nth]!.paid = outcomes[nth]!;
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
): { readonly player: Player; readonly own: readonly Bet[] } {
  const id = queue.players[index];
  const player = id === undefined ? undefined : book.players.get(id);
  const own = id === undefined ? undefined : queue.bets.get(id);
  assert(player !== undefined && own !== undefined, 'a queue has the accounts and bets of its players');
  return { player, own };
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

function writeBets(own: readonly PayableBet[], outcomes: readonly BetOutcome[], places: Places): string {
  let text = '';
  let last = 0;
  for (let nth = 0; nth < own.length; nth++) {
    const { id } = own[nth]!;
    const outcome = outcomes[nth]!;
    text += nth === 0 ? id : ',' + (id - last);
    last = id;
    if (nth > 0 && outcome === outcomes[nth - 1]) continue;
    text += '@' + (places.known.get(outcome) ?? placeOf(places, outcome));
  }
  return text;
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

/** Equal bets in a row are counted first and added up once: most tickets of a player are as the one before. */
function tally<Bet extends PayableBet>(
  player: Player,
  own: readonly Bet[],
  outcomeOf: OutcomeOf<Bet>,
  outcomes: BetOutcome[],
): readonly Sums[] {
  const all: Sums[] = [];
  let sums: Sums | undefined;
  let first: Bet | undefined;
  let times = 0;
  for (let nth = 0; nth < own.length; nth++) {
    const bet = own[nth]!;
    const into = sums?.wallet.type === bet.wallet ? sums : sumsOf(all, player, bet.wallet);
    const outcome = outcomeOf(bet, into.wallet);
    outcomes[nth] = outcome;
    if (first !== undefined && outcome === outcomes[nth - 1] && isAs(first, bet)) {
      times += 1;
      continue;
    }
    if (first !== undefined && sums !== undefined) add(sums, first, outcomes[nth - 1]!, times);
    first = bet;
    times = 1;
    sums = into;
  }
  if (first !== undefined && sums !== undefined) add(sums, first, outcomes[own.length - 1]!, times);
  return all;
}

const isAs = (first: PayableBet, bet: PayableBet): boolean =>
  first.stake === bet.stake &&
  first.wallet === bet.wallet &&
  first.paid === undefined &&
  bet.paid === undefined;

function sumsOf(all: Sums[], player: Player, type: WalletType): Sums {
  for (const sums of all) if (sums.wallet.type === type) return sums;
  const wallet = player.wallets.get(type);
  assert(wallet !== undefined, 'a bet was paid from a wallet of its player');
  const fresh = { wallet, wonStakes: 0n, voidStakes: 0n, lostStakes: 0n, profits: 0n, given: 0n, taken: 0n };
  all.push(fresh);
  return fresh;
}

function add(sums: Sums, bet: PayableBet, { status, credit }: BetOutcome, times: number): void {
  if (bet.paid !== undefined) {
    const change = credit - bet.paid.credit;
    if (change > 0n) sums.given += change;
    else sums.taken -= change;
    return;
  }
  const count = BigInt(times);
  const stakes = bet.stake * count;
  switch (status) {
    case 1:
      assert(credit >= bet.stake, 'who wins has the stake back');
      sums.wonStakes += stakes;
      sums.profits += credit * count - stakes;
      return;
    case 2:
      assert(credit === ZERO, 'who loses gets nothing');
      sums.lostStakes += stakes;
      return;
    case 3:
      assert(credit === bet.stake, 'a void bet returns its stake');
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
