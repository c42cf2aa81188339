// Planted bugs that the simulator must find, or its runs prove nothing.
import { cashierMutants } from './cashier/mutants.ts';
import { copytradeMutants } from './copytrade/mutants.ts';
import { copyRequestMutants } from './copytrade/mutants-requests.ts';
import { futuresMutants } from './futures/mutants.ts';
import { limitsMutants } from './limits/mutants.ts';
import { type Mutant, plantedBugs } from './mutant.ts';
import { archiveMutants } from './mutants-archive.ts';
import { gatewayMutants } from './mutants-gateway.ts';
import { residentMutants } from './mutants-residents.ts';
import { overseaMutants } from './oversea/mutants.ts';
import { partnerMutants } from './partner/mutants.ts';
import { roundMutants } from './rounds/mutants.ts';

const coreMutants = plantedBugs({
  'server/src/journal/file-journal.ts': {
    'reply before sync': ['await disk.sync(file.name);', 'void disk.sync(file.name).catch(() => undefined);'],
    'a torn tail is left in place': [
      'if (keptLength < bytes.length) await disk.truncate(name, keptLength);\n        else await disk.sync(name);',
      'await disk.sync(name);',
    ],
    'what a failed sync left is believed': ['batch <= (known?.batch ?? Infinity));', 'batch <= Infinity);'],
    'another shard’s disk is taken': ['if (foreign !== undefined) throw', "if (foreign === 'never') throw"],
  },
  'server/src/journal/table-journal.ts': {
    'reply before commit': [
      "if (!(await table.insert(row))) throw new Fenced('another desk owns the shard');",
      'void table.insert(row).catch(() => undefined);',
    ],
    'the epoch is not checked': [
      "if (!(await table.insert(row))) throw new Fenced('another desk owns the shard');",
      'await table.insert(row);',
    ],
    'any row under our number is ours': [
      'if (stored.hash === row.hash) return commitAfter(row);',
      'if (stored.batch === row.batch) return;',
    ],
  },
  'server/src/desk/batch-writer.ts': {
    'push before append': [
      'await journal.append(batch);',
      'onDurable(batch.events);\n      await journal.append(batch);',
    ],
    'an old owner answers without an append': ['if (journal.isOurs()) ', 'if (journal !== undefined) '],
    'answers without an event overtake the batch before': [
      'if (events.length === 0) return',
      'if (events.length === 0) handOut();\n    if (events.length === 0) return',
    ],
    'what was decided on a lost book is written': [
      "else giveUp(prepared.asked, 'TRY_AGAIN');",
      'else writing = write(prepared);',
    ],
  },
  'server/src/desk/decide-all.ts': {
    'no idempotency': ["(known !== 'IN_TABLES') return known;", "(known !== 'IN_TABLES') return undefined;"],
    'a key with another body is taken for a repeat': [
      'if (answered !== undefined && answered.fingerprint === each.command.key?.fingerprint) {',
      'if (answered !== undefined) {',
    ],
    'a repeat does not wait for the first': [
      'outcomes.push(() => recall(each, answered));',
      'recall(each, answered);',
    ],
    'a read does not wait for the batch': [
      'outcomes.push(() => each.answer({ seen }));',
      'each.answer({ seen });',
    ],
    'a clock behind the book is not noticed': ['isTimeStanding ? NOT_NOW :', 'false ? NOT_NOW :'],
    'the clock may go back': ['clock > book.lastAt ? clock : book.lastAt', 'clock'],
  },
  'server/src/journal/segment.ts': {
    'checksums ignored': ['!== sum) return undefined;', "=== 'never' + sum) return undefined;"],
  },
  'server/src/journal/record.ts': {
    'checksums ignored': ['if (hashOf(stored.body) !== stored.hash) return undefined;', ''],
  },
  'server/src/desk/load.ts': {
    'tables ahead of the journal are believed': ['batch < tail.batch) return;', 'batch >= 0) return;'],
  },
  'server/src/desk/replay.ts': {
    'the tail is not replayed': ['apply(book, event);', 'if (event.id < 0) apply(book, event);'],
    'edited tables are believed': ['checkDigest(book, batch);', ''],
    'the purses of the house are not compared': [
      '(lane === expected[index] ? [] : [LANES[index]])',
      '(lane === expected[index] || index === 1 ? [] : [LANES[index]])',
    ],
  },
  'server/src/desk/recall.ts': {
    'a list does not wait': ['return passed;', 'return passed || true;'],
  },
  'server/src/desk/patience.ts': {
    'an unknown result is answered as a refusal': [
      ".filter(isOverdue), 'RESULT_UNKNOWN');",
      ".filter(isOverdue), 'TRY_AGAIN');",
    ],
  },
  'server/src/shadow/shadow.ts': {
    'the shadow skips a batch': [
      'addBatch(prepared.rows, batch);',
      'if (prepared.batches !== 2) addBatch(prepared.rows, batch);',
    ],
    'an unconfirmed commit of the shadow is taken for a foreign one': [
      '< mark.batch || stored.batch >',
      '!==',
    ],
    'batches read before a recovery are written after it': ['|| after.batch !== mark.batch', ''],
  },
  'sim/src/virtual-tables.ts': {
    'rows and mark in two transactions': [
      'commit(store, (rows) => writeRows(rows, changes, to));',
      'store.committed.push((rows) => writeRows(rows, changes, to));\n        writeRows(store.rows, changes, from);\n        stage.scheduler.after(2, () => machine.deliver(() => { store.rows.mark = to; }));',
    ],
  },
  'engine/src/account/decide.ts': {
    'a refill keeps the old money': ['if (left > 0n)', 'if (left < 0n)'],
    'a hold without balance': [
      'if (command.amount > balanceOf(book, free))',
      'if (command.amount < balanceOf(book, free) - command.amount * 1_000_000n)',
    ],
    'a hold of the whole balance is refused': ['command.amount > balanceOf(', 'command.amount >= balanceOf('],
    'anybody’s hold may be released': ['|| hold.player !== player.id)', ')'],
    'a round that was tried loses more than there is': [
      '-rounded > credit ?',
      '-rounded > credit * 100n + 1n ?',
    ],
    'a round that was tried and lost is credited': [
      'from: free, to: practice, currency, amount: amountOfUnits(-profit), reason',
      'from: practice, to: free, currency, amount: amountOfUnits(-profit), reason',
    ],
  },
  'engine/src/account/apply.ts': {
    'a released hold stays': ['book.account.holds.delete(event.hold);', ''],
    'a block is not carried on in the digest': [
      'addTo(book.digest, ACCOUNTS, blockedWeight(player.id) * BigInt(Number(blocked) - Number(player.blocked)));',
      '',
    ],
  },
  'engine/src/decide.ts': {
    'sessions are not checked': ['if (session !== player.sessionVersion)', 'if (session < 0)'],
    'a blocked player may trade': ["player.blocked ? 'ACCOUNT_BLOCKED' : undefined", 'undefined'],
    'a player of another site may be named': ['|| player.site !== command.site)', ')'],
  },
  'engine/src/transfer.ts': {
    'money in floating point': [
      'setBalance(book, to, to.balance + each.amount);',
      'setBalance(book, to, BigInt(Number(to.balance) + Number(each.amount)));',
    ],
    'a wallet does not hear of a purse that comes later': [
      'if (noted?.[kind as CachedKind] !== undefined) noted[kind as CachedKind] = purse;',
      '',
    ],
    'reading a balance makes a purse': [
      'book.purses.get(id)?.balance ?? (0n as Amount);',
      "(book.purses.get(id) ?? book.purses.set(id, { id, site: 1, owner: undefined, currency: 'KRW', balance: 0n } as never).get(id))!.balance;",
    ],
  },
  'engine/src/amount.ts': {
    'the tables may hold no more than may be entered': [
      'const units = storedUnits(text);',
      'const units = parseUnits(text);',
    ],
  },
  'engine/src/apply.ts': {
    'a gap in a player’s sequence': [
      'player.seq = step.seq;',
      "player.seq = step.seq + (event.kind === 'SESSIONS_ENDED' ? 1 : 0);",
    ],
  },
  'engine/src/answered-keys.ts': {
    'a key that only the tables know is taken for a new one': [
      "hour * HOUR_MS >= since) return 'IN_TABLES';",
      'hour * HOUR_MS >= since) return undefined;',
    ],
    'an answer leaves memory before the tables have it': [' <= most || answer.event > upTo) ', ' <= most) '],
  },
});

export const mutants: readonly Mutant[] = [
  ...coreMutants,
  ...residentMutants,
  ...archiveMutants,
  ...gatewayMutants,
  ...roundMutants,
  ...overseaMutants,
  ...futuresMutants,
  ...cashierMutants,
  ...limitsMutants,
  ...copytradeMutants,
  ...copyRequestMutants,
  ...partnerMutants,
];
