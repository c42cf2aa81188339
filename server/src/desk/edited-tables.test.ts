// Rows are edited in the tables while the platform is stopped. The journal outranks the tables: the next start fails,
// names the row, and `npm run rebuild` repairs it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, toDecimal } from '@maru/engine/amount';
import { describeBook } from '@maru/engine/describe';
import { type PlayerId, playerId, playerPurse } from '@maru/engine/purse';
import { balanceOf } from '@maru/engine/transfer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { rebuildTables } from '../shadow/rebuild-tables.ts';
import { emptyTables } from '../shadow/sql-tables.ts';
import { TablesDiffer } from '../shadow/tables.ts';
import { shadowParts } from '../shadow-products.ts';
import { type OpenedDesk, openJournal } from './open-desk.ts';
import { everybody, hold, openPlayers, openTestDesk, refill, SITE, untilCaughtUp } from './testing.ts';

const one = playerId(1);
const two = playerId(2);

describe.each(testDatabases)('tables on $name that were edited', ({ open }) => {
  let store: TestDatabase;
  let folder: string;

  const journalAt = () =>
    store.url === undefined ? { folder: join(folder, 'journal') } : { url: store.url };

  const start = (onHalt: (fault: unknown) => void = () => undefined): Promise<OpenedDesk> =>
    openTestDesk(store, folder, {
      journalAt: journalAt(),
      onHalt,
    });

  /** The start is refused, or the desk halts when it needs the account that was edited. */
  async function refusal(player: PlayerId): Promise<unknown> {
    const halted = Promise.withResolvers<unknown>();
    let opened: OpenedDesk;
    try {
      opened = await start(halted.resolve);
    } catch (fault) {
      return fault;
    }
    const outcome = await opened.desk.submit(refill(player, '1'));
    const fault = outcome.ok ? new Error('the account was taken as it is') : await halted.promise;
    await opened.desk.stop();
    return fault;
  }

  /** Three accounts, of which one has a hold and an open bet, all of it in the tables. */
  async function fill(): Promise<string | undefined> {
    const { desk } = await start();
    const players = await openPlayers(desk, 3);
    await desk.submit(refill(two, '5000'));
    await desk.submit(hold(one, '700'));
    await desk.submit({ kind: 'END_SESSIONS', site: SITE, player: playerId(3) });
    await untilCaughtUp(desk, players);
    const book = (await desk.inspect(describeBook, everybody(desk)))?.seen;
    await desk.stop();
    return book;
  }

  async function edit(statement: string): Promise<void> {
    await store.database.transaction((tx) => tx.query(statement));
  }

  async function rebuild(): Promise<void> {
    const journal = await openJournal(journalAt(), 0, () => undefined);
    await journal.open();
    await rebuildTables({ database: store.database, journal, shard: 0, products: shadowParts.products });
    await journal.close();
  }

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maru-edited-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    if (store.url !== undefined) await store.database.transaction((tx) => tx.query('delete from journal'));
    await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));
  });
  afterAll(() => store.drop());

  test('do not change a player’s money: the start is refused, and rebuilt tables are right', async () => {
    const before = await fill();
    await edit(`update purse set balance = 910000000 where id = '3:BINARY:free'`);
    expect(await refusal(one)).toBeInstanceOf(TablesDiffer);
    await expect(start()).rejects.toThrow('npm run rebuild');
    await rebuild();
    const { desk } = await start();
    expect((await desk.inspect(describeBook, everybody(desk)))?.seen).toBe(before);
    const free = await desk.inspect((book) =>
      toDecimal(balanceOf(book, playerPurse(playerId(3), 'BINARY', 'free'))),
    );
    expect(free?.seen).toBe(toDecimal(amount('10000000')));
    await desk.stop();
  });

  test('are reported with the purse, its site and its currency', async () => {
    await fill();
    await edit(`update purse set balance = 910000000 where id = '3:BINARY:free'`);
    const message = String(await refusal(one));
    expect(message).toContain('the money of site 1 in KRW adds up to 900000000.00000000 and not to zero');
    expect(message).toContain('purse 3:BINARY:free holds 910000000, which is 900000000 too much');
  });

  test.each([
    [
      'two balances whose sum stays',
      `update purse set balance = balance + case owner_id when 2 then 10 else -10 end
       where id in ('2:BINARY:free', '3:BINARY:free')`,
      'account 2 differs (it holds',
    ],
    [
      'a purse of the house',
      `update purse set balance = balance - 1 where id = 'house:1:practice:KRW'`,
      'house:1:practice:KRW',
    ],
    [
      'two purses of the house whose sum stays',
      `insert into purse (id, shard, site_id, currency, balance) values ('house:1:gift:KRW', 0, 1, 'KRW', 5);
       update purse set balance = balance - 5 where id = 'house:1:practice:KRW'`,
      'purses of the house differ',
    ],
    ['a block', 'update account set blocked = true where player_id = 2', 'account 2 differs'],
    ['a session version', 'update account set session_version = 7 where player_id = 2', 'account 2 differs'],
    ['a role', `update account set role = 'STAFF' where player_id = 2`, 'account 2 differs'],
    ['a practice run', 'update wallet set run = 1 where player_id = 2', 'account 2 differs'],
    ['the digest itself', 'update account set digest = digest + 1 where player_id = 2', 'accounts differ'],
    [
      'the places of a wallet',
      `update wallet set places = 8 where player_id = 2 and type = 'BINARY'`,
      'account 2 differs',
    ],
    ['a hold', 'update hold set amount = amount + 1', 'open holds'],
    ['a hold that is gone', 'delete from hold', 'open holds'],
    ['the number of the last event', 'update shadow_mark set event_id = event_id + 1', 'open holds'],
    [
      'an account that is gone',
      `delete from wallet where player_id = 3;
       delete from purse where owner_id = 3;
       delete from account where player_id = 3`,
      'site 1 in KRW adds up to -10000000',
    ],
  ])('are refused: %s', async (_, statements, message) => {
    await fill();
    for (const statement of statements.split(';')) await edit(statement);
    const fault = await refusal(two);
    expect(fault).toBeInstanceOf(TablesDiffer);
    expect(String(fault)).toContain(message);
  });

  test('cannot lose the digest of an account', async () => {
    await fill();
    await expect(edit('update account set digest = null')).rejects.toThrow('digest');
  });
});
