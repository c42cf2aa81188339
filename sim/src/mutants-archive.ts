// Planted bugs about cutting the journal behind a snapshot, and about the audit of the tables.
import { type Mutant, one } from './mutant.ts';

const STEPS = 'server/src/shadow/archive-steps.ts';
const ARCHIVE = 'server/src/journal/archive.ts';
const AUDITOR = 'server/src/shadow/auditor.ts';

export const archiveMutants: readonly Mutant[] = [
  one('one batch too many is cut', STEPS, 'before: head.batch,', 'before: head.batch + 1,'),
  one(
    'old rows go behind a snapshot that is not old enough',
    STEPS,
    'await tables.deleteBehind(head);',
    'await tables.deleteBehind(await readHead((await listSnapshots(snapshots, shard)).at(-1)!.file));',
  ),
  one(
    'old rows go before the snapshot is durable',
    'sim/src/background.ts',
    'const place = await saveTables(',
    "for (const { work } of deletions(await source.findCutoffs())) await transaction('delete early', () => commit(storage.tables, work));\n            const place = await saveTables(",
  ),
  one(
    'a snapshot is written of tables that were not checked',
    'server/src/shadow/write-snapshot.ts',
    'await source.check(digest);',
    '',
  ),
  one(
    'what was settled after the newest freeze is not in the snapshot',
    'server/src/binary/shadow/product.ts',
    'frozenEvent: newest?.event ?? 0,',
    'frozenEvent: Number.MAX_SAFE_INTEGER,',
  ),
  one(
    'what ended is kept by the time of the newest event alone',
    'server/src/binary/shadow/product.ts',
    'frozen: retainedSince(mark, newest?.at),',
    'frozen: retainedSince(mark),',
  ),
  {
    name: 'records leave the journal before they are archived',
    changes: [
      {
        file: ARCHIVE,
        from: 'const next = await records.find(last + 1);',
        to: 'const next = await records.find(last + 1);\n    const taken: Uint8Array[] = [];\n    for await (const line of oldest.lines()) taken.push(line);\n    await records.removeUpTo(last);',
      },
      { file: ARCHIVE, from: 'oldest.lines(), async', to: '(async function* () { yield* taken; })(), async' },
    ],
  },
  one(
    'a rebuild begins with a snapshot that the journal does not follow',
    'server/src/shadow/base-snapshot.ts',
    '.find(({ batch }) => batch >= first)',
    '.find(() => true)',
  ),
  one('the audit compares with what was written later', AUDITOR, 'if (batch.batch > to.batch) break;', ''),
  one(
    'the audit leaves out the last batch',
    AUDITOR,
    'if (batch.batch > to.batch) break;',
    'if (batch.batch >= to.batch) break;',
  ),
  one(
    'the audit forgets what the snapshot says',
    AUDITOR,
    'await base?.read({ account: add, house: (id, balance) => houses.set(id, amount(balance)) });',
    '',
  ),
  one(
    'the audit ends with the first accounts',
    AUDITOR,
    'if (last === undefined) return;',
    'if (last !== undefined) return;',
  ),
  one(
    'the audit does not look at the digests',
    AUDITOR,
    'if (buckets[bucket] !== (shown.buckets.get(bucket) ?? 0n)) await nameAccount(options, bucket);',
    '',
  ),
  one(
    'the audit does not look at the purses of the house',
    AUDITOR,
    'if (stored !== expected)',
    'if (stored !== expected && id === undefined)',
  ),
  one('the audit does not look at the histories', AUDITOR, 'await options.tables.checkHistory(slice);', ''),
];
