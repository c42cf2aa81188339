import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import { ACCOUNTS, addTo, blockedWeight, OPEN, openedDigest, runWeight, versionWeight } from '../digest.ts';
import { createWallet } from '../wallet.ts';
import type { AccountEvent, AccountOpened } from './events.ts';
import { holdDigest } from './state.ts';

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
      olderKeys: undefined,
    });
    if (step.player > book.highestPlayer) book.highestPlayer = step.player;
    const { site, role, wallets } = event;
    addTo(book.digest, ACCOUNTS, openedDigest({ id: step.player, site, role, wallets }));
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
      addTo(book.digest, ACCOUNTS, runWeight(player.id, wallet.type) * BigInt(event.run - wallet.run));
      wallet.run = event.run;
      return;
    }
    case 'FUNDS_HELD': {
      const { id, wallet, amount, purpose } = event;
      const hold = { id, player: player.id, wallet, amount, purpose };
      book.account.holds.set(id, hold);
      addTo(book.digest, OPEN, holdDigest(hold));
      return;
    }
    case 'FUNDS_RELEASED': {
      const hold = book.account.holds.get(event.hold);
      assert(hold !== undefined, 'a hold ends once');
      book.account.holds.delete(event.hold);
      addTo(book.digest, OPEN, -holdDigest(hold));
      return;
    }
    case 'ACCOUNT_BLOCKED':
      setBlocked(book, player, true);
      return;
    case 'ACCOUNT_UNBLOCKED':
      setBlocked(book, player, false);
      return;
    case 'SESSIONS_ENDED': {
      const by = BigInt(event.sessionVersion - player.sessionVersion);
      addTo(book.digest, ACCOUNTS, versionWeight(player.id) * by);
      player.sessionVersion = event.sessionVersion;
      return;
    }
  }
}

function setBlocked(book: Book, player: Player, blocked: boolean): void {
  addTo(book.digest, ACCOUNTS, blockedWeight(player.id) * BigInt(Number(blocked) - Number(player.blocked)));
  player.blocked = blocked;
}
