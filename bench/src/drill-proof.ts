// What a restored database is held against: the logs of the clients, the journal of the database that was lost, and itself.

import type { Database } from '@maru/server/db/database';
import { openPostgresTable } from '@maru/server/journal/postgres-table';
import { FIRST_HASH } from '@maru/server/journal/record';
import { openStoredRows } from '@maru/server/journal/stored-records';
import { openTableJournal } from '@maru/server/journal/table-journal';
import { steadyMs, wait } from '@maru/server/process-time';
import { openAuditTables } from '@maru/server/shadow/audit-tables';
import { auditAccounts, auditJournal } from '@maru/server/shadow/auditor';
import { findAuditBase } from '@maru/server/shadow/base-snapshot';
import { checkSums } from '@maru/server/shadow/check-tables';
import { shadowParts } from '@maru/server/shadow-products';
import type { Sent } from './drill-clients.ts';

const SHARD = 0;

export interface SeenJournal {
  /** The hashes of all batches. */
  readonly hashes: readonly string[];
  /** How many events answer each key. */
  readonly keys: ReadonlyMap<string, number>;
}

const journalAt = (url: string) =>
  openTableJournal(openPostgresTable({ url, shard: SHARD, wait }), {
    shard: SHARD,
    steadyMs,
    wait,
    onFenced: () => undefined,
  });

/** Reading follows the chain of hashes from the first batch on. */
export async function readJournal(url: string): Promise<SeenJournal> {
  const journal = journalAt(url);
  const hashes: string[] = [];
  const keys = new Map<string, number>();
  try {
    for await (const { hash, events } of journal.read({ batch: 0, hash: FIRST_HASH })) {
      hashes.push(hash);
      for (const { answers } of events)
        if (answers !== undefined) keys.set(answers.key, (keys.get(answers.key) ?? 0) + 1);
    }
  } finally {
    await journal.close();
  }
  return { hashes, keys };
}

/** What is wrong with the commands: those answered before are there once, those sent after are not there. */
export function judgeCommands(
  sent: readonly Sent[],
  { keys }: Pick<SeenJournal, 'keys'>,
  { momentMs, marginMs }: { readonly momentMs: number; readonly marginMs: number },
) {
  const before = sent.filter(({ answeredAt = Number.POSITIVE_INFINITY }) => answeredAt < momentMs - marginMs);
  const after = sent.filter(({ sentAt }) => sentAt > momentMs + marginMs);
  const faults = [
    ...before.filter(({ key }) => !keys.has(key)).map(({ key }) => `${key} was answered before and is lost`),
    ...after.filter(({ key }) => keys.has(key)).map(({ key }) => `${key} was sent after and is there`),
    ...sent.filter(({ key }) => (keys.get(key) ?? 0) > 1).map(({ key }) => `${key} is there more than once`),
  ];
  return {
    answeredBefore: before.length,
    sentAfter: after.length,
    between: sent.length - before.length - after.length,
    faults,
  };
}

export const judgePrefix = (restored: SeenJournal, lost: SeenJournal): readonly string[] => [
  ...(restored.hashes.length < lost.hashes.length ? [] : ['nothing of the journal lies after the moment']),
  ...(restored.hashes.every((hash, place) => hash === lost.hashes[place])
    ? []
    : ['the restored journal is not the beginning of the one that was lost']),
];

/** The same history in the tables: each key once, as the journal has it. */
export async function judgeTables(
  database: Database,
  { hashes, keys }: SeenJournal,
): Promise<readonly string[]> {
  const rows = await database.transaction((tx) =>
    tx.query<{ key: string; count: number }>(
      `select answer_key as key, count(*) as count
       from account_event
       where answer_key is not null
       group by answer_key`,
    ),
  );
  const stored = new Map(rows.map(({ key, count }) => [key, count]));
  const [mark] = await database.transaction((tx) =>
    tx.query<{ batch: number }>('select batch from shadow_mark where shard = $1', [SHARD]),
  );
  return [
    ...(mark?.batch === hashes.length ? [] : [`the tables are at batch ${mark?.batch} of ${hashes.length}`]),
    ...[...new Set([...keys.keys(), ...stored.keys()])]
      .filter((key) => keys.get(key) !== stored.get(key))
      .map(
        (key) =>
          `${key} is ${stored.get(key) ?? 0} times in the tables, ${keys.get(key) ?? 0} in the journal`,
      ),
  ];
}

/** Throws at the first difference between the tables and the journal, and when purses do not add up to zero. */
export async function audit(database: Database, url: string, archiveFolder: string): Promise<void> {
  await database.transaction((tx) => checkSums(tx, SHARD));
  const journal = journalAt(url);
  try {
    const options = {
      tables: openAuditTables(database, SHARD),
      journal,
      products: shadowParts.products,
      findBase: () =>
        findAuditBase({ records: openStoredRows(database, SHARD), shard: SHARD, archiveFolder }),
      rest: async () => undefined,
      isStopped: () => false,
    };
    await auditAccounts(options);
    if (!(await auditJournal(options))) throw new Error('the audit did not reach the end of the journal');
  } finally {
    await journal.close();
  }
}
