// The results of a fill by the app and by the script outside of it, compared with the engine's own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type FilledReceipt, filledReceipt, lossCutReceipt, quoteRecord } from './fill-receipt-double.ts';
import { exactProfit, recomputeFill } from './recompute-fill.ts';

// The tests of the app run from the project's root.
const script = join(process.cwd(), 'app', 'public', 'verify.mjs');
const folder = mkdtempSync(join(tmpdir(), 'fill-'));
afterAll(() => rmSync(folder, { recursive: true }));

function runScript({ receipt, record }: FilledReceipt) {
  const paths = [join(folder, 'receipt.json'), join(folder, 'ticks.json')] as const;
  writeFileSync(paths[0], JSON.stringify(receipt));
  writeFileSync(paths[1], JSON.stringify(record));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...paths], { encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

function differences(filled: FilledReceipt): readonly string[] {
  const verdict = recomputeFill(filled.receipt, filled.record);
  const { code, output } = runScript(filled);
  const keys =
    verdict.kind === 'judged'
      ? verdict.checks.flatMap(({ key, isSame }) => (isSame ? [] : key))
      : [verdict.kind];
  expect([output.includes('다름'), code]).toEqual(keys.length === 0 ? [false, 0] : [true, 1]);
  return keys;
}

const reached = { level: '25412.5', fires: 'AT_OR_ABOVE', by: 'last' } as const;

test.each([
  ['a sale at market', filledReceipt()],
  [
    'a purchase at market that opens',
    filledReceipt({ fill: { tradeType: 'LONG', closedQty: 0, openedQty: 3 } }),
  ],
  [
    'a limit that rested, at its own price',
    filledReceipt({
      fill: { marketType: 'LIMIT' },
      condition: { level: '25412', fires: 'AT_OR_ABOVE', by: 'bid' },
    }),
  ],
  ['a limit that was marketable on arrival, at the bid', filledReceipt({ fill: { marketType: 'LIMIT' } })],
  ['a take-profit', filledReceipt({ fill: { marketType: 'TAKEPROFIT' }, condition: reached })],
  ['a mean between two prices', filledReceipt({ entrySum: '7620376000001', entryOver: '3' })],
  ['a wallet with cents', filledReceipt({ entrySum: '7620376000001', entryOver: '3', places: 2 })],
  ['a loss-cut', lossCutReceipt()],
])('%s is recomputed with the same values', (_, filled) => {
  expect(differences(filled)).toEqual([]);
});

test('a loss is rounded away from zero, and the rounding can be shown', () => {
  // (25,412.25 − 25,412.34333333) × 60 × 1,380: −7,728.000276 won before rounding.
  const { receipt } = filledReceipt({ entrySum: '7623703000001', entryOver: '3' });
  expect(receipt.fill.pnl).toBe('-7729');
  expect(exactProfit(receipt)).toBe('-7728.000276');
});

const changed = (filled: FilledReceipt, part: Partial<FilledReceipt['receipt']['fill']>): FilledReceipt => ({
  ...filled,
  receipt: { ...filled.receipt, fill: { ...filled.receipt.fill, ...part } },
});

test.each([
  [
    'price',
    changed(filledReceipt(), {
      price: '25412.5',
      pnl: filledReceipt({ fill: { price: '25412.25' } }).receipt.fill.pnl,
    }),
    ['price', 'pnl'],
  ],
  ['profit', changed(filledReceipt(), { pnl: '910801' }), ['pnl', 'net']],
  ['commission', changed(filledReceipt(), { commission: '10501' }), ['commission', 'net']],
  ['net profit', changed(filledReceipt(), { net: '910800' }), ['net']],
  [
    'level that was never reached',
    filledReceipt({ fill: { marketType: 'TAKEPROFIT' }, condition: { ...reached, level: '25412.75' } }),
    ['reached'],
  ],
])('a changed %s is detected', (_, filled, keys) => {
  expect(differences(filled)).toEqual(keys);
});

test('a tick with another bid, and a record that was changed afterwards, are detected', () => {
  const { receipt, record } = filledReceipt();
  expect(differences({ receipt: { ...receipt, tick: { ...receipt.tick, bid: '25412' } }, record })).toEqual([
    'tick',
  ]);
  const forged = {
    ...record,
    minutes: record.minutes.map((each) => ({ ...each, ticks: each.ticks.replace('25413 ', '25414 ') })),
  };
  expect(differences({ receipt, record: forged })).toEqual(['chain']);
  const other = quoteRecord([[18_204, '25412.5', '25412.25', '25412.75']]);
  expect(differences({ receipt, record: other })).toContain('chain');
});

test('a loss-cut above its level, or with an equity that is no sum, is detected', () => {
  const { receipt, record } = lossCutReceipt();
  const losscut = { ...receipt.forced!.losscut!, level: '300000' };
  expect(differences({ receipt: { ...receipt, forced: { ...receipt.forced!, losscut } }, record })).toEqual([
    'losscut',
  ]);
  const equity = { ...receipt.forced!.losscut!, equity: '1' };
  expect(
    differences({ receipt: { ...receipt, forced: { ...receipt.forced!, losscut: equity } }, record }),
  ).toEqual(['equity']);
});

test('a minute that is not sealed yet cannot be verified, and is reported as such', () => {
  const { receipt } = filledReceipt();
  const record = { stock: 'NQ', minutes: [], complete: false };
  expect(recomputeFill(receipt, record)).toEqual({ kind: 'unsealed' });
  expect(runScript({ receipt, record }).code).toBe(2);
});
