// `npm run restore-drill`: a database is lost while players trade, and restored to a chosen moment from a base backup and
// the archived log. Everything is on loopback and removed afterwards, also when it is interrupted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '@maru/server/db/postgres';
import pg from 'pg';
import { openServers } from '../../scripts/cluster/servers.mjs';
import { type Clients, startClients } from './drill-clients.ts';
import { audit, judgeCommands, judgePrefix, judgeTables, readJournal } from './drill-proof.ts';
import { freePort, type ServerProcess, startServer, untilReady } from './server-process.ts';

/** How long players trade before the backup, between it and the moment, and after the moment. */
const TRADING_MS = Number(process.env['TRADING_MS'] ?? 8_000);
/**
 * A commit has its time before it is answered, and after its command was sent, on the same clock: no margin is needed
 * but that of a clock which counts whole milliseconds.
 */
const MARGIN_MS = 2;
const START_MS = 180_000;

const servers = openServers();
const folder = mkdtempSync(join(tmpdir(), 'maru-restore-'));
let platform: ServerProcess | undefined;

async function removeAll(): Promise<void> {
  if (platform?.ended() === false) await platform.kill('SIGKILL');
  await servers.close();
  rmSync(folder, { recursive: true, force: true });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void removeAll().then(() => process.exit(130)));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  console.log(`${what.padEnd(44)} ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return result;
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows[0];
  } finally {
    await client.end();
  }
}

async function startPlatform(databaseUrl: string): Promise<ServerProcess> {
  const dataFolder = join(folder, 'data');
  const started = startServer({ port: await freePort(), dataFolder, databaseUrl });
  platform = started;
  await untilReady(started, START_MS);
  return started;
}

/** Resolves when the log up to now has left the server for the archive. */
async function untilArchived(url: string): Promise<void> {
  const switched = await ask<{ name: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as name');
  for (;;) {
    const row = await ask<{ last: string | null }>(
      url,
      'select last_archived_wal as last from pg_stat_archiver',
    );
    if ((row?.last ?? '') >= (switched?.name ?? '')) return;
    await pause(100);
  }
}

/** From the empty cluster to its loss. */
async function loseDatabase(archive: string) {
  await servers.make('live');
  const url = await servers.start('live', {
    settings: [
      ['wal_level', 'replica'],
      ['archive_mode', 'on'],
      // A file of the archive is whole under its name, also when the copy is cut off.
      ['archive_command', `cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`],
      ['archive_timeout', '60s'],
    ],
  });
  const running = await timed('start of the platform', () => startPlatform(url));
  const clients: Clients = await timed('sign-ups', () => startClients(running.origin));
  await pause(TRADING_MS);
  await timed('base backup, while players trade', () => servers.backup('restored', 'live'));
  await pause(TRADING_MS);
  const momentMs = Date.now();
  await pause(TRADING_MS);
  await clients.stop();
  await timed('end of the platform', () => running.kill('SIGTERM'));
  await timed('the last log is archived', () => untilArchived(url));
  const lost = await readJournal(url);
  await servers.stop('live', 'kill');
  return { clients, momentMs, lost };
}

async function restoreTo(momentMs: number, archive: string): Promise<string> {
  const url = await servers.start('restored', {
    signal: 'recovery.signal',
    settings: [
      ['restore_command', `cp ${archive}/%f %p`],
      ['recovery_target_time', new Date(momentMs).toISOString().replace('Z', '+00')],
      ['recovery_target_action', 'promote'],
    ],
  });
  while ((await ask<{ is: boolean }>(url, 'select pg_is_in_recovery() as is'))?.is !== false) await pause(20);
  return url;
}

async function drill(): Promise<readonly string[]> {
  const archive = await servers.folder('archive');
  const { clients, momentMs, lost } = await loseDatabase(archive);
  const url = await timed('restore to the moment', () => restoreTo(momentMs, archive));
  const restored = await readJournal(url);
  const commands = judgeCommands(clients.sent, restored, { momentMs, marginMs: MARGIN_MS });
  const running = await timed('start of the platform on it', () => startPlatform(url));
  const doesTrade = await clients.sendOnce(running.origin);
  await running.kill('SIGTERM');

  const database = openPostgres(url, { connections: 2 });
  const faults = [...commands.faults, ...judgePrefix(restored, lost)];
  if (!doesTrade) faults.push('the restored platform refused a command');
  if (commands.answeredBefore === 0 || commands.sentAfter === 0) faults.push('there was nothing to lose');
  try {
    faults.push(...(await judgeTables(database, await readJournal(url))));
    await timed('audit of tables and journal', () => audit(database, url, join(folder, 'data', 'archive')));
  } catch (fault) {
    faults.push(String(fault));
  } finally {
    await database.close();
  }
  console.log(`moment                                       ${new Date(momentMs).toISOString()}`);
  console.log(
    `batches of the lost and restored journal     ${lost.hashes.length}, ${restored.hashes.length}`,
  );
  console.log(`commands answered before the moment          ${commands.answeredBefore}`);
  console.log(`commands sent after the moment               ${commands.sentAfter}`);
  console.log(`commands under way at the moment or refused  ${commands.between}`);
  return faults;
}

let faults: readonly string[];
try {
  faults = await drill();
} catch (fault) {
  faults = [String(fault), platform?.output() ?? ''];
} finally {
  await removeAll();
}
for (const fault of faults.slice(0, 20)) console.error(fault);
console.log(
  faults.length === 0
    ? 'restored: what was answered before the moment is there once, and nothing else'
    : `failed: ${faults.length} faults`,
);
process.exit(faults.length === 0 ? 0 : 1);
