import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { type Asker, LIMITS, type Limits } from './password-lanes.ts';
import { BUSY, createPasswordPool, type PasswordPool } from './password-pool.ts';
import {
  createPasswords,
  isCommonPassword,
  PASSWORD_COST,
  type Passwords,
  type PasswordWork,
} from './passwords.ts';
import { CHEAP } from './testing.ts';

const pools: PasswordPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
const ANYBODY = { lane: 'CLEAN' } as const;

/** One job at a time, each with a place of its own. */
const workOf = (passwords: Passwords, asker: Asker = ANYBODY): PasswordWork => ({
  hash: (password) => passwords.withPlace(asker, (at) => at.hash(password)),
  verify: (password, hash) => passwords.withPlace(asker, (at) => at.verify(password, hash)),
});

function open(limits?: Limits): PasswordPool {
  const pool = createPasswordPool(limits);
  pools.push(pool);
  return pool;
}

test('a hash is argon2id at the stated cost, with its own salt', async () => {
  const passwords = workOf(createPasswords(open()));
  const [one, two] = [await passwords.hash('the same password'), await passwords.hash('the same password')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify('the same password', String(one))).toBe(true);
  expect(await passwords.verify('The same password', String(one))).toBe(false);
  expect(PASSWORD_COST).toEqual({ memoryKib: 19_456, passes: 2, lanes: 1 });
});

test('without a hash the same work is done and the answer is false', async () => {
  const passwords = workOf(createPasswords(open(), CHEAP));
  expect(await passwords.verify('anything at all', undefined)).toBe(false);
});

test('both Unicode forms of a Korean syllable are the same password', async () => {
  const passwords = workOf(createPasswords(open(), CHEAP));
  const hash = String(await passwords.hash('비밀번호여덟글자'.normalize('NFD')));
  expect(await passwords.verify('비밀번호여덟글자', hash)).toBe(true);
});

test('a hash of another cost is outdated', () => {
  const passwords = createPasswords(open());
  expect(passwords.isOutdated('$argon2id$v=19$m=4096,t=2,p=1$c2FsdHNhbHQ$x')).toBe(true);
  expect(passwords.isOutdated('$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$x')).toBe(false);
});

test('an asker without a place gets BUSY at once, and those with a place are answered', async () => {
  const limits = { ...LIMITS, places: { KNOWN: 4, CLEAN: 4, TRIED: 4 } };
  const passwords = workOf(createPasswords(open(limits), CHEAP));
  const asked = Array.from({ length: 10 }, () => passwords.hash('a long password'));
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === BUSY)).toHaveLength(6);
  expect(answers.slice(0, 4).every((answer) => answer !== BUSY)).toBe(true);
  expect(await passwords.hash('a long password')).not.toBe(BUSY);
});

test('a known device is checked next, however many guesses wait', async () => {
  const passwords = createPasswords(open(), CHEAP);
  const answered: string[] = [];
  const ask = async (name: string, asker: Asker) => {
    if ((await workOf(passwords, asker).verify('a long password', undefined)) !== BUSY) answered.push(name);
  };
  // Otherwise cheap guesses may be over before the thread of owners has started.
  await ask('the owner, a little earlier', { lane: 'KNOWN', sender: 'account 1' });
  const guesses = Array.from({ length: 300 }, (_, index) => [
    ask(`guess ${index}`, { lane: 'CLEAN', sender: `address ${index}` }),
    ask(`guess again ${index}`, { lane: 'TRIED', sender: `address ${index}` }),
  ]);
  await ask('the owner', { lane: 'KNOWN', sender: 'account 1' });
  const before = answered.length;
  await Promise.all(guesses.flat());
  // The owner waited for none of the guesses: some were answered later.
  expect(before).toBeLessThan(answered.length);
});

test('the event loop is not blocked while passwords are hashed', async () => {
  const passwords = workOf(createPasswords(open()));
  let isDone = false;
  const hashing = Promise.all([1, 2, 3].map(() => passwords.hash('a long password'))).then(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await hashing;
  expect(turns).toBeGreaterThan(50);
});

test('an idle thread ends, and the next check starts another one', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  const pool = createPasswordPool(undefined, 0);
  try {
    const job = { kind: 'hash', password: 'a long password', cost: CHEAP } as const;
    expect(await pool.withPlace(ANYBODY, (run) => run(job))).toContain('$argon2id$');
    await once(threads[0]!, 'exit');
    expect(await pool.withPlace(ANYBODY, (run) => run(job))).toContain('$argon2id$');
    expect(threads).toHaveLength(2);
  } finally {
    process.off('worker', note);
    await pool.close();
  }
});

test('a closed pool answers those that wait', async () => {
  const pool = open();
  const job = { kind: 'hash', password: 'a long password', cost: PASSWORD_COST } as const;
  const waiting = pool.withPlace(ANYBODY, (run) => run(job));
  await pool.close();
  expect(await waiting).toBe(BUSY);
  expect(await pool.withPlace(ANYBODY, (run) => run(job))).toBe(BUSY);
});

describe('common passwords', () => {
  test('a few hundred are known, none of them too short to matter', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(400);
    for (const word of COMMON_PASSWORDS) {
      expect(word).toBe(word.toLowerCase());
      expect(word.length).toBeGreaterThanOrEqual(8);
    }
  });

  test.each([
    'password1',
    'PASSWORD1',
    'Qwer1234',
    '12345678',
    '23456789',
    '87654321',
    'zzzzzzzz',
    'abcdefghij',
    'someone',
    'someonesomeone',
  ])('%s is a common password', (password) => expect(isCommonPassword(password, 'someone')).toBe(true));

  test.each(['correct horse', '마루에서 거래합니다', 'x7#kQ!p2', 'ababababab'])(
    '%s is not a common password',
    (password) => expect(isCommonPassword(password, 'someone')).toBe(false),
  );
});
