// What the bets of one player move in each wallet, before the wallet's balance is read. Thousands of players have the
// same stakes and the same end, so the same gain is computed and written out once for all of them.
import { type Amount, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Player } from '../book.ts';
import type { WalletType } from '../purse.ts';
import type { Wallet } from '../wallet.ts';
import { type BetOutcome, type Paid, type PayableBet, type PlayerBets, paidIn } from './bet-queue.ts';
import { type Gain, writeGain } from './shares.ts';

export interface PaymentRule<Bet> {
  readonly outcomeOf: (bet: Bet, wallet: Wallet) => BetOutcome;
  /** Bets that are alike end alike. They do not where each has a strike of its own. */
  readonly endsAlike: boolean;
}

/** A gain with what follows from it. It is never changed. */
export interface KnownGain extends Gain {
  /** Comes to the free purse. */
  readonly credited: bigint;
  /** Leaves the waiting purse. */
  readonly released: bigint;
  /** What the house gives altogether; below zero what it gets. */
  readonly fromHouse: bigint;
  readonly text: string;
}

/** The bets of one player after the other: filled again by `tally` for each, so that a payment makes few objects. */
export interface Tally {
  /** One outcome for all bets of the player, or one for each. */
  readonly judged: BetOutcome[];
  readonly wallets: Wallet[];
  /** For each of the wallets. */
  readonly gains: KnownGain[];
  readonly known: Map<
    BetOutcome,
    { readonly stake: Amount; readonly times: number; readonly gain: KnownGain }
  >;
}

export const emptyTally = (): Tally => ({ judged: [], wallets: [], gains: [], known: new Map() });

/**
 * Where the bets of a player end alike only the first of them is judged, and `judged` has one outcome; otherwise it has
 * one for each, and equal bets in a row are counted first and added up once.
 */
export function tally<Bet extends PayableBet>(
  into: Tally,
  player: Player,
  playerBets: PlayerBets<Bet>,
  { outcomeOf, endsAlike }: PaymentRule<Bet>,
): void {
  const { bets } = playerBets;
  const { judged, wallets, gains } = into;
  judged.length = wallets.length = gains.length = 0;
  const first = bets[0]!;
  // Bets that were paid one by one may have been paid differently.
  if (!(endsAlike && playerBets.isAlike && first.paid === undefined)) {
    tallyEach(into, player, playerBets, outcomeOf);
    return;
  }
  const wallet = walletOf(player, first.wallet);
  const outcome = outcomeOf(first, wallet);
  judged.push(outcome);
  wallets.push(wallet);
  const { stake } = first;
  const times = bets.length;
  gains.push(
    playerBets.paid === undefined
      ? gainOf(into, { stake, outcome, times })
      : complete(add(NO_GAIN, { stake, outcome, times, paid: playerBets.paid })),
  );
}

function tallyEach<Bet extends PayableBet>(
  { judged, wallets, gains }: Tally,
  player: Player,
  playerBets: PlayerBets<Bet>,
  outcomeOf: PaymentRule<Bet>['outcomeOf'],
): void {
  const { bets } = playerBets;
  const sums: Gain[] = [];
  const placeOf = (type: WalletType): number => {
    const known = wallets.findIndex((wallet) => wallet.type === type);
    if (known !== -1) return known;
    wallets.push(walletOf(player, type));
    return sums.push(NO_GAIN) - 1;
  };
  let first = bets[0]!;
  let place = placeOf(first.wallet);
  let times = 0;
  const addUp = (outcome: BetOutcome) => {
    sums[place] = add(sums[place]!, { stake: first.stake, paid: paidIn(playerBets, first), outcome, times });
  };
  for (let nth = 0; nth < bets.length; nth++) {
    const bet = bets[nth]!;
    const at = wallets[place]!.type === bet.wallet ? place : placeOf(bet.wallet);
    const outcome = outcomeOf(bet, wallets[at]!);
    judged.push(outcome);
    if (nth > 0 && !(outcome === judged[nth - 1] && isAs(first, bet) && at === place)) {
      addUp(judged[nth - 1]!);
      first = bet;
      times = 0;
      place = at;
    }
    times += 1;
  }
  addUp(judged[bets.length - 1]!);
  for (const sum of sums) gains.push(complete(sum));
}

const isAs = (first: PayableBet, bet: PayableBet): boolean =>
  first.stake === bet.stake &&
  first.paid?.credit === bet.paid?.credit &&
  first.paid?.status === bet.paid?.status;

function walletOf(player: Player, type: WalletType): Wallet {
  const wallet = player.wallets.get(type);
  assert(wallet !== undefined, 'a bet was paid from a wallet of its player');
  return wallet;
}

/** Some bets of one stake that were paid alike before, or not at all, and end alike now. */
interface Alike {
  readonly stake: Amount;
  readonly paid?: Paid | undefined;
  readonly outcome: BetOutcome;
  readonly times: number;
}

function gainOf({ known }: Tally, alike: Alike): KnownGain {
  const { stake, outcome, times } = alike;
  const last = known.get(outcome);
  if (last !== undefined && last.times === times && last.stake === stake) return last.gain;
  const gain = complete(add(NO_GAIN, alike));
  known.set(outcome, { stake, times, gain });
  return gain;
}

const NO_GAIN: Gain = { won: 0n, profit: 0n, void: 0n, lost: 0n, given: 0n, taken: 0n, undone: 0n };

function complete(gain: Gain): KnownGain {
  const { won, profit, void: back, lost, given, taken } = gain;
  return {
    ...gain,
    credited: won + profit + back + given,
    released: won + back + lost,
    fromHouse: profit + given - lost - taken,
    text: writeGain(gain),
  };
}

function add(gain: Gain, { stake, paid, outcome, times }: Alike): Gain {
  const { status, credit } = outcome;
  const count = BigInt(times);
  if (paid !== undefined) {
    const change = credit - paid.credit;
    const undone = status === 3 && paid.status !== 3 ? gain.undone + stake * count : gain.undone;
    return change > 0n
      ? { ...gain, undone, given: gain.given + change * count }
      : { ...gain, undone, taken: gain.taken - change * count };
  }
  const stakes = stake * count;
  switch (status) {
    case 1:
      assert(credit >= stake, 'who wins has the stake back');
      return { ...gain, won: gain.won + stakes, profit: gain.profit + credit * count - stakes };
    case 2:
      assert(credit === ZERO, 'who loses gets nothing');
      return { ...gain, lost: gain.lost + stakes };
    case 3:
      assert(credit === stake, 'a void bet returns its stake');
      return { ...gain, void: gain.void + stakes };
  }
}
