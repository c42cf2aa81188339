import { expect, test } from 'vitest';
import { csvText } from './csv-button.tsx';

test('a cell that a spreadsheet would run is a text, and a number stays one', () => {
  const written = csvText([
    ['=1+1', '+82', '@x', '-2'],
    ['a,b', 'say "x"', '-3.5', 'two\nlines'],
  ]);
  expect(written).toBe(`\uFEFF'=1+1,'+82,'@x,-2\r\n"a,b","say ""x""",-3.5,"two\nlines"\r\n`);
});
