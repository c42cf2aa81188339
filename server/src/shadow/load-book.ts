// The book as the tables have it at the mark.
import { amount } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { type Book, createWallet, emptyBook, type Role } from '@maru/engine/book';
import type { PlayerId, PurseId, SiteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { loadBalls, loadRounds } from './load-binary.ts';
import { loadOversea } from './load-oversea.ts';
import { type Mark, NO_MARK } from './tables.ts';

interface MarkRow {
  readonly batch: number;
  readonly hash: string;
  readonly event_id: number;
  readonly at_ms: number;
}

export async function readMark(tx: Tx, shard: number): Promise<MarkRow | undefined> {
  const [row] = await tx.query<MarkRow>(
    'select batch, hash, event_id, at_ms from shadow_mark where shard = $1 for update',
    [shard],
  );
  return row;
}

export async function loadBook(tx: Tx, shard: number): Promise<{ readonly book: Book; readonly mark: Mark }> {
  const book = emptyBook();
  const mark = await readMark(tx, shard);
  if (mark === undefined) return { book, mark: NO_MARK };
  book.lastEvent = mark.event_id;
  book.lastAt = millis(mark.at_ms);
  await loadPlayers(tx, shard, book);
  await loadMoney(tx, shard, book);
  await loadAnswers(tx, shard, book);
  await loadRounds(tx, shard, book);
  await loadBalls(tx, shard, book);
  await loadOversea(tx, shard, book);
  return { book, mark: { batch: mark.batch, hash: mark.hash } };
}

async function loadPlayers(tx: Tx, shard: number, book: Book): Promise<void> {
  const accounts = await tx.query<{
    player_id: PlayerId;
    site_id: SiteId;
    role: Role;
    blocked: boolean;
    session_version: number;
    seq: number;
  }>('select player_id, site_id, role, blocked, session_version, seq from account where shard = $1', [shard]);
  for (const row of accounts) {
    book.players.set(row.player_id, {
      id: row.player_id,
      site: row.site_id,
      role: row.role,
      blocked: row.blocked,
      sessionVersion: row.session_version,
      seq: row.seq,
      wallets: new Map(),
      answers: new Map(),
    });
  }
  const wallets = await tx.query<{
    player_id: PlayerId;
    type: string;
    currency: string;
    places: number;
    run: number;
  }>(
    `select wallet.player_id, wallet.type, wallet.currency, wallet.places, wallet.run
     from wallet
     join account on account.player_id = wallet.player_id
     where account.shard = $1`,
    [shard],
  );
  for (const { player_id, type, currency, places, run } of wallets) {
    playerOf(book, player_id).wallets.set(type, createWallet(player_id, { type, currency, places, run }));
  }
}

async function loadMoney(tx: Tx, shard: number, book: Book): Promise<void> {
  const purses = await tx.query<{
    id: PurseId;
    site_id: SiteId;
    owner_id: PlayerId | null;
    currency: string;
    balance: string;
  }>('select id, site_id, owner_id, currency, balance from purse where shard = $1', [shard]);
  for (const { id, site_id, owner_id, currency, balance } of purses) {
    book.purses.set(id, {
      id,
      site: site_id,
      owner: owner_id ?? undefined,
      currency,
      balance: amount(balance),
    });
  }
  const holds = await tx.query<{
    id: number;
    player_id: PlayerId;
    wallet: string;
    amount: string;
    purpose: string;
  }>(
    `select hold.id, hold.player_id, hold.wallet, hold.amount, hold.purpose
     from hold
     join account on account.player_id = hold.player_id
     where account.shard = $1`,
    [shard],
  );
  for (const row of holds) {
    book.holds.set(row.id, {
      id: row.id,
      player: row.player_id,
      wallet: row.wallet,
      amount: amount(row.amount),
      purpose: row.purpose,
    });
  }
}

async function loadAnswers(tx: Tx, shard: number, book: Book): Promise<void> {
  const answers = await tx.query<{
    player_id: PlayerId;
    key: string;
    print: string;
    event_id: number;
    seq: number;
    at: Date;
  }>(
    `select kept_answer.player_id, kept_answer.key, kept_answer.print, kept_answer.event_id, kept_answer.seq, kept_answer.at
     from kept_answer
     join account on account.player_id = kept_answer.player_id
     where account.shard = $1
     order by kept_answer.event_id`,
    [shard],
  );
  for (const { player_id, key, print, event_id, seq, at } of answers) {
    playerOf(book, player_id).answers.set(key, { print, event: event_id, seq, at: millis(at.getTime()) });
  }
}

function playerOf(book: Book, id: PlayerId) {
  const player = book.players.get(id);
  assert(player !== undefined, 'a row of a player has its account');
  return player;
}
