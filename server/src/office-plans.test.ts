// Every read of the office, on a database with many members: index scans only, and no more rows than a list may look at.
// `npm run bench -- office` asks the same of a hundred thousand members and ten million rows of the ledger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeTokenAt } from './account/staff-testing.ts';
import { readConfig } from './config.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { silentLog } from './log/log.ts';
import { bigTables, faultsOf, planAsIfLarge, recordStatements, sentByBoth } from './office-plans-testing.ts';
import {
  fieldsWithoutValue,
  isFilled,
  queriesOf,
  readsOfContract,
  rowsWithout,
} from './office-reads-testing.ts';
import { type FilledOffice, fillOffice, type Run } from './office-scale-testing.ts';
import { type Platform, startPlatform } from './platform.ts';

// Of a shard that nobody writes: the auditor would find that the journal knows none of these members, and halt the platform.
const SCALE = { members: 12_000, ledger: 60_000, shard: 1 };
const PASSWORD = 'operator-password';

const folder = mkdtempSync(join(tmpdir(), 'maru-plans-'));
const recorder = recordStatements();
let store: TestDatabase;
let platform: Platform;
let client: pg.Client;
let office: FilledOffice;
let token: string;
let big: ReadonlySet<string>;
const run: Run = async (text, parameters = []) => (await client.query(text, parameters as unknown[])).rows;

const reads = await readsOfContract();

beforeAll(async () => {
  store = (await testDatabases.find(({ name }) => name === 'PostgreSQL')?.open()) as TestDatabase;
  platform = await startPlatform({
    config: readConfig({
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: store.url,
      FEED_SEED: 'office-plans',
      MARU_OPERATOR_PASSWORD: PASSWORD,
    }),
    log: silentLog,
    paces: 'OFF',
    onHalt: (fault) => {
      throw fault;
    },
  });
  client = new pg.Client({ connectionString: store.url });
  await client.connect();
  office = await fillOffice(run, SCALE, Date.now());
  big = await bigTables(run);
  await planAsIfLarge(run);
  token = await officeTokenAt(platform.address, 'operator', PASSWORD);
}, 120_000);

afterAll(async () => {
  recorder.stop();
  await client?.end();
  await platform?.stop();
  await store?.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('a new list is asked with all its filters, or fails here', () => {
  expect(reads.length).toBeGreaterThan(20);
  expect(fieldsWithoutValue(reads)).toEqual([]);
  expect(rowsWithout(reads)).toEqual([]);
});

test('the plans know which tables are big', () => {
  for (const table of ['player', 'transfer', 'cashier_row', 'staff_change'])
    expect([...big]).toContain(table);
});

test('a scan of everything would be found', async () => {
  const statement = { text: `select * from player where name like '%민%'`, parameters: [] };
  expect(await faultsOf(run, statement, { big })).toContain('scans all of player');
});

test.each(reads.map((read) => [read.path, read] as const))('%s reads by index', async (path, read) => {
  for (const [place, queryOf] of queriesOf(read).entries()) {
    const query = queryOf(office);
    const ask = async () => {
      recorder.take();
      const answer = await fetch(`${platform.address}${path}?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const text = await answer.text();
      expect([200, 404, 410], `${path}?${query}: ${text.slice(0, 300)}`).toContain(answer.status);
      // The plan of a list that nobody filled says nothing.
      if (place === 0) expect(isFilled(read, text), `${path}?${query} lists nothing`).toBe(true);
      return recorder.take();
    };
    const first = await ask();
    const faults: string[] = [];
    for (const statement of sentByBoth(first, await ask()))
      for (const fault of await faultsOf(run, statement, { big, path }))
        faults.push(`${fault}: ${statement.text}`);
    expect(faults, `${path}?${query}`).toEqual([]);
  }
});
