import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { addTo, OPEN } from '../digest.ts';
import { findPurses, payOut } from '../payment/pay.ts';
import type { IsCovered } from '../product.ts';
import { roundKeyOf, roundPlace } from '../rounds/round.ts';
import { addRoundDigest } from '../rounds/round-digest.ts';
import { ballRule } from './decide.ts';
import { ballBetDigest, ballHeadDigest } from './digest.ts';
import { drawOf } from './draw.ts';
import type { BallBetPlaced, BallDrawn, BallEvent, BallPaid, BallSealed } from './events.ts';
import {
  addBallBet,
  type BallBet,
  type BallRound,
  findBall,
  HOUSE_PURPOSE,
  isBallSettled,
  sealedRound,
} from './state.ts';

export function applyBall(book: Book, event: BallEvent, isCovered: IsCovered): void {
  if (event.kind === 'BALL_SEALED') {
    forgetSettledRounds(book, event);
    seal(book, event);
    return;
  }
  const round = findBall(book, event.site, event.round);
  assert(round !== undefined, 'a ball round is sealed before all else');
  if (event.kind === 'BALL_BET_PLACED') {
    place(book, round, event);
    return;
  }
  const before = ballHeadDigest(round);
  changeHead(book, round, event, isCovered);
  addRoundDigest(book, round, ballHeadDigest(round) - before);
}

/**
 * A player sees bets and payments, and no seal: the first bet makes the round. All bets of a player in a round are paid
 * together.
 */
export function applySeenBall(book: Book, event: BallEvent): void {
  const { rounds } = book.bitball;
  if (event.kind === 'BALL_PAID') rounds.delete(roundPlace(event.site, event.round));
  if (event.kind !== 'BALL_BET_PLACED') return;
  const { site, round: id, type } = event;
  const key = roundKeyOf(id);
  assert(key !== undefined, 'a round that was bet on has its number');
  const name = roundPlace(site, id);
  const round = rounds.get(name) ?? sealedRound({ id, site, type, open: key.open, seed: '', commit: '' });
  rounds.set(name, round);
  place(book, round, event);
}

function changeHead(
  book: Book,
  round: BallRound,
  event: Exclude<BallEvent, BallSealed | BallBetPlaced>,
  isCovered: IsCovered,
): void {
  switch (event.kind) {
    case 'BALL_SALTED':
      assert(round.salt === undefined && round.end === undefined, 'a ball round is salted once');
      round.salt = event.salt;
      return;
    case 'BALL_DRAWN':
      draw(round, event);
      return;
    case 'BALL_VOIDED':
      assert(round.salt === undefined && round.end === undefined, 'a salted ball round is drawn');
      round.end = { kind: 'VOID', voidReason: event.voidReason };
      return;
    case 'BALL_PAID':
      pay(book, round, event, isCovered);
      return;
  }
}

function seal(book: Book, { site, round, type, seed, commit }: BallSealed): void {
  const key = roundKeyOf(round);
  assert(key !== undefined, 'a sealed round has its number');
  const sealed = sealedRound({ id: round, site, type, open: key.open, seed, commit });
  book.bitball.rounds.set(roundPlace(site, round), sealed);
  addRoundDigest(book, sealed, ballHeadDigest(sealed));
}

function place(book: Book, round: BallRound, event: BallBetPlaced): void {
  const { market, stake, odds, wallet, acceptedAt } = event;
  const [step] = event.steps;
  assert(step !== undefined, 'a bet has its player');
  findPurses(book, event.site, step.player, wallet);
  const bet: BallBet = {
    id: event.id,
    player: step.player,
    market,
    stake,
    odds,
    wallet,
    acceptedAt,
    paid: undefined,
  };
  addBallBet(round, bet);
  addRoundDigest(book, round, ballBetDigest(round, bet));
}

function pay(book: Book, round: BallRound, { shares }: BallPaid, isCovered: IsCovered): void {
  assert(shares !== undefined, 'a payment is packed');
  assert(round.end !== undefined, 'only a decided round is paid');
  payOut(book, round, { shares, rule: ballRule(round.end), purpose: HOUSE_PURPOSE, isCovered });
}

function draw(round: BallRound, { balls, power, seed, salt }: BallDrawn): void {
  assert(round.seed === seed && round.salt === salt, 'a draw shows the seed that was sealed');
  const own = drawOf({ seed, salt, round: round.id });
  const isSame = own.power === power && own.balls.every((ball, index) => ball === balls[index]);
  assert(isSame && round.end === undefined, 'a draw follows from its seed and salt, and is made once');
  round.end = { kind: 'DRAWN', draw: { balls, power } };
}

/**
 * By the event's own time, so that every replay forgets the same rounds at the same event. Before its draw a round
 * that is void stays: it could be sealed again otherwise.
 */
function forgetSettledRounds(book: Book, { at }: BallSealed): void {
  for (const [name, round] of book.bitball.rounds) {
    if (at < round.open || !isBallSettled(round)) continue;
    book.bitball.rounds.delete(name);
    addTo(book.digest, OPEN, -round.digest);
  }
}
