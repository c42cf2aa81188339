// Fixtures for the tests of rounds: some players with money, the usual terms, and functions that execute commands.
import { type Amount, amount, price, rate, ZERO } from '../amount.ts';
import { apply } from '../apply.ts';
import { assert } from '../assert.ts';
import { type Book, emptyBook, type Role } from '../book.ts';
import { decide, type Refusal } from '../decide.ts';
import type { Decision } from '../decision.ts';
import type { TickRef } from '../market/tick.ts';
import { unpacked } from '../payment/written.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { HOUSE, type PlayerId, playerId, playerPurse, siteId } from '../purse.ts';
import { lengthOf, type RoundId, type RoundType, roundId } from '../rounds/round.ts';
import { later, type Millis, millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import type { PlaceBet } from './commands.ts';
import type { Side } from './events.ts';
import { type BinaryTerms, GRACE_MS } from './terms.ts';

export const SITE = siteId(1);
/** 2026-01-05 12:00:00 UTC, where rounds of every length open. */
export const NOON = millis(1_767_614_400_000);

export const RENT: BinaryTerms = {
  wallet: 'BINARY',
  strikeMode: 'ROUND_OPEN',
  cutOffMs: 10_000,
  rate: rate('0.87'),
  stakeMin: amount('5000'),
  stakeUnit: amount('1000'),
  stakeMax: amount('5000000'),
  roundMost: amount('10000000'),
  ticketsMost: 10,
  exposureMost: amount('50000000'),
  allowBothSides: false,
  precision: 2,
  staleMs: 3_000,
};

export const BINARY: BinaryTerms = {
  ...RENT,
  strikeMode: 'AT_BET',
  cutOffMs: 15_000,
  rate: rate('0.9'),
};

export const roundAt = (open: Millis, offer = 7): RoundId => roundId({ offer, open });

/** Prices at milliseconds after an instant. */
export const ticksFrom = (
  from: Millis,
  prices: readonly (readonly [afterMs: number, text: string])[],
): TickRef[] =>
  prices.map(([afterMs, text], index) => ({ ts: later(from, afterMs), seq: index + 1, price: price(text) }));

export function execute(book: Book, command: AnyCommand, now: Millis): Decision<AnyEvent, Refusal> {
  const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
  if (decision.ok) apply(book, decision.event);
  return decision;
}

export const refusalOf = (decision: Decision<AnyEvent, Refusal>): Refusal | 'OK' =>
  decision.ok ? 'OK' : decision.refusal;

/** Written out, as players see it; the journal has payments packed. */
export function eventFrom<Kind extends AnyEvent['kind']>(
  decision: Decision<AnyEvent, Refusal>,
  kind: Kind,
): Extract<AnyEvent, { readonly kind: Kind }> {
  assert(decision.ok, `refused: ${refusalOf(decision)}`);
  assert(decision.event.kind === kind, `${decision.event.kind} instead of ${kind}`);
  return unpacked(decision.event) as Extract<AnyEvent, { readonly kind: Kind }>;
}

export function bookWith(
  players: number,
  { role = 'PLAYER', credit = '20000000' }: { readonly role?: Role; readonly credit?: string } = {},
): Book {
  const book = emptyBook();
  for (let id = 1; id <= players; id++) {
    const wallets = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount(credit) }];
    execute(
      book,
      { kind: 'OPEN_ACCOUNT', site: SITE, player: playerId(id), role, wallets },
      millis(NOON - 86_400_000),
    );
  }
  return book;
}

export interface BetInput {
  readonly player?: number;
  readonly side?: Side;
  readonly stake?: string;
  readonly type?: RoundType;
  readonly round?: RoundId;
  readonly receivedAt?: Millis;
  readonly terms?: Partial<BinaryTerms>;
}

/** A rent bet on the round that opens at noon, received half a minute before, unless said otherwise. */
export function betOf({
  player = 1,
  side = 'UP',
  stake = '5000',
  type = 'R1',
  ...rest
}: BetInput = {}): PlaceBet {
  const isRent = type.startsWith('R');
  return {
    kind: 'PLACE_BET',
    site: SITE,
    player: playerId(player),
    round: rest.round ?? roundAt(NOON),
    type,
    side,
    stake: amount(stake),
    receivedAt: rest.receivedAt ?? later(NOON, isRent ? -30_000 : 30_000),
    reserved: ZERO,
    terms: { ...(isRent ? RENT : BINARY), ...rest.terms },
  };
}

export const bet = (book: Book, input: BetInput = {}): Decision<AnyEvent, Refusal> => {
  const command = betOf(input);
  return execute(book, command, command.receivedAt);
};

/** From the first tick at the opening to the last at the close. */
export const rising = (type: RoundType = 'R1', open = NOON): TickRef[] =>
  ticksFrom(open, [
    [0, '100'],
    [1_000, '100.5'],
    [lengthOf(type), '101'],
  ]);

export const falling = (type: RoundType = 'R1', open = NOON): TickRef[] =>
  ticksFrom(open, [
    [0, '100'],
    [1_000, '100.5'],
    [lengthOf(type), '99'],
  ]);

export interface Ending {
  readonly ticks?: readonly TickRef[];
  readonly type?: RoundType;
  readonly open?: Millis;
  readonly interruption?: 'STOPPED' | 'SESSION_ENDED';
}

export const freeze = (book: Book, { type = 'R1', open = NOON, ticks, interruption }: Ending = {}) =>
  execute(
    book,
    {
      kind: 'FREEZE_ROUND',
      site: SITE,
      player: HOUSE,
      round: roundAt(open),
      type,
      ticks: ticks ?? rising(type, open),
      ...(interruption === undefined ? undefined : { interruption }),
    },
    freezeTime(type, open),
  );

export const freezeTime = (type: RoundType = 'R1', open = NOON): Millis =>
  later(open, lengthOf(type) + GRACE_MS);

export const pay = (book: Book, round = roundAt(NOON)) =>
  execute(book, { kind: 'PAY_ROUND', site: SITE, player: HOUSE, round }, book.lastAt);

export const voidRound = (book: Book, at = book.lastAt, round = roundAt(NOON)) =>
  execute(
    book,
    {
      kind: 'VOID_ROUND',
      site: SITE,
      player: HOUSE,
      round,
      reason: '시세 오류',
      requestedBy: 901,
      approvedBy: 902,
    },
    at,
  );

export const moneyOf = (
  book: Book,
  player: number | PlayerId,
): { readonly free: Amount; readonly wait: Amount; readonly debt: Amount } => {
  const purse = (kind: 'free' | 'wait' | 'debt') =>
    balanceOf(book, playerPurse(player as PlayerId, 'BINARY', kind));
  return { free: purse('free'), wait: purse('wait'), debt: purse('debt') };
};

/** Of each site and currency; always zero. */
export function totalOf(book: Book): bigint {
  let total = 0n;
  for (const { balance } of book.purses.values()) total += balance;
  return total;
}
