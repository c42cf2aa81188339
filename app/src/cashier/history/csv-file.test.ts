import { expect, test } from 'vitest';
import { dnwRow } from '../../cashier-double.ts';
import { csvCell } from '../../receipt/csv-text.ts';
import { cashierHistory } from '../../text/ko/cashier-history.ts';
import { historyCsv } from './csv-file.ts';

const names = {
  typeOf: (type: keyof typeof cashierHistory.types) => cashierHistory.types[type],
  statusOf: (status: number) => cashierHistory.statuses[status] ?? '',
  walletOf: (wallet: string) => wallet,
  timeOf: (at: number) => String(at),
};

test.each([
  ['=1+1', "'=1+1"],
  ['+82', "'+82"],
  ['-cmd|calc', "'-cmd|calc"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
])('%j cannot run as a formula', (typed, written) => {
  expect(csvCell(typed)).toBe(written);
});

test.each([
  ['-500', '-500'],
  ['0.00521038', '0.00521038'],
  ['신한은행, 110', '"신한은행, 110"'],
  ['그가 "네"라고', '"그가 ""네""라고"'],
  ['=A1,"x"', '"\'=A1,""x"""'],
])('%j is written as %j', (value, written) => {
  expect(csvCell(value)).toBe(written);
});

test('the file begins with its mark, names its columns in Korean and has one line for each row', () => {
  const rows = [
    dnwRow({ id: 2, type: 'W', point: '1200000', fee: '1000', change: '-1201000' }),
    dnwRow({ id: 1, reason: '=HYPERLINK("http://x")' }),
  ];
  const text = historyCsv({ rows, isPractice: false }, cashierHistory.csv, names);
  expect(text.startsWith('\ufeff번호,일시,종류,')).toBe(true);
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('출금');
  expect(lines[1]).toContain('1200000,1000,-1201000');
  expect(lines[2]).toContain(`"'=HYPERLINK(""http://x"")"`);
});

test('a year ends with its sums, and practice money says that it is none', () => {
  const sums = [
    { walletType: 'BINARY', currency: 'KRW', type: 'D', count: 3, point: '300', fee: '0', change: '300' },
  ] as const;
  const text = historyCsv({ rows: [], sums, isPractice: true }, cashierHistory.csv, names);
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toContain('모의 자금');
  expect(lines.at(-3)).toBe('연간 요약');
  expect(lines.at(-1)).toBe('BINARY,KRW,입금,3,300,0,300');
});
