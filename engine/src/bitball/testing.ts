// Fixtures for the tests of ball rounds: one round with the usual terms, and a desk that executes commands.
import { type Amount, amount, price, rate, ZERO } from '../amount.ts';
import { apply } from '../apply.ts';
import { type Book, emptyBook, type Role } from '../book.ts';
import { decide, type Refusal } from '../decide.ts';
import { unpacked } from '../payment/written.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { HOUSE, playerId, playerPurse, siteId } from '../purse.ts';
import type { BetLimits } from '../rounds/bet-limits.ts';
import { roundId } from '../rounds/round.ts';
import { later, type Millis, millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import type { DrawBall, PayBall, PlaceBallBet, SaltBall, SealBall, VoidBall } from './commands.ts';
import { commitOf, drawOf } from './draw.ts';
import { saltOfTick } from './salt.ts';

export const SITE = siteId(1);
/** 2026-01-01 00:00:00 UTC, where rounds of every length open. */
export const OPEN = millis(1_767_225_600_000);
export const ROUND = roundId({ offer: 31, open: OPEN });
export const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
export const OTHER_SEED = 'f'.repeat(64);
export const SALT = saltOfTick({ last: price('97123.45'), ts: later(OPEN, -5_000) });
export const DRAW = drawOf({ seed: SEED, round: ROUND, salt: SALT });

export const TERMS: BetLimits = {
  wallet: 'BINARY',
  stakeMin: amount('5000'),
  stakeUnit: amount('1000'),
  stakeMax: amount('5000000'),
  roundMost: amount('10000000'),
  ticketsMost: 10,
  exposureMost: amount('50000000'),
};

const ofRound = { site: SITE, player: HOUSE, round: ROUND } as const;

export const sealing: SealBall = {
  ...ofRound,
  kind: 'SEAL_BALL',
  type: 'P1',
  seed: SEED,
  commit: commitOf(SEED),
};
export const salting: SaltBall = { ...ofRound, kind: 'SALT_BALL', salt: SALT };
export const unsalted: SaltBall = { ...ofRound, kind: 'SALT_BALL' };
export const drawing: DrawBall = { ...ofRound, kind: 'DRAW_BALL' };
export const paying: PayBall = { ...ofRound, kind: 'PAY_BALL' };
export const voiding: VoidBall = {
  ...ofRound,
  kind: 'VOID_BALL',
  reason: '추첨 기록 이상',
  requestedBy: 901,
  approvedBy: 902,
};

/** 10,000 of player 7 on the sum under 72.5, received half a minute before the draw, unless said otherwise. */
export const betting = (part: Partial<PlaceBallBet> = {}): PlaceBallBet => ({
  kind: 'PLACE_BALL_BET',
  site: SITE,
  player: playerId(7),
  round: ROUND,
  type: 'P1',
  market: 'NS_UNDER',
  stake: amount('10000'),
  odds: rate('1.95'),
  receivedAt: later(OPEN, -30_000),
  reserved: ZERO,
  terms: TERMS,
  ...part,
});

export interface Opening {
  readonly id: number;
  readonly role?: Role;
  readonly credit?: string;
}

export interface BallDesk {
  readonly book: Book;
  readonly events: readonly AnyEvent[];
  /** Executes commands so many milliseconds after the draw; most are negative, before it. */
  at(offsetMs: number): (command: AnyCommand) => AnyEvent | Refusal;
}

const CREDIT = '100000000';

export function startDesk(players: readonly Opening[] = [{ id: 7 }]): BallDesk {
  const book = emptyBook();
  const events: AnyEvent[] = [];
  const ask = (command: AnyCommand, now: Millis) => {
    const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
    if (!decision.ok) return decision.refusal;
    apply(book, decision.event);
    const event = unpacked(decision.event);
    events.push(event);
    return event;
  };
  for (const { id, role = 'PLAYER', credit = CREDIT } of players) {
    const wallets = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount(credit) }];
    ask({ kind: 'OPEN_ACCOUNT', site: SITE, player: playerId(id), role, wallets }, later(OPEN, -3_600_000));
  }
  return { book, events, at: (offsetMs) => (command) => ask(command, later(OPEN, offsetMs)) };
}

/** A desk at which the round is sealed just in time. */
export function startSealed(players?: readonly Opening[]): BallDesk {
  const desk = startDesk(players);
  desk.at(-60_001)(sealing);
  return desk;
}

export const pursesOf = (book: Book, player: number): readonly Amount[] =>
  (['free', 'wait'] as const).map((kind) => balanceOf(book, playerPurse(playerId(player), 'BINARY', kind)));
