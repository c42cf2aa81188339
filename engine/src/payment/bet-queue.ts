// Who bet on what, until it is paid: the bets that are decided together, by player.
import type { Amount } from '../amount.ts';
import type { TickRef } from '../market/tick.ts';
import type { PlayerId, SiteId, WalletType } from '../purse.ts';

/** The codes of the spec: 1 realized, 2 disqualified, 3 void. */
export type BetStatus = 1 | 2 | 3;

/** What became of one bet. Equal outcomes may be one object: it is never changed. */
export interface BetOutcome {
  readonly status: BetStatus;
  /** All that comes to the free purse: stake and profit, the stake alone, or nothing. */
  readonly credit: Amount;
  /** The bet's own strike, where it has one. */
  readonly strike?: TickRef;
}

export interface PaidBet extends BetOutcome {
  readonly bet: number;
  readonly player: PlayerId;
}

/** As much of a bet as paying needs to know. */
export interface PayableBet {
  readonly id: number;
  readonly player: PlayerId;
  readonly stake: Amount;
  readonly wallet: WalletType;
  /** Undefined while it waits, or while its player's bets are marked together (`paidIn`). */
  paid: Paid | undefined;
}

export type Paid = Pick<BetOutcome, 'status' | 'credit'>;

/** All bets of one player. */
export interface PlayerBets<Bet extends PayableBet> {
  readonly bets: Bet[];
  /** The numbers of all but the first, each as its distance to the one before: a payment of alike bets lists them so. */
  distances: string;
  /** They have the same stake, wallet and pick at the same rate: where one strike counts for all, they end alike. */
  isAlike: boolean;
  /** What became of all of them together. */
  paid: Paid | undefined;
}

/** What a bet was paid last; undefined while it waits. A void after a payment changes it once more. */
export const paidIn = (playerBets: PlayerBets<PayableBet> | undefined, bet: PayableBet): Paid | undefined =>
  bet.paid ?? playerBets?.paid;

/** The bets that are decided together. */
export interface BetQueue<Bet extends PayableBet> {
  readonly site: SiteId;
  /** In the order in which they first bet, which is the order in which they are paid. */
  readonly players: PlayerId[];
  readonly bets: Map<PlayerId, Bet[]>;
  readonly playerBets: Map<PlayerId, PlayerBets<Bet>>;
  /** How many of the players are paid. */
  paidPlayers: number;
  /** Stakes and rates, each once: few differ, and a hundred thousand bets would hold as many copies of them. */
  readonly figures: Map<bigint, bigint>;
}

export const emptyQueue = <Bet extends PayableBet>(site: SiteId): BetQueue<Bet> => ({
  site,
  players: [],
  bets: new Map(),
  playerBets: new Map(),
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

export function queueBet<Bet extends PayableBet>(
  queue: BetQueue<Bet>,
  bet: Bet,
  isSamePick: (one: Bet, other: Bet) => boolean,
): void {
  const { player, id } = bet;
  const playerBets = queue.playerBets.get(player);
  if (playerBets === undefined) {
    const bets = [bet];
    queue.players.push(player);
    queue.bets.set(player, bets);
    queue.playerBets.set(player, { bets, distances: '', isAlike: true, paid: undefined });
    return;
  }
  const first = playerBets.bets[0]!;
  playerBets.isAlike &&= first.stake === bet.stake && first.wallet === bet.wallet && isSamePick(first, bet);
  playerBets.distances += ',' + (id - playerBets.bets.at(-1)!.id);
  playerBets.bets.push(bet);
}

export const isAllPaid = (queue: Pick<BetQueue<PayableBet>, 'players' | 'paidPlayers'>): boolean =>
  queue.paidPlayers >= queue.players.length;
