import { expect, test } from 'vitest';
import { csvCell, csvFile } from './csv.ts';

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+82 10', "'+82 10"],
  ['-1+1', "'-1+1"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['-12.5', '-12.5'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  [null, ''],
  [7, '7'],
])('%j is written as %j, and no spreadsheet computes it', (value, written) => {
  expect(csvCell(value)).toBe(written);
});

test('a file begins with its byte order mark and its head', () => {
  const { bytes, type, name } = csvFile('a.csv', ['이름', 'x'], [['가', 1]]);
  expect(Buffer.from(bytes).toString()).toBe('\uFEFF이름,x\r\n가,1\r\n');
  expect([type, name]).toEqual(['text/csv', 'a.csv']);
});
