// What holds after any history of commands, however strange: refused ones, repeated ones, other people's.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amount, amount, amountOfUnits } from './amount.ts';
import { apply } from './apply.ts';
import { type Book, emptyBook } from './book.ts';
import { digestText, weighBook } from './book-digest.ts';
import type { CommandKey, Context } from './command.ts';
import { decide } from './decide.ts';
import { describeBook } from './describe.ts';
import type { AnyCommand, AnyEvent } from './products.ts';
import { isHouse, type PlayerId, playerId, playerPurse, siteId } from './purse.ts';
import { later, millis } from './time.ts';
import { balanceOf } from './transfer.ts';

const players = fc.integer({ min: 1, max: 4 }).map(playerId);
const sites = fc.constantFrom(siteId(1), siteId(1), siteId(1), siteId(2));
const wallets = fc.constantFrom('BINARY', 'BINARY', 'FUTURES', 'GOLD');
const money = fc.oneof(
  fc.integer({ min: 0, max: 1_200 }).map((whole) => amount(`${whole}`)),
  fc.constantFrom('-1', '0.5', '0.00000001', '92233720368.54775807').map(amount),
);
const sessions = fc.constantFrom(undefined, undefined, 1, 1, 2, 3);
const commandKeys: fc.Arbitrary<CommandKey | undefined> = fc.option(
  fc.record({ key: fc.constantFrom('a', 'b', 'c'), fingerprint: fc.constantFrom('p', 'q') }),
  { nil: undefined },
);

const newWallets = fc.constantFrom(
  [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000') }],
  [
    { type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000') },
    { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('99.5') },
  ],
  [],
);

type Part = Record<string, fc.Arbitrary<unknown>>;
const commandOf = (kind: AnyCommand['kind'], own: Part = {}): fc.Arbitrary<AnyCommand> =>
  fc
    .record({
      kind: fc.constant(kind),
      site: sites,
      player: players,
      session: sessions,
      key: commandKeys,
      ...own,
    })
    .map(({ session, key, ...rest }) => ({
      ...rest,
      ...(session === undefined ? {} : { session }),
      ...(key === undefined ? {} : { key }),
    })) as fc.Arbitrary<AnyCommand>;

const commands: fc.Arbitrary<AnyCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: commandOf('OPEN_ACCOUNT', { role: fc.constantFrom('PLAYER', 'PARTNER'), wallets: newWallets }),
  },
  { weight: 6, arbitrary: commandOf('HOLD_FUNDS', { wallet: wallets, amount: money, purpose: fc.string() }) },
  { weight: 5, arbitrary: commandOf('RELEASE_FUNDS', { hold: fc.integer({ min: 0, max: 40 }) }) },
  {
    weight: 3,
    arbitrary: commandOf('REFILL_PRACTICE', {
      wallet: wallets,
      amount: money,
      most: fc.constant(amount('1000')),
    }),
  },
  { weight: 1, arbitrary: commandOf('BLOCK_ACCOUNT') },
  { weight: 1, arbitrary: commandOf('UNBLOCK_ACCOUNT') },
  { weight: 1, arbitrary: commandOf('END_SESSIONS') },
);

/** Time stands still often and jumps over the seven days of kept answers sometimes. */
const pauses = fc.constantFrom(0, 0, 0, 1, 1_000, 4 * 86_400_000);
const histories = fc.array(fc.tuple(commands, pauses), { minLength: 1, maxLength: 120, size: 'max' });

interface Told {
  readonly book: Book;
  readonly events: readonly AnyEvent[];
}

/** Executes a history; a repeated key is answered as by the desk, without another decision. */
function execute(
  history: readonly (readonly [AnyCommand, number])[],
  look: (seen: { book: Book; command: AnyCommand; event: AnyEvent | undefined }) => void = () => {},
  ask: (book: Book, command: AnyCommand, context: Context) => void = () => {},
): Told {
  const book = emptyBook();
  const events: AnyEvent[] = [];
  let now = millis(1_760_000_000_000);
  for (const [command, pauseMs] of history) {
    now = later(now, pauseMs);
    if (command.key && book.players.get(command.player)?.answers.has(command.key.key)) continue;
    const context = { now, eventId: book.lastEvent + 1 };
    ask(book, command, context);
    const decision = decide(book, command, context);
    if (decision.ok) {
      apply(book, decision.event);
      events.push(decision.event);
    }
    look({ book, command, event: decision.ok ? decision.event : undefined });
  }
  return { book, events };
}

describe('after any history', () => {
  test('deciding has changed nothing, twice it decides the same, and every decided event could be applied', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const ask = (book: Book, command: AnyCommand, context: Context) => {
          const before = describeBook(book);
          const first = decide(book, command, context);
          expect(describeBook(book)).toBe(before);
          expect(decide(book, command, context)).toEqual(first);
        };
        execute(history, () => {}, ask);
      }),
    );
  });

  test('the purses of each site and currency add up to nothing, and no player owes', () => {
    fc.assert(
      fc.property(histories, (history) => {
        execute(history, ({ book }) => {
          const totals = new Map<string, bigint>();
          for (const { id, site, currency, balance } of book.purses.values()) {
            expect(balance >= 0n || isHouse(id)).toBe(true);
            totals.set(`${site} ${currency}`, (totals.get(`${site} ${currency}`) ?? 0n) + balance);
          }
          expect([...totals.values()].every((total) => total === 0n)).toBe(true);
        });
      }),
    );
  });

  test('what waits in a wallet is the sum of its open holds', () => {
    fc.assert(
      fc.property(histories, (history) => {
        execute(history, ({ book }) => {
          const held = new Map<string, Amount>();
          for (const { player, wallet, amount: part } of book.account.holds.values()) {
            const purse = playerPurse(player, wallet, 'wait');
            held.set(purse, amountOfUnits((held.get(purse) ?? 0n) + part));
          }
          for (const player of book.players.values()) {
            for (const { type } of player.wallets.values()) {
              const purse = playerPurse(player.id, type, 'wait');
              expect(balanceOf(book, purse)).toBe(held.get(purse) ?? 0n);
            }
          }
        });
      }),
    );
  });

  test('the events and each player’s own sequence count from one without a gap', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { book, events } = execute(history);
        const seqs = new Map<PlayerId, number>();
        for (const [index, event] of events.entries()) {
          expect(event.id).toBe(index + 1);
          for (const { player, seq } of event.steps) {
            expect(seq).toBe((seqs.get(player) ?? 0) + 1);
            seqs.set(player, seq);
          }
        }
        for (const player of book.players.values()) expect(player.seq).toBe(seqs.get(player.id));
      }),
    );
  });

  test('applying its events to an empty book makes the same book, at every event', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const again = emptyBook();
        execute(history, ({ book, event }) => {
          if (event === undefined) return;
          apply(again, event);
          expect(describeBook(again)).toBe(describeBook(book));
          expect(digestText(again)).toBe(digestText(book));
          expect(digestText(book)).toBe(weighBook(book));
        });
      }),
    );
  });

  test('each event has the balances of the wallets it touched, free and waiting, and touches only its own player’s', () => {
    fc.assert(
      fc.property(histories, (history) => {
        execute(history, ({ book, command, event }) => {
          if (event === undefined) return;
          const touched = new Set(
            event.transfers.flatMap(({ from, to }) => [from, to]).filter((id) => !isHouse(id)),
          );
          const wallets = [...touched].map((id) => id.slice(0, id.lastIndexOf(':')));
          const shown = new Set(wallets.flatMap((wallet) => [`${wallet}:free`, `${wallet}:wait`]));
          expect(new Set<string>(event.after.map(({ purse }) => purse))).toEqual(shown);
          for (const { purse, balance } of event.after) expect(balanceOf(book, purse)).toBe(balance);
          for (const id of touched) expect(id.startsWith(`${command.player}:`)).toBe(true);
        });
      }),
    );
  });

  test('no command of an ended session and none of a blocked player was accepted', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const versions = new Map<PlayerId, number>();
        const blocked = new Set<PlayerId>();
        execute(history, ({ command: { kind, player, session }, event }) => {
          if (event === undefined) return;
          if (kind !== 'OPEN_ACCOUNT' && session !== undefined) {
            expect(session).toBe(versions.get(player));
            expect(blocked.has(player)).toBe(false);
          }
          if (kind === 'OPEN_ACCOUNT') versions.set(player, 1);
          if (kind === 'END_SESSIONS') versions.set(player, (versions.get(player) ?? 0) + 1);
          if (kind === 'BLOCK_ACCOUNT') blocked.add(player);
          if (kind === 'UNBLOCK_ACCOUNT') blocked.delete(player);
        });
      }),
    );
  });
});

test('the histories above contain every kind of event and most refusals', () => {
  const kinds = new Set<string>();
  const refusals = new Set<string>();
  for (const history of fc.sample(histories, { numRuns: 200, seed: 7 })) {
    const book = emptyBook();
    for (const [command] of history) {
      const decision = decide(book, command, { now: millis(0), eventId: book.lastEvent + 1 });
      if (!decision.ok) refusals.add(decision.refusal);
      else {
        kinds.add(decision.event.kind);
        apply(book, decision.event);
      }
    }
  }
  expect(kinds.size).toBe(7);
  expect(refusals.size).toBe(12);
});
