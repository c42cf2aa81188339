// Every read of the office on a hundred thousand members and ten million rows of the ledger, on PostgreSQL: how long its
// first page takes, beside the smallest call of the same server, and what the plans of its statements read.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { officeTokenAt } from '@maru/server/account/staff-testing';
import { readConfig } from '@maru/server/config';
import { silentLog } from '@maru/server/log/log';
import { bigTables, faultsOf, recordStatements, sentByBoth } from '@maru/server/office-plans-testing';
import { queriesOf, readsOfContract } from '@maru/server/office-reads-testing';
import { fillOffice, type Run } from '@maru/server/office-scale-testing';
import { startPlatform } from '@maru/server/platform';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { middleOf, rounded } from './callers.ts';

const MEMBERS = Number(process.env['OFFICE_MEMBERS'] ?? 100_000);
const LEDGER = Number(process.env['OFFICE_LEDGER'] ?? 10_000_000);
const TIMES = 5;
const PASSWORD = 'operator-password';

export async function office(): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'maru-office-'));
  const recorder = recordStatements();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const run: Run = async (text, parameters = []) => (await client.query(text, parameters as unknown[])).rows;
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    FEED_SEED: 'office',
    MARU_OPERATOR_PASSWORD: PASSWORD,
    // The balances of these members follow from no journal.
    SOLVENCY_AFTER_SECONDS: '86400',
  });
  const platform = await startPlatform({
    config,
    log: silentLog,
    paces: 'OFF',
    onHalt: (fault) => {
      throw fault;
    },
  });
  try {
    const began = performance.now();
    const filled = await fillOffice(run, { members: MEMBERS, ledger: LEDGER, shard: 1 }, Date.now());
    const filledSeconds = (performance.now() - began) / 1_000;
    const big = await bigTables(run);
    const token = await officeTokenAt(platform.address, 'operator', PASSWORD);

    const ask = async (path: string) => {
      const asked = performance.now();
      const answer = await fetch(`${platform.address}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const text = await answer.text();
      if (![200, 404, 410].includes(answer.status)) throw new Error(`${path}: ${text.slice(0, 300)}`);
      return performance.now() - asked;
    };
    const timed = async (path: string) => {
      const took: number[] = [];
      for (let time = 0; time < TIMES; time += 1) took.push(await ask(path));
      return middleOf(took);
    };

    const floorMs = await timed('/api/health');
    const lists: Record<string, number> = {};
    /** Files of up to ten thousand lines, beside the pages. */
    const files: Record<string, number> = {};
    const faults: string[] = [];
    for (const read of await readsOfContract())
      for (const queryOf of queriesOf(read)) {
        const url = `${read.path}?${queryOf(filled)}`;
        recorder.take();
        await ask(url);
        const first = recorder.take();
        await ask(url);
        for (const statement of sentByBoth(first, recorder.take()))
          for (const fault of await faultsOf(run, statement, { big, path: read.path }))
            faults.push(`${url}: ${fault}: ${statement.text.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
        (read.answersFile === true ? files : lists)[url] = rounded(await timed(url));
      }
    const slowest = Math.max(...Object.values(lists));
    return {
      members: MEMBERS,
      ledgerRows: LEDGER,
      rows: filled.rows,
      filledSeconds: rounded(filledSeconds),
      floorMs: rounded(floorMs),
      slowestFirstPageMs: slowest,
      over100Ms: Object.keys(lists).filter((url) => (lists[url] ?? 0) > 100),
      faults,
      filesMs: files,
      firstPageMs: lists,
    };
  } finally {
    recorder.stop();
    await client.end();
    await platform.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
