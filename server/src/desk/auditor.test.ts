import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playerId } from '@maru/engine/purse';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { DamagedJournal, type Journal } from '../journal/journal.ts';
import { openAuditTables } from '../shadow/audit-tables.ts';
import { type AuditorOptions, auditAccounts, auditJournal } from '../shadow/auditor.ts';
import { emptyTables } from '../shadow/sql-tables.ts';
import { shadowParts } from '../shadow-products.ts';
import { openJournal } from './open-desk.ts';
import { hold, openPlayers, openTestDesk, refill, untilCaughtUp } from './testing.ts';

describe.each(testDatabases)('the auditor on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let journal: Journal;

  const journalAt = () =>
    store.url === undefined ? { folder: join(folder, 'journal') } : { url: store.url };
  const edit = (statement: string) => store.database.transaction((tx) => tx.query(statement));
  const options = (): AuditorOptions => ({
    tables: openAuditTables(store.database, 0),
    products: shadowParts.products,
    journal,
    rest: () => Promise.resolve(),
    isStopped: () => false,
  });

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'maru-audit-'));
    const { desk } = await openTestDesk(store, folder, {
      journalAt: journalAt(),
      onHalt: () => undefined,
    });
    const players = await openPlayers(desk, 120);
    await desk.submit(refill(playerId(2), '5000'));
    await desk.submit(hold(playerId(1), '700'));
    await untilCaughtUp(desk, players);
    await desk.stop();
    journal = await openJournal(journalAt(), 0, () => undefined);
  });
  afterEach(async () => {
    await journal.close();
    rmSync(folder, { recursive: true, force: true });
    if (store.url !== undefined) await edit('delete from journal');
    await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));
  });
  afterAll(() => store.drop());

  test('finds nothing in tables that follow the journal', async () => {
    await auditAccounts(options());
    await auditJournal(options());
  });

  test('finds two balances that were exchanged, whose sum is as before', async () => {
    await edit(
      `update purse set balance = balance + case owner_id when 119 then 3 else -3 end
       where id in ('119:BINARY:free', '120:BINARY:free')`,
    );
    await expect(auditAccounts(options())).rejects.toThrow('119:BINARY:free 10000003');
  });

  test('finds accounts whose digests were edited so that their sum is as before', async () => {
    await edit(
      'update account set digest = digest + case player_id when 7 then 1 else -1 end where player_id in (7, 8)',
    );
    await expect(auditJournal(options())).rejects.toThrow(
      'account 7 and its purses are not what the journal says',
    );
  });

  test('finds an edited purse of the house, and reports what the journal has for it', async () => {
    await edit(`update purse set balance = balance - 1 where id = 'house:1:practice:KRW'`);
    await expect(auditJournal(options())).rejects.toThrow('by the journal -1190005000');
  });

  test('finds an event of a history that was edited or is missing', async () => {
    await edit(
      `update account_event set body = replace(body, '5000', '9000') where player_id = 2 and seq = 2`,
    );
    await expect(auditJournal(options())).rejects.toThrow('event 2 of player 2 differs');
    await edit(
      `update account_event set body = replace(body, '9000', '5000') where player_id = 2 and seq = 2`,
    );
    await edit('update account_event set set_aside = 7 where player_id = 1 and set_aside is not null');
    await expect(auditJournal(options())).rejects.toThrow('event 2 of player 1 differs');
    await edit('update account_event set set_aside = 700 where player_id = 1 and set_aside is not null');
    await auditJournal(options());
    await edit('delete from account_event where player_id = 77');
    await expect(auditJournal(options())).rejects.toThrow('event 1 of player 77 is gone');
  });

  test('treats an event whose fields were written in another order as the same', async () => {
    const reordered = `'{"id":' || event_id || ',"kind":"' || kind || '",' || substring(body from ',"at":.*$')`;
    await edit(`update account_event set body = replace(${reordered}, '",,', '",') where player_id = 2`);
    await auditJournal(options());
  });

  test('finds an account that is missing', async () => {
    for (const table of ['wallet where player_id', 'purse where owner_id', 'account where player_id'])
      await edit(`delete from ${table} = 120`);
    await expect(auditJournal(options())).rejects.toThrow('account 120 is gone');
  });

  describe('a journal whose first batches are gone', () => {
    const damaged = new DamagedJournal('the chain breaks at 2, after 0');
    const cut = (bases: readonly number[]): AuditorOptions => {
      let asked = 0;
      return {
        ...options(),
        journal: {
          // biome-ignore lint/correctness/useYield: it fails before its first batch.
          async *read() {
            throw damaged;
          },
        },
        async findBase() {
          const batch = bases[Math.min(asked++, bases.length - 1)] ?? 0;
          return batch === 0
            ? undefined
            : { mark: { batch, hash: 'a'.repeat(64) }, read: () => Promise.resolve() };
        },
      };
    };

    test('ends the walk when they were archived during it: the next one begins at the newer base', async () => {
      await expect(auditJournal(cut([0, 1]))).resolves.toBe(false);
    });

    test('is damaged when there is no newer base', async () => {
      await expect(auditJournal(cut([0]))).rejects.toThrow(damaged);
    });
  });
});
