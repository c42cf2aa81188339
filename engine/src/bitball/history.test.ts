// What holds after any history of ball rounds, however strange: late commands, repeated ones, those of other rounds.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, ONE, portion, rate, ZERO } from '../amount.ts';
import { apply } from '../apply.ts';
import { type Book, emptyBook } from '../book.ts';
import { digestText, weighBook } from '../book-digest.ts';
import type { Context } from '../command.ts';
import { decide } from '../decide.ts';
import { describeBook } from '../describe.ts';
import { paidIn } from '../payment/bet-queue.ts';
import { unpacked } from '../payment/written.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { HOUSE, isHouse, playerId, playerPurse, siteId } from '../purse.ts';
import { roundId } from '../rounds/round.ts';
import { later, type Millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import { eventSeenBy } from '../view.ts';
import type { BallCommand } from './commands.ts';
import { commitOf, drawOf } from './draw.ts';
import type { BallBetPlaced } from './events.ts';
import { defaultOddsOf, MARKETS, outcomeOf } from './markets.ts';
import { OPEN, TERMS } from './testing.ts';

/** Two rounds of one minute after each other, and the first on a second site. */
const opens = [OPEN, later(OPEN, 60_000)] as const;
const rounds = fc.constantFrom(...opens).map((open) => ({ open, round: roundId({ offer: 31, open }) }));
const sites = fc.constantFrom(siteId(1), siteId(1), siteId(1), siteId(2));
const seeds = fc.constantFrom('0a'.repeat(32), 'b1'.repeat(32), 'c2'.repeat(32));
const PLAYERS = [1, 2, 3, 4].map(playerId);
const siteOf = (player: number) => siteId(player === 4 ? 2 : 1);

const bets = fc
  .record({
    at: rounds,
    player: fc.constantFrom(...PLAYERS),
    market: fc.constantFrom(...MARKETS),
    stake: fc.constantFrom('5000', '6000', '50000', '5000000', '4999').map(amount),
    secondsBefore: fc.constantFrom(61, 60, 40, 20, 11, 10, 0),
    odds: fc.constantFrom('as set', 'as set', 'as set', '1.13333333', '200'),
  })
  .map(
    ({ at: { open, round }, player, market, stake, secondsBefore, odds }): BallCommand => ({
      kind: 'PLACE_BALL_BET',
      site: siteOf(player),
      player,
      round,
      type: 'P1',
      market,
      stake,
      odds: odds === 'as set' ? defaultOddsOf(market) : rate(odds),
      receivedAt: later(open, -1_000 * secondsBefore),
      reserved: ZERO,
      terms: TERMS,
    }),
  );

const saltsOf = (open: Millis) =>
  fc.constantFrom(`BTCUSDT:97123.45:${open - 5_100}`, `BTCUSDT:1:${open - 5_000}`, 'BTCUSDT:1:1', undefined);

const platform = fc
  .record({ at: rounds, site: sites, seed: seeds })
  .chain(({ at: { open, round }, site, seed }): fc.Arbitrary<BallCommand> => {
    const base = { site, player: HOUSE, round } as const;
    const seal = { ...base, kind: 'SEAL_BALL', type: 'P1', seed, commit: commitOf(seed) } as const;
    const staff = { reason: '점검', requestedBy: 1 };
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant(seal) },
      {
        weight: 3,
        arbitrary: saltsOf(open).map((salt) => ({
          ...base,
          kind: 'SALT_BALL' as const,
          ...(salt === undefined ? undefined : { salt }),
        })),
      },
      { weight: 3, arbitrary: fc.constant({ ...base, kind: 'DRAW_BALL' as const }) },
      { weight: 3, arbitrary: fc.constant({ ...base, kind: 'PAY_BALL' as const }) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(1, 2)
          .map((approvedBy) => ({ ...base, ...staff, kind: 'VOID_BALL' as const, approvedBy })),
      },
    );
  });

/** Mostly the expected sequence of commands, with any command in between. */
const expected = fc
  .record({
    seeds: fc.tuple(seeds, seeds),
    asked: fc.array(fc.oneof(bets, bets, platform), { size: 'max', maxLength: 60 }),
  })
  .map(({ seeds: [first, second], asked }): (readonly [number, BallCommand])[] => {
    const third = Math.ceil(asked.length / 3);
    const of = (open: Millis) => ({ site: siteId(1), player: HOUSE, round: roundId({ offer: 31, open }) });
    const sealOf = (open: Millis, seed: string) =>
      ({ ...of(open), kind: 'SEAL_BALL', type: 'P1', seed, commit: commitOf(seed) }) as const;
    const endOf = (open: Millis) =>
      [
        [-5_000, { ...of(open), kind: 'SALT_BALL', salt: `BTCUSDT:97123.45:${open - 5_100}` }],
        [0, { ...of(open), kind: 'DRAW_BALL' }],
        [0, { ...of(open), kind: 'PAY_BALL' }],
      ] as const;
    const [one, two] = opens;
    const moments = [-40_000, 30_000, 90_000];
    const told: (readonly [number, BallCommand])[] = [
      [-61_000, sealOf(one, first)],
      [-61_000, sealOf(two, second)],
      ...asked.slice(0, third).map((command) => [moments[0] ?? 0, command] as const),
      ...endOf(one),
      ...asked.slice(third, 2 * third).map((command) => [moments[1] ?? 0, command] as const),
      ...endOf(two).map(([atMs, command]) => [atMs + 60_000, command] as const),
      ...asked.slice(2 * third).map((command) => [moments[2] ?? 0, command] as const),
    ];
    return told;
  });

const strange = fc.array(
  fc.tuple(
    fc.constantFrom(-62_000, -40_000, -9_000, -5_000, 0, 30_000, 60_000, 90_000),
    fc.oneof(bets, platform),
  ),
  { size: 'max', maxLength: 80 },
);

const histories = fc.oneof(expected, strange);

interface Told {
  readonly book: Book;
  readonly events: readonly AnyEvent[];
}

type Look = (seen: { book: Book; event: AnyEvent | undefined; command: AnyCommand }) => void;

function execute(
  history: readonly (readonly [number, BallCommand])[],
  look: Look = () => {},
  ask: (book: Book, command: AnyCommand, context: Context) => void = () => {},
): Told {
  const book = emptyBook();
  const events: AnyEvent[] = [];
  const opening = PLAYERS.map((player): readonly [number, AnyCommand] => {
    const wallets = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('9000000') }];
    return [-70_000, { kind: 'OPEN_ACCOUNT', site: siteOf(player), player, role: 'PLAYER', wallets }];
  });
  for (const [atMs, command] of [...opening, ...history]) {
    const wished = later(OPEN, atMs);
    const context = { now: wished > book.lastAt ? wished : book.lastAt, eventId: book.lastEvent + 1 };
    ask(book, command, context);
    const decision = decide(book, command, context);
    if (decision.ok) {
      apply(book, decision.event);
      events.push(unpacked(decision.event));
    }
    look({ book, command, event: decision.ok ? decision.event : undefined });
  }
  return { book, events };
}

const ofKind = <Kind extends AnyEvent['kind']>(events: readonly AnyEvent[], kind: Kind) =>
  events.filter((event): event is Extract<AnyEvent, { readonly kind: Kind }> => event.kind === kind);

const text = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each));

describe('after any history', () => {
  test('deciding has changed nothing, and applying the events again makes the same book at every event', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const again = emptyBook();
        execute(
          history,
          ({ book, event }) => {
            if (event === undefined) return;
            apply(again, event);
            expect(describeBook(again)).toBe(describeBook(book));
            expect(digestText(again)).toBe(digestText(book));
            expect(digestText(book)).toBe(weighBook(book));
          },
          (book, command, context) => {
            const before = describeBook(book);
            decide(book, command, context);
            expect(describeBook(book)).toBe(before);
          },
        );
      }),
    );
  });

  test('each bet of a round that was paid out is settled exactly once, and no other bet is', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { events } = execute(history);
        const placed = ofKind(events, 'BALL_BET_PLACED');
        const payments = ofKind(events, 'BALL_PAID');
        const settled = payments.flatMap(({ bets: paid }) => paid.map(({ bet }) => bet));
        expect(new Set(settled).size).toBe(settled.length);
        for (const bet of placed) {
          const isPaidOut = payments.some(
            ({ round, site, isLast }) => isLast && round === bet.round && site === bet.site,
          );
          expect(settled.includes(bet.id)).toBe(isPaidOut);
        }
        expect(settled.every((id) => placed.some((bet) => bet.id === id))).toBe(true);
      }),
    );
  });

  test('a bet brings stake × odds for a hit, nothing for a miss and its stake from a void round', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { events } = execute(history);
        const bets = new Map(ofKind(events, 'BALL_BET_PLACED').map((bet) => [bet.id, bet]));
        for (const { bets: paid, round, site } of ofKind(events, 'BALL_PAID')) {
          const isOurs = (event: { readonly round: number; readonly site: number }) =>
            event.round === round && event.site === site;
          const drawn = ofKind(events, 'BALL_DRAWN').find(isOurs);
          for (const { bet: id, status, credit } of paid) {
            const { market, stake, odds } = bets.get(id) as BallBetPlaced;
            const won = portion(stake, odds, 'down');
            if (drawn === undefined) expect([status, credit]).toEqual([3, stake]);
            else if (outcomeOf(market, drawn) === 'LOST') expect([status, credit]).toEqual([2, 0n]);
            else expect([status, credit]).toEqual([1, won - (won % ONE)]);
          }
        }
      }),
    );
  });

  test('no money is lost, and what waits is what is bet on rounds that are not paid', () => {
    fc.assert(
      fc.property(histories, (history) => {
        execute(history, ({ book }) => {
          const totals = new Map<number, bigint>();
          for (const { id, site, balance } of book.purses.values()) {
            expect(balance >= 0n || isHouse(id)).toBe(true);
            totals.set(site, (totals.get(site) ?? 0n) + balance);
          }
          expect([...totals.values()].every((total) => total === 0n)).toBe(true);
          for (const player of PLAYERS) {
            let waiting = 0n;
            for (const { playerBets: turns } of book.bitball.rounds.values()) {
              const turn = turns.get(player);
              for (const bet of turn?.bets ?? []) if (paidIn(turn, bet) === undefined) waiting += bet.stake;
            }
            expect(balanceOf(book, playerPurse(player, 'BINARY', 'wait'))).toBe(waiting);
          }
        });
      }),
    );
  });

  test('every draw follows from the seed that was sealed before the first bet, and from its salt', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { events } = execute(history);
        for (const { round, site, seed, commit, salt, balls, power } of ofKind(events, 'BALL_DRAWN')) {
          const isOurs = (event: { readonly round: number; readonly site: number }) =>
            event.round === round && event.site === site;
          const [seal, ...more] = ofKind(events, 'BALL_SEALED').filter(isOurs);
          expect(more).toEqual([]);
          expect([seal?.commit, commitOf(seed)]).toEqual([commit, commit]);
          expect(drawOf({ seed, round, salt })).toEqual({ balls, power });
          for (const bet of ofKind(events, 'BALL_BET_PLACED').filter(isOurs))
            expect(bet.id > (seal?.id ?? bet.id)).toBe(true);
        }
      }),
    );
  });

  test('no bet came after its cut-off or its salt, and no salted round became void', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { events } = execute(history);
        const salted = new Set<string>();
        for (const event of events) {
          if (event.kind === 'BALL_SALTED') salted.add(`${event.site} ${event.round}`);
          if (event.kind !== 'BALL_BET_PLACED' && event.kind !== 'BALL_VOIDED') continue;
          expect(salted.has(`${event.site} ${event.round}`)).toBe(false);
          if (event.kind === 'BALL_VOIDED') continue;
          const open = opens.find((each) => roundId({ offer: 31, open: each }) === event.round);
          expect(event.acceptedAt - (open ?? 0)).toBeGreaterThanOrEqual(-60_000);
          expect(event.acceptedAt - (open ?? 0)).toBeLessThan(-10_000);
        }
      }),
    );
  });

  test('nothing that anybody saw had a seed before its round had ended', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const shown = new Set<string>();
        execute(history, ({ book, event }) => {
          if (event?.kind === 'BALL_DRAWN' || event?.kind === 'BALL_VOIDED') shown.add(event.seed);
          const secret = ['0a'.repeat(32), 'b1'.repeat(32), 'c2'.repeat(32)].filter(
            (seed) => !shown.has(seed),
          );
          const seen = event && PLAYERS.map((player) => eventSeenBy(event, player));
          const all = `${text(seen)}${describeBook(book)}`;
          for (const seed of secret) expect(all.includes(seed)).toBe(false);
        });
      }),
    );
  });
});

test('the histories above contain every kind of event and most refusals', () => {
  const kinds = new Set<string>();
  const refusals = new Set<string>();
  for (const history of fc.sample(histories, { numRuns: 200, seed: 7 })) {
    const look = (book: Book, command: AnyCommand, context: Context) => {
      const decision = decide(book, command, context);
      if (decision.ok) kinds.add(decision.event.kind);
      else refusals.add(decision.refusal);
    };
    execute(history, () => {}, look);
  }
  expect([...kinds].sort()).toEqual([
    'ACCOUNT_OPENED',
    'BALL_BET_PLACED',
    'BALL_DRAWN',
    'BALL_PAID',
    'BALL_SALTED',
    'BALL_SEALED',
    'BALL_VOIDED',
  ]);
  expect([...refusals].sort()).toEqual([
    'ALREADY_PROCESSED',
    'BET_TYPE_INVALID',
    'EXPOSURE_FULL',
    'INSUFFICIENT_BALANCE',
    'ROUND_CLOSED',
    'ROUND_LIMIT',
    'ROUND_NOT_DECIDED',
    'ROUND_NOT_FOUND',
    'ROUND_NOT_OVER',
    'SALT_INVALID',
    'SEAL_INVALID',
    'SEAL_TOO_LATE',
    'SECOND_PERSON_NEEDED',
    'STAKE_TOO_SMALL',
    'VOID_TOO_LATE',
  ]);
});
