// The owner of a shard is cut off NATS in silence, and keeps the database: the desk that follows must take its place.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ClusterProcess } from '../../scripts/cluster/cluster.mjs';
import { freePort, startProcess as startProgram } from '../../scripts/cluster/process.mjs';
import { ensureInstalled, findNatsServer } from '../../scripts/system.mjs';
import { openCutWay } from './db/cut-way-testing.ts';
import { openFreshPostgres } from './db/testing.ts';
import { type ServerProcess, startProcess } from './process-testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'maru-carrier-loss-'));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function startNats(): Promise<number> {
  await ensureInstalled('nats-server');
  const port = await freePort();
  const args = ['-a', '127.0.0.1', '-p', String(port)];
  const server: ClusterProcess = startProgram('nats', findNatsServer() ?? '', args);
  closing.push(() => server.stop());
  await server.says(/Server is ready/);
  return port;
}

const stateOf = async (address: string): Promise<string | undefined> => {
  const { state } = (await (await fetch(`${address}/api/health`)).json()) as { state?: string };
  return state;
};

async function untilState(desk: ServerProcess, state: string): Promise<void> {
  const address = await desk.ready;
  while ((await stateOf(address)) !== state) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('an owner that is cut off NATS ends, and the desk that follows takes its place', async () => {
  const store = await openFreshPostgres();
  closing.push(() => store.drop());
  const way = await openCutWay(await startNats());
  closing.push(way.close);
  const nats = await startNats();
  mkdirSync(join(folder, 'shared'), { mode: 0o700 });
  const start = (name: string, port: number): ServerProcess => {
    const desk = startProcess({
      dataFolder: join(folder, name),
      env: {
        MARU_ROLE: 'desk',
        DATABASE_URL: store.url ?? '',
        NATS_URL: `nats://127.0.0.1:${port}`,
        SHARED_DIR: join(folder, 'shared'),
        LEASE_MS: '500',
        SOLVENCY_AFTER_SECONDS: '86400',
      },
    });
    closing.push(() => desk.end('SIGKILL'));
    return desk;
  };
  const owner = start('owner', way.port);
  await untilState(owner, 'OPEN');
  const standby = start('standby', nats);
  await untilState(standby, 'FOLLOWING');
  way.cut();
  expect(await owner.exit).toBe(70);
  await untilState(standby, 'OPEN');
});
