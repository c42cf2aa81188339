// What the events of rounds and draws change, and what must move with them. Judges each event by what was before it.
import type { AnyEvent } from '@maru/engine/products';
import type { TwinState } from '../twin.ts';
import type { Moves } from '../twin-legs.ts';
import { Violation } from '../violation.ts';
import {
  DAY_MS,
  GRACE_MS,
  isDecided,
  isPaidOut,
  placeOf,
  type TwinBet,
  type TwinRound,
  timesOf,
} from './twin.ts';
import { commitmentOf, drawnFrom, isSaltFor } from './twin-draw.ts';
import { checkOutcomes, expectedPayment, queueOf } from './twin-pay.ts';

/** Payments have marked their bets as paid when this returns. */
export function platformMoves(state: TwinState, event: AnyEvent): Moves {
  if (event.kind !== 'ROUND_PAID' && event.kind !== 'BALL_PAID') return { players: [], legs: [] };
  const queue = queueOf(state, event);
  const payment = expectedPayment(state, queue);
  checkOutcomes(event, queue, payment);
  return payment;
}

export function changeRounds(state: TwinState, event: AnyEvent): void {
  switch (event.kind) {
    case 'BET_PLACED':
      placeBet(state, event);
      return;
    case 'ROUND_FROZEN': {
      const { status, openTick, closeTick, tickCount, ticks } = event;
      const round = roundOf(state, event);
      must(!isDecided(round), event, 'I-39', 'freezes it again');
      must(event.at >= round.close + GRACE_MS, event, 'I-39', 'freezes it before its grace is over');
      const isFresh = (ts: number | undefined, at: number) => ts !== undefined && at - ts <= round.staleMs;
      must(
        status === 3 || (isFresh(openTick?.ts, round.open) && isFresh(closeTick?.ts, round.close)),
        event,
        'I-28',
        'settles it by a price that is too old',
      );
      must(status === 3 || tickCount > 1, event, 'I-28', 'settles it without a running feed');
      round.result = { status, voidReason: event.voidReason, openTick, closeTick, tickCount, ticks };
      forgetRounds(state, event.at);
      return;
    }
    case 'ROUND_PAID': {
      const round = roundOf(state, event);
      round.paidPlayers += event.steps.length;
      // By now each bet has its strike written down.
      if (event.isLast && round.result !== undefined) round.result = { ...round.result, ticks: undefined };
      return;
    }
    case 'ROUND_VOIDED': {
      const round = roundOf(state, event);
      must(round.voided === undefined, event, 'I-39', 'voids it again');
      round.voided = event.reason;
      round.paidPlayers = 0;
      return;
    }
    default:
      changeBalls(state, event);
  }
}

function changeBalls(state: TwinState, event: AnyEvent): void {
  switch (event.kind) {
    case 'BALL_SEALED':
      seal(state, event);
      return;
    case 'BALL_BET_PLACED': {
      const ball = ballOf(state, event);
      must(ball.salt === undefined && ball.end === undefined, event, 'I-33', 'bets on what is decided');
      const { market: pick, odds: rate } = event;
      ball.bets.push(addBet(state, event, { pick, rate, purpose: 'pnl:bitball' }));
      return;
    }
    case 'BALL_SALTED': {
      const ball = ballOf(state, event);
      must(ball.salt === undefined && ball.end === undefined, event, 'I-41', 'salts it again');
      must(event.at >= ball.open - 5_000, event, 'I-41', 'salts it while it is bet on');
      must(isSaltFor(event.salt, ball.open - 5_000), event, 'I-41', `has a salt ${event.salt}`);
      ball.salt = event.salt;
      return;
    }
    case 'BALL_DRAWN': {
      const ball = ballOf(state, event);
      must(ball.end === undefined && ball.salt !== undefined, event, 'I-41', 'draws it out of turn');
      must(event.at >= ball.open, event, 'I-41', 'draws it before its time');
      must(
        event.seed === ball.seed && commitmentOf(event.seed) === ball.commit,
        event,
        'I-41',
        'shows another seed',
      );
      const { balls, power } = drawnFrom(ball.seed, ball.id, ball.salt ?? '');
      const drawn = `${event.balls.join()}+${event.power}`;
      must(
        drawn === `${balls.join()}+${power}`,
        event,
        'I-41',
        `draws ${drawn}, not ${balls.join()}+${power}`,
      );
      ball.end = { balls, power };
      return;
    }
    case 'BALL_VOIDED': {
      const ball = ballOf(state, event);
      must(ball.end === undefined && ball.salt === undefined, event, 'I-41', 'voids what is fixed');
      must(event.seed === ball.seed, event, 'I-41', 'shows another seed');
      ball.end = event.voidReason;
      return;
    }
    case 'BALL_PAID':
      ballOf(state, event).paidPlayers += event.steps.length;
      return;
    default:
      throw new Violation('TWIN', `event ${event.id} (${event.kind}) is unknown`);
  }
}

function must(isSo: boolean, { id, kind }: AnyEvent, invariant: string, otherwise: string): asserts isSo {
  if (!isSo) throw new Violation(invariant, `event ${id} (${kind}) ${otherwise}`);
}

type OfRound = Extract<AnyEvent, { readonly round: number }>;

function roundOf(state: TwinState, event: OfRound): TwinRound {
  const round = state.rounds.get(placeOf(event.site, event.round));
  if (round === undefined) throw new Violation('I-39', `event ${event.id} is of a round that nobody bet on`);
  return round;
}

function ballOf(state: TwinState, event: OfRound) {
  const ball = state.balls.get(placeOf(event.site, event.round));
  if (ball === undefined) throw new Violation('I-41', `event ${event.id} is of a round that was not sealed`);
  return ball;
}

type Placed = Extract<AnyEvent, { readonly kind: 'BET_PLACED' | 'BALL_BET_PLACED' }>;

function addBet(state: TwinState, event: Placed, own: Pick<TwinBet, 'pick' | 'rate' | 'purpose'>): TwinBet {
  const { id, site, wallet, stake, acceptedAt, steps } = event;
  const player = steps[0]?.player ?? 0;
  const currency = state.players.get(player)?.wallets.get(wallet)?.currency ?? '?';
  const bet = {
    ...{ id, site, player, wallet, currency, stake, acceptedAt },
    ...own,
    paid: undefined,
    timesPaid: 0,
  };
  state.bets.set(id, bet);
  return bet;
}

function placeBet(state: TwinState, event: Extract<AnyEvent, { readonly kind: 'BET_PLACED' }>): void {
  const { site, round: id, type, strikeMode, precision, staleMs, side: pick, rate } = event;
  const place = placeOf(site, id);
  const times = timesOf(id, type);
  must(times !== undefined, event, 'I-33', 'is on a round that cannot be');
  const round: TwinRound = state.rounds.get(place) ?? {
    ...{ site, id, type, strikeMode, precision, staleMs },
    open: times.open,
    close: times.close,
    bets: [],
    paidPlayers: 0,
    result: undefined,
    voided: undefined,
  };
  must(
    !isDecided(round) && event.at < round.close + GRACE_MS,
    event,
    'I-33',
    'is on a round that is decided',
  );
  must(
    `${strikeMode} ${precision} ${staleMs}` === `${round.strikeMode} ${round.precision} ${round.staleMs}`,
    event,
    'I-39',
    'changes the terms of the round',
  );
  round.bets.push(addBet(state, event, { pick, rate, purpose: 'pnl:binary' }));
  state.rounds.set(place, round);
}

/** A day after its close a round that is paid out is no longer in the book. */
function forgetRounds({ rounds }: TwinState, at: number): void {
  for (const [place, round] of [...rounds])
    if (isDecided(round) && isPaidOut(round) && at > round.close + DAY_MS) rounds.delete(place);
}

function seal(state: TwinState, event: Extract<AnyEvent, { readonly kind: 'BALL_SEALED' }>): void {
  const { site, round: id, type, seed, commit } = event;
  const times = timesOf(id, type);
  for (const [place, ball] of [...state.balls]) {
    if (event.at >= ball.open && ball.end !== undefined && isPaidOut(ball)) state.balls.delete(place);
  }
  must(times !== undefined && event.at < times.from, event, 'I-41', 'seals it when it can be bet on');
  must(commitmentOf(seed) === commit, event, 'I-41', 'is bound to another seed');
  must(!state.balls.has(placeOf(site, id)), event, 'I-41', 'seals it again');
  const own = { bets: [], paidPlayers: 0, salt: undefined, end: undefined };
  state.balls.set(placeOf(site, id), { site, id, type, open: times.open, seed, commit, ...own });
}
