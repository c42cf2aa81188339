import { afterEach, describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import type { Asker, Limits } from './password-lanes.ts';
import { BUSY, createPasswordPool, type PasswordPool } from './password-pool.ts';
import { createPasswords, isCommonPassword, PASSWORD_COST } from './passwords.ts';
import { CHEAP } from './testing.ts';

const pools: PasswordPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
const ANYBODY = { lane: 'CLEAN' } as const;

function open(limits?: Limits): PasswordPool {
  const pool = createPasswordPool(limits);
  pools.push(pool);
  return pool;
}

test('a hash is argon2id at the stated cost, with its own salt', async () => {
  const passwords = createPasswords(open());
  const [one, two] = [
    await passwords.hash('the same password', ANYBODY),
    await passwords.hash('the same password', ANYBODY),
  ];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify('the same password', String(one), ANYBODY)).toBe(true);
  expect(await passwords.verify('The same password', String(one), ANYBODY)).toBe(false);
  expect(PASSWORD_COST).toEqual({ memoryKib: 19_456, passes: 2, lanes: 1 });
});

test('without a hash the same work ends in no', async () => {
  const passwords = createPasswords(open(), CHEAP);
  expect(await passwords.verify('anything at all', undefined, ANYBODY)).toBe(false);
});

test('one Korean syllable is one password, however it is written', async () => {
  const passwords = createPasswords(open(), CHEAP);
  const hash = String(await passwords.hash('비밀번호여덟글자'.normalize('NFD'), ANYBODY));
  expect(await passwords.verify('비밀번호여덟글자', hash, ANYBODY)).toBe(true);
});

test('a hash of another cost is outdated', () => {
  const passwords = createPasswords(open());
  expect(passwords.isOutdated('$argon2id$v=19$m=4096,t=2,p=1$c2FsdHNhbHQ$x')).toBe(true);
  expect(passwords.isOutdated('$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$x')).toBe(false);
});

test('whoever finds the queue full is told at once, and those in it are answered', async () => {
  // One is under way at once, so the lane holds three more.
  const passwords = createPasswords(open({ waiting: { KNOWN: 3, CLEAN: 3, TRIED: 3 }, perSender: 9 }), CHEAP);
  const asked = Array.from({ length: 10 }, () => passwords.hash('a long password', ANYBODY));
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === BUSY)).toHaveLength(6);
  expect(answers.slice(0, 4).every((answer) => answer !== BUSY)).toBe(true);
  expect(await passwords.hash('a long password', ANYBODY)).not.toBe(BUSY);
});

test('a known device is next, however many guesses wait', async () => {
  const passwords = createPasswords(open(), CHEAP);
  const answered: string[] = [];
  const ask = async (name: string, asker: Asker) => {
    const right = await passwords.verify('a long password', undefined, asker);
    answered.push(right === BUSY ? `${name} was told to try again` : name);
  };
  const guesses = Array.from({ length: 300 }, (_, index) => [
    ask(`guess ${index}`, { lane: 'CLEAN', sender: `address ${index}` }),
    ask(`guess again ${index}`, { lane: 'TRIED', sender: `address ${index}` }),
  ]);
  await ask('the owner', { lane: 'KNOWN', sender: 'account 1' });
  const before = answered.filter((name) => !name.includes('try again'));
  // The one that was under way, and at most one whose turn it was.
  expect(before.length).toBeLessThanOrEqual(3);
  expect(before.at(-1)).toBe('the owner');
  await Promise.all(guesses.flat());
});

test('the event loop turns while passwords are hashed', async () => {
  const passwords = createPasswords(open());
  let isDone = false;
  const hashing = Promise.all([1, 2, 3].map(() => passwords.hash('a long password', ANYBODY))).then(() => {
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

test('a closed pool answers those who wait', async () => {
  const pool = open();
  const waiting = pool.run({ kind: 'hash', password: 'a long password', cost: PASSWORD_COST }, ANYBODY);
  await pool.close();
  expect(await waiting).toBe(BUSY);
  expect(await pool.run({ kind: 'hash', password: 'x', cost: CHEAP }, ANYBODY)).toBe(BUSY);
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
  ])('%s is one', (password) => expect(isCommonPassword(password, 'someone')).toBe(true));

  test.each(['correct horse', '마루에서 거래합니다', 'x7#kQ!p2', 'ababababab'])('%s is none', (password) =>
    expect(isCommonPassword(password, 'someone')).toBe(false),
  );
});
