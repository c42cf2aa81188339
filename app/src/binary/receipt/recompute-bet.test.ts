// The results of the app and of the script outside of it, both compared with the engine's own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MARKETS } from '@maru/engine/bitball/markets';
import { afterAll, describe, expect, test } from 'vitest';
import { OPEN, recordOf, type Settled, settledBall, settledBet, USUAL_TICKS } from './bet-receipt-double.ts';
import { recomputeBet } from './recompute-bet.ts';

// The tests of the app run from the project's root.
const script = join(process.cwd(), 'app', 'public', 'verify.mjs');
const folder = mkdtempSync(join(tmpdir(), 'receipt-'));
afterAll(() => rmSync(folder, { recursive: true }));

function runScript(receipt: unknown, record: unknown) {
  const paths = [join(folder, 'receipt.json'), join(folder, 'ticks.json')] as const;
  writeFileSync(paths[0], typeof receipt === 'string' ? receipt : JSON.stringify(receipt));
  writeFileSync(paths[1], JSON.stringify(record));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...paths], { encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

function expectSame({ receipt, record }: Settled) {
  const verdict = recomputeBet(receipt, record);
  expect(verdict).toMatchObject({ kind: 'judged', isSame: true });
  const { code, output } = runScript(receipt, record);
  expect(output).toContain('영수증이 맞습니다');
  expect(code).toBe(0);
}

/** Returns the keys of the values that differ. */
function expectDifferent({ receipt, record }: Settled): readonly string[] {
  const verdict = recomputeBet(receipt, record);
  const { code, output } = runScript(receipt, record);
  expect(output).toContain('다름');
  expect(code).toBe(1);
  return verdict.kind === 'judged' ? verdict.checks.flatMap(({ key, isSame }) => (isSame ? [] : key)) : [];
}

describe('a correct receipt', () => {
  test.each([
    ['a binary hit', settledBet({ ticks: USUAL_TICKS }), { status: 1, credit: '97500' }],
    ['a binary miss', settledBet({ ticks: USUAL_TICKS, side: 'SHORT' }), { status: 2, credit: '0' }],
    [
      'a rent hit, cut at the places of the wallet',
      settledBet({ ticks: USUAL_TICKS, type: 'R1', point: '10.01', rate: '0.87', places: 2 }),
      { status: 1, credit: '18.71' },
    ],
    [
      'a tie of an own strike',
      settledBet({ ticks: [...USUAL_TICKS.slice(0, 9), [59_871, '95447.104']] }),
      { status: 3, voidReason: 'TIE', credit: '50000' },
    ],
    [
      'a bet without a tick within three seconds',
      settledBet({ ticks: USUAL_TICKS, acceptedOffset: 30_000 }),
      { status: 3, voidReason: 'NO_ENTRY_TICK' },
    ],
    [
      'a round whose last price is too old',
      settledBet({ ticks: USUAL_TICKS.filter(([offset]) => offset < 55_000) }),
      { status: 3, credit: '50000' },
    ],
    ['a round without an opening price', settledBet({ ticks: USUAL_TICKS.slice(1) }), { status: 3 }],
    [
      'a round with fewer than two ticks',
      settledBet({ ticks: [USUAL_TICKS[0]!, [59_871, '95461.2']], type: 'R1', acceptedOffset: -20_000 }),
      { status: 3 },
    ],
    [
      'a close price that came after the grace, which does not count',
      settledBet({ ticks: [...USUAL_TICKS.slice(0, 9), [59_900, '90000', 2_500]] }),
      { status: 1 },
    ],
  ])('%s is recomputed by the app and by the script', (_, settled, result) => {
    expect(settled.receipt.result).toMatchObject(result);
    expectSame(settled);
  });

  test('the engine and the script judge every kind of market alike', () => {
    for (const market of MARKETS) {
      const { receipt, record } = settledBall({ market });
      expect(recomputeBet(receipt, record)).toMatchObject({ isSame: true });
    }
    for (const market of ['NS_EVEN_UNDER', 'NZ_MID', 'NC_E', 'PB_ODD_OVER', 'PC_B', 'PN_7', 'PN_0'])
      expectSame(settledBall({ market }));
  }, 30_000);

  test('a round that staff voided pays the stake back, and is reported as not provable by prices', () => {
    const { receipt, record } = settledBet({ ticks: USUAL_TICKS });
    const voided: Settled = {
      record,
      receipt: {
        ...receipt,
        round: { ...receipt.round, status: 3, voidReason: 'STAFF', voidText: '시세 오류' },
        result: { ...receipt.result, status: 3, credit: '50000' },
      },
    };
    expectSame(voided);
    expect(recomputeBet(voided.receipt, record)).toMatchObject({ isDeclared: true });
  });

  test('a ball round without a salt is void, and its seal is still valid', () => {
    const { receipt, record } = settledBall();
    const ball = { ...receipt.ball!, salt: null, balls: null, powerBall: null, sum: null };
    const round = { ...receipt.round, status: 3 as const, voidReason: 'NO_SALT' as const };
    const result = { ...receipt.result, status: 3 as const, credit: '30000' };
    expectSame({ receipt: { ...receipt, ball, round, result }, record: { ...record, minutes: [] } });
  });
});

describe('a receipt that was changed', () => {
  const right = settledBet({ ticks: USUAL_TICKS });
  const ball = settledBall();

  test('a smaller credit is detected', () => {
    const result = { ...right.receipt.result, credit: '97499' };
    expect(expectDifferent({ ...right, receipt: { ...right.receipt, result } })).toEqual(['credit']);
  });

  test('another result is detected', () => {
    const result = { ...right.receipt.result, status: 2 as const, credit: '0' };
    expect(expectDifferent({ ...right, receipt: { ...right.receipt, result } })).toEqual([
      'result',
      'credit',
    ]);
  });

  test('another close price is detected', () => {
    const exit = { ...right.receipt.exit!, price: '95440', compared: '95440' };
    expect(expectDifferent({ ...right, receipt: { ...right.receipt, exit } })).toEqual(['exit']);
  });

  test('a tick that was edited in the record breaks its hash', () => {
    const minutes = right.record.minutes.map((minute) => ({
      ...minute,
      ticks: minute.ticks.replace('95462', '95463'),
    }));
    expect(expectDifferent({ ...right, record: { ...right.record, minutes } })).toEqual(['chain']);
  });

  test('a record that was hashed again does not match the hashes of the receipt', () => {
    const record = recordOf('BTCUSDT', [[-900, '95453.1'], ...USUAL_TICKS.slice(1)]);
    expect(expectDifferent({ ...right, record })).toContain('entry');
  });

  test('a minute that is missing in the middle breaks the chain', () => {
    const ticks = [...USUAL_TICKS, [120_500, '95460'] as const];
    const long = settledBet({ ticks });
    const minutes = long.record.minutes.filter(({ minuteMillis }) => minuteMillis !== OPEN + 60_000);
    expect(minutes.length).toBe(long.record.minutes.length - 1);
    expect(expectDifferent({ ...long, record: { ...long.record, minutes } })).toEqual(['chain']);
  });

  test('an opening that does not match the number of the round is detected', () => {
    const round = { ...right.receipt.round, openMillis: OPEN - 60_000, closeMillis: OPEN };
    expect(expectDifferent({ ...right, receipt: { ...right.receipt, round } })).toContain('round');
  });

  test.each([
    ['a ball', { balls: [1, 2, 3, 4, 5] }, ['balls']],
    ['the sum alone', { sum: 15 }, ['balls']],
    ['the seal', { commit: '0'.repeat(64) }, ['commit']],
    [
      'the salt, for a price that is not in the record',
      { salt: `BTCUSDT:1:${OPEN - 5_231}` },
      ['salt', 'balls'],
    ],
    ['the salt, for an older tick', { salt: `BTCUSDT:95470.2:${OPEN - 8_100}` }, ['salt', 'balls']],
  ])('changing %s of a draw is detected', (_, change, keys) => {
    const receipt = { ...ball.receipt, ball: { ...ball.receipt.ball!, ...change } };
    expect(expectDifferent({ ...ball, receipt })).toEqual(expect.arrayContaining(keys));
  });
});

describe('a receipt that cannot be verified', () => {
  const { receipt, record } = settledBet({ ticks: USUAL_TICKS });

  test.each([
    ['no JSON', '{', record],
    ['no receipt', { hello: 1 }, record],
    ['a rule that it does not know', { ...receipt, rule: 'binary-9' }, record],
    [
      'a bet without a result',
      { ...receipt, result: { ...receipt.result, status: 0, credit: null } },
      record,
    ],
    ['a record that is not sealed yet', receipt, { ...record, complete: false }],
    ['a record that has been given up', receipt, { ...record, minutes: [] }],
    ['ticks of another instrument', receipt, { ...record, stock: 'ETHUSDT' }],
    ['ticks that cannot be read', receipt, { ...record, minutes: [{ ...record.minutes[0], ticks: 'x' }] }],
  ])('%s makes the script exit with 2 and a sentence in both languages', (_, given, ticks) => {
    const { code, output } = runScript(given, ticks);
    expect(code).toBe(2);
    expect(output).toContain('판정할 수 없습니다 / cannot be judged');
  });

  test('without two files the script prints its usage', () => {
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toContain('node verify.mjs receipt.json ticks.json');
  });

  test('the app waits for the seal, and reports a record that does not exist any more', () => {
    expect(recomputeBet(receipt, { ...record, complete: false })).toEqual({ kind: 'unsealed' });
    expect(recomputeBet(receipt, { ...record, minutes: [] })).toEqual({ kind: 'unrecorded' });
    expect(recomputeBet({ ...receipt, result: { ...receipt.result, status: 0 } }, record)).toEqual({
      kind: 'open',
    });
  });
});

test('the script imports nothing but Node, and stays short enough to be read', () => {
  const text = readFileSync(script, 'utf8');
  expect([...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from)).toEqual(['node:crypto', 'node:fs']);
  expect(text.split('\n').length).toBeLessThan(400);
});
