// Accounts as the tables have them, for the players who are needed in the book.

import { ANSWERS_IN_MEMORY, leaveToTables, olderKeysOf } from '@maru/engine/answered-keys';
import type { Player } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import type { LoadedPlayer } from '@maru/engine/residents';
import type { Millis } from '@maru/engine/time';
import { createWallet } from '@maru/engine/wallet';
import type { Tx } from '../db/database.ts';
import { checkAccount } from './check-tables.ts';
import { accounts, purses, wallets } from './ledger-tables.ts';
import { readAnswers } from './load-answers.ts';
import { fieldsOf, selectFrom } from './statements.ts';

/** Loads these accounts into the book, unless the tables do not have them or the book has them already. */
export type Bring = (players: Iterable<PlayerId>) => Promise<void>;

/** This many accounts are read by one statement: between two statements the thread can do other work. */
export const PLAYERS_AT_ONCE = 1_000;

/** Those of them that the tables have, in no order. Throws when one of them differs from what was written. */
export async function readPlayers(
  tx: Tx,
  shard: number,
  ids: readonly PlayerId[],
  keysSince: Millis,
): Promise<readonly LoadedPlayer[]> {
  const loaded = await readUnchecked(tx, shard, ids, keysSince);
  for (const account of loaded) checkAccount(account);
  return loaded;
}

export async function readUnchecked(
  tx: Tx,
  shard: number,
  ids: readonly PlayerId[],
  keysSince: Millis,
): Promise<readonly LoadedPlayer[]> {
  const loaded: LoadedPlayer[] = [];
  for (let from = 0; from < ids.length; from += PLAYERS_AT_ONCE)
    loaded.push(...(await readSlice(tx, shard, ids.slice(from, from + PLAYERS_AT_ONCE), keysSince)));
  return loaded;
}

async function readSlice(
  tx: Tx,
  shard: number,
  ids: readonly PlayerId[],
  keysSince: Millis,
): Promise<readonly LoadedPlayer[]> {
  const stored = await readAccounts(tx, 'where player_id = any($1::bigint[]) and shard = $2', [ids, shard]);
  if (stored.length === 0) return [];
  const owned = Map.groupBy(
    await readWallets(tx, 'where player_id = any($1::bigint[])', [ids]),
    ({ player }) => player,
  );
  const held = Map.groupBy(
    await readPurses(tx, 'where owner_id = any($1::bigint[])', [ids]),
    ({ owner }) => owner,
  );
  const keys = await readAnswers(tx, ids, keysSince);
  return stored.map(({ player: id, digest, ...account }) => {
    const player: Player = {
      id,
      ...account,
      usedIn: 0,
      wallets: new Map(owned.get(id)?.map((terms) => [terms.type, createWallet(id, terms)])),
      answers: keys.get(id)?.answers ?? new Map(),
      olderKeys: olderKeysOf(keys.get(id)?.older ?? []),
    };
    leaveToTables(player, ANSWERS_IN_MEMORY, Number.MAX_SAFE_INTEGER);
    return { player, purses: held.get(id) ?? [], digest };
  });
}

/** The numbers of the next accounts. */
export async function listPlayers(
  tx: Tx,
  shard: number,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<readonly PlayerId[]> {
  const rows = await tx.query<{ player_id: PlayerId }>(
    'select player_id from account where shard = $1 and player_id > $2 order by player_id limit $3',
    [shard, after, most],
  );
  return rows.map(({ player_id }) => player_id);
}

const readAccounts = selectFrom(accounts, fieldsOf(accounts, 'shard'));
const readWallets = selectFrom(wallets, fieldsOf(wallets));
export const readPurses = selectFrom(purses, fieldsOf(purses, 'shard'));
