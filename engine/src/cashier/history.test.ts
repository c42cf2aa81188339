// What holds after any history of the cashier's commands, however strange: refused ones, doubled ones, other people's.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../amount.ts';
import { apply } from '../apply.ts';
import { type Book, emptyBook } from '../book.ts';
import { digestText, weighBook } from '../book-digest.ts';
import { decide } from '../decide.ts';
import { describeBook } from '../describe.ts';
import { accountIn } from '../past/account-then.ts';
import { beginFold, foldEvent, foldedAccount } from '../past/fold.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { assertCounted } from '../property-testing.ts';
import { housePurse, isHouse, playerPurse } from '../purse.ts';
import { later } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import { eventSeenBy } from '../view.ts';
import {
  ANNA,
  approve,
  BORA,
  byProvider,
  cashierAccounts,
  cashierBook,
  conversion,
  deposit,
  grant,
  HASH,
  issue,
  jun,
  mina,
  now,
  onOwn,
  purchase,
  reject,
  sale,
  site,
  take,
  transfer,
  useCode,
  withdrawal,
} from './testing.ts';

const players = fc.constantFrom(mina, jun);
const requests = fc.integer({ min: 4, max: 24 });
const staff = fc.constantFrom(ANNA, BORA);
const won = fc.integer({ min: 0, max: 700_000 }).map((whole) => amount(`${whole}`));
const coins = fc.integer({ min: 0, max: 400 }).map((whole) => amount(`${whole}`));

const commands: fc.Arbitrary<AnyCommand> = fc.oneof(
  fc.record({ player: players, amount: won }).map(deposit),
  fc.record({ player: players, amount: won, reserved: won }).map(withdrawal),
  fc.record({ player: players, channel: fc.constantFrom('p2p', 'coin-shop') }).map(purchase),
  fc.record({ player: players, amount: coins, channel: fc.constantFrom('p2p', 'coin-shop') }).map(sale),
  fc.record({ player: players, amount: won }).map(conversion),
  fc.record({ player: players, recipient: players, amount: coins }).map(transfer),
  fc.record({ player: players, type: fc.constantFrom('PB', 'PM'), amount: won, staff }).map(grant),
  fc.record({ uses: fc.integer({ min: 1, max: 2 }) }).map(issue),
  players.map((player) => useCode(player)),
  fc.constant<AnyCommand>({ kind: 'END_COUPON', site, player: 0 as never, coupon: HASH, staff: ANNA }),
  fc
    .tuple(
      fc.constantFrom('CANCEL_REQUEST', 'MARK_PAID', 'DISPUTE_REQUEST', 'EXPIRE_REQUEST'),
      requests,
      players,
    )
    .map(([kind, request, player]) => onOwn(kind, request, player)),
  fc
    .tuple(requests, players, staff, fc.constantFrom(amount('1'), amount('1000000')))
    .map(([request, player, by, twoFrom]) => ({ ...approve(request, by, { twoFrom }), player })),
  fc.tuple(requests, players).map(([request, player]) => ({
    ...approve(request, 0, {
      by: byProvider('coin-shop'),
      received: { amount: amount('138550'), currency: 'KRW' },
    }),
    player,
  })),
  fc.tuple(requests, players).map(([request, player]) => ({ ...reject(request), player })),
  fc.tuple(requests, players).map(([request, player]) => ({ ...take(request), player })),
);

const histories = fc.array(fc.tuple(commands, fc.constantFrom(0, 0, 1, 5_000, 1_800_000)), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
});

/** Most commands about a request are about one that is open; the others are about none, or somebody else's. */
function aimed({ cashier }: Book, command: AnyCommand): AnyCommand {
  if (!('request' in command) || command.request % 4 === 0) return command;
  const open = [...cashier.requests.values()];
  const target = open[command.request % open.length];
  return target === undefined
    ? command
    : ({ ...command, request: target.id, player: target.player } as AnyCommand);
}

function execute(
  history: readonly (readonly [AnyCommand, number])[],
  look: (book: Book, event: AnyEvent | undefined) => void = () => {},
): { readonly book: Book; readonly events: readonly AnyEvent[] } {
  const book = cashierBook();
  const events: AnyEvent[] = [];
  let at = now;
  for (const [asked, pauseMs] of history) {
    at = later(at, pauseMs);
    const command = aimed(book, asked);
    const decision = decide(book, command, { now: at, eventId: book.lastEvent + 1 });
    if (decision.ok) {
      apply(book, decision.event);
      events.push(decision.event);
    }
    look(book, decision.ok ? decision.event : undefined);
  }
  return { book, events };
}

test('what is held is what open requests hold, escrow is what open purchases wait for, and nobody owes', () => {
  const kinds = new Set<string>();
  assertCounted(
    fc.property(histories, (history) => {
      execute(history, (book, event) => {
        if (event !== undefined) kinds.add(event.kind);
        const holds = new Map<string, bigint>();
        let escrow = 0n;
        for (const { player, wallet, type, amount: asked, fee } of book.cashier.requests.values()) {
          const purse = playerPurse(player, wallet, 'withdrawHold');
          if (type === 'W' || type === 'WS') holds.set(purse, (holds.get(purse) ?? 0n) + asked + fee);
          if (type === 'WB') escrow += asked;
        }
        const total = new Map<string, bigint>();
        for (const { id, currency, balance } of book.purses.values()) {
          if (id.endsWith(':withdrawHold') && balance !== (holds.get(id) ?? 0n))
            throw new Error(`${id} has ${balance}`);
          if (balance < 0n && !isHouse(id)) throw new Error(`${id} owes`);
          total.set(currency, (total.get(currency) ?? 0n) + balance);
        }
        for (const hold of holds.keys()) expect(book.purses.has(hold as never)).toBe(true);
        expect([...total.values()].every((sum) => sum === 0n)).toBe(true);
        expect(balanceOf(book, housePurse(site, 'escrow', 'USDT'))).toBe(escrow);
      });
    }),
    60,
  );
  for (const kind of ['REQUEST_DONE', 'REQUEST_CONFIRMED', 'REQUEST_CANCELLED', 'COUPON_USED', 'CONVERTED'])
    expect(kinds).toContain(kind);
});

test('each player has one open request of a type, and a coupon is used no more often than it lasts', () => {
  fc.assert(
    fc.property(histories, (history) => {
      execute(history, (book) => {
        const open = Array.from(book.cashier.requests.values(), ({ player, type }) => `${player} ${type}`);
        expect(new Set(open).size).toBe(open.length);
        for (const { usedBy, uses } of book.cashier.coupons.values()) expect(usedBy.size <= uses).toBe(true);
      });
    }),
    { numRuns: 30 },
  );
});

test('the digest that events carry on is that of the book, and a replay makes the same book', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { book, events } = execute(history, (each) => {
        expect(digestText(each)).toBe(weighBook(each));
      });
      const again = emptyBook();
      for (const event of [...openings(), ...events]) apply(again, event);
      expect(describeBook(again)).toBe(describeBook(book));
      expect(digestText(again)).toBe(digestText(book));
    }),
    { numRuns: 40 },
  );
});

test('an account folded from its own history is the account in the book', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { book, events } = execute(history);
      for (const player of [mina, jun]) {
        const fold = beginFold(player);
        for (const event of [...openings(), ...events])
          if (event.steps.some((step) => step.player === player)) foldEvent(fold, eventSeenBy(event, player));
        expect(foldedAccount(fold)).toEqual(accountIn(book, player));
      }
    }),
    { numRuns: 40 },
  );
});

/** The events of the accounts with which every history begins. */
function openings(): readonly AnyEvent[] {
  const events: AnyEvent[] = [];
  const book = emptyBook();
  for (const command of cashierAccounts()) {
    const decision = decide(book, command, { now, eventId: book.lastEvent + 1 });
    if (!decision.ok) throw new Error(decision.refusal);
    apply(book, decision.event);
    events.push(decision.event);
  }
  return events;
}
