import { assert } from '../assert.ts';
import { type Book, createWallet } from '../book.ts';
import type { AccountEvent, AccountOpened } from './events.ts';

/** The account must be there before the common part of an event looks for its player. */
export function openPlayer(book: Book, event: AccountOpened): void {
  for (const step of event.steps) {
    assert(!book.players.has(step.player), 'an account opens once');
    book.players.set(step.player, {
      id: step.player,
      site: event.site,
      role: event.role,
      blocked: false,
      sessionVersion: 1,
      seq: step.seq - 1,
      usedIn: 0,
      wallets: new Map(
        event.wallets.map((wallet) => [wallet.type, createWallet(step.player, { ...wallet, run: 1 })]),
      ),
      answers: new Map(),
    });
    if (step.player > book.highestPlayer) book.highestPlayer = step.player;
  }
}

export function applyAccount(book: Book, event: AccountEvent): void {
  const [step] = event.steps;
  const player = step && book.players.get(step.player);
  assert(player !== undefined, 'an account event names its player');
  switch (event.kind) {
    case 'ACCOUNT_OPENED':
      return;
    case 'PRACTICE_REFILLED': {
      const wallet = player.wallets.get(event.wallet);
      assert(wallet !== undefined, 'a refill names a wallet of its player');
      wallet.run = event.run;
      return;
    }
    case 'FUNDS_HELD': {
      const { id, wallet, amount, purpose } = event;
      book.holds.set(id, { id, player: player.id, wallet, amount, purpose });
      return;
    }
    case 'FUNDS_RELEASED':
      assert(book.holds.delete(event.hold), 'a hold ends once');
      return;
    case 'ACCOUNT_BLOCKED':
      player.blocked = true;
      return;
    case 'ACCOUNT_UNBLOCKED':
      player.blocked = false;
      return;
    case 'SESSIONS_ENDED':
      player.sessionVersion = event.sessionVersion;
      return;
  }
}
