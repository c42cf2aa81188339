// Who is paid next and what moves then (docs/rules.md 1.10, 2.5, 6.1): bet by bet, and only then added up.
import type { AnyEvent } from '@maru/engine/products';
import type { TwinState } from '../twin.ts';
import { type Leg, legsOf, type Moves, pursesOf, unitsIn } from '../twin-legs.ts';
import { Violation } from '../violation.ts';
import { PLAYERS_AT_ONCE } from './limits.ts';
import {
  isDecided,
  mostOf,
  placeOf,
  playersOf,
  type TwinBall,
  type TwinBet,
  type TwinRound,
  tickText,
} from './twin.ts';
import { judgeBallBet } from './twin-draw.ts';
import { type Judged, judgeRoundBet } from './twin-prices.ts';

export type PaidEvent = Extract<AnyEvent, { readonly kind: 'ROUND_PAID' | 'BALL_PAID' }>;

interface Payment extends Moves {
  readonly outcomes: readonly { readonly bet: TwinBet; readonly judged: Judged }[];
  readonly isLast: boolean;
}

export function queueOf(state: TwinState, event: PaidEvent): TwinRound | TwinBall {
  const place = placeOf(event.site, event.round);
  const queue = event.kind === 'ROUND_PAID' ? state.rounds.get(place) : state.balls.get(place);
  if (queue === undefined) throw new Violation('I-34', `event ${event.id} pays a round that nobody knows`);
  if (!('end' in queue ? queue.end !== undefined : isDecided(queue)))
    throw new Violation('I-34', `event ${event.id} pays a round that is not decided`);
  return queue;
}

export function expectedPayment(state: TwinState, queue: TwinRound | TwinBall): Payment {
  const all = playersOf(queue);
  const players = all.slice(queue.paidPlayers, queue.paidPlayers + PLAYERS_AT_ONCE);
  const outcomes: { bet: TwinBet; judged: Judged }[] = [];
  const legs: Leg[] = [];
  for (const player of players) {
    const own = queue.bets
      .filter((bet) => bet.player === player)
      .map((bet) => ({ bet, judged: outcomeOf(state, queue, bet) }));
    outcomes.push(...own);
    for (const wallet of new Set(own.map(({ bet }) => bet.wallet)))
      legs.push(
        ...paymentLegs(
          state,
          own.filter(({ bet }) => bet.wallet === wallet),
        ),
      );
  }
  return { players, legs, outcomes, isLast: queue.paidPlayers + players.length === all.length };
}

function outcomeOf(state: TwinState, queue: TwinRound | TwinBall, bet: TwinBet): Judged {
  const places = state.players.get(bet.player)?.wallets.get(bet.wallet)?.places ?? Number.NaN;
  return 'end' in queue ? judgeBallBet(bet, queue, places) : judgeRoundBet(bet, queue, places);
}

/** All bets of one player in one wallet: what comes in, then what is taken back, then what was owed. */
function paymentLegs(state: TwinState, own: Payment['outcomes']): readonly Leg[] {
  const [{ bet: any } = { bet: undefined }] = own;
  if (any === undefined) return [];
  const { player, wallet, currency, site, purpose } = any;
  const { free, wait, debt } = pursesOf(player, wallet);
  const house = `house:${site}:${purpose}:${currency}`;
  const sum = (of: (each: Payment['outcomes'][number]) => bigint) =>
    own.reduce((total, each) => total + of(each), 0n);
  const fresh = (status: number, part: (bet: TwinBet, credit: bigint) => bigint) =>
    sum(({ bet, judged }) =>
      bet.paid === undefined && judged.status === status ? part(bet, judged.credit) : 0n,
    );
  const changed = (sign: bigint) =>
    sum(({ bet, judged }) => {
      const by = bet.paid === undefined ? 0n : sign * (judged.credit - bet.paid.credit);
      return by > 0n ? by : 0n;
    });
  const wonStakes = fresh(1, (bet) => bet.stake);
  const profits = fresh(1, (bet, credit) => credit - bet.stake);
  const voidStakes = fresh(3, (bet) => bet.stake);
  const given = changed(1n);
  const taken = changed(-1n);
  const comesIn = wonStakes + profits + voidStakes + given;
  const there = unitsIn(state, free) + comesIn;
  // What open contracts cover may be below zero: nothing can be taken from there.
  const most = there > 0n ? there : 0n;
  const fromFree = taken < most ? taken : most;
  const gain = comesIn - fromFree;
  const owed = -unitsIn(state, debt);
  const repaid = gain <= 0n ? 0n : gain < owed ? gain : owed;
  return legsOf(currency, [
    [wait, free, wonStakes, 'BET_STAKE'],
    [house, free, profits, 'BET_PROFIT'],
    [wait, free, voidStakes, 'BET_VOID'],
    [wait, house, fresh(2, (bet) => bet.stake), 'BET_LOST'],
    [house, free, given, 'BET_REVERSED'],
    [free, house, fromFree, 'BET_REVERSED'],
    [debt, house, taken - fromFree, 'BET_REVERSED'],
    [free, debt, repaid, 'DEBT_REPAID'],
  ]);
}

/** Does the event give each bet the outcome of the rules? Each stake is settled once, and once more after a void. */
export function checkOutcomes(event: PaidEvent, queue: TwinRound | TwinBall, payment: Payment): void {
  const written = event.bets.map(
    ({ bet, player, status, credit, strike }) => `${bet} ${player} ${status} ${credit} ${tickText(strike)}`,
  );
  const meant = payment.outcomes.map(
    ({ bet, judged }) =>
      `${bet.id} ${bet.player} ${judged.status} ${judged.credit} ${tickText(judged.strike)}`,
  );
  if (written.join('; ') !== meant.join('; ') || event.isLast !== payment.isLast)
    throw new Violation(
      'I-36',
      `event ${event.id} pays [${written.join('; ')}] ${event.isLast}, the rules [${meant.join('; ')}] ${payment.isLast}`,
    );
  const mostTimes = 'voided' in queue && queue.voided !== undefined ? 2 : 1;
  for (const { bet, judged } of payment.outcomes) {
    bet.timesPaid += 1;
    bet.paid = judged;
    if (bet.timesPaid > mostTimes)
      throw new Violation('I-34', `bet ${bet.id} is paid ${bet.timesPaid} times`);
    if (judged.credit > mostOf(bet)) throw new Violation('I-36', `bet ${bet.id} pays ${judged.credit}`);
  }
}

/** I-37: the house has gained exactly what the players' stakes did not bring back. */
export function checkHouse(state: TwinState): void {
  const gains = new Map<string, bigint>();
  for (const { site, purpose, currency, stake, paid } of state.bets.values()) {
    const house = `house:${site}:${purpose}:${currency}`;
    gains.set(house, (gains.get(house) ?? 0n) + (paid === undefined ? 0n : stake - paid.credit));
  }
  for (const [house, gain] of gains) {
    const has = unitsIn(state, house);
    if (has !== gain) throw new Violation('I-37', `${house} has ${has}, its bets brought ${gain}`);
  }
}
