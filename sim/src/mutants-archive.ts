// Planted bugs about cutting the journal behind a snapshot, and about the audit of the tables.
import { plantedBugs } from './mutant.ts';

export const archiveMutants = plantedBugs({
  'server/src/shadow/archive-steps.ts': {
    'one batch too many is cut': ['before: head.batch,', 'before: head.batch + 1,'],
    'old rows go behind a snapshot that is not old enough': [
      'await tables.deleteBehind(head);',
      'await tables.deleteBehind(await readHead((await listSnapshots(snapshots, shard)).at(-1)!.file));',
    ],
  },
  'sim/src/background.ts': {
    'old rows go before the snapshot is durable': [
      'const place = await saveTables(',
      "for (const { work } of deletions(await source.findCutoffs())) await transaction('delete early', () => commit(storage.tables, work));\n            const place = await saveTables(",
    ],
  },
  'server/src/shadow/write-snapshot.ts': {
    'a snapshot is written of tables that were not checked': ['await source.check(digest);', ''],
  },
  'server/src/journal/archive.ts': {
    'records leave the journal before they are archived': [
      'oldest.lines(), async',
      '(async function* () { const lines: Uint8Array[] = []; for await (const line of oldest.lines()) lines.push(line); await records.removeUpTo(last); yield* lines; })(), async',
    ],
  },
  'server/src/shadow/base-snapshot.ts': {
    'a rebuild begins with a snapshot that the journal does not follow': [
      '.find(({ batch }) => batch >= first)',
      '.find(() => true)',
    ],
  },
  'server/src/shadow/auditor.ts': {
    'the audit compares with what was written later': ['if (batch.batch > to.batch) break;', ''],
    'the audit leaves out the last batch': ['if (batch.batch > to.batch)', 'if (batch.batch >= to.batch)'],
    'the audit forgets what the snapshot says': [
      'await base?.read({ account: add, house: (id, balance) => houses.set(id, amount(balance)) });',
      '',
    ],
    'the audit ends with the first accounts': ['last === undefined) return;', 'last !== undefined) return;'],
    'the audit does not compare the digests': [
      'if (buckets[bucket] !== (shown.buckets.get(bucket) ?? 0n)) await nameAccount(options, bucket);',
      '',
    ],
    'the audit does not compare the purses of the house': [
      'if (stored !== expected)',
      'if (stored !== expected && id === undefined)',
    ],
    'the audit does not compare the histories': ['await options.tables.checkHistory(slice);', ''],
  },
});
