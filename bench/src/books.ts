// What the sums of days cost the tables that follow the journal: the same events written with and without them, in turn,
// on PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@maru/engine/amount';
import type { AnyCommand } from '@maru/engine/products';
import { playerId, siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { openStore } from '@maru/server/db/open-store';
import type { RowChanges } from '@maru/server/shadow/rows';
import { startPostgres } from '../../scripts/postgres.mjs';
import { middleOf, rounded } from './callers.ts';
import { openFilling } from './filled-journal.ts';

const PLAYERS = 1_000;
const EVENTS = Number(process.env['BOOKS_EVENTS'] ?? 20_000);
const TURNS = 7;
const SITE = siteId(1);

function* openings(): Iterable<AnyCommand> {
  const wallets = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') }] as const;
  for (let player = 1; player <= PLAYERS; player += 1)
    yield { kind: 'OPEN_ACCOUNT', site: SITE, player: playerId(player), role: 'PLAYER', wallets };
}

function* holds(): Iterable<AnyCommand> {
  for (let event = 0; event < EVENTS; event += 1)
    yield {
      ...{ kind: 'HOLD_FUNDS', site: SITE, player: playerId(1 + (event % PLAYERS)), session: 1 },
      ...{ wallet: 'BINARY', amount: amount('1'), purpose: 'bench' },
    };
}

export async function books(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'maru-books-'));
  const { database } = await openStore({ dataFolder: folder, databaseUrl: postgres.url });
  const filling = await openFilling(database, { url: postgres.url });
  try {
    const now = millis(Date.now());
    await filling.fill(openings(), { now });
    const timed = async (written: (rows: RowChanges) => RowChanges): Promise<number> => {
      const began = performance.now();
      await filling.fill(holds(), { now, written });
      return performance.now() - began;
    };
    const took = { with: [] as number[], without: [] as number[] };
    for (let turn = 0; turn < TURNS; turn += 1) {
      took.without.push(await timed((rows) => ({ ...rows, days: new Map() })));
      took.with.push(await timed((rows) => rows));
    }
    const [withDays, withoutDays] = [middleOf(took.with), middleOf(took.without)];
    return {
      events: EVENTS,
      turns: TURNS,
      withDaysMs: rounded(withDays),
      withoutDaysMs: rounded(withoutDays),
      ratio: rounded(withDays / withoutDays),
    };
  } finally {
    await filling.close();
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
