// Adds many accounts to a stopped platform, without a caller that waits for each of them.

import { join } from 'node:path';
import type { NewWallet } from '@maru/engine/account/commands';
import { assert } from '@maru/engine/assert';
import type { AnyCommand } from '@maru/engine/products';
import { playerId, type SiteId } from '@maru/engine/purse';
import { dropPlayer } from '@maru/engine/residents';
import type { Database } from '@maru/server/db/database';
import { openStore } from '@maru/server/db/open-store';
import { openSites } from '@maru/server/site/sites';
import { hastily, openFilling } from './filled-journal.ts';

export interface Place {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
}

/** Opens accounts until there are this many. The platform must have been started here once, and must not run. */
export async function fillAccounts({ dataFolder, databaseUrl }: Place, until: number): Promise<void> {
  const { database } = await openStore({ dataFolder, databaseUrl: databaseUrl && hastily(databaseUrl) });
  const filling = await openFilling(
    database,
    databaseUrl === undefined ? { folder: join(dataFolder, 'journal') } : { url: databaseUrl },
  );
  try {
    const [site] = (await openSites(database, 0)).all();
    assert(site !== undefined, 'a platform that was started has its site');
    const { id, wallets } = site;
    const first = filling.book.highestPlayer + 1;
    await filling.fill(openings(id, wallets, { first, until }), {
      onEvent(book) {
        const opened = book.players.get(playerId(book.highestPlayer));
        if (opened !== undefined) dropPlayer(book, opened);
      },
      // Half of all rows, and all alike: the database makes them by itself afterwards.
      written: (rows) => ({ ...rows, wallets: [] }),
    });
    await fillWallets(database, wallets, first);
    await fillProfiles(database, id, first, until);
  } finally {
    await filling.close();
    await database.close();
  }
}

function* openings(
  site: SiteId,
  wallets: readonly NewWallet[],
  { first, until }: { readonly first: number; readonly until: number },
): Iterable<AnyCommand> {
  for (let player = first; player <= until; player += 1)
    yield { kind: 'OPEN_ACCOUNT', site, player: playerId(player), role: 'PLAYER', wallets };
}

const fillWallets = (database: Database, wallets: readonly NewWallet[], from: number): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(
      `insert into wallet (player_id, type, currency, places, run)
       select account.player_id, made.type, made.currency, made.places, 1
       from account
       cross join unnest($1::text[], $2::text[], $3::int[]) as made (type, currency, places)
       where account.player_id >= $4`,
      [
        wallets.map(({ type }) => type),
        wallets.map(({ currency }) => currency),
        wallets.map(({ places }) => places),
        from,
      ],
    );
  });

/** Every account needs a profile to be looked up; these passwords match nothing. */
const fillProfiles = (database: Database, site: SiteId, from: number, to: number): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(
      `insert into player (
         id, site_id, username, password_hash, name, phone, nick, folded_nick, role, created_at, password_changed_at
       )
       overriding system value
       select
         n, $1, 'filled-' || n, '-', '시험', '010-' || n, '시험자' || n, '시험자' || n, 'PLAYER', now(), now()
       from generate_series($2::bigint, $3::bigint) as n`,
      [site, from, to],
    );
    await tx.query(`select setval('player_id_seq', $1::bigint)`, [to]);
    if (database.kind === 'postgres') await tx.query('analyze');
  });
