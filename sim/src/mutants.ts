// Planted bugs: what the simulator must find, or it is not worth its time.
import { type Mutant, one } from './mutant.ts';
import { archiveMutants } from './mutants-archive.ts';
import { residentMutants } from './mutants-residents.ts';
import { overseaMutants } from './oversea/mutants.ts';
import { roundMutants } from './rounds/mutants.ts';

const FILE_JOURNAL = 'server/src/journal/file-journal.ts';
const TABLE_JOURNAL = 'server/src/journal/table-journal.ts';
const DESK = 'server/src/desk/create-desk.ts';
const WRITER = 'server/src/desk/batch-writer.ts';
const SEGMENT = 'server/src/journal/segment.ts';
const RECALL = 'server/src/desk/recall.ts';
const DECIDE_ALL = 'server/src/desk/decide-all.ts';
const LOAD = 'server/src/desk/load.ts';
const SHADOW = 'server/src/shadow/shadow.ts';
const ACCOUNT_RULES = 'engine/src/account/decide.ts';
const DECIDE = 'engine/src/decide.ts';
const TRANSFER = 'engine/src/transfer.ts';

export const mutants: readonly Mutant[] = [
  one(
    'reply before sync',
    FILE_JOURNAL,
    'await disk.sync(file.name);',
    'void disk.sync(file.name).catch(() => undefined);',
  ),
  one(
    'reply before commit',
    TABLE_JOURNAL,
    "if (!(await table.insert(row))) throw new Fenced('another desk owns the shard');",
    'void table.insert(row).catch(() => undefined);',
  ),
  one(
    'push before append',
    WRITER,
    'await journal.append(batch);',
    'onDurable(batch.events);\n      await journal.append(batch);',
  ),
  one(
    'no idempotency',
    DECIDE_ALL,
    "if (known !== 'IN_TABLES') return known;",
    "if (known !== 'IN_TABLES') return undefined;",
  ),
  one(
    'a key with another body is taken for a repeat',
    DECIDE_ALL,
    'if (answered !== undefined && answered.fingerprint === each.command.key?.fingerprint) {',
    'if (answered !== undefined) {',
  ),
  one(
    'a repeat does not wait for the first',
    DECIDE_ALL,
    'outcomes.push(() => recall(each, answered));',
    'recall(each, answered);',
  ),
  one(
    'a read does not wait for the batch',
    DECIDE_ALL,
    'outcomes.push(() => each.answer({ seen }));',
    'each.answer({ seen });',
  ),
  one(
    'the epoch is not asked',
    TABLE_JOURNAL,
    "if (!(await table.insert(row))) throw new Fenced('another desk owns the shard');",
    'await table.insert(row);',
  ),
  one(
    'any row under our number is ours',
    TABLE_JOURNAL,
    'if (stored.hash === row.hash) return;',
    'if (stored.batch === row.batch) return;',
  ),
  one(
    'an old owner answers without an append',
    WRITER,
    'if (journal.isOurs()) ',
    'if (journal !== undefined) ',
  ),
  {
    name: 'checksums ignored',
    changes: [
      { file: SEGMENT, from: '!== sum) return undefined;', to: "=== 'never' + sum) return undefined;" },
      {
        file: 'server/src/journal/record.ts',
        from: 'if (hashOf(stored.body) !== stored.hash) return undefined;',
        to: '',
      },
    ],
  },
  one(
    'a torn tail is left in place',
    FILE_JOURNAL,
    'if (keptLength < bytes.length) await disk.truncate(name, keptLength);\n        else await disk.sync(name);',
    'await disk.sync(name);',
  ),
  one(
    'what a failed sync left is believed',
    FILE_JOURNAL,
    'record.batch <= (known?.batch ?? Infinity));',
    'record.batch <= Infinity);',
  ),
  one(
    'another shard’s disk is taken',
    FILE_JOURNAL,
    'if (foreign !== undefined) throw',
    "if (foreign === 'never') throw",
  ),
  one(
    'tables ahead of the journal are believed',
    LOAD,
    'if (mark.batch < tail.batch) return;',
    'if (mark.batch >= 0) return;',
  ),
  one('the tail is not replayed', LOAD, 'apply(book, event);', 'if (event.id < 0) apply(book, event);'),
  one('a list does not wait', RECALL, 'return passed;', 'return passed || true;'),
  one(
    'nothing happened, says a desk that does not know',
    DESK,
    ".filter(isOverdue), 'RESULT_UNKNOWN');\n      arrivals",
    ".filter(isOverdue), 'TRY_AGAIN');\n      arrivals",
  ),
  one(
    'answers without an event overtake the batch before',
    WRITER,
    'if (events.length === 0) return',
    'if (events.length === 0) handOut();\n    if (events.length === 0) return',
  ),
  one(
    'what was decided on a lost book is written',
    WRITER,
    "else giveUp(prepared.asked, 'TRY_AGAIN');",
    'else writing = write(prepared);',
  ),
  one(
    'a clock behind the book is not noticed',
    DECIDE_ALL,
    'isTimeStanding ? NOT_NOW :',
    'false ? NOT_NOW :',
  ),
  one('the clock may go back', DECIDE_ALL, 'clock > book.lastAt ? clock : book.lastAt', 'clock'),
  one(
    'the shadow skips a batch',
    SHADOW,
    'addBatch(prepared.rows, batch);',
    'if (prepared.batches !== 2) addBatch(prepared.rows, batch);',
  ),
  one(
    'the shadow takes an unheard commit for a foreign one',
    SHADOW,
    'if (stored.batch < mark.batch || stored.batch > newest)',
    'if (stored.batch !== newest)',
  ),
  one('batches read before a recovery are written after it', SHADOW, '|| after.batch !== mark.batch', ''),
  one(
    'rows and mark in two transactions',
    'sim/src/virtual-tables.ts',
    'commit(store, (rows) => writeRows(rows, changes, to));',
    'store.committed.push((rows) => writeRows(rows, changes, to));\n        writeRows(store.rows, changes, from);\n        stage.scheduler.after(2, () => machine.deliver(() => { store.rows.mark = to; }));',
  ),
  one('a refill keeps the old money', ACCOUNT_RULES, 'if (left > 0n)', 'if (left < 0n)'),
  one(
    'a hold without balance',
    ACCOUNT_RULES,
    'if (command.amount > balanceOf(book, free))',
    'if (command.amount < balanceOf(book, free) - command.amount * 1_000_000n)',
  ),
  one(
    'a hold of the whole balance is refused',
    ACCOUNT_RULES,
    'if (command.amount > balanceOf(book, free))',
    'if (command.amount >= balanceOf(book, free))',
  ),
  one('anybody’s hold may be released', ACCOUNT_RULES, '|| hold.player !== player.id)', ')'),
  one('a released hold stays', 'engine/src/account/apply.ts', 'book.account.holds.delete(event.hold);', ''),
  one('sessions are not checked', DECIDE, 'if (session !== player.sessionVersion)', 'if (session < 0)'),
  one('a blocked player may trade', DECIDE, "player.blocked ? 'ACCOUNT_BLOCKED' : undefined", 'undefined'),
  one('another site’s player is found', DECIDE, '|| player.site !== command.site)', ')'),
  one(
    'money in floating point',
    TRANSFER,
    'setBalance(book, to, to.balance + each.amount);',
    'setBalance(book, to, BigInt(Number(to.balance) + Number(each.amount)));',
  ),
  one(
    'the tables may hold no more than may be entered',
    'engine/src/amount.ts',
    'const units = storedUnits(text);',
    'const units = parseUnits(text);',
  ),
  one('edited tables are believed', LOAD, 'checkDigest(book, batch);', ''),
  one(
    'the purses of the house are not compared',
    LOAD,
    '(lane === expected[index] ? [] : [LANES[index]])',
    '(lane === expected[index] || index === 1 ? [] : [LANES[index]])',
  ),
  one('the digest of a bet leaves out its stake', 'engine/src/binary/digest.ts', 'addUnits(bet.stake);', ''),
  one(
    'the digest of an order leaves out its margin',
    'engine/src/oversea/digest.ts',
    'addUnits(order.margin);',
    '',
  ),
  one(
    'a block is not carried on in the digest',
    'engine/src/account/apply.ts',
    'addTo(book.digest, ACCOUNTS, blockedWeight(player.id) * BigInt(Number(blocked) - Number(player.blocked)));',
    '',
  ),
  one(
    'a forgotten round stays in the digest',
    'engine/src/bitball/apply.ts',
    'addTo(book.digest, OPEN, -round.digest);',
    '',
  ),
  one(
    'a look makes a purse',
    TRANSFER,
    'book.purses.get(id)?.balance ?? (0n as Amount);',
    "(book.purses.get(id) ?? book.purses.set(id, { id, site: 1, owner: undefined, currency: 'KRW', balance: 0n } as never).get(id))!.balance;",
  ),
  one(
    'a gap in a player’s sequence',
    'engine/src/apply.ts',
    'player.seq = step.seq;',
    "player.seq = step.seq + (event.kind === 'SESSIONS_ENDED' ? 1 : 0);",
  ),
  one(
    'a key that only the tables know is taken for a new one',
    'engine/src/answered-keys.ts',
    "hour * HOUR_MS >= since) return 'IN_TABLES';",
    'hour * HOUR_MS >= since) return undefined;',
  ),
  one(
    'an answer leaves memory before the tables have it',
    'engine/src/answered-keys.ts',
    'if (player.answers.size <= most || answer.event > upTo) return;',
    'if (player.answers.size <= most) return;',
  ),
  ...residentMutants,
  ...archiveMutants,
  ...roundMutants,
  ...overseaMutants,
];
