// The machine itself stopped while an embedded platform ran: the database was never synced and may be wrong, so the
// next start rebuilds the tables from the journal.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openEmbedded } from './db/embedded.ts';
import { layDatabase } from './db/testing.ts';
import { silentLog } from './log/log.ts';
import { type Platform, startPlatform } from './platform.ts';

const folder = mkdtempSync(join(tmpdir(), 'maru-machine-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = () =>
  startPlatform({
    config: readConfig({
      PORT: '0',
      DATA_DIR: folder,
      FEED_SEED: 'machine-stop',
      MARU_DEMO_PASSWORD: 'demo-password',
      MARU_OPERATOR_PASSWORD: 'operator-password',
    }),
    log: silentLog,
    onHalt: (fault) => {
      throw fault;
    },
  });

async function signIn({ address }: Platform): Promise<string> {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: 'demo-password', siteInfoId: 1 }),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

test('balances are restored from the journal although the tables have lost and changed rows', async () => {
  layDatabase(folder);
  const first = await start();
  const token = await signIn(first);
  const refilled = await fetch(`${first.address}/api/practice/refill`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': 'before-it',
    },
    body: JSON.stringify({ walletType: 'BINARY', point: '777000' }),
  });
  expect(refilled.status).toBe(200);
  await first.stop();

  const database = await openEmbedded(join(folder, 'database'));
  await database.transaction(async (tx) => {
    await tx.query("update purse set balance = 1 where id = '1:BINARY:free'");
    await tx.query('delete from transfer');
    await tx.query('delete from account_event where seq > 1');
    await tx.query('update shadow_mark set batch = batch - 1');
  });
  await database.close();
  // What a process leaves behind when the power fails: its lock, with the id of an earlier boot.
  writeFileSync(
    join(folder, 'lock'),
    JSON.stringify({ pid: process.pid, startedAt: '1', bootId: 'an earlier boot' }),
  );

  const second = await start();
  const authorization = `Bearer ${await signIn(second)}`;
  const wallets = await fetch(`${second.address}/api/wallet/my`, { headers: { authorization } });
  expect(await wallets.json()).toMatchObject({ BINARY: { point: '777000' } });
  const events = await fetch(`${second.address}/api/account/events?size=100`, { headers: { authorization } });
  const { content } = (await events.json()) as { content: { type: string }[] };
  expect(content.map(({ type }) => type)).toEqual(['ACCOUNT_OPENED', 'PRACTICE_REFILLED']);
  await second.stop();
});
