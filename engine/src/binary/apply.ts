import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { addTo, OPEN } from '../digest.ts';
import { findPurses, payOut } from '../payment/pay.ts';
import type { IsCovered } from '../product.ts';
import { lengthOf, roundKeyOf, roundPlace } from '../rounds/round.ts';
import { addRoundDigest } from '../rounds/round-digest.ts';
import type { EventOf } from '../state-machine.ts';
import { earlier, later } from '../time.ts';
import { betDigest, roundHeadDigest } from './digest.ts';
import type { BetPlaced, BinaryEvent, RoundFrozen, RoundPaid } from './events.ts';
import { ruleOf } from './outcomes.ts';
import { isVoidResult, roundMachine, roundStateOf } from './round-state.ts';
import {
  addBet,
  type Bet,
  dropRounds,
  emptyRound,
  noteSettled,
  putRound,
  type Round,
  removeRound,
} from './state.ts';
import { HOUSE_PURPOSE, VOID_WITHIN_MS } from './terms.ts';

export function applyBinary(book: Book, event: BinaryEvent, isCovered: IsCovered): void {
  if (event.kind === 'BET_PLACED') {
    place(book, event);
    return;
  }
  const round = book.binary.rounds.get(roundPlace(event.site, event.round));
  assert(round !== undefined, 'a round with bets is in the book');
  const before = roundHeadDigest(round);
  const state = roundStateOf(round);
  switch (event.kind) {
    case 'ROUND_FROZEN':
      freeze(round, event);
      break;
    case 'ROUND_PAID':
      pay(book, round, event, isCovered);
      if (event.isLast && round.result !== undefined) round.result = { ...round.result, ticks: undefined };
      break;
    case 'ROUND_VOIDED':
      round.voided = { reason: event.reason };
      round.paidPlayers = 0;
      break;
  }
  const after = roundMachine.next(state, changeOf(event, round));
  assert(after === roundStateOf(round), 'a round changes as its table says');
  addRoundDigest(book, round, roundHeadDigest(round) - before);
  noteSettled(book.binary, round);
  if (event.kind !== 'ROUND_FROZEN') return;
  // By the event's own time, so that every replay forgets the same rounds at the same event.
  addTo(book.digest, OPEN, -dropRounds(book.binary, earlier(event.at, VOID_WITHIN_MS)));
}

/** A player sees bets and payments; all bets of a player in a round are paid together. */
export function applySeenBinary(book: Book, event: BinaryEvent): void {
  if (event.kind === 'BET_PLACED') place(book, event);
  else if (event.kind === 'ROUND_PAID') removeRound(book.binary, roundPlace(event.site, event.round));
}

function changeOf(event: Exclude<BinaryEvent, BetPlaced>, round: Round): EventOf<typeof roundMachine> {
  switch (event.kind) {
    case 'ROUND_FROZEN':
      return isVoidResult(round) ? 'FREEZE_VOID' : 'FREEZE';
    case 'ROUND_PAID':
      return event.isLast ? 'PAY_LAST' : 'PAY';
    case 'ROUND_VOIDED':
      return 'STAFF_VOID';
  }
}

function place(book: Book, event: BetPlaced): void {
  const { site, round: id, type, side, stake, rate, wallet, acceptedAt } = event;
  const [step] = event.steps;
  const key = roundKeyOf(id);
  assert(step !== undefined && key !== undefined, 'a bet has its player and its round');
  const name = roundPlace(site, id);
  let round = book.binary.rounds.get(name);
  if (round === undefined) {
    const { strikeMode, precision, staleMs } = event;
    const close = later(key.open, lengthOf(type));
    round = emptyRound(id, { site, type, close, strikeMode, precision, staleMs });
    putRound(book.binary, round);
    addRoundDigest(book, round, roundHeadDigest(round));
  }
  findPurses(book, site, step.player, wallet);
  const bet: Bet = {
    id: event.id,
    player: step.player,
    side,
    stake,
    rate,
    wallet,
    acceptedAt,
    paid: undefined,
  };
  addBet(round, bet);
  addRoundDigest(book, round, betDigest(round, bet));
}

function pay(book: Book, round: Round, { shares }: RoundPaid, isCovered: IsCovered): void {
  assert(shares !== undefined, 'a payment is packed');
  const rule = ruleOf(round);
  assert(rule !== undefined, 'only a decided round is paid');
  payOut(book, round, { shares, rule, purpose: HOUSE_PURPOSE, isCovered });
}

function freeze(round: Round, { status, voidReason, openTick, closeTick, ticks }: RoundFrozen): void {
  round.result = { status, voidReason, openTick, closeTick, ticks };
}
