// The primary is lost while players trade, once killed and once hanging with its connections open, and its standby is
// promoted: when answers come again, and that nothing which was answered is lost or doubled.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '@maru/server/db/postgres';
import { type PostgresPair, startPostgresPair } from '../../scripts/cluster/postgres-pair.mjs';
import { type Clients, startClients } from './drill-clients.ts';
import { audit, judgeTables, readJournal } from './drill-proof.ts';
import { freePort, startServer, untilReady } from './server-process.ts';

const TRADING_MS = 5_000;
/** Whoever decides about a promotion needs a moment for it. */
const NOTICED_MS = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function failover(): Promise<Record<string, unknown>> {
  const pair = await startPostgresPair({ database: 'maru' });
  const folder = mkdtempSync(join(tmpdir(), 'maru-failover-'));
  const dataFolder = join(folder, 'data');
  const server = startServer({
    ...{ port: await freePort(), dataFolder, databaseUrl: pair.url },
    env: { DATABASE_READ_URL: pair.url },
  });
  try {
    await untilReady(server, 180_000);
    const clients = await startClients(server.origin);
    await pause(TRADING_MS);
    const killed = await loseOne(pair, clients, () => pair.killPrimary());
    await pair.rejoin();
    await pause(TRADING_MS);
    const hanging = await loseOne(pair, clients, () => pair.freezePrimary());
    await clients.stop();
    const exit = await server.kill('SIGTERM');
    const answered = clients.sent.filter(({ answeredAt }) => answeredAt !== undefined);
    const journal = await readJournal(pair.url);
    const wrong = answered.filter(({ key }) => journal.keys.get(key) !== 1).length;
    const database = openPostgres(pair.url, { connections: 2 });
    const differing = await judgeTables(database, journal);
    await audit(database, pair.url, join(dataFolder, 'archive'));
    await database.close();
    if (wrong + differing.length > 0 || exit !== 0) process.exitCode = 1;
    return { killed, hanging, answered: answered.length, lostOrDoubled: wrong, differing, exit };
  } finally {
    if (!server.ended()) await server.kill('SIGKILL');
    await pair.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loseOne(pair: PostgresPair, { sent }: Clients, lose: () => Promise<void>) {
  const lostAt = Date.now();
  await lose();
  await pause(NOTICED_MS);
  const promotedAt = Date.now();
  await pair.promote();
  const promotionMs = Date.now() - promotedAt;
  await pause(TRADING_MS);
  const answers = sent.flatMap(({ answeredAt }) => answeredAt ?? []);
  return {
    promotionMs,
    answeredAgainMs: Math.min(...answers.filter((at) => at > promotedAt)) - promotedAt,
    unanswered: sent.filter(({ sentAt, answeredAt }) => answeredAt === undefined && sentAt >= lostAt).length,
  };
}
