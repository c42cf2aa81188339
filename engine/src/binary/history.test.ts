// What holds after any history of bets, ends, payments and voids, in whatever order and however often they are
// requested.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ONE, priceOfUnits, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { digestText, weighBook } from '../book-digest.ts';
import { decide } from '../decide.ts';
import { describeBook } from '../describe.ts';
import type { TickRef } from '../market/tick.ts';
import { isAllPaid, type PaidBet, paidIn } from '../payment/bet-queue.ts';
import { unpacked } from '../payment/written.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { HOUSE, isDebt, isHouse, ownerOf, type PlayerId } from '../purse.ts';
import { lengthOf, openingToBetOn, type RoundType, roundKeyOf, windowsOf } from '../rounds/round.ts';
import { later, type Millis } from '../time.ts';
import type { Side } from './events.ts';
import { isSettled, type Round } from './state.ts';
import { GRACE_MS } from './terms.ts';
import { BINARY, betOf, bookWith, moneyOf, NOON, RENT, roundAt, SITE, totalOf } from './testing.ts';

const PLAYERS = 4;
const types = fc.constantFrom<RoundType>('R.5', 'R1', 'B1', 'B1');
const sides = fc.constantFrom<Side>('UP', 'DOWN');
const offerOf: Readonly<Record<string, number>> = { 'R.5': 1, R1: 2, B1: 3 };

/** Feeds that run, repeat one price, stop in the middle, or send hardly anything. */
const feeds = fc.record({
  everyMs: fc.constantFrom(500, 2_000, 2_900, 4_000, 20_000),
  from: fc.constantFrom(-5_000, -1_000, 0, 3_000),
  until: fc.constantFrom(0, 20_000, 57_000, 60_000, 62_000),
  steps: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 8 }),
});

const ticksOf = (
  open: Millis,
  { everyMs, from, until, steps }: { everyMs: number; from: number; until: number; steps: readonly number[] },
): TickRef[] => {
  const ticks: TickRef[] = [];
  let units = 100n * ONE;
  for (let afterMs = from; afterMs <= until; afterMs += everyMs) {
    units += BigInt(steps[ticks.length % steps.length]!) * (ONE / 250n);
    ticks.push({ ts: later(open, afterMs), seq: ticks.length + 1, price: priceOfUnits(units) });
  }
  return ticks;
};

type Step = (book: Book) => { readonly command: AnyCommand; readonly waitMs: number };

/** Mostly on the round that takes bets at that moment, sometimes on the one after or before it. */
const bets: fc.Arbitrary<Step> = fc
  .record({
    type: types,
    shift: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, -1),
    side: sides,
    player: fc.integer({ min: 1, max: PLAYERS }),
    stake: fc.constantFrom('5000', '9000', '40000', '70000', '1500', '0'),
    lagMs: fc.constantFrom(0, 0, 50, 9_000),
    allowBothSides: fc.boolean(),
    promised: fc.constantFrom('0.87', '0.9', '0.333').map(rate),
    waitMs: fc.constantFrom(0, 0, 0, 700, 5_000, 20_000, 90_000_000),
  })
  .map(({ type, shift, player, side, stake, lagMs, allowBothSides, promised, waitMs }) => (book: Book) => {
    // A long pause is rare: it is the one after which rounds are forgotten.
    const pauseMs = waitMs > 20_000 && book.lastEvent % 7 !== 0 ? 0 : waitMs;
    const receivedAt = later(book.lastAt, pauseMs - lagMs);
    const open = later(openingToBetOn(type, receivedAt), shift * lengthOf(type));
    const terms = { allowBothSides, rate: promised, ticketsMost: 3 };
    const round = roundAt(open, offerOf[type]);
    return { waitMs: pauseMs, command: betOf({ player, side, stake, type, round, receivedAt, terms }) };
  });

const house = { site: SITE, player: HOUSE } as const;
const which = fc.nat({ max: 1_000 });

/** One of the rounds of which something is still to be done, or any. */
function pick(book: Book, nth: number, isPending: (round: Round) => boolean): Round | undefined {
  const all = [...book.binary.rounds.values()];
  const pending = all.filter(isPending);
  const from = pending.length > 0 && nth % 10 > 0 ? pending : all;
  return from[nth % Math.max(1, from.length)];
}

const freezes: fc.Arbitrary<Step> = fc
  .record({
    nth: which,
    feed: feeds,
    halt: fc.constantFrom(undefined, undefined, undefined, 'STOPPED' as const),
    isHurried: fc.constantFrom(true, false, false),
  })
  .map(({ nth, feed, halt, isHurried }) => (book: Book) => {
    const round = pick(book, nth, ({ result }) => result === undefined);
    const type = round?.type ?? 'R1';
    const close = round?.close ?? NOON;
    return {
      // Most are sent when the round is over; the others must be refused.
      waitMs: isHurried ? 0 : Math.max(0, close + GRACE_MS - book.lastAt),
      command: {
        kind: 'FREEZE_ROUND',
        ...house,
        type,
        round: round?.id ?? 1,
        ticks: ticksOf(later(close, -lengthOf(type)), feed),
        ...(halt === undefined ? undefined : { interruption: halt }),
      },
    };
  });

const payments: fc.Arbitrary<Step> = which.map((nth) => (book: Book) => ({
  waitMs: 0,
  command: {
    kind: 'PAY_ROUND',
    ...house,
    round: pick(book, nth, (round) => round.result !== undefined && !isAllPaid(round))?.id ?? 1,
  },
}));

const voids: fc.Arbitrary<Step> = which.map((nth) => (book: Book) => ({
  waitMs: 1,
  command: {
    kind: 'VOID_ROUND',
    ...house,
    round: pick(book, nth, (round) => round.result !== undefined && isAllPaid(round))?.id ?? 1,
    reason: '시세 오류',
    requestedBy: 1,
    approvedBy: 2,
  },
}));

const histories = fc.array(
  fc.oneof(
    { weight: 14, arbitrary: bets },
    { weight: 6, arbitrary: freezes },
    { weight: 8, arbitrary: payments },
    { weight: 3, arbitrary: voids },
  ),
  { minLength: 10, maxLength: 90, size: 'max' },
);

interface Seen {
  readonly book: Book;
  readonly command: AnyCommand;
  /** Written out. */
  readonly event: AnyEvent | undefined;
  /** As it was decided. */
  readonly packed: AnyEvent | undefined;
  readonly before: string;
}

/** Before the first round opens, so that rent is bet on too. */
function startingBook(): Book {
  const book = bookWith(PLAYERS, { credit: '70000' });
  book.lastAt = later(NOON, -40_000);
  return book;
}

function play(
  history: readonly Step[],
  look: (seen: Seen) => void = () => {},
): { book: Book; events: AnyEvent[] } {
  const book = startingBook();
  const events: AnyEvent[] = [];
  for (const step of history) {
    const { command, waitMs } = step(book);
    const before = describeBook(book);
    const decision = decide(book, command, { now: later(book.lastAt, waitMs), eventId: book.lastEvent + 1 });
    expect(describeBook(book)).toBe(before);
    if (decision.ok) {
      apply(book, decision.event);
      events.push(unpacked(decision.event));
    }
    const packed = decision.ok ? decision.event : undefined;
    look({ book, command, event: packed && unpacked(packed), packed, before });
  }
  return { book, events };
}

/** Ends every round that is still open, as the platform does in time. */
function finish(book: Book): AnyEvent[] {
  const events: AnyEvent[] = [];
  const ask = (command: AnyCommand, now: Millis) => {
    const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
    if (decision.ok) {
      apply(book, decision.event);
      events.push(unpacked(decision.event));
    }
    return decision.ok;
  };
  for (const { id: round, type, close } of [...book.binary.rounds.values()]) {
    const now = Math.max(book.lastAt, close + GRACE_MS) as Millis;
    ask({ kind: 'FREEZE_ROUND', ...house, round, type, ticks: [] }, now);
    while (ask({ kind: 'PAY_ROUND', ...house, round }, now));
  }
  return events;
}

const check = (look: (seen: Seen) => void) =>
  fc.assert(
    fc.property(histories, (history) => {
      play(history, look);
    }),
  );

describe('after any history of rounds', () => {
  test('all money adds up to nothing, and only debts and the house are below zero', () => {
    check(({ book }) => {
      expect(totalOf(book)).toBe(0n);
      for (const { id, balance } of book.purses.values()) {
        expect(isDebt(id) ? balance <= 0n : balance >= 0n || isHouse(id)).toBe(true);
      }
    });
  });

  test('what waits in a wallet is the sum of its bets without an outcome', () => {
    check(({ book }) => {
      const open = new Map<PlayerId, bigint>();
      for (const round of book.binary.rounds.values()) {
        for (const bet of [...round.bets.values()].flat()) {
          if (paidIn(round.playerBets.get(bet.player), bet) === undefined)
            open.set(bet.player, (open.get(bet.player) ?? 0n) + bet.stake);
        }
      }
      for (const { id } of book.players.values()) expect(moneyOf(book, id).wait).toBe(open.get(id) ?? 0n);
    });
  });

  test('every stake is settled exactly once, and again only by a void of the staff', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { book, events } = play(history);
        events.push(...finish(book));
        const settled = new Map<number, PaidBet[]>();
        const voided = new Set<number>();
        const placed: number[] = [];
        const roundOf = new Map<number, number>();
        for (const event of events) {
          if (event.kind === 'BET_PLACED') {
            placed.push(event.id);
            roundOf.set(event.id, event.round);
          }
          if (event.kind === 'ROUND_VOIDED') voided.add(event.round);
          if (event.kind !== 'ROUND_PAID') continue;
          for (const paid of event.bets) settled.set(paid.bet, [...(settled.get(paid.bet) ?? []), paid]);
        }
        for (const id of placed) {
          const outcomes = settled.get(id) ?? [];
          const isVoided = voided.has(roundOf.get(id)!);
          expect(outcomes.length === 1 || (isVoided && outcomes.length === 2)).toBe(true);
          if (isVoided) expect(outcomes.at(-1)?.status).toBe(3);
        }
        expect(settled.size).toBe(placed.length);
        for (const { id } of book.players.values()) expect(moneyOf(book, id).wait).toBe(0n);
      }),
    );
  });

  test('no payout is above stake × (1 + rate), a loss credits nothing and a void the stake', () => {
    check(({ book, event }) => {
      if (event?.kind !== 'ROUND_PAID') return;
      const round = book.binary.rounds.get(`${event.site}/${event.round}`)!;
      for (const { bet: id, player, status, credit } of event.bets) {
        const { stake, rate: promised } = round.bets.get(player)!.find((each) => each.id === id)!;
        if (status === 1) expect(credit > stake && credit * ONE <= stake * (ONE + promised)).toBe(true);
        else expect(credit).toBe(status === 2 ? 0n : stake);
      }
    });
  });

  test('nobody has gained or lost money by a voided round', () => {
    fc.assert(
      fc.property(histories, voids, (history, last) => {
        const { book } = play(history);
        finish(book);
        const command = last(book).command;
        if (command.kind !== 'VOID_ROUND') return;
        const decision = decide(book, command, { now: book.lastAt, eventId: book.lastEvent + 1 });
        if (!decision.ok) return;
        apply(book, decision.event);
        const round = book.binary.rounds.get(`${SITE}/${command.round}`)!;
        const worth = (id: PlayerId) => {
          const { free, wait, debt } = moneyOf(book, id);
          return free + wait + debt;
        };
        const before = new Map(round.players.map((id) => [id, worth(id)]));
        const expected = new Map(
          round.players.map((id) => {
            const cost = round.bets
              .get(id)!
              .reduce(
                (sum, bet) => sum + bet.stake - (paidIn(round.playerBets.get(id), bet)?.credit ?? bet.stake),
                0n,
              );
            return [id, before.get(id)! + cost];
          }),
        );
        finish(book);
        for (const id of round.players) expect(worth(id)).toBe(expected.get(id));
      }),
    );
  });

  test('no bet was taken outside its window, nor after its round could be frozen', () => {
    check(({ command, event }) => {
      if (event?.kind !== 'BET_PLACED' || command.kind !== 'PLACE_BET') return;
      const { open } = roundKeyOf(event.round)!;
      const cutOffMs = event.type === 'B1' ? BINARY.cutOffMs : RENT.cutOffMs;
      const { betsFrom, betsUntil, close } = windowsOf(event.type, open, cutOffMs);
      expect(command.receivedAt >= betsFrom && command.receivedAt < betsUntil).toBe(true);
      expect(event.at < close + GRACE_MS).toBe(true);
    });
  });

  test('no stale, silent or interrupted feed has decided a round', () => {
    check(({ book, command, event }) => {
      if (event?.kind !== 'ROUND_FROZEN' || command.kind !== 'FREEZE_ROUND') return;
      const round = book.binary.rounds.get(`${event.site}/${event.round}`)!;
      const open = later(round.close, -lengthOf(round.type));
      const fresh = (at: Millis) => command.ticks.some(({ ts }) => ts <= at && at - ts <= round.staleMs);
      const inside = command.ticks.filter(({ ts }) => ts > open && ts <= round.close).length;
      const isSound = fresh(open) && fresh(round.close) && inside >= 2 && command.interruption === undefined;
      if (!isSound) expect(event.status).toBe(3);
      else expect(event.status === 3).toBe(event.voidReason === 'TIE');
    });
  });

  test('applying its events to an empty book makes the same book, at every event', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const again = startingBook();
        play(history, ({ book, packed }) => {
          if (packed === undefined) return;
          apply(again, packed);
          expect(describeBook(again)).toBe(describeBook(book));
          for (const each of [again, book]) expect(digestText(each)).toBe(weighBook(book));
        });
      }),
    );
  });

  test('the list of unsettled rounds has every round that is not settled, and no other', () => {
    check(({ book: { binary } }) => {
      for (const [place, round] of binary.rounds) expect(binary.unsettled.has(place)).toBe(!isSettled(round));
      expect([...binary.unsettled.keys()].every((place) => binary.rounds.has(place))).toBe(true);
    });
  });

  test('every event names exactly the players whose purses it moves, and has their balances', () => {
    check(({ event }) => {
      if (event === undefined) return;
      const touched = new Set(event.transfers.flatMap(({ from, to }) => [ownerOf(from), ownerOf(to)]));
      touched.delete(undefined);
      const stepped = new Set(event.steps.map(({ player }) => player));
      for (const player of touched) expect(stepped.has(player!)).toBe(true);
      const said = new Set<string>(event.after.map(({ purse }) => purse));
      for (const { from, to } of event.transfers) {
        for (const purse of [from, to]) expect(isHouse(purse) || said.has(purse)).toBe(true);
      }
    });
  });
});

test('the histories above contain outcomes, voids, debts and most refusals', () => {
  const met = new Set<string>();
  for (const history of fc.sample(histories, { numRuns: 400, seed: 11 })) {
    const book = startingBook();
    for (const step of history) {
      const { command, waitMs } = step(book);
      const decision = decide(book, command, {
        now: later(book.lastAt, waitMs),
        eventId: book.lastEvent + 1,
      });
      if (!decision.ok) {
        met.add(decision.refusal);
        continue;
      }
      apply(book, decision.event);
      const event = unpacked(decision.event);
      met.add(event.kind);
      if (event.kind === 'ROUND_FROZEN') met.add(event.voidReason ?? `${event.status}`);
      if (event.kind === 'ROUND_PAID') for (const { status } of event.bets) met.add(`bet ${status}`);
      for (const { reason } of event.transfers) met.add(reason);
    }
  }
  const wanted = [
    ...['1', '2', 'TIE', 'STOPPED', 'NO_OPEN_TICK', 'NO_CLOSE_TICK', 'bet 1', 'bet 2', 'bet 3'],
    ...['BET_STAKE', 'BET_PROFIT', 'BET_LOST', 'BET_VOID', 'BET_REVERSED', 'DEBT_REPAID'],
    ...['ROUND_VOIDED', 'ROUND_CLOSED', 'ROUND_NOT_OVER', 'ROUND_NOT_DECIDED', 'ALREADY_PROCESSED'],
    ...['BOTH_SIDES', 'INSUFFICIENT_BALANCE', 'STAKE_TOO_SMALL', 'VOID_TOO_LATE'],
  ];
  expect(wanted.filter((each) => !met.has(each))).toEqual([]);
});
