// A whole day on this device and by the script outside of it, both compared with the record.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexDayProof } from '@maru/contract/indices';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { type Price, toDecimal } from '@maru/engine/amount';
import { TICKS_PER_DAY } from '@maru/engine/market/index-path';
import { afterAll, expect, test } from 'vitest';
import { numbersOfDay, proof, recordOf, START } from '../index-day-double.ts';
import { checkDay } from './day-check.ts';

// The tests of the app run from the project's root.
const script = join(process.cwd(), 'app', 'public', 'verify-index.mjs');
const folder = mkdtempSync(join(tmpdir(), 'index-'));
afterAll(() => rmSync(folder, { recursive: true }));

function runScript(...files: readonly unknown[]) {
  const paths = files.map((file, place) => {
    const path = join(folder, `${place}.json`);
    writeFileSync(path, JSON.stringify(file));
    return path;
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...paths], { encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

function onDevice(given: IndexDayProof, record: ReceiptTicks) {
  const checker = checkDay(given);
  checker.add(record);
  return checker.result();
}

const everyMinute = Array.from({ length: 1_440 }, (_, minute) => minute);
const hour = recordOf(everyMinute.slice(700, 760));
const HIGHER = 50_000_000n;

test('a whole day gives the same result in the app and in the script: 86,400 ticks', () => {
  const record = recordOf(everyMinute);
  expect(onDevice(proof, record)).toMatchObject({
    isSame: true,
    compared: TICKS_PER_DAY,
    missing: 0,
    isOpenSame: true,
    isChainWhole: true,
    first: proof.open,
    last: toDecimal(numbersOfDay.priceAt(TICKS_PER_DAY - 1)),
  });
  const { code, output } = runScript(proof, record);
  expect(output).toContain('86400 / 86400');
  expect(output).toContain('모두 일치합니다');
  expect(code).toBe(0);
});

test('ticks that were not recorded are counted as missing, and are no difference', () => {
  expect(onDevice(proof, hour)).toMatchObject({ isSame: true, compared: 3_600, missing: 82_800 });
  expect(runScript(proof, hour).code).toBe(0);
});

test.each<[string, IndexDayProof, ReceiptTicks]>([
  ['one tick that was changed', proof, recordOf([700], changedAt(42_007))],
  ['another seed', { ...proof, seed: 'ab'.repeat(32) }, hour],
  ['another seal', { ...proof, seal: '0'.repeat(64) }, hour],
  [
    'an opening price that does not follow',
    { ...proof, previous: { ...proof.previous!, open: '9999.5' } },
    hour,
  ],
  ['a minute that was edited later', proof, { ...hour, minutes: hour.minutes.map(edited) }],
])('%s is detected, by the app and by the script', (_, given, record) => {
  expect(onDevice(given, record).isSame).toBe(false);
  const { code, output } = runScript(given, record);
  expect(output).toContain('다름');
  expect(code).toBe(1);
});

function changedAt(wanted: number) {
  return (second: number) => (numbersOfDay.priceAt(second) + (second === wanted ? HIGHER : 0n)) as Price;
}

function edited(minute: ReceiptTicks['minutes'][number], place: number) {
  return place === 1 ? { ...minute, ticks: minute.ticks.replace(' 20\n', ' 21\n') } : minute;
}

test('a price that was published before the seal is detected by the script', () => {
  expect(runScript({ ...proof, sealedMillis: START + 3_600_000 * 23 }, hour).code).toBe(1);
});

test('a receipt of the index is checked against the seed', () => {
  const at = START + 42_007_000;
  const price = toDecimal(numbersOfDay.priceAt(42_007));
  const bet = { bet: { stock: 'M100' }, entry: { time: at, price }, exit: null };
  expect(runScript(proof, hour, bet).code).toBe(0);
  expect(runScript(proof, hour, { ...bet, entry: { time: at, price: '1' } }).code).toBe(1);
  const fill = { fill: { stock: 'M100' }, tick: { time: at, last: price } };
  expect(runScript(proof, hour, fill).code).toBe(0);
  expect(runScript(proof, hour, { ...fill, fill: { stock: 'NQ' } }).code).toBe(2);
});

test.each<[string, unknown, unknown]>([
  ['a seed that is still secret', { ...proof, seed: null }, hour],
  ['no day', { rule: 'binary-1' }, hour],
  ['no ticks', proof, { stock: 'M100', minutes: [] }],
  ['ticks of another instrument', proof, { ...hour, stock: 'M25' }],
])('%s cannot be verified', (_, given, record) => {
  const { code, output } = runScript(given, record);
  expect(output).toContain('판정할 수 없습니다');
  expect(code).toBe(2);
});
