// That a fold equals the book at every event is checked by the simulator at the end of every run (I-95). Here is what a
// history looks like that such a run does not have.
import { expect, test } from 'vitest';
import { type Amount, amount, toDecimal } from '../amount.ts';
import { apply } from '../apply.ts';
import { emptyBook } from '../book.ts';
import { decide } from '../decide.ts';
import type { AnyCommand, AnyEvent } from '../products.ts';
import { heldIn, housePurse, playerId, playerPurse, siteId } from '../purse.ts';
import { later, millis } from '../time.ts';
import { accountIn } from './account-then.ts';
import { beginFold, foldEvent, foldedAccount } from './fold.ts';

const site = siteId(1);
const mina = playerId(1);
const jun = playerId(2);
const start = millis(1_760_000_000_000);
const wallets = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('1000') }];
const commands: readonly AnyCommand[] = [
  { kind: 'OPEN_ACCOUNT', site, player: jun, role: 'PLAYER', wallets },
  { kind: 'OPEN_ACCOUNT', site, player: mina, role: 'PLAYER', wallets },
  { kind: 'HOLD_FUNDS', site, player: jun, wallet: 'BINARY', amount: amount('7'), purpose: 'OTHER' },
  { kind: 'HOLD_FUNDS', site, player: mina, wallet: 'BINARY', amount: amount('300'), purpose: 'TEST' },
  { kind: 'END_SESSIONS', site, player: jun },
  { kind: 'RELEASE_FUNDS', site, player: mina, hold: 4 },
];

function history() {
  const book = emptyBook();
  return commands.map((command, index) => {
    const decision = decide(book, command, { now: later(start, index * 1_000), eventId: book.lastEvent + 1 });
    if (!decision.ok) throw new Error(`refused: ${decision.refusal}`);
    apply(book, decision.event);
    return { event: decision.event, live: accountIn(book, mina) };
  });
}

const isMinas = ({ steps }: AnyEvent) => steps.some(({ player }) => player === mina);

test('the events of others may be missing, and at each own event the account is that of the book', () => {
  const fold = beginFold(mina);
  expect(foldedAccount(fold)).toBeUndefined();
  const own = history().filter(({ event }) => isMinas(event));
  for (const { event, live } of own) {
    foldEvent(fold, event);
    expect(foldedAccount(fold)).toEqual(live);
  }
  expect(own).toHaveLength(3);
});

test('it shows what lay in every purse and what was open', () => {
  const fold = beginFold(mina);
  for (const { event } of history().slice(0, 4)) if (isMinas(event)) foldEvent(fold, event);
  const then = foldedAccount(fold)!;
  expect(then.wallets.map(({ purses }) => [toDecimal(purses.free), toDecimal(purses.wait)])).toEqual([
    ['700', '300'],
  ]);
  expect(then.wallets.map(({ purses }) => toDecimal(heldIn(purses)))).toEqual(['1000']);
  expect(then.open).toEqual([
    { product: 'account', kind: 'REQUEST', id: 4, wallet: 'BINARY', amount: amount('300'), type: 'TEST' },
  ]);
});

test('money that came from another player is no debt of that player in a book that does not know them', () => {
  const fold = beginFold(mina);
  const [, opened] = history();
  foldEvent(fold, opened!.event);
  const free = playerPurse(mina, 'BINARY', 'free');
  const moved = {
    kind: 'SESSIONS_ENDED',
    id: 50,
    at: later(start, 60_000),
    site,
    steps: [{ player: mina, seq: 2 }],
    transfers: [
      {
        from: playerPurse(jun, 'BINARY', 'free'),
        to: free,
        currency: 'KRW',
        amount: amount('5'),
        reason: 'T',
      },
      { from: free, to: housePurse(site, 'fee', 'KRW'), currency: 'KRW', amount: amount('1'), reason: 'T' },
    ],
    after: [{ purse: free, balance: amount('1004') as Amount }],
    sessionVersion: 2,
  } as const satisfies AnyEvent;
  foldEvent(fold, moved);
  expect(toDecimal(foldedAccount(fold)!.wallets[0]!.purses.free)).toBe('1004');
});

test('events out of order are a bug and not a picture of another past', () => {
  const fold = beginFold(mina);
  const own = history().filter(({ event }) => isMinas(event));
  foldEvent(fold, own[0]!.event);
  foldEvent(fold, own[1]!.event);
  expect(() => foldEvent(fold, own[1]!.event)).toThrow('in the order of their numbers');
});
