// Several servers in one address. A failover between real ones is in journal/failover.test.ts.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { wait } from '../process-time.ts';
import { openCutWay } from './cut-way-testing.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { AWAY_MS } from './server-finder.ts';
import { openFreshPostgres, type TestDatabase } from './testing.ts';

let opened: TestDatabase;
let url: URL;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  opened = await openFreshPostgres();
  url = new URL(opened.url ?? '');
});
afterAll(() => opened.drop());
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function openOn(hosts: string): Database {
  const database = openPostgres(`postgres://maru:secret@${hosts}${url.pathname}`, { connections: 1 });
  closing.push(() => database.close());
  return database;
}

const pidOf = async (database: Database): Promise<number | undefined> =>
  (await database.transaction((tx) => tx.query<{ pid: number }>('select pg_backend_pid() as pid')))[0]?.pid;

test('a server that is off, and one that never answers, are passed over', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  closing.push(async () => void silent.close());
  const { port } = silent.address() as AddressInfo;
  expect(await pidOf(openOn(`127.0.0.1:1,127.0.0.1:${port},${url.host}`))).toBeGreaterThan(0);
});

test('when no server is the primary, the error says what each is, and not the password', async () => {
  const fault: unknown = await pidOf(openOn('127.0.0.1:1,127.0.0.1:2')).catch((thrown: unknown) => thrown);
  expect(String(fault)).toBe(
    'NoServer: no server is the primary: 127.0.0.1:1 failed with ECONNREFUSED, 127.0.0.1:2 failed with ECONNREFUSED',
  );
  expect(JSON.stringify(fault)).not.toContain('secret');
});

test('a connection is used again, and dropped when it turns out read-only', async () => {
  const database = openOn(`${url.host},127.0.0.1:1`);
  const first = await pidOf(database);
  expect(await pidOf(database)).toBe(first);
  await database.transaction((tx) => tx.query('set session characteristics as transaction read only'));
  const write = () => database.transaction((tx) => tx.query('create table written (id int)'));
  await expect(write()).rejects.toThrow(/read-only/);
  await write();
  expect(await pidOf(database)).not.toBe(first);
});

test('a connection that was ended by the server is replaced', async () => {
  const database = openOn(`${url.host},127.0.0.1:1`);
  const first = await pidOf(database);
  await opened.database.transaction((tx) => tx.query('select pg_terminate_backend($1)', [first ?? 0]));
  const second = await pidOf(database).catch(() => pidOf(database));
  expect(second).not.toBe(first);
});

test('a statement on a connection that stays silent when the network is back is given up', async () => {
  const way = await openCutWay(Number(url.port));
  closing.push(async () => way.close());
  const database = openOn(`127.0.0.1:${way.port},127.0.0.1:1`);
  const first = await pidOf(database);
  const begun = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<void>();
  const waiting = database.transaction(async (tx) => {
    begun.resolve();
    await cut.promise;
    await tx.query('select 1');
  });
  await begun.promise;
  way.cut();
  cut.resolve();
  // Long enough that it is not taken for a server that is busy for a moment.
  await wait(AWAY_MS + 1_500);
  way.join();
  await expect(waiting).rejects.toThrow();
  expect(await pidOf(database)).not.toBe(first);
});

test('a statement that takes long on a server that answers is waited for', async () => {
  const database = openOn(`${url.host},127.0.0.1:1`);
  await database.transaction((tx) => tx.query(`select pg_sleep(${(AWAY_MS + 1_500) / 1_000})`));
});
