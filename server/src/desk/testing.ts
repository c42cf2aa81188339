// Accounts and commands for tests that need a desk with players.
import { rm } from 'node:fs/promises';
import { amount } from '@maru/engine/amount';
import type { AnyCommand } from '@maru/engine/products';
import { type PlayerId, playerId, playerPurse, siteId } from '@maru/engine/purse';
import { emptyDatabase, type TestDatabase } from '../db/testing.ts';
import { shadowParts } from '../shadow-products.ts';
import type { RunningDesk } from './create-desk.ts';
import { type OpenedDesk, openDesk } from './open-desk.ts';

export const SITE = siteId(1);

/**
 * A desk on the database of a test. Whatever halts it fails the test. It has no thread of its own for the tables:
 * starting one costs several times what a usual test does. Tests of the desk and the shadow hand `shadowParts` in.
 */
export const openTestDesk = (
  { database, url }: TestDatabase,
  folder: string,
  options: Partial<Parameters<typeof openDesk>[0]> = {},
): Promise<OpenedDesk> =>
  openDesk({
    shard: 0,
    shadowParts: { ...shadowParts, worker: undefined },
    database,
    journalAt: url === undefined ? { folder } : { url },
    onDurable: () => undefined,
    onHalt: (fault) => {
      throw fault;
    },
    onTransientError: () => undefined,
    ...options,
    // A test machine may stand still for seconds; how long callers wait is tested where it is the subject.
    limits: { patienceMs: 60_000, ...options.limits },
  });

/** The site that the players of a test belong to. */
export async function insertTestSite({ database }: Pick<TestDatabase, 'database'>): Promise<void> {
  await database.transaction((tx) =>
    tx.query(
      `insert into site (code, name, used_coins, binary_currency, type)
       values ('one', 'One', 'BINARY', 'KRW', '101111')
       on conflict do nothing`,
    ),
  );
}

/** Deletes everything that was written to the database and the folder, so that the next test starts empty. */
export async function forgetWorld(
  { folder }: { readonly folder: string },
  store: TestDatabase,
): Promise<void> {
  await emptyDatabase(store);
  await rm(folder, { recursive: true, force: true });
}

/** The balance of players' BINARY wallets, in whole won. */
export async function balancesOf(
  desk: RunningDesk,
  player: PlayerId,
): Promise<Readonly<Record<'free' | 'wait', string>>> {
  const read = await desk.inspect(
    ({ purses }) => {
      const of = (kind: 'free' | 'wait') =>
        String((purses.get(playerPurse(player, 'BINARY', kind))?.balance ?? 0n) / 100_000_000n);
      return { free: of('free'), wait: of('wait') };
    },
    [player],
  );
  return read?.seen ?? { free: '', wait: '' };
}

export const opening = (player: PlayerId): AnyCommand => ({
  kind: 'OPEN_ACCOUNT',
  site: SITE,
  player,
  role: 'PLAYER',
  wallets: [
    { type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') },
    { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('10000') },
  ],
});

export const refill = (player: PlayerId, to: string, key?: string, fingerprint = to): AnyCommand => ({
  kind: 'REFILL_PRACTICE',
  site: SITE,
  player,
  session: 1,
  wallet: 'BINARY',
  amount: amount(to),
  most: amount('100000000'),
  ...(key === undefined ? {} : { key: { key, fingerprint } }),
});

export const hold = (player: PlayerId, held: string): AnyCommand => ({
  kind: 'HOLD_FUNDS',
  site: SITE,
  player,
  session: 1,
  wallet: 'BINARY',
  amount: amount(held),
  purpose: 'test',
});

export const release = (player: PlayerId, holdId: number): AnyCommand => ({
  kind: 'RELEASE_FUNDS',
  site: SITE,
  player,
  session: 1,
  hold: holdId,
});

export async function openPlayers(desk: RunningDesk, count: number): Promise<readonly PlayerId[]> {
  const players = Array.from({ length: count }, (_, index) => playerId(index + 1));
  await Promise.all(players.map((player) => desk.submit(opening(player))));
  return players;
}

/** Retries: the desk answers false after a while, and on a busy machine the tables take longer than that. */
export async function untilCaughtUp(desk: RunningDesk, players: readonly PlayerId[]): Promise<void> {
  for (const player of players) {
    while (!(await desk.caughtUp(player))) {
      if (desk.state() !== 'OPEN') throw new Error(`the desk is ${desk.state()}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/**
 * Waits until the tables have everything, also events without a player, such as a round that is void and not paid
 * back yet.
 */
export async function untilWritten({ desk, shadow }: Pick<OpenedDesk, 'desk' | 'shadow'>): Promise<void> {
  while (!(await shadow.passed(desk.stats().batch)))
    if (desk.state() !== 'OPEN') throw new Error(`the desk is ${desk.state()}`);
}

/** All accounts, for reads that need them in the book. */
export const everybody = (desk: Pick<RunningDesk, 'highestPlayer'>): readonly PlayerId[] =>
  Array.from({ length: desk.highestPlayer() }, (_, index) => playerId(index + 1));
