// Accounts as the tables have them, for those who are needed in the book.
import { amount } from '@maru/engine/amount';
import type { Player, Role } from '@maru/engine/book';
import { ANSWERS_IN_MEMORY, leaveToTables, olderKeysOf } from '@maru/engine/kept-keys';
import type { PlayerId, PurseId, SiteId } from '@maru/engine/purse';
import type { LoadedPlayer } from '@maru/engine/residents';
import type { Millis } from '@maru/engine/time';
import type { FoundPurse } from '@maru/engine/transfer';
import { createWallet, type Wallet } from '@maru/engine/wallet';
import type { Tx } from '../db/database.ts';
import { checkAccount } from './check-tables.ts';
import { readAnswers } from './load-answers.ts';

/** Brings these accounts into the book, as far as the tables know them and they are not there already. */
export type Bring = (players: Iterable<PlayerId>) => Promise<void>;

/** So many accounts are read by one statement: the thread that reads them is free in between. */
export const PLAYERS_AT_ONCE = 1_000;

/** Those of them that the tables know, in no particular order. Throws when one of them is not what was written. */
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
  const accounts = await tx.query<{
    player_id: PlayerId;
    site_id: SiteId;
    role: Role;
    blocked: boolean;
    session_version: number;
    seq: number;
    digest: string | null;
  }>(
    `select player_id, site_id, role, blocked, session_version, seq, digest
     from account
     where player_id = any($1::bigint[]) and shard = $2`,
    [ids, shard],
  );
  if (accounts.length === 0) return [];
  const wallets = Map.groupBy(await readWallets(tx, ids), ({ player }) => player);
  const purses = Map.groupBy(await readPurses(tx, ids), ({ owner }) => owner);
  const keys = await readAnswers(tx, ids, keysSince);
  return accounts.map((row) => {
    const id = row.player_id;
    const player: Player = {
      id,
      site: row.site_id,
      role: row.role,
      blocked: row.blocked,
      sessionVersion: row.session_version,
      seq: row.seq,
      usedIn: 0,
      wallets: new Map(wallets.get(id)?.map(({ wallet }) => [wallet.type, wallet])),
      answers: keys.get(id)?.answers ?? new Map(),
      olderKeys: olderKeysOf(keys.get(id)?.older ?? []),
    };
    leaveToTables(player, ANSWERS_IN_MEMORY, Number.MAX_SAFE_INTEGER);
    const digest = row.digest === null ? undefined : BigInt(row.digest);
    return { player, purses: purses.get(id) ?? [], digest };
  });
}

async function readWallets(
  tx: Tx,
  ids: readonly PlayerId[],
): Promise<readonly { readonly player: PlayerId; readonly wallet: Wallet }[]> {
  const rows = await tx.query<{
    player_id: PlayerId;
    type: string;
    currency: string;
    places: number;
    run: number;
  }>(
    `select player_id, type, currency, places, run
     from wallet
     where player_id = any($1::bigint[])`,
    [ids],
  );
  return rows.map(({ player_id, ...terms }) => ({
    player: player_id,
    wallet: createWallet(player_id, terms),
  }));
}

async function readPurses(tx: Tx, ids: readonly PlayerId[]): Promise<readonly FoundPurse[]> {
  const rows = await tx.query<PurseRow>(
    `select id, site_id, owner_id, currency, balance
     from purse
     where owner_id = any($1::bigint[])`,
    [ids],
  );
  return rows.map(purseOf);
}

export interface PurseRow {
  readonly id: PurseId;
  readonly site_id: SiteId;
  readonly owner_id: PlayerId | null;
  readonly currency: string;
  readonly balance: string;
}

export const purseOf = ({ id, site_id, owner_id, currency, balance }: PurseRow): FoundPurse => ({
  id,
  site: site_id,
  owner: owner_id ?? undefined,
  currency,
  balance: amount(balance),
});
